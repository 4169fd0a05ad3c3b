import type { ProblemTarget } from "@/lib/schema/problem";
import type { SourceGraph } from "@/lib/schema/source";
import type { EditorSelection } from "../editor-context";

/** What to select on the canvas to see what a problem is about: its nodes, else its first edge or branch; null where it is about neither. */
export function selectionOf(targets: readonly ProblemTarget[], graph: SourceGraph | null): EditorSelection | null {
  const nodes = targets.flatMap((target) => (target.kind === "node" || target.kind === "field" ? [target.node] : []));
  if (nodes.length > 0) return { nodes: [...new Set(nodes)], edge: null };
  for (const target of targets) {
    if (target.kind === "edge") return { nodes: [], edge: { source: target.source, target: target.target, label: null } };
    if (target.kind !== "branch") continue;
    const routers = graph?.conditional.filter(({ source }) => source === target.source) ?? [];
    const branch = routers[target.router]?.branches?.find(({ label }) => label === target.label);
    return branch === undefined
      ? { nodes: [target.source], edge: null }
      : { nodes: [], edge: { source: target.source, target: branch.target, label: branch.label } };
  }
  return null;
}
