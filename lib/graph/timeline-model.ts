import type { TimelineEntry } from "../schema/checkpoint";
import { extendBranches, findBranches, type Branch } from "./branches";
import { extendLanes, layoutLanes, type LaneLayout } from "./lanes";
import { buildTree, extendTree, type CheckpointTree } from "./tree";

/** What a timeline is drawn from. Of two that follow each other, branches and lanes that did not grow are the same objects. */
export type TimelineModel = { tree: CheckpointTree; branches: Branch[]; layout: LaneLayout };

/** Tree, branches and lanes of a list of entries. */
export function buildTimeline(entries: readonly TimelineEntry[]): TimelineModel {
  const tree = buildTree(entries);
  const branches = findBranches(tree);
  return { tree, branches, layout: layoutLanes(tree, branches) };
}

/**
 * The model with further entries. Costs next to nothing per checkpoint when they go on from what there is, as those of a
 * run do; null when everything has to be built anew. The given model's maps are handed on and gain the new entries.
 */
export function extendTimeline(model: TimelineModel, entries: readonly TimelineEntry[]): TimelineModel | null {
  const grown = extendTree(model.tree, entries);
  if (grown === null) return null;
  const { tree, added } = grown;
  if (added.length === 0) return { ...model, tree };
  const branches = extendBranches(tree, model.branches, added);
  return { tree, branches, layout: extendLanes(tree, branches, model.layout, added) ?? layoutLanes(tree, branches) };
}

/**
 * Gives the model of a list that grows from call to call, and makes only what is new. It compares the list with the last
 * one by identity, entry by entry: whatever was removed, or replaced by a row that stands elsewhere, has everything
 * built anew. The same list gives the same model.
 */
export function createTimelineModel(): (entries: readonly TimelineEntry[]) => TimelineModel {
  let last: { entries: readonly TimelineEntry[]; model: TimelineModel } | null = null;
  return (entries) => {
    if (last?.entries === entries) return last.model;
    const fresh = last === null ? null : newIn(entries, last.model.tree);
    const model = (fresh !== null && last !== null ? extendTimeline(last.model, fresh) : null) ?? buildTimeline(entries);
    last = { entries, model };
    return model;
  };
}

/** Entries that the tree does not have as they are; null when it has others that are not among them. */
function newIn(entries: readonly TimelineEntry[], tree: CheckpointTree): TimelineEntry[] | null {
  const fresh: TimelineEntry[] = [];
  let unknown = 0;
  for (const entry of entries) {
    const known = tree.byId.get(entry.checkpoint_id);
    if (known === entry) continue;
    fresh.push(entry);
    if (known === undefined) unknown += 1;
  }
  return entries.length - unknown === tree.order.length ? fresh : null;
}
