import type { Relation } from "../effects/repeats";
import type { Store } from "./open";
import type { CheckpointIndexTable, EffectsTable } from "./tables";

type Place = Pick<EffectsTable, "run_id" | "checkpoint_ns" | "checkpoint_id" | "task_id">;
type Link = Pick<CheckpointIndexTable, "parent_checkpoint_id" | "outer_checkpoint_id" | "source">;

const LINK = `SELECT parent_checkpoint_id, outer_checkpoint_id, source FROM checkpoint_index
  WHERE thread_id = ? AND checkpoint_ns = ? AND checkpoint_id = ?`;

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
    const [from, to] = [this.#outermost(earlier), this.#outermost(later)];
    if (from === null || to === null) return "after";
    if (from !== to) return this.#stepsOn("", from, to) ? "after" : "apart";
    if (outermostTask(earlier) !== outermostTask(later)) return "after";
    const [inner, outer] = [earlier.checkpoint_id, later.checkpoint_id];
    const isFurther =
      earlier.checkpoint_ns === later.checkpoint_ns && inner !== null && outer !== null && this.#stepsOn(earlier.checkpoint_ns, inner, outer);
    return isFurther ? "after" : "again";
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
  #outermost({ checkpoint_ns, checkpoint_id }: Place): string | null {
    let namespace = checkpoint_ns;
    let id = checkpoint_id;
    while (namespace !== "" && id !== null && id !== "") {
      id = this.#link(namespace, id)?.outer_checkpoint_id ?? null;
      namespace = namespaceAround(namespace);
    }
    return id === "" ? null : id;
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
