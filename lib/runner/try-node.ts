import { randomUUID } from "node:crypto";
import type { BaseCheckpointSaver } from "@langchain/langgraph-checkpoint";
import { z } from "zod";
import { RetrographError } from "../errors";
import type { TryNodeResult } from "../schema/design-api";
import { JsonObjectSchema, type Json, type JsonObject } from "../schema/json";
import type { RunnerRequest } from "../schema/ipc";
import { fromDisplayJson, toDisplayJson } from "../store/display";
import { changeNext } from "./change-next";
import { graphAt } from "./graph-inside";
import { asList, isBag, type ConfigLike, type LangGraph, type PregelLike } from "./langgraph";
import { OverlaySaver } from "./overlay-saver";
import type { Registry } from "./registry";
import { checkpointConfig } from "./run-config";
import { isConcurrentUpdate, toRunError } from "./run-error";
import { createRedactor, findSecrets } from "./trace/secrets";
import { toUpdateError } from "./update-state";

type Request = Extract<RunnerRequest, { type: "try_node" }>;
type Context = { registry: Registry; langgraph: LangGraph; saver: BaseCheckpointSaver; projectDir: string };
/** Where the trial stands: on a thread that only its own saver knows. */
type Trial = { graph: PregelLike; saver: BaseCheckpointSaver; place: { thread_id: string; checkpoint_id: string; checkpoint_ns: string } };

const PlaceSchema = z.object({ checkpoint_id: z.string(), checkpoint_ns: z.string().default("") });

/** A model may think for a while; what never answers must not be waited for, and the server waits no longer than a minute. */
const LIMIT_MS = 50_000;

function requireNode(graph: PregelLike, node: string): void {
  if (node !== "__start__" && Object.hasOwn(graph.nodes, node)) return;
  const names = Object.keys(graph.nodes).filter((name) => name !== "__start__");
  throw new RetrographError("node_not_found", `The workflow that is loaded has no node "${node}". Its nodes: ${names.join(", ")}.`, { node });
}

/** A channel that merges what is written would add the values to what it has: here they stand in its place. */
function inPlace(graph: PregelLike, values: JsonObject): JsonObject {
  const merges = (name: string) => {
    const channel = graph.channels[name];
    return isBag(channel) && ["operator", "reducer"].some((key) => typeof channel[key] === "function");
  };
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, merges(name) ? { __overwrite__: value } : value]));
}

/** A first checkpoint with the values as input, on a thread of its own. */
async function beginEmpty(context: Context, { graph_id, values }: Request): Promise<Trial> {
  const saver = new OverlaySaver(context.saver);
  const thread_id = randomUUID();
  const graph = await context.registry.graph(graph_id, { configurable: { thread_id } }, saver);
  const live = Object.fromEntries(Object.entries(values).map(([name, value]) => [name, fromDisplayJson(value)]));
  try {
    const written = await graph.bulkUpdateState({ configurable: { thread_id } }, [{ updates: [{ values: live, asNode: "__start__" }] }]);
    return { graph, saver, place: placeOf(thread_id, written) };
  } catch (thrown) {
    throw toUpdateError(thrown);
  }
}

function placeOf(threadId: string, { configurable }: ConfigLike): Trial["place"] {
  return { thread_id: threadId, ...PlaceSchema.parse(configurable) };
}

async function beginAt(context: Context, request: Request, from: NonNullable<Request["from"]>): Promise<Trial> {
  const saver = new OverlaySaver(context.saver);
  const graph = await context.registry.graph(request.graph_id, { configurable: { thread_id: from.thread_id } }, saver);
  if (Object.keys(request.values).length === 0) return { graph, saver, place: from };
  const values = inPlace(graphAt(graph, from.checkpoint_ns), request.values);
  const written = await change({ ...context, saver }, request, from, { kind: "edit", values });
  return { graph, saver, place: { thread_id: from.thread_id, ...written } };
}

function change(
  context: Context,
  { id, graph_id }: Request,
  { thread_id, ...checkpoint }: Trial["place"],
  how: Extract<RunnerRequest, { type: "change_next" }>["change"],
): Promise<{ checkpoint_id: string; checkpoint_ns: string }> {
  return changeNext(context, { type: "change_next", id, graph_id, thread_id, checkpoint, change: how });
}

