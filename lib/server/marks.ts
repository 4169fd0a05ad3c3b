import "server-only";
import type { z } from "zod";
import { RetrographError } from "../errors";
import type { BranchBodySchema, BranchMark, CheckpointMark, MarkBodySchema, Marks } from "../schema/travel";
import { listDeletions } from "../store/deletions";
import { changeBranchMark, changeCheckpointMark, readMarks as readStored } from "../store/marks";
import { hasCheckpoint } from "../store/timeline";
import { getApp, type App } from "./app";
import { requireThread } from "./threads";

/** What people noted on a thread's checkpoints and branches, and which branches they deleted. Throws `thread_not_found`. */
export async function readMarks(threadId: string): Promise<Marks> {
  const app = await getApp();
  await requireThread(app, threadId);
  return { ...readStored(app.store, threadId), deletions: await listDeletions(app.store, threadId) };
}

async function requireCheckpoint(app: App, threadId: string, checkpointId: string, checkpointNs: string): Promise<void> {
  await requireThread(app, threadId);
  if (await hasCheckpoint(app.store, threadId, checkpointNs, checkpointId)) return;
  throw new RetrographError("checkpoint_not_found", `The thread has no checkpoint ${checkpointId}. It may have been deleted.`, {
    checkpoint_id: checkpointId,
  });
}

/** Labels, notes or stars a checkpoint; what is not given stays. Throws `thread_not_found`, `checkpoint_not_found`. */
export async function markCheckpoint(threadId: string, checkpointId: string, body: z.output<typeof MarkBodySchema>): Promise<CheckpointMark> {
  const app = await getApp();
  // A mark on a checkpoint that is being deleted would be left behind.
  return app.threadLock.run(threadId, async () => {
    await requireCheckpoint(app, threadId, checkpointId, body.checkpoint_ns);
    const { checkpoint_ns, ...change } = body;
    const mark = await changeCheckpointMark(app.store, { thread_id: threadId, checkpoint_ns, checkpoint_id: checkpointId }, change);
    app.live.publishMarks(threadId);
    return mark;
  });
}

/** Names or colours the branch that begins at a checkpoint; what is not given stays. Throws `thread_not_found`, `checkpoint_not_found`. */
export async function markBranch(threadId: string, branchId: string, body: z.output<typeof BranchBodySchema>): Promise<BranchMark> {
  const app = await getApp();
  return app.threadLock.run(threadId, async () => {
    await requireCheckpoint(app, threadId, branchId, "");
    const mark = await changeBranchMark(app.store, { thread_id: threadId, branch_id: branchId }, body);
    app.live.publishMarks(threadId);
    return mark;
  });
}
