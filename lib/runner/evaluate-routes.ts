import type { BaseCheckpointSaver } from "@langchain/langgraph-checkpoint";
import { z } from "zod";
import { RetrographError } from "../errors";
import type { RouteSchema, Routes } from "../schema/explain";
import type { GraphDescription } from "../schema/graph";
import type { RunnerRequest } from "../schema/ipc";
import { toDisplayJson } from "../store/display";
import type { Store } from "../store/open";
import { readRun } from "../store/runs";
import { readRunId } from "../store/run-of-checkpoint";
import { graphAt, nodesAround } from "./graph-inside";
import { asList, isBag, isBuilder, type Bag, type BuilderBranch, type PregelLike } from "./langgraph";
import type { Registry } from "./registry";
import { routerStates, type RouterState } from "./router-state";
import { findPlace } from "./stack";

type Request = Extract<RunnerRequest, { type: "evaluate_routes" }>;
type Context = { store: Store; saver: BaseCheckpointSaver; registry: Registry; projectDir: string };
type Route = z.infer<typeof RouteSchema>;
type Target = Extract<Route["outcome"], { ok: true }>["targets"][number];
type Asked = { node: string; name: string; branch: BuilderBranch; state: RouterState };

const END = "__end__";
/** How long a router may take; one that calls a model is slow, and one that never answers must not be waited for. */
const LIMIT_MS = 10_000;
/** A node that was sent to a thousand times has a thousand routers to ask. */
const MAX_TASKS = 50;

const RunConfigSchema = z
  .object({ configurable: z.record(z.string(), z.unknown()).catch({}), tags: z.array(z.string()).catch([]) })
  .catch({ configurable: {}, tags: [] });

function branchesOf(graph: PregelLike, node: string): [string, BuilderBranch][] {
  const builder = isBuilder(graph.builder) ? graph.builder : null;
  const names = builder === null ? Object.keys(graph.nodes) : ["__start__", ...Object.keys(builder.nodes)];
  if (!names.includes(node)) {
    const shown = names.filter((name) => name !== "__start__").join(", ");
    throw new RetrographError("node_not_found", `The workflow has no node "${node}". Its nodes: ${shown}.`, { node });
  }
  return Object.entries(builder?.branches[node] ?? {});
}

/** What LangGraph would give the router beside the state, as far as the run that went there kept it. */
function configFor(context: Context, request: Request, graph: PregelLike, asked: Asked, signal: AbortSignal): Bag {
  const { thread_id, checkpoint } = request;
  const runId = readRunId(context.store, { thread_id, checkpoint_ns: checkpoint.checkpoint_ns, checkpoint_id: asked.state.checkpoint_id });
  const run = runId === null ? null : readRun(context.store, runId);
  const { configurable, tags } = RunConfigSchema.parse(run?.kwargs.config);
  const segment = asked.state.task_id === null ? asked.node : `${asked.node}:${asked.state.task_id}`;
  const own: Bag = { ...graph };
  return {
    tags,
    metadata: { ...run?.metadata, langgraph_node: asked.node },
    configurable: {
      ...configurable,
      thread_id,
      checkpoint_id: asked.state.checkpoint_id,
      checkpoint_ns: checkpoint.checkpoint_ns === "" ? segment : `${checkpoint.checkpoint_ns}|${segment}`,
    },
    ...(run?.kwargs.context === undefined ? {} : { context: run.kwargs.context }),
    ...(own["store"] === undefined ? {} : { store: own["store"] }),
    signal,
  };
}

function isInvokable(value: unknown): value is { invoke(input: unknown, config: Bag): Promise<unknown> } {
  return isBag(value) && typeof value["invoke"] === "function";
}

class RouterTimeout extends Error {}

async function ask(branch: BuilderBranch, state: unknown, makeConfig: (signal: AbortSignal) => Bag): Promise<unknown> {
  const { path } = branch;
  if (!isInvokable(path)) throw new Error("This router is of a kind that Retrograph cannot call.");
  const abort = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      const timeout = new RouterTimeout(`It gave no answer within ${LIMIT_MS / 1000} seconds and was told to stop.`);
      reject(timeout);
      abort.abort(timeout);
    }, LIMIT_MS);
  });
  try {
    return await Promise.race([path.invoke(state, makeConfig(abort.signal)), limit]);
  } finally {
    clearTimeout(timer);
  }
}

function isSend(value: unknown): value is { node: string; args?: unknown } {
  return isBag(value) && value["lg_name"] === "Send" && typeof value["node"] === "string";
}

class BadAnswer extends Error {}

