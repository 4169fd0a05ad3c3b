import { END, START, edgeKey, type DesignDrawing } from "@/lib/graph/design-drawing";
import type { CanvasEdgeRef } from "../design-canvas";
import type { Wire } from "./design-store";

/** The nodes that a line may end at: no plain edge twice, nothing into the start and nothing out of the end. */
export function validEnds(drawing: DesignDrawing, { anchor, end, moved }: Pick<Wire, "anchor" | "end" | "moved">): Set<string> {
  const valid = new Set<string>();
  for (const id of [START, ...drawing.nodes.keys(), END]) {
    const [source, target] = end === "target" ? [anchor, id] : [id, anchor];
    if (source === END || target === START || (source === START && target === END)) continue;
    if (moved !== null && moved[end] === id) continue;
    const isTaken = drawing.edges.get(edgeKey(source, target))?.parts.some(({ kind }) => kind === "edge") === true;
    if (isTaken && !(moved?.label !== null && moved !== null)) continue;
    valid.add(id);
  }
  return valid;
}

/** Whether an end of a line can be moved: of a branch only its target can, since the source is whose router it is. */
export function canMoveEnd(drawing: DesignDrawing, edge: CanvasEdgeRef, end: "source" | "target"): boolean {
  const part = partOf(drawing, edge);
  if (part === null || part.locked !== null) return false;
  return part.kind === "edge" || (part.kind === "branch" && end === "target");
}

/** The part of a line that a reference means: its branch of that label, else the plain edge, else its first branch. */
export function partOf(drawing: DesignDrawing, { source, target, label }: CanvasEdgeRef) {
  const parts = drawing.edges.get(edgeKey(source, target))?.parts ?? [];
  if (label !== null) return parts.find((part) => part.kind === "branch" && part.label === label) ?? null;
  return parts.find(({ kind }) => kind === "edge") ?? parts.find(({ kind }) => kind === "branch") ?? parts[0] ?? null;
}
