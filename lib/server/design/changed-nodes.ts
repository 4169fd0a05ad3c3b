import "server-only";
import type { Edit } from "../../schema/edit";
import type { SourceGraph, SourceModel } from "../../schema/source";
import type { NodeChange } from "../../store/rename-node";

/** What edits, of which some may undo others, did to the names of a workflow's nodes. `graph`: the workflow's own, before and after. */
export function changedNodes(edits: readonly Edit[], before: SourceModel, after: SourceModel, graph: string): NodeChange[] {
  const [old, now] = [before, after].map(({ graphs }) => graphs.find(({ name }) => name === graph));
  if (old === undefined || now === undefined) return [];
  const inside = old.nodes.flatMap(({ name, subgraph }) => {
    const [inner, made] = [before, after].map(({ graphs }) => graphs.find((each) => each.name === subgraph?.graph));
    if (subgraph?.file !== before.file || inner === undefined || made === undefined) return [];
    return renamedIn(inner, made).map(({ from, to }): NodeChange => ({ from: `${name}:${from}`, to: `${name}:${to}`, kind: "renamed" }));
  });
  return [...inside, ...renamedIn(old, now), ...splitIn(edits, old, now)];
}

/** Nodes that are called otherwise and are the same besides: the same place in the list, and the same function. */
function renamedIn(before: SourceGraph, after: SourceGraph): NodeChange[] {
  if (before.nodes.length !== after.nodes.length) return [];
  const names = new Set(after.nodes.map(({ name }) => name));
  return before.nodes.flatMap(({ name, action }, index): NodeChange[] => {
    const now = after.nodes[index];
    if (now === undefined || now.name === name || names.has(name)) return [];
    const isSame = action.kind === now.action.kind && action.name === now.action.name;
    return isSame ? [{ from: name, to: now.name, kind: "renamed" }] : [];
  });
}

/** What one node asked is asked by another one now. */
function splitIn(edits: readonly Edit[], before: SourceGraph, after: SourceGraph): NodeChange[] {
  const known = new Set(before.nodes.map(({ name }) => name));
  const made = after.nodes.filter(({ name }) => !known.has(name));
  return edits.flatMap((edit): NodeChange[] => {
    if (edit.type !== "guard_effect" || edit.guard !== "node_per_call" || edit.graph !== before.name) return [];
    return made.map(({ name }) => ({ from: edit.node, to: name, kind: "split" }));
  });
}
