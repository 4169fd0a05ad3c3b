import type { BaseCheckpointSaver, CheckpointTuple } from "@langchain/langgraph-checkpoint";
import { z } from "zod";
import { RetrographError } from "../errors";
import type { PreviewResult } from "../schema/debug-api";
import { JsonObjectSchema, type Json, type JsonObject } from "../schema/json";
import type { RunnerRequest } from "../schema/ipc";
import { fromDisplayJson, toDisplayJson } from "../store/display";
import { isInternalChannel } from "../store/raw-checkpoint";
import { ConsumedSaver } from "./consumed-saver";
import { askAgain, dueTasks, type DueTask, type Write } from "./due-tasks";
import { graphAt } from "./graph-inside";
import { isBag, isPregel, type Bag, type LangGraph, type PregelLike } from "./langgraph";
import { OverlaySaver } from "./overlay-saver";
import type { Registry } from "./registry";
import { checkpointConfig, refuseUnknownGoto } from "./run-config";
import { toUpdateError, writtenBy } from "./update-state";

type Context = { registry: Registry; langgraph: LangGraph; saver: BaseCheckpointSaver };
type Request = Extract<RunnerRequest, { type: "change_next" }>;
type Change = Request["change"];

const PlaceSchema = z.object({ checkpoint_id: z.string(), checkpoint_ns: z.string().default("") });

/** The checkpoint that is changed, with everything that is next there. */
type Here = { graph: PregelLike; configurable: Bag; tuple: CheckpointTuple; tasks: DueTask[] };

/** What is written in one superstep: by which node, which others are used up with it, and what goes to the channels. */
type Plan = { as: string; used: string[]; write: (config: Bag) => Promise<Write[]> };

function isInvokable(value: unknown): value is { invoke(input: unknown, config: Bag): unknown } {
  return isBag(value) && typeof value["invoke"] === "function";
}

/** Runs what follows a node, its conditional edges included, as if it had returned `result`; null: as if it had written nothing. */
async function follow(graph: PregelLike, node: string, result: unknown, config: Bag): Promise<void> {
  let passed = result;
  for (const writer of graph.nodes[node]?.getWriters?.() ?? []) {
    if (isInvokable(writer)) passed = await writer.invoke(passed, config);
  }
}

function nodeNames(graph: PregelLike): string {
  return Object.keys(graph.nodes)
    .filter((name) => name !== "__start__")
    .join(", ");
}

function requireDue({ graph, tasks }: Here, node: string): void {
  if (tasks.some((task) => task.name === node && task.writes === null)) return;
  if (!Object.hasOwn(graph.nodes, node)) {
    throw new RetrographError("node_not_found", `The workflow has no node "${node}". Its nodes: ${nodeNames(graph)}.`, { node });
  }
  const next = tasks.filter(({ writes }) => writes === null).map(({ name }) => name);
  const said = next.length === 0 ? "Nothing is" : `Only ${next.join(", ")} ${next.length === 1 ? "is" : "are"}`;
  throw new RetrographError("nothing_to_run", `"${node}" is not next at this checkpoint. ${said}.`, { node, next });
}

function refuseUnknownChannels(graph: PregelLike, values: Bag): void {
  const known = Object.keys(graph.channels).filter((name) => !isInternalChannel(name));
  const unknown = Object.keys(values).find((name) => !known.includes(name));
  if (unknown === undefined) return;
  throw new RetrographError("invalid_state", `The state has no channel "${unknown}". It has ${known.join(", ")}.`, { channel: unknown });
}

/** As if the node had run: its edges are followed, what runs beside it stays next, what is done beside it counts. */
function asIfRun(here: Here, node: string, result: Bag | null): Plan {
  const { graph, tuple, tasks } = here;
  requireDue(here, node);
  if (result !== null) refuseUnknownChannels(graph, result);
  const done = tasks.filter(({ writes }) => writes !== null);
  const others = tasks.filter((task) => task.writes === null && task.name !== node);
  return {
    as: node,
    used: [node, ...done.map(({ name }) => name)],
    async write(config) {
      await follow(graph, node, result, config);
      return [...done.flatMap(({ writes }) => writes ?? []), ...others.flatMap((task) => askAgain(graph, tuple, task))];
    },
  };
}

/** Values for the state in nobody's name: what is next stays next, what is done beside it counts. */
function edit({ graph, tuple, tasks }: Here, values: Bag): Plan {
  refuseUnknownChannels(graph, values);
  const done = tasks.filter(({ writes }) => writes !== null);
  const others = tasks.filter(({ writes }) => writes === null);
  const writes = [
    ...done.flatMap((task) => task.writes ?? []),
    ...Object.entries(values).map(([channel, value]): Write => [channel, value]),
    ...others.flatMap((task) => askAgain(graph, tuple, task)),
  ];
  return { as: "__start__", used: done.map(({ name }) => name), write: () => Promise.resolve(writes) };
}

function toLive(values: JsonObject): Bag {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, fromDisplayJson(value)]));
}

