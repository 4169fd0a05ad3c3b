import "server-only";
import { z } from "zod";
import { isRetrographError } from "../errors";
import type { CheckpointView } from "../schema/checkpoint";
import { JsonObjectSchema } from "../schema/json";
import { isUnfoldedDelta } from "../store/delta-channels";
import { getThread } from "../store/threads";
import type { App } from "./app";

const ReplySchema = z.object({ values: z.array(JsonObjectSchema) });

function unfoldedIn(view: CheckpointView): string[] {
  return Object.keys(view.values).filter((channel) => isUnfoldedDelta(view.values[channel]));
}

/**
 * Checkpoints of one thread with the values of delta channels that only the workflow's own reducers can make. Without a
 * workflow that loads they stay as they are: a snapshot and what was written since.
 */
export async function foldDeltas(app: App, views: readonly CheckpointView[]): Promise<CheckpointView[]> {
  const open = views.filter((view) => unfoldedIn(view).length > 0);
  const [first] = open;
  const thread = first === undefined ? null : await getThread(app.store, first.thread_id);
  if (first === undefined || thread === null || thread.graph_id === null) return [...views];
  try {
    const places = open.map((view) => ({ checkpoint_id: view.checkpoint_id, checkpoint_ns: view.checkpoint_ns, channels: unfoldedIn(view) }));
    const reply = ReplySchema.parse(await app.pool.ask({ type: "delta_values", graph_id: thread.graph_id, thread_id: first.thread_id, places }));
    const folded = new Map(open.map((view, index) => [view, { ...view, values: { ...view.values, ...reply.values[index] } }]));
    return views.map((view) => folded.get(view) ?? view);
  } catch (error) {
    // History stays readable when the workflow does not load, or its reducer fails.
    if (!isRetrographError(error)) console.error("Delta channels could not be read:", error);
    return [...views];
  }
}
