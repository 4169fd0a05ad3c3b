import type { TimelineEntry } from "../schema/checkpoint";
import type { CheckpointTree } from "./tree";

/**
 * A line of checkpoints from where it forked to its leaf. `edit`: the state was edited; `replay`: run again from a
 * past checkpoint; `copy`: a copied checkpoint; `input`: a new input at a past checkpoint, or a second beginning.
 */
export type Branch = {
  /** Id of its first own checkpoint. */
  id: string;
  /** `main`, then `fork 1`, `fork 2` … by creation. */
  name: string;
  /** The checkpoint of another branch that it left; null for main and other roots. */
  forkedFrom: string | null;
  /** Its own checkpoints, oldest first; what came before is on the branch of `forkedFrom`. */
  checkpoints: string[];
  leaf: string;
  kind: "main" | "edit" | "replay" | "copy" | "input";
};

/**
 * Splits the tree into branches, in order of creation. At a fork the oldest child stays on its parent's branch,
 * so that the first run of a thread is `main` whatever is forked from it later.
 */
export function findBranches(tree: CheckpointTree): Branch[] {
  const branches: Branch[] = [];
  const byLeaf = new Map<string, Branch>();
  for (const id of tree.order) {
    const parent = tree.parents.get(id) ?? null;
    const continued = parent === null ? undefined : byLeaf.get(parent);
    if (continued !== undefined) {
      byLeaf.delete(continued.leaf);
      continued.checkpoints.push(id);
      continued.leaf = id;
      byLeaf.set(id, continued);
      continue;
    }
    const name = branches.length === 0 ? "main" : `fork ${branches.length}`;
    const branch: Branch = { id, name, forkedFrom: parent, checkpoints: [id], leaf: id, kind: kindOf(tree, id, branches.length === 0) };
    branches.push(branch);
    byLeaf.set(id, branch);
  }
  return branches;
}

/** The branch of each checkpoint. */
export function indexBranches(branches: readonly Branch[]): Map<string, Branch> {
  return new Map(branches.flatMap((branch) => branch.checkpoints.map((id) => [id, branch] as const)));
}

export type Outcome = "running" | "failed" | "waiting" | "done" | "paused" | "edited" | "passed";

/**
 * What came of a checkpoint: `failed` and `waiting` until a run went on from it, `done` at the end of the workflow,
 * `paused` where a branch stopped with something left to run, `edited` for a person's edit, `passed` for the rest.
 */
export function outcomeOf(tree: CheckpointTree, entry: TimelineEntry, runningId: string | null): Outcome {
  const id = entry.checkpoint_id;
  if (id === runningId) return "running";
  const children = tree.children.get(id) ?? [];
  const wentOn = children.some((child) => tree.byId.get(child)?.source === "loop");
  if (!wentOn && entry.has_error) return "failed";
  if (!wentOn && entry.has_interrupt) return "waiting";
  if (entry.source === "update") return "edited";
  if (children.length > 0) return "passed";
  return entry.next.length === 0 ? "done" : "paused";
}

function kindOf(tree: CheckpointTree, id: string, first: boolean): Branch["kind"] {
  const entry = tree.byId.get(id);
  if (first || entry === undefined) return "main";
  if (entry.source === "update") return "edit";
  if (entry.source === "input") return "input";
  if (entry.source === "loop") return "replay";
  const parent = tree.parents.get(id) ?? null;
  const parentStep = parent === null ? undefined : tree.byId.get(parent)?.step;
  // LangGraph writes a copy beside the copied checkpoint with the step after it: two steps from their common parent.
  return parentStep === undefined || entry.step - parentStep > 1 ? "copy" : "replay";
}