function targetsOf(change: Extract<Change, { kind: "goto" }>): (string | { node: string; input?: Json | undefined })[] {
  return Array.isArray(change.goto) ? change.goto : [change.goto];
}

/** Exactly the given nodes in place of what is next; what is done beside them keeps what it wrote to the state. */
function goTo({ langgraph }: Context, { graph, tasks }: Here, change: Extract<Change, { kind: "goto" }>): Plan {
  refuseUnknownGoto(graph, { goto: change.goto });
  const targets = targetsOf(change).filter((target) => target !== "__end__");
  const writes = targets.map((target): Write => {
    if (typeof target !== "string") return ["__pregel_tasks", langgraph.createSend(target.node, fromDisplayJson(target.input ?? null))];
    if (Object.hasOwn(graph.channels, `branch:to:${target}`)) return [`branch:to:${target}`, null];
    throw new RetrographError("node_not_found", `"${target}" cannot be jumped to: it runs only when its own channels change.`, { node: target });
  });
  const kept = tasks.flatMap((task) => task.writes ?? []).filter(([channel]) => !isInternalChannel(channel));
  return { as: "__start__", used: tasks.map(({ name }) => name), write: () => Promise.resolve([...kept, ...writes]) };
}

function planOf(context: Context, here: Here, change: Change): Plan {
  switch (change.kind) {
    case "skip":
      return asIfRun(here, change.node, null);
    case "output":
      return asIfRun(here, change.node, toLive(change.values));
    case "goto":
      return goTo(context, here, change);
    case "edit":
      return edit(here, toLive(change.values));
  }
}

/** The graph with one node whose writes are the plan's; everything else of an update is LangGraph's own. */
function planned(graph: PregelLike, plan: Plan): PregelLike {
  const writer = {
    async invoke(_input: unknown, config: Bag): Promise<void> {
      const configurable = isBag(config["configurable"]) ? config["configurable"] : {};
      const send = configurable["__pregel_send"];
      const writes = await plan.write(config);
      if (typeof send === "function") Reflect.apply(send, undefined, [writes]);
    },
  };
  const nodes = { ...graph.nodes, [plan.as]: { ...graph.nodes[plan.as], getWriters: () => [writer] } };
  const copy: unknown = Object.create(graph, { nodes: { value: nodes } });
  if (!isPregel(copy)) throw new RetrographError("internal", "This version of LangGraph does not let its state be changed this way.");
  return copy;
}

/**
 * Changes what is next at a checkpoint by writing another one on top of it: skips a node, gives its output by hand, goes
 * elsewhere, or edits the state and leaves what is next. No node runs; the routers that leave a skipped or given node do. Throws `checkpoint_not_found`,
 * `node_not_found`, `nothing_to_run` for a node that is not next, `invalid_state` or a storage error.
 */
export async function changeNext(context: Context, request: Request): Promise<{ checkpoint_id: string; checkpoint_ns: string }> {
  const { saver, registry } = context;
  const { thread_id, graph_id, checkpoint, change } = request;
  const root = await registry.graph(graph_id, { configurable: { thread_id } });
  const graph = graphAt(root, checkpoint.checkpoint_ns);
  const configurable = await checkpointConfig(saver, { thread_id, ...checkpoint });
  const tuple = await saver.getTuple({ configurable });
  if (tuple === undefined) throw new RetrographError("checkpoint_not_found", "The checkpoint is not there any more.", checkpoint);
  const plan = planOf(context, { graph, configurable, tuple, tasks: await dueTasks(saver, graph, configurable, tuple) }, change);
  const lent = new ConsumedSaver(saver, { graph, checkpoint_id: tuple.checkpoint.id, nodes: plan.used });
  const update = () =>
    planned(graph, plan).bulkUpdateState({ configurable: { ...configurable, __pregel_checkpointer: lent } }, [
      { updates: [{ values: null, asNode: plan.as }] },
    ]);
  try {
    const written = await ("node" in change ? writtenBy([change.node], update) : update());
    return PlaceSchema.parse(written.configurable);
  } catch (thrown) {
    throw toUpdateError(thrown);
  }
}

/** What the state would be, and what would run next, if `values` were written and what is next stayed next. Saves nothing. */
export async function previewEdit(context: Context, request: Extract<RunnerRequest, { type: "preview_update" }>): Promise<PreviewResult> {
  const { id, graph_id, thread_id, checkpoint } = request;
  const saver = new OverlaySaver(context.saver);
  const values = JsonObjectSchema.parse(request.values);
  const written = await changeNext(
    { ...context, saver },
    { type: "change_next", id, graph_id, thread_id, checkpoint, change: { kind: "edit", values } },
  );
  const graph = await context.registry.graph(graph_id, { configurable: { thread_id } }, saver);
  const snapshot = await graph.getState({ configurable: await checkpointConfig(saver, { thread_id, ...written }) });
  const shown = toDisplayJson(snapshot.values);
  return { values: JsonObjectSchema.catch({}).parse(shown), next: [...snapshot.next] };
}
