import "server-only";

import { notFound } from "next/navigation";
import { createLoader, type SearchParams } from "nuqs/server";
import { FILTER_PARSERS, toFilter } from "@/components/inbox/filters";
import type { InboxPageProps } from "@/components/inbox/inbox-page";
import { isRetrographError } from "@/lib/errors";
import type { Actor } from "@/lib/schema/access";
import { InterruptIdSchema, ThreadIdSchema } from "@/lib/schema/ids";
import { InboxQuerySchema, type InboxDetail } from "@/lib/schema/inbox";
import { getRequest, listRequests } from "@/lib/server/inbox/requests";
import { requirePageAccess } from "@/lib/server/page-access";
import { listWorkflows } from "@/lib/server/workflows";

const loadFilters = createLoader(FILTER_PARSERS);

/** As many rows as the list reads at once. */
const FIRST_ROWS = 100;

/** A page's address segment as it was meant: Next hands it over still encoded. */
function decodeSegment(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return notFound();
  }
}

async function loadRequest(segment: string, thread: unknown, actor: Actor): Promise<InboxDetail | null> {
  const id = InterruptIdSchema.safeParse(decodeSegment(segment));
  const threadId = ThreadIdSchema.optional().safeParse(thread);
  if (!id.success || !threadId.success) return null;
  try {
    return await getRequest(id.data, threadId.data, actor);
  } catch (error) {
    // The page says what became of it, and has the rest of the inbox beside it.
    if (isRetrographError(error) && error.status === 404) return null;
    throw error;
  }
}

/** What comes with the inbox's page: the first rows of the list that the address names, and the request. */
export async function loadInbox(segment: string | null, searchParams: Promise<SearchParams>): Promise<InboxPageProps> {
  const actor = await requirePageAccess();
  const params = await searchParams;
  // An address may say anything: what is no filter is left out.
  const query = InboxQuerySchema.safeParse({ ...toFilter(await loadFilters(searchParams)), limit: FIRST_ROWS });
  const { limit, offset, ...filter } = query.success ? query.data : InboxQuerySchema.parse({ limit: FIRST_ROWS });
  const [workflows, page, request] = await Promise.all([
    listWorkflows(),
    listRequests({ ...filter, limit, offset }, actor),
    segment === null ? null : loadRequest(segment, params["thread"], actor),
  ]);
  return { workflows, initial: { filter, page }, request };
}
