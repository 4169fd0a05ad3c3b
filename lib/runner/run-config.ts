import type { BaseCheckpointSaver } from "@langchain/langgraph-checkpoint";
import { z } from "zod";
import type { CommandBody, RunSpec, StreamMode } from "../schema/run";
import { RetrographError } from "../errors";
import type { Bag, LangGraph, PregelLike } from "./langgraph";

const ParentsSchema = z.record(z.string(), z.string()).catch({});

/** Keys that only LangGraph itself may set: a request must not reach into the running loop. */
function isReserved(key: string): boolean {
  return key.startsWith("__pregel") || key === "__proto__";
}

/** LangGraph's own modes that a run must ask for so that the requested ones and the lifecycle can be told. */
function libraryModes(spec: RunSpec, graph: PregelLike): string[] {
  const modes = new Set<string>(["debug"]);
  for (const mode of spec.stream_modes) for (const own of OWN_MODES[mode]) modes.add(own);
  // Only `updates` says that a run stopped at a breakpoint.
  if (hasBreakpoints(spec.interrupt_before, graph.interruptBefore) || hasBreakpoints(spec.interrupt_after, graph.interruptAfter))
    modes.add("updates");
  return [...modes];
}

const OWN_MODES: Record<StreamMode, readonly string[]> = {
  values: ["values"],
  updates: ["updates"],
  debug: ["debug"],
  tasks: ["tasks"],
  checkpoints: ["checkpoints"],
  custom: ["custom"],
  events: [],
  messages: ["messages", "values"],
  "messages-tuple": ["messages"],
};

function hasBreakpoints(...lists: (readonly string[] | "*" | undefined)[]): boolean {
  return lists.some((list) => list !== undefined && list.length > 0);
}

/** Which checkpoint a run starts from. A subgraph's checkpoint needs those of all graphs around it too. */
export async function checkpointConfig(
  saver: BaseCheckpointSaver,
  place: { thread_id: string; checkpoint_id: string | null; checkpoint_ns: string },
): Promise<Bag> {
  const { thread_id, checkpoint_id, checkpoint_ns } = place;
  if (checkpoint_id === null) return { thread_id, checkpoint_ns };
  const configurable = { thread_id, checkpoint_id, checkpoint_ns };
  const tuple = await saver.getTuple({ configurable });
  if (tuple === undefined) {
    throw new RetrographError("checkpoint_not_found", `The thread has no checkpoint ${checkpoint_id}. It may have been deleted.`, { checkpoint_id });
  }
  if (checkpoint_ns === "") return configurable;
  return { ...configurable, checkpoint_map: { ...ParentsSchema.parse(tuple.metadata?.parents), [checkpoint_ns]: checkpoint_id } };
}

/** The config that LangGraph executes a run with. Throws `checkpoint_not_found`. */
export async function runConfig(
  spec: RunSpec,
  graph: PregelLike,
  place: { saver: BaseCheckpointSaver; revision: string | null; signal: AbortSignal },
): Promise<Bag> {
  const configurable = Object.fromEntries(Object.entries(spec.config.configurable).filter(([key]) => !isReserved(key)));
  return {
    runId: spec.run_id,
    runName: spec.graph_id,
    tags: spec.config.tags,
    configurable: { ...configurable, run_id: spec.run_id, graph_id: spec.graph_id, ...(await checkpointConfig(place.saver, spec)) },
    metadata: { ...spec.metadata, run_id: spec.run_id, graph_id: spec.graph_id, ...(place.revision === null ? {} : { revision: place.revision }) },
    ...(spec.config.recursion_limit === null ? {} : { recursionLimit: spec.config.recursion_limit }),
    ...(spec.context === undefined ? {} : { context: spec.context }),
    ...(spec.interrupt_before.length === 0 ? {} : { interruptBefore: spec.interrupt_before }),
    ...(spec.interrupt_after.length === 0 ? {} : { interruptAfter: spec.interrupt_after }),
    streamMode: libraryModes(spec, graph),
    // Tasks inside of subgraphs are drawn too, whatever the client streams.
    subgraphs: true,
    durability: spec.durability,
    signal: place.signal,
  };
}

/** Throws `node_not_found` for a goto that LangGraph would take, and then silently run nothing. */
export function refuseUnknownGoto(graph: PregelLike, { goto }: CommandBody): void {
  const targets = goto === undefined ? [] : Array.isArray(goto) ? goto : [goto];
  const unknown = targets
    .map((target) => (typeof target === "string" ? target : target.node))
    .find((name) => name !== "__end__" && !Object.hasOwn(graph.nodes, name));
  if (unknown === undefined) return;
  const names = Object.keys(graph.nodes).filter((name) => name !== "__start__");
  throw new RetrographError("node_not_found", `The command goes to "${unknown}", which the workflow does not have. Its nodes: ${names.join(", ")}.`, {
    node: unknown,
  });
}

/** A command of a request as LangGraph's own object. */
export function toCommand(langgraph: LangGraph, command: CommandBody): unknown {
  const { resume, update, goto } = command;
  const toTarget = (target: string | { node: string; input?: unknown }): unknown =>
    typeof target === "string" ? target : langgraph.createSend(target.node, target.input ?? null);
  return langgraph.createCommand({
    ...(resume === undefined ? {} : { resume }),
    ...(update === undefined ? {} : { update }),
    ...(goto === undefined ? {} : { goto: Array.isArray(goto) ? goto.map(toTarget) : toTarget(goto) }),
  });
}
