import { useMemo, useState } from "react";
import type { CanvasOverlay, UndeclaredEdge } from "@/lib/graph/overlay";
import type { GraphDescription, GraphEdge } from "@/lib/schema/graph";

const NONE: UndeclaredEdge[] = [];

/**
 * The description with the ways that only runs have shown, marked as such. A way that was shown once stays on this
 * canvas: going back to a moment before it moves no node.
 */
export function useDrawnDescription(description: GraphDescription, overlay: CanvasOverlay | null): GraphDescription {
  const [seen, setSeen] = useState(NONE);
  const fresh = (overlay?.undeclared ?? NONE).filter(({ id }) => !seen.some((known) => known.id === id));
  if (fresh.length > 0) setSeen([...seen, ...fresh]);
  return useMemo(
    () => (seen.length === 0 ? description : { ...description, edges: [...description.edges, ...seen.map(toEdge)] }),
    [description, seen],
  );
}

function toEdge(edge: UndeclaredEdge): GraphEdge {
  return { ...edge, kind: "command", labels: ["seen in a run"] };
}
