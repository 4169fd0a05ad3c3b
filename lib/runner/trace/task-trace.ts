import { randomUUID } from "node:crypto";
import type { BaseCallbackHandler } from "@langchain/core/callbacks/base";
import type { JsonObject } from "../../schema/json";
import { fromDisplayJson } from "../../store/display";
import { nodesAround } from "../graph-inside";
import { asList, isBag, type Bag } from "../langgraph";
import { outsideReplay, replayContext, withReplayContext } from "../replay/context";
import { callbacksOf } from "./callback-manager";
import type { SpanRecorder } from "./recorder";

type Invoke = (input: unknown, config: unknown) => unknown;
type Runnable = Bag & { invoke: Invoke };

function isRunnable(value: unknown): value is Runnable {
  return isBag(value) && typeof value["invoke"] === "function";
}

/** A node with what follows it: LangGraph makes it of the node itself, its outgoing edges, and writes to the channels. */
function isSequence(value: Runnable): value is Runnable & { first: Runnable; last: Runnable; middle: unknown[] } {
  return isRunnable(value["first"]) && isRunnable(value["last"]) && Array.isArray(value["middle"]);
}

/** Writes run no code of the workflow's except where a channel's value is mapped, which calls no models. */
function isWrite(step: Bag): boolean {
  return Array.isArray(step["writes"]);
}

/** A runnable that does something else when it is invoked and is the same otherwise. */
function instead(runnable: Runnable, invoke: Invoke): Runnable {
  return Object.assign(Object.create(runnable) as Runnable, { invoke });
}

export type Pins = ReadonlyMap<string, JsonObject>;
const NO_PINS: Pins = new Map();

/** The id that a task's node is drawn with: `child:inner` in a subgraph. */
function drawnId(name: string, configurable: unknown): string {
  const namespace = isBag(configurable) ? configurable["checkpoint_ns"] : undefined;
  const around = nodesAround(typeof namespace === "string" ? namespace : "").slice(0, -1);
  return [...around, name].join(":");
}

/** Where a task stands: the node as it is drawn, and of one that a `Send` started its place among them. */
function placeOf(name: string, configurable: unknown, path: unknown): string {
  const [kind, ...rest] = asList(path);
  const index = kind === "__pregel_push" ? rest.find((part) => typeof part === "number") : undefined;
  return `${drawnId(name, configurable)}${typeof index === "number" ? `#${index}` : ""}`;
}

/** What follows the node is done with the pinned output; the node itself does not run. */
function pinned(proc: Runnable, values: JsonObject): Runnable {
  const output = () => Promise.resolve(Object.fromEntries(Object.entries(values).map(([name, value]) => [name, fromDisplayJson(value)])));
  if (!isSequence(proc)) return instead(proc, output);
  return Object.assign(Object.create(proc) as Runnable, { first: instead(proc.first, output) });
}

/** Tells the recorder of one run's tasks, and lets the code inside of each call the run's handler. */
export class TaskTrace {
  readonly #recorder: SpanRecorder;
  readonly #handler: BaseCallbackHandler;
  readonly #pins: Pins;
  readonly #watched = new WeakSet<object>();

  /** `pins`: outputs that stand in for nodes, by drawn node id. */
  constructor(recorder: SpanRecorder, handler: BaseCallbackHandler, pins: Pins = NO_PINS) {
    this.#recorder = recorder;
    this.#handler = handler;
    this.#pins = pins;
  }

  /** Records each time that the task runs. */
  watch(task: unknown): void {
    if (!isBag(task) || this.#watched.has(task) || !isRunnable(task["proc"]) || !isBag(task["config"])) return;
    const { config } = task;
    if (asList(config["tags"]).includes("langsmith:hidden") || task["name"] === "__start__") return;
    this.#watched.add(task);
    const parentId = this.#parentOf(config["callbacks"]);
    const pin = this.#pins.size === 0 ? undefined : this.#pins.get(drawnId(String(task["name"]), config["configurable"]));
    const proc = pin === undefined ? task["proc"] : pinned(task["proc"], pin);
    const metadata = pin === undefined ? config["metadata"] : { ...(isBag(config["metadata"]) ? config["metadata"] : {}), pinned: true };
    const place = placeOf(String(task["name"]), config["configurable"], task["path"]);
    const taskId = typeof task["id"] === "string" ? task["id"] : null;
    task["proc"] = instead(proc, (input, given) => {
      const run = () => this.#run(proc, { input, config: given, parentId, metadata });
      const around = replayContext();
      if (around === undefined) return run();
      const step = isBag(metadata) ? String(metadata["langgraph_step"]) : "";
      const randomness = around.randomness?.child(`${place}@${step}`) ?? null;
      return withReplayContext({ ...around, place, taskId, randomness, isLoop: false }, run);
    });
  }

  async #run(proc: Runnable, call: { input: unknown; config: unknown; parentId: string | null; metadata: unknown }): Promise<unknown> {
    const { input, config, parentId, metadata } = call;
    const id = outsideReplay(randomUUID);
    this.#recorder.startTask(id, parentId, input, metadata);
    try {
      const output = await this.#within(proc, id).invoke(input, isSequence(proc) ? config : this.#heard(config, id));
      this.#recorder.end(id, { output });
      return output;
    } catch (error) {
      this.#recorder.end(id, { error: error ?? new Error("It failed without an error.") });
      throw error;
    }
  }

  /** The handler is left out around the node itself, where it would cost most and tell nothing new. */
  #within(proc: Runnable, id: string): Runnable {
    if (!isSequence(proc)) return proc;
    const heard = (step: unknown) =>
      isRunnable(step) && !isWrite(step) ? instead(step, (input, config) => step.invoke(input, this.#heard(config, id))) : step;
    return Object.assign(Object.create(proc) as Runnable, { first: heard(proc.first), middle: proc.middle.map(heard), last: heard(proc.last) });
  }

  /** A config whose handlers include the run's own. */
  #heard(config: unknown, id: string): unknown {
    // The name is the node's own: LangChain takes it off for what runs inside.
    const { callbacks, runName: _runName, ...rest } = isBag(config) ? config : {};
    if (callbacks === undefined) return { ...rest, callbacks: callbacksOf(this.#handler, id) };
    if (Array.isArray(callbacks)) return { ...rest, callbacks: [...asList(callbacks), this.#handler] };
    if (!isBag(callbacks) || this.#hears(callbacks) || typeof callbacks["copy"] !== "function") return config;
    return { ...rest, callbacks: (callbacks as Bag & { copy: (more: unknown[]) => unknown }).copy([this.#handler]) };
  }

  #hears(callbacks: unknown): boolean {
    return isBag(callbacks) && asList(callbacks["handlers"]).includes(this.#handler);
  }

  /** Inside of a subgraph, what the graph itself is to the handler. */
  #parentOf(callbacks: unknown): string | null {
    if (!isBag(callbacks) || !this.#hears(callbacks)) return null;
    const parent = callbacks["_parentRunId"];
    return typeof parent === "string" ? parent : null;
  }
}
