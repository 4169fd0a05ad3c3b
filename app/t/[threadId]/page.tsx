import { notFound, redirect } from "next/navigation";
import { isRetrographError } from "@/lib/errors";
import { ThreadIdSchema } from "@/lib/schema/ids";
import { requirePageAccess } from "@/lib/server/page-access";
import { getThreadSummary } from "@/lib/server/threads";

/** The short link to a thread: leads to its workbench. */
export default async function Page({ params }: { params: Promise<{ threadId: string }> }) {
  await requirePageAccess();
  const { threadId } = await params;
  if (!ThreadIdSchema.safeParse(threadId).success) notFound();
  const thread = await getThreadSummary(threadId).catch((error: unknown) => {
    if (isRetrographError(error) && error.status === 404) return null;
    throw error;
  });
  if (!thread || thread.graph_id === null) notFound();
  redirect(`/w/${encodeURIComponent(thread.graph_id)}/t/${threadId}`);
}