/** Where one part of a router's answer leads, by LangGraph's own rules. */
function toTarget(answer: unknown, branch: BuilderBranch, names: ReadonlySet<string>): Target {
  if (isSend(answer)) {
    if (answer.node === END) throw new BadAnswer("It sends a packet to the end, which LangGraph refuses.");
    if (!names.has(answer.node)) throw new BadAnswer(`It sends to "${answer.node}", and the workflow has no node of that name.`);
    return { node: answer.node, label: null, input: toDisplayJson(answer.args) };
  }
  const said = typeof answer === "string" ? answer : JSON.stringify(toDisplayJson(answer));
  if (branch.ends !== undefined) {
    const node = Object.hasOwn(branch.ends, said) ? branch.ends[said] : undefined;
    if (node !== undefined) return { node, label: node === said ? null : said };
    throw new BadAnswer(
      `It answered ${JSON.stringify(said)}, which its path map does not have (${Object.keys(branch.ends).join(", ")}). LangGraph would fail here.`,
    );
  }
  if (answer === null || answer === undefined || answer === "") throw new BadAnswer("It answered nothing. LangGraph would fail here.");
  if (said === END || names.has(said)) return { node: said, label: null };
  throw new BadAnswer(`It answered ${JSON.stringify(said)}, and the workflow has no node of that name: LangGraph would go nowhere.`);
}

function failureOf(thrown: unknown, projectDir: string): string {
  if (!(thrown instanceof Error)) return `It threw ${String(thrown)}.`;
  if (thrown instanceof BadAnswer || thrown instanceof RouterTimeout) return thrown.message;
  const place = findPlace(projectDir, thrown.stack ?? "");
  const message = thrown.message.split("\n\nTroubleshooting URL:")[0] ?? thrown.message;
  return `${thrown.name}: ${message}${place === null ? "" : ` (${place.file}:${place.line})`}`;
}

/** Where a router may lead: its path map, or what the drawing found in its code. */
function possibleTargets(asked: Asked, drawn: GraphDescription, prefix: string): Pick<Target, "node" | "label">[] {
  const { ends } = asked.branch;
  if (ends !== undefined) return Object.entries(ends).map(([label, node]) => ({ node, label: label === node ? null : label }));
  const edges = drawn.edges.filter(({ source, kind }) => source === prefix + asked.node && kind === "conditional");
  return edges.map(({ target }) => ({ node: target.slice(prefix.length), label: null }));
}

/** LangGraph calls every plain function "condition"; its own name says more. */
function routerName(name: string, { path }: BuilderBranch): string {
  const fn = isBag(path) ? path["func"] : undefined;
  return name === "condition" && typeof fn === "function" && fn.name !== "" ? fn.name : name;
}

async function evaluate(
  context: Context,
  request: Request,
  graph: PregelLike,
  asked: Asked,
  possible: Pick<Target, "node" | "label">[],
): Promise<Route> {
  const names = new Set(Object.keys(graph.nodes));
  const route = { name: routerName(asked.name, asked.branch), source: asked.node, task_id: asked.state.task_id };
  try {
    const answer = await ask(asked.branch, asked.state.state, (signal) => configFor(context, request, graph, asked, signal));
    const targets = asList(Array.isArray(answer) ? answer : [answer]).map((part) => toTarget(part, asked.branch, names));
    const picked = (other: Pick<Target, "node" | "label">) =>
      targets.some(({ node, label }) => node === other.node && (label === null || label === other.label));
    return { ...route, outcome: { ok: true, answer: toDisplayJson(answer), targets }, others: possible.filter((other) => !picked(other)) };
  } catch (thrown) {
    return { ...route, outcome: { ok: false, message: failureOf(thrown, context.projectDir) }, others: possible };
  }
}

/**
 * Asks the conditional edges that leave a node again, with the code of today, on what they read when the step that led to
 * the checkpoint ran: once per task of the node. Their code runs; nothing is saved and nothing is sent on. A router that
 * throws or does not answer in time says so in its route. Throws `node_not_found`, `checkpoint_not_found`.
 */
export async function evaluateRoutes(context: Context, request: Request): Promise<Routes> {
  const { thread_id, node, graph_id } = request;
  const { checkpoint_id, checkpoint_ns } = request.checkpoint;
  if (checkpoint_id === null) throw new RetrographError("invalid_request", "checkpoint_id: is missing", { field: "checkpoint_id" });
  const started = performance.now();
  const around = nodesAround(checkpoint_ns);
  const graph = graphAt(await context.registry.graph(graph_id, { configurable: { thread_id } }), checkpoint_ns);
  const branches = branchesOf(graph, node);
  const states = branches.length === 0 ? [] : await routerStates(context, graph, { thread_id, checkpoint_ns, checkpoint_id }, node);
  const prefix = around.map((name) => `${name}:`).join("");
  const drawn = context.registry.find(graph_id).description;
  const routes: Route[] = [];
  for (const state of states.slice(0, MAX_TASKS)) {
    for (const [name, branch] of branches) {
      const asked: Asked = { node, name, branch, state };
      routes.push(await evaluate(context, request, graph, asked, possibleTargets(asked, drawn, prefix)));
    }
  }
  return { routes, ms: performance.now() - started };
}
