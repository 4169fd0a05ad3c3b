import type { Branch } from "./branches";
import { pathTo, type CheckpointTree } from "./tree";

export type PathDirection = "previous" | "next" | "up" | "down" | "first" | "last";

/**
 * Where a step with the arrow keys leads from a checkpoint, or null where it leads nowhere.
 * `previous` and `next` walk the line from the root to the leaf of the branch that is being followed: the branch of
 * `along` where the checkpoint lies on its line, otherwise the checkpoint's own. `up` and `down` go to the neighbouring
 * branch at the nearest step.
 */
export function stepOnBranch(
  tree: CheckpointTree,
  branches: readonly Branch[],
  id: string,
  direction: PathDirection,
  along: string | null = null,
): string | null {
  const own = branches.findIndex((branch) => branch.checkpoints.includes(id));
  const branch = branches[own];
  if (branch === undefined) return null;
  if (direction === "up" || direction === "down") return nearestOn(tree, branches[own + (direction === "up" ? -1 : 1)], id);

  const followed = along === null ? undefined : branches.find((candidate) => candidate.id === along);
  const line = pathTo(tree, (followed !== undefined && isOnLine(tree, followed, id) ? followed : branch).leaf);
  const place = line.findIndex((entry) => entry.checkpoint_id === id);
  const targets = { previous: place - 1, next: place + 1, first: 0, last: line.length - 1 };
  const target = line[targets[direction]]?.checkpoint_id ?? null;
  return target === id ? null : target;
}

/** True when the checkpoint lies between the root and the leaf of the branch. */
function isOnLine(tree: CheckpointTree, branch: Branch, id: string): boolean {
  for (let at: string | null = branch.leaf; at !== null; at = tree.parents.get(at) ?? null) if (at === id) return true;
  return false;
}

/** The branch to follow when a checkpoint is selected: the one followed so far if it passes there, else its own. */
export function followBranch(tree: CheckpointTree, branches: readonly Branch[], id: string, along: string | null): Branch | null {
  const followed = along === null ? undefined : branches.find((branch) => branch.id === along);
  if (followed !== undefined && isOnLine(tree, followed, id)) return followed;
  return branches.find((branch) => branch.checkpoints.includes(id)) ?? null;
}

function nearestOn(tree: CheckpointTree, branch: Branch | undefined, id: string): string | null {
  if (branch === undefined) return null;
  const step = tree.byId.get(id)?.step ?? 0;
  let nearest = branch.checkpoints[0] ?? null;
  for (const candidate of branch.checkpoints) if ((tree.byId.get(candidate)?.step ?? 0) <= step) nearest = candidate;
  return nearest;
}