/** One superstep of the node, with its questions answered for as long as there are answers. */
async function runOnce(context: Context, request: Request, trial: Trial, signal: AbortSignal) {
  const { graph, saver, place } = trial;
  const answers = request.answers.map(fromDisplayJson);
  let update: unknown = null;
  let input: unknown = null;
  let configurable = await checkpointConfig(saver, place);
  for (;;) {
    const config = { configurable, streamMode: "updates", interruptAfter: "*", durability: "sync", signal };
    const asked: { id: string; value: unknown }[] = [];
    for await (const chunk of await graph.stream(input, config)) {
      if (!isBag(chunk)) continue;
      if (Object.hasOwn(chunk, request.node)) update = chunk[request.node];
      for (const question of asList(chunk["__interrupt__"])) {
        if (isBag(question) && typeof question["id"] === "string") asked.push({ id: question["id"], value: question["value"] });
      }
    }
    const next = asked[0];
    if (next === undefined || answers.length === 0) return { update, asked };
    input = context.langgraph.createCommand({ resume: { [next.id]: answers.shift() } });
    configurable = { thread_id: place.thread_id, checkpoint_ns: "" };
  }
}

/** Waits for work, or for what ends it: the time, or whoever asked. */
async function within<T>(signal: AbortSignal, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const limit = AbortSignal.timeout(LIMIT_MS);
  const both = AbortSignal.any([signal, limit]);
  const ended = new Promise<never>((_, reject) => {
    both.addEventListener("abort", () =>
      reject(new Error(limit.aborted ? `It did not end within ${LIMIT_MS / 1000} seconds and was told to stop.` : "It was stopped.")),
    );
  });
  return await Promise.race([work(both), ended]);
}

/**
 * Runs one node alone: on a checkpoint's state with `values` in place of what it has under their names, or on an empty
 * state with them as input. The node's code runs, its edges and routers too; nothing is saved in any thread. What the node
 * throws is told in the result. Throws `node_not_found`, `checkpoint_not_found`, `invalid_state`.
 */
export async function tryNode(context: Context, request: Request, signal: AbortSignal): Promise<TryNodeResult> {
  const { node, from } = request;
  const outer = await context.registry.graph(request.graph_id, { configurable: {} });
  requireNode(from === null ? outer : graphAt(outer, from.checkpoint_ns), node);
  const trial = from === null ? await beginEmpty(context, request) : await beginAt(context, request, from);
  const due = await change({ ...context, saver: trial.saver }, request, trial.place, { kind: "goto", goto: node });
  const here = { ...trial, place: { thread_id: trial.place.thread_id, ...due } };
  const started = performance.now();
  try {
    const { update, asked } = await within(signal, (both) => runOnce(context, request, here, both));
    const ms = performance.now() - started;
    const snapshot = await trial.graph.getState({ configurable: { thread_id: here.place.thread_id, checkpoint_ns: due.checkpoint_ns } });
    const interrupts = asked.map(({ value }) => ({ value: toDisplayJson(value) }));
    const shown: Json = toDisplayJson(snapshot.values);
    return {
      outcome: interrupts.length > 0 ? "interrupted" : "done",
      update: interrupts.length > 0 ? null : toDisplayJson(update),
      values: interrupts.length > 0 ? null : JsonObjectSchema.catch({}).parse(shown),
      next: interrupts.length > 0 ? [] : [...snapshot.next],
      interrupts,
      error: null,
      ms,
    };
  } catch (thrown) {
    const { name, message, stack, hint } = toRunError(thrown, { projectDir: context.projectDir, nodeOf: () => node, collisions: [] });
    const { text } = createRedactor(findSecrets(process.env));
    const said = isConcurrentUpdate(thrown) || hint === null ? message : `${message} ${hint}`;
    const error = { name, message: text(said), stack: stack === null ? null : text(stack) };
    return { outcome: "error", update: null, values: null, next: [], interrupts: [], error, ms: performance.now() - started };
  }
}
