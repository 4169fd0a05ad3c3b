import "server-only";
import type { BranchDeletion } from "../schema/travel";
import { deleteWithDescendants, undoDeletion as undoStored } from "../store/deletions";
import { getApp, type App } from "./app";
import { requireThread } from "./threads";
import { assertIdle } from "./updates";

/** Runs the change while nothing else starts on the thread, then tells everybody who looks at it. */
async function change<T>(threadId: string, action: (app: App) => Promise<T>): Promise<T> {
  const app = await getApp();
  return app.threadLock.run(threadId, async () => {
    await requireThread(app, threadId);
    await assertIdle(app, threadId);
    const result = await action(app);
    app.live.publishThread(threadId, await requireThread(app, threadId));
    app.live.publishMarks(threadId);
    return result;
  });
}

/**
 * Deletes a checkpoint with everything that came of it; it can be undone for a day. Throws `thread_not_found`,
 * `checkpoint_not_found`, `thread_busy`, and `invalid_request` when nothing would be left.
 */
export function deleteBranch(threadId: string, checkpointId: string): Promise<BranchDeletion> {
  return change(threadId, (app) => deleteWithDescendants(app.store, threadId, checkpointId));
}

/** Brings a deleted branch back. Throws `thread_not_found`, `deletion_not_found`, `thread_busy`, `already_exists`. */
export function undoDeletion(threadId: string, deletionId: string): Promise<void> {
  return change(threadId, (app) => undoStored(app.store, threadId, deletionId));
}
