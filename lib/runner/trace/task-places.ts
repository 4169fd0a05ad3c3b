import type { TimelineEntry } from "../../schema/checkpoint";
import { nodesAround } from "../graph-inside";
import { asList, isBag } from "../langgraph";

/** Where a task stands, as LangGraph's metadata on everything that happens in it tells. */
export type TaskPlace = {
  taskId: string;
  /** The node, or the `task()`. */
  name: string;
  /** Namespace of the graph that the task belongs to. */
  level: string;
  step: number;
  /** A `task()` that was called inside another task, whose id this is. */
  calledBy: string | null;
};

const SEPARATOR = "|";

function idOf(segment: string): string {
  return segment.slice(segment.lastIndexOf(":") + 1);
}

/** Segments of a task's namespace; a bare number counts the subgraphs that one task called. */
function splitNamespace(namespace: string): string[] {
  return namespace.split(SEPARATOR);
}

/** The task that LangGraph's metadata names, or null outside of one. Metadata of models and tools names the task around them. */
export function placeOf(metadata: unknown): TaskPlace | null {
  if (!isBag(metadata)) return null;
  const { langgraph_checkpoint_ns: namespace, langgraph_node: name, langgraph_step: step, langgraph_path: path } = metadata;
  if (typeof namespace !== "string" || typeof name !== "string" || typeof step !== "number") return null;
  const segments = splitNamespace(namespace);
  const taskId = idOf(segments.at(-1) ?? "");
  const around = segments.slice(0, -1);
  if (!isCall(path)) return { taskId, name, level: around.join(SEPARATOR), step, calledBy: null };
  return { taskId, name, level: levelAround(around, path), step, calledBy: idOf(around.at(-1) ?? "") };
}

/** `task()` is pushed by the task that calls it; a `Send` is pushed too, but by nobody in particular. */
function isCall(path: unknown): path is readonly unknown[] {
  return Array.isArray(path) && path[0] === "__pregel_push" && path.at(-1) === true;
}

/** Tasks that call tasks nest in the namespace though all of them belong to one graph: each call in the path is one segment. */
function levelAround(around: readonly string[], path: readonly unknown[]): string {
  const inner = asList(path[1]);
  const outer = around.slice(0, -1);
  return isCall(inner) ? levelAround(outer, inner) : outer.join(SEPARATOR);
}

/** `child:inner` for a node of a subgraph. */
export function drawnAs({ level, name }: TaskPlace): string {
  return [...nodesAround(level), name].join(":");
}

/** The task that runs the subgraph of a namespace. */
export function taskAround(level: string): string | null {
  const segment = level.split(SEPARATOR).findLast((part) => part.includes(":"));
  return segment === undefined ? null : idOf(segment);
}

/** Which checkpoint each superstep, and so each task, started from. */
export class TaskPlaces {
  /** By namespace: the newest checkpoint and the step that starts from it. */
  readonly #saved = new Map<string, { step: number; id: string }>();
  readonly #streamed = new Map<string, string>();
  readonly #ofTask = new Map<string, string>();
  readonly #listed = new Set<string>();

  /** A checkpoint was saved, or is where the run goes on from. */
  onCheckpoint({ checkpoint_ns, step, checkpoint_id }: Pick<TimelineEntry, "checkpoint_ns" | "step" | "checkpoint_id">): void {
    this.#saved.set(checkpoint_ns, { step: step + 1, id: checkpoint_id });
  }

  /** LangGraph's `debug` stream tells it for sure, but later, and not at all of a run that breaks off. */
  onDebugCheckpoint(level: string, payload: unknown): void {
    const config = isBag(payload) ? payload["config"] : undefined;
    const configurable = isBag(config) ? config["configurable"] : undefined;
    const id = isBag(configurable) ? configurable["checkpoint_id"] : undefined;
    if (typeof id === "string") this.#streamed.set(level, id);
    for (const task of asList(isBag(payload) ? payload["tasks"] : null)) {
      if (isBag(task) && typeof task["id"] === "string") this.#listed.add(task["id"]);
    }
  }

  /** Whether a task was named together with the checkpoint that its superstep starts from. */
  isListed(taskId: string): boolean {
    return this.#listed.has(taskId);
  }

  /** Says that a task of the level starts from its newest streamed checkpoint, which it gives. */
  onDebugTask(level: string, taskId: string): string | null {
    const id = this.#streamed.get(level);
    if (id === undefined) return null;
    this.#ofTask.set(taskId, id);
    return id;
  }

  /** The checkpoint that a task started from, as far as it is known now. */
  checkpointOf({ taskId, level, step }: TaskPlace): string | null {
    const told = this.#ofTask.get(taskId);
    if (told !== undefined) return told;
    const saved = this.#saved.get(level);
    return saved?.step === step ? saved.id : null;
  }
}
