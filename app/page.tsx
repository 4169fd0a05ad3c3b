import { HomePage } from "@/components/home/home-page";
import { InboxQuerySchema } from "@/lib/schema/inbox";
import { listRequests } from "@/lib/server/inbox/requests";
import { requirePageAccess } from "@/lib/server/page-access";
import { listThreadSummaries } from "@/lib/server/threads";
import { listWorkflows } from "@/lib/server/workflows";

/** The oldest of what waits: as many as the page shows. */
const WAITING = InboxQuerySchema.parse({ box: "waiting", sort: "oldest", limit: 6 });

export default async function Page() {
  const actor = await requirePageAccess();
  const [workflows, threads, waiting] = await Promise.all([
    listWorkflows(),
    listThreadSummaries({ limit: 50, offset: 0 }),
    listRequests(WAITING, actor),
  ]);
  return <HomePage workflows={workflows} threads={threads.threads} total={threads.total} waiting={waiting} />;
}
