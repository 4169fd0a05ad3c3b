import "server-only";
import { RetrographError } from "../errors";
import { withLevelChannels } from "../graph/levels";
import type { JsonObject } from "../schema/json";
import type { App } from "./app";

/**
 * Refuses an edit of channels that the graph of the namespace does not have: LangGraph would drop them without a word.
 * Graphs whose channels are not known (one that a node's function calls, a functional workflow) take anything. Throws
 * `invalid_state`.
 */
export async function refuseUnknownChannels(app: App, graphId: string, checkpointNs: string, values: JsonObject): Promise<void> {
  const workflow = (await app.pool.workflows()).get(graphId);
  if (workflow?.status !== "loaded" || workflow.description.api === "entrypoint") return;
  const names = withLevelChannels(workflow.description, checkpointNs).channels.map(({ name }) => name);
  if (names.length === 0 || names.includes("__root__")) return;
  const unknown = Object.keys(values).find((name) => !names.includes(name));
  if (unknown === undefined) return;
  throw new RetrographError("invalid_state", `The state has no channel "${unknown}". It has ${names.join(", ")}.`, { channel: unknown });
}
