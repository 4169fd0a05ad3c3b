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
  place(tree, tree.order, branches, new Map(), () => false);
  return branches;
}

/**
 * The branches of a tree that has grown by `added` (see `extendTree`). Branches that did not grow are the same objects;
 * the given ones stay as they are.
 */
export function extendBranches(tree: CheckpointTree, branches: readonly Branch[], added: readonly string[]): Branch[] {
  const grown = [...branches];
  const byLeaf = new Map(grown.map((branch, index) => [branch.leaf, index]));
  const own = new Set<number>();
  place(tree, added, grown, byLeaf, (index) => {
    const isShared = index < branches.length && !own.has(index);
    own.add(index);
    return isShared;
  });
  return grown;
}

/** Puts checkpoints, oldest first, at the end of the branch whose leaf is their parent, or begins branches with them. */
function place(
  tree: CheckpointTree,
  ids: readonly string[],
  branches: Branch[],
  byLeaf: Map<string, number>,
  isShared: (index: number) => boolean,
): void {
  for (const id of ids) {
    const parent = tree.parents.get(id) ?? null;
    const index = parent === null ? undefined : byLeaf.get(parent);
    let branch = index === undefined ? undefined : branches[index];
    if (parent === null || index === undefined || branch === undefined) {
      const name = branches.length === 0 ? "main" : `fork ${branches.length}`;
      byLeaf.set(id, branches.length);
      branches.push({ id, name, forkedFrom: parent, checkpoints: [id], leaf: id, kind: kindOf(tree, id, branches.length === 0) });
      continue;
    }
    if (isShared(index)) {
      branch = { ...branch, checkpoints: [...branch.checkpoints] };
      branches[index] = branch;
    }
    byLeaf.delete(parent);
    byLeaf.set(id, index);
    branch.checkpoints.push(id);
    branch.leaf = id;
  }
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
