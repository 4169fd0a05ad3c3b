import { AsyncLocalStorage } from "node:async_hooks";
import type { BaseCheckpointSaver } from "@langchain/langgraph-checkpoint";
import { z } from "zod";
import { RetrographError } from "../errors";
import type { PreviewResult } from "../schema/debug-api";
import type { RunnerRequest, StateUpdate } from "../schema/ipc";
import { fromDisplayJson, toDisplayJson } from "../store/display";
import { toStorageError } from "../store/errors";
import type { ConfigLike, LangGraph, PregelLike, UpdateLike } from "./langgraph";
import { OverlaySaver } from "./overlay-saver";
import type { Registry } from "./registry";
import { checkpointConfig, toCommand } from "./run-config";
import { schemaMessage } from "./schema-message";

type Context = { registry: Registry; langgraph: LangGraph; saver: BaseCheckpointSaver };
type UpdateRequest = Extract<RunnerRequest, { type: "update_state" }>;
type PreviewRequest = Extract<RunnerRequest, { type: "preview_update" }>;

/** `as_node` values that LangGraph gives a meaning of their own. */
const SPECIAL_NODES = new Set(["__start__", "__end__", "__input__", "__copy__"]);
const PlaceSchema = z.object({ checkpoint_id: z.string(), checkpoint_ns: z.string().default("") });
const ObjectSchema = z.record(z.string(), z.unknown()).catch({});

const asNodes = new AsyncLocalStorage<readonly string[]>();

/** The nodes that the update being made now is written as, for the saver's index. */
export function updateAsNodes(): readonly string[] | null {
  return asNodes.getStore() ?? null;
}

/** Makes an update whose checkpoint is indexed as written by these nodes. */
export function writtenBy<T>(nodes: readonly string[], update: () => Promise<T>): Promise<T> {
  return asNodes.run(nodes, update);
}

function refuseUnknownNode(graph: PregelLike, checkpointNs: string, update: StateUpdate): void {
  const { as_node } = update;
  // A subgraph's nodes are its own: it is asked by LangGraph itself.
  if (as_node === null || checkpointNs !== "" || SPECIAL_NODES.has(as_node) || Object.hasOwn(graph.nodes, as_node)) return;
  const names = Object.keys(graph.nodes).filter((name) => name !== "__start__");
  throw new RetrographError("node_not_found", `The workflow has no node "${as_node}". Its nodes: ${names.join(", ")}.`, { as_node });
}

function toUpdate(langgraph: LangGraph, update: StateUpdate): UpdateLike {
  const { values, command, as_node } = update;
  const value = command ? toCommand(langgraph, command) : values === undefined ? null : fromDisplayJson(values);
  return { values: value, ...(as_node === null ? {} : { asNode: as_node }) };
}

/** What the workflow's own reducers and schemas object to is the request's fault. */
export function toUpdateError(thrown: unknown): unknown {
  if (thrown instanceof RetrographError) return thrown;
  const storage = toStorageError(thrown);
  if (storage !== null) return storage;
  const message = thrown instanceof Error ? (schemaMessage(thrown) ?? thrown.message.split("\n\nTroubleshooting URL:")[0]) : String(thrown);
  return new RetrographError("invalid_state", `The state could not be changed: ${message}`, undefined, { cause: thrown });
}

async function apply(
  context: Context,
  graph: PregelLike,
  place: { thread_id: string; checkpoint_id: string | null; checkpoint_ns: string },
  supersteps: readonly StateUpdate[][],
): Promise<ConfigLike> {
  for (const update of supersteps.flat()) refuseUnknownNode(graph, place.checkpoint_ns, update);
  const configurable = await checkpointConfig(context.saver, place);
  let config: ConfigLike = { configurable };
  try {
    for (const updates of supersteps) {
      const nodes = updates.flatMap(({ as_node }) => (as_node === null || as_node === "__copy__" ? [] : [as_node]));
      const step = () => graph.bulkUpdateState(config, [{ updates: updates.map((update) => toUpdate(context.langgraph, update)) }]);
      config = await (nodes.length === 0 ? step() : writtenBy(nodes, step));
    }
  } catch (thrown) {
    throw toUpdateError(thrown);
  }
  return config;
}

/**
 * Applies updates to a thread's state, one checkpoint per superstep, and gives the last one's place. Throws
 * `checkpoint_not_found`, `node_not_found`, `invalid_state` or a storage error.
 */
export async function updateState(context: Context, request: UpdateRequest): Promise<{ checkpoint_id: string; checkpoint_ns: string }> {
  const place = { thread_id: request.thread_id, ...request.checkpoint };
  const graph = await context.registry.graph(request.graph_id, { configurable: { thread_id: request.thread_id } });
  const config = await apply(context, graph, place, request.supersteps);
  return PlaceSchema.parse(config.configurable);
}

/** What the state would be, and what would run next, if `values` were written by `as_node`. Saves nothing. */
export async function previewUpdate(context: Context, request: PreviewRequest): Promise<PreviewResult> {
  const saver = new OverlaySaver(context.saver);
  const place = { thread_id: request.thread_id, ...request.checkpoint };
  const graph = await context.registry.graph(request.graph_id, { configurable: { thread_id: request.thread_id } }, saver);
  const config = await apply({ ...context, saver }, graph, place, [[{ values: request.values, command: null, as_node: request.as_node }]]);
  const snapshot = await graph.getState(config);
  const values = toDisplayJson(ObjectSchema.parse(snapshot.values));
  return { values: values !== null && typeof values === "object" && !Array.isArray(values) ? values : {}, next: [...snapshot.next] };
}
