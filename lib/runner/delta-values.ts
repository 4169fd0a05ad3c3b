import type { BaseCheckpointSaver } from "@langchain/langgraph-checkpoint";
import type { RunnerRequest } from "../schema/ipc";
import type { JsonObject } from "../schema/json";
import { toDisplayJson } from "../store/display";
import { isBag } from "./langgraph";
import type { Registry } from "./registry";
import { checkpointConfig } from "./run-config";

type Context = { registry: Registry; saver: BaseCheckpointSaver };
type DeltaRequest = Extract<RunnerRequest, { type: "delta_values" }>;

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
