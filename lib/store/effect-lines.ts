import type { Relation } from "../effects/repeats";
import type { Store } from "./open";
import type { CheckpointIndexTable, EffectsTable } from "./tables";

type Place = Pick<EffectsTable, "run_id" | "checkpoint_ns" | "checkpoint_id" | "task_id">;
type Link = Pick<CheckpointIndexTable, "parent_checkpoint_id" | "outer_checkpoint_id" | "source">;

const LINK = `SELECT parent_checkpoint_id, outer_checkpoint_id, source FROM checkpoint_index
  WHERE thread_id = ? AND checkpoint_ns = ? AND checkpoint_id = ?`;

const TASK_START = `SELECT checkpoint_id FROM spans WHERE run_id = ? AND task_id = ? AND checkpoint_ns = '' AND checkpoint_id IS NOT NULL LIMIT 1`;

/** On which branches of one thread its effects stand, by the checkpoints that their tasks started from. */
export class EffectLines {
  readonly #store: Store;
  readonly #threadId: string;
  readonly #links = new Map<string, Link | null>();

  constructor(store: Store, threadId: string) {
    this.#store = store;
    this.#threadId = threadId;
  }

  /** How the later effect, of another task, stands to the earlier one. */
  relate(earlier: Place, later: Place): Relation {
    // A run never goes back.
    if (earlier.run_id === later.run_id) return "after";
    const task = outermostTask(earlier);
    if (task !== null && task === outermostTask(later)) return this.#isFurther(earlier, later) ? "after" : "again";
    const [from, to] = [this.#outermost(earlier), this.#outermost(later)];
    // Where it cannot be known, the later run is taken to go on.
    if (from === null || to === null || from === to) return "after";
    return this.#stepsOn("", from, to) ? "after" : "apart";
  }

  /** In a subgraph that keeps its steps, a later one is no repetition of an earlier one. */
  #isFurther(earlier: Place, later: Place): boolean {
    const { checkpoint_id: from } = earlier;
    const { checkpoint_id: to } = later;
    return earlier.checkpoint_ns === later.checkpoint_ns && from !== null && to !== null && this.#stepsOn(earlier.checkpoint_ns, from, to);
  }

  /** Whether `to` comes of the step that started from `from`, and not of an edit or a replay of it. */
  #stepsOn(namespace: string, from: string, to: string): boolean {
    let id: string | null = to;
    // Ids grow with time: what is older than `from` does not come of it. So no damaged parent leads round in a circle either.
    while (id !== null && id > from) {
      const link: Link | null = this.#link(namespace, id);
      if (link?.parent_checkpoint_id === from) return link.source === "loop" || link.source === "input";
      id = link !== null && link.parent_checkpoint_id !== null && link.parent_checkpoint_id < id ? link.parent_checkpoint_id : null;
    }
    return false;
  }

  /** The workflow's own checkpoint that the effect's step, or the subgraph around it, started from. */
  #outermost(place: Place): string | null {
    const { checkpoint_ns, checkpoint_id } = place;
    if (checkpoint_ns !== "" && checkpoint_id === null) return this.#outermostByTrace(place);
    let namespace = checkpoint_ns;
    let id = checkpoint_id;
    while (namespace !== "" && id !== null && id !== "") {
      id = this.#link(namespace, id)?.outer_checkpoint_id ?? null;
      namespace = namespaceAround(namespace);
    }
    return id === "" ? null : id;
  }

  /** A subgraph that keeps nothing has no checkpoints; the task around it has. */
  #outermostByTrace(place: Place): string | null {
    const id: unknown = this.#store.prepare(TASK_START).pluck().get(place.run_id, outermostTask(place));
    return typeof id === "string" ? id : null;
  }

  #link(namespace: string, checkpointId: string): Link | null {
    const key = `${namespace}\n${checkpointId}`;
    const known = this.#links.get(key);
    if (known !== undefined) return known;
    const row = (this.#store.prepare(LINK).get(this.#threadId, namespace, checkpointId) as Link | undefined) ?? null;
    this.#links.set(key, row);
    return row;
  }
}

/** A bare number counts the subgraphs that one task called. */
function namespaceAround(namespace: string): string {
  const segments = namespace.split("|");
  while (segments.length > 1 && /^\d+$/.test(segments.at(-1) ?? "")) segments.pop();
  return segments.slice(0, -1).join("|");
}

function outermostTask({ checkpoint_ns, task_id }: Place): string | null {
  const [segment = ""] = checkpoint_ns.split("|");
  return segment === "" ? task_id : segment.slice(segment.lastIndexOf(":") + 1);
}
