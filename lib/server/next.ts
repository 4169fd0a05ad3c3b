import "server-only";
import type { z } from "zod";
import { ForkResultSchema, type ForkResult, type NextBodySchema } from "../schema/debug-api";
import { markGone } from "../store/interrupts-moved";
import { setThreadStatus } from "../store/threads";
import { latestEntry } from "../store/timeline";
import { getApp } from "./app";
import { requireThread } from "./threads";
import { assertIdle, graphOf, requirePlace, statusNow } from "./updates";

const WrittenSchema = ForkResultSchema.pick({ checkpoint_id: true, checkpoint_ns: true });

/**
 * Changes what is next at a checkpoint by another one on top of it: skips a node, gives its output by hand, or goes
 * elsewhere. Throws `thread_not_found`, `thread_busy`, `checkpoint_not_found`, `node_not_found`, `nothing_to_run` for a
 * node that is not next, `invalid_state`.
 */
export async function changeNext(threadId: string, body: z.output<typeof NextBodySchema>): Promise<ForkResult> {
  const app = await getApp();
  const { checkpoint_id, checkpoint_ns, change } = body;
  return app.threadLock.run(threadId, async () => {
    const thread = await requireThread(app, threadId);
    await assertIdle(app, threadId);
    await requirePlace(app, threadId, { checkpoint_id, checkpoint_ns });
    const graphId = await graphOf(app, thread);
    const before = await latestEntry(app.store, threadId, checkpoint_ns);
    const root = await latestEntry(app.store, threadId, "");
    const reply = await app.pool.ask({
      type: "change_next",
      graph_id: graphId,
      thread_id: threadId,
      checkpoint: { checkpoint_id, checkpoint_ns },
      change,
    });
    // Questions of the newest checkpoint are moot when the thread goes on another way; those of older ones belong to their branch.
    if (root !== null && before?.checkpoint_id === checkpoint_id) {
      await markGone(app.store, { thread_id: threadId, checkpoint_id: root.checkpoint_id });
    }
    await setThreadStatus(app.store, threadId, await statusNow(app, threadId));
    app.live.publishThread(threadId, await requireThread(app, threadId));
    return { thread_id: threadId, ...WrittenSchema.parse(reply) };
  });
}
