import { decodeSegment } from "@/app/w/load-workbench";
import { notFound, redirect } from "next/navigation";
import { AdoptThread } from "@/components/threads/adopt-thread";
import { isRetrographError } from "@/lib/errors";
import { ThreadIdSchema } from "@/lib/schema/ids";
import { requirePageAccess } from "@/lib/server/page-access";
import { getThreadSummary } from "@/lib/server/threads";
import { listWorkflows } from "@/lib/server/workflows";

/** The short link to a thread: leads to its workbench, or asks for the workflow of a thread that another program wrote. */
export default async function Page({ params }: { params: Promise<{ threadId: string }> }) {
  await requirePageAccess();
  const threadId = decodeSegment((await params).threadId);
  if (!ThreadIdSchema.safeParse(threadId).success) notFound();
  const thread = await getThreadSummary(threadId).catch((error: unknown) => {
    if (isRetrographError(error) && error.status === 404) return null;
    throw error;
  });
  if (!thread) notFound();
  if (thread.graph_id === null) {
    const loaded = (await listWorkflows()).filter((workflow) => workflow.status === "loaded");
    const workflows = loaded.map(({ graph_id, description }) => ({ graph_id, title: description.title }));
    return <AdoptThread threadId={threadId} workflows={workflows} />;
  }
  redirect(`/w/${encodeURIComponent(thread.graph_id)}/t/${encodeURIComponent(threadId)}`);
}
