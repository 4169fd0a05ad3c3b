import type { BaseCheckpointSaver } from "@langchain/langgraph-checkpoint";
import type { RunnerRequest } from "../schema/ipc";
import type { JsonObject } from "../schema/json";
import { toDisplayJson } from "../store/display";
import type { Store } from "../store/open";
import { getThread } from "../store/threads";
import { isBag } from "./langgraph";
import type { Registry } from "./registry";
import { checkpointConfig } from "./run-config";

type Context = { registry: Registry; saver: BaseCheckpointSaver };
type DeltaRequest = Extract<RunnerRequest, { type: "delta_values" }>;

/**
 * Makes the values of a thread's delta channels with its workflow's reducers, as far as it has a workflow that loads and
 * they do not fail; what is left out stays a snapshot and what was written since.
 */
export function foldDeltasOf(context: Context & { store: Store }, place: { thread_id: string; checkpoint_ns: string }) {
  return async (checkpointId: string, channels: readonly string[]): Promise<JsonObject> => {
    try {
      const { graph_id = null } = (await getThread(context.store, place.thread_id)) ?? {};
      if (graph_id === null) return {};
      const places = [{ checkpoint_id: checkpointId, checkpoint_ns: place.checkpoint_ns, channels: [...channels] }];
      const { values } = await readDeltaChannels(context, { type: "delta_values", id: 0, graph_id, thread_id: place.thread_id, places });
      return values[0] ?? {};
    } catch {
      return {};
    }
  };
}

/**
 * What the asked channels hold at each of the places, made by the workflow's own reducers; a channel that the workflow
 * no longer has is left out. Throws `graph_not_found`, `graph_failed`, `checkpoint_not_found`.
 */
export async function readDeltaChannels({ registry, saver }: Context, request: DeltaRequest): Promise<{ values: JsonObject[] }> {
  const graph = await registry.graph(request.graph_id, { configurable: { thread_id: request.thread_id } });
  const values: JsonObject[] = [];
  for (const { channels, ...place } of request.places) {
    const configurable = await checkpointConfig(saver, { thread_id: request.thread_id, ...place });
    const snapshot = await graph.getState({ configurable });
    const state = isBag(snapshot.values) ? snapshot.values : {};
    values.push(Object.fromEntries(channels.flatMap((channel) => (channel in state ? [[channel, toDisplayJson(state[channel])]] : []))));
  }
  return { values };
}
