import { partOf } from "../../canvas/design/wire-rules";
import type { CanvasEdgeRef } from "../../canvas/design-canvas";
import type { DesignDrawing } from "@/lib/graph/design-drawing";
import { edgeKey } from "@/lib/graph/design-drawing";
import type { EditInput } from "@/lib/schema/edit";
import type { SourceGraph } from "@/lib/schema/source";
import { routersOf } from "./ways";

/** The edits that take a line or one of its ways away, or why it cannot be. */
export function deleteEdgeEdits(graph: SourceGraph, drawing: DesignDrawing, edge: CanvasEdgeRef): EditInput[] | { reason: string } {
  const part = partOf(drawing, edge);
  if (part === null) return { reason: "There is no such edge any more." };
  if (part.locked !== null) return { reason: part.locked };
  const { source, target } = edge;
  if (part.kind === "edge") return [{ type: "delete_edge", graph: graph.name, source, target }];
  const parts = drawing.edges.get(edgeKey(source, target))?.parts ?? [];
  const branches = edge.label === null ? parts.filter(({ kind, locked }) => kind === "branch" && locked === null) : [part];
  return branches.flatMap((branch): EditInput[] => {
    const router = branch.router ?? 0;
    const isLast = routersOf(graph, source)[router]?.branches?.length === 1;
    if (isLast) return [{ type: "delete_conditional", graph: graph.name, source, router }];
    return branch.label === null ? [] : [{ type: "delete_branch", graph: graph.name, source, router, label: branch.label }];
  });
}

/** The edits that let an end of a line be at another node, or why it cannot be. */
export function retargetEdits(
  graph: SourceGraph,
  drawing: DesignDrawing,
  edge: CanvasEdgeRef,
  end: "source" | "target",
  node: string,
): EditInput[] | { reason: string } {
  const part = partOf(drawing, edge);
  if (part === null) return { reason: "There is no such edge any more." };
  if (part.locked !== null) return { reason: part.locked };
  const { source, target } = edge;
  if (part.kind === "edge") {
    return [{ type: "retarget_edge", graph: graph.name, source, target, ...(end === "source" ? { new_source: node } : { new_target: node }) }];
  }
  if (end === "source" || part.label === null)
    return { reason: "A way belongs to the router of its source: it can lead elsewhere, not come from elsewhere." };
  return [{ type: "retarget_branch", graph: graph.name, source, router: part.router ?? 0, label: part.label, target: node }];
}

/** The edit that turns all plain edges of a node into ways of a new router. */
export function makeConditionalEdits(graph: SourceGraph, source: string): EditInput[] {
  const targets = [...new Set(graph.edges.flatMap((edge) => (edge.source === source && edge.locked === null ? [edge.target] : [])))];
  if (targets.length === 0) return [];
  return [
    {
      type: "make_conditional",
      graph: graph.name,
      source,
      branches: targets.map((target) => ({ label: target === "__end__" ? "end" : target, target })),
    },
  ];
}
