import { RetrographError } from "../errors";
import type { Reduced } from "../schema/design-api";
import type { RunnerRequest } from "../schema/ipc";
import type { Json } from "../schema/json";
import { fromDisplayJson, toDisplayJson } from "../store/display";
import { isBag, type PregelLike } from "./langgraph";
import type { Registry } from "./registry";

type Request = Extract<RunnerRequest, { type: "reduce" }>;
type ChannelLike = { update(values: unknown[]): unknown; get(): unknown };

function isChannel(value: unknown): value is ChannelLike {
  return isBag(value) && typeof value["update"] === "function" && typeof value["get"] === "function";
}

/** A channel as it is at the start of a thread. */
function emptyChannel(graph: PregelLike, name: string): ChannelLike {
  const channel = Object.hasOwn(graph.channels, name) ? graph.channels[name] : undefined;
  const begin = isBag(channel) ? channel["fromCheckpoint"] : null;
  const empty: unknown = typeof begin === "function" ? Reflect.apply(begin, channel, [undefined]) : null;
  if (isChannel(empty)) return empty;
  throw new RetrographError(
    "invalid_request",
    `The workflow that is loaded has no channel "${name}". Where it was just added, wait until the workflow is loaded anew.`,
    { field: "channel" },
  );
}

/** null where the channel is empty. */
function valueOf(channel: ChannelLike): Json | null {
  try {
    return toDisplayJson(channel.get());
  } catch {
    // LangGraph's way to say that nothing was written yet.
    return null;
  }
}

/**
 * What a channel's own reducer makes of updates, one superstep after the other. Nothing is saved. Throws
 * `graph_not_found`, `graph_failed`, `invalid_request`.
 */
export async function reduceUpdates({ registry }: { registry: Registry }, request: Request): Promise<Reduced> {
  const graph = await registry.graph(request.graph_id, { configurable: {} });
  const channel = emptyChannel(graph, request.channel);
  const result: Reduced = { initial: valueOf(channel), steps: [], error: null };
  for (const [index, update] of request.updates.entries()) {
    try {
      channel.update([fromDisplayJson(update)]);
      const value: unknown = channel.get();
      if (isBag(value) && typeof value["then"] === "function") {
        Promise.resolve(value).catch(() => {});
        throw new Error("The reducer gave a promise. LangGraph does not wait for it: a reducer has to give the value itself.");
      }
      result.steps.push(toDisplayJson(value));
    } catch (thrown) {
      const message = thrown instanceof Error ? (thrown.message.split("\n\nTroubleshooting URL:")[0] ?? "") : String(thrown);
      return { ...result, error: { update: index, message } };
    }
  }
  return result;
}
