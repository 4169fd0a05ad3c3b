import { memo } from "react";
import type { VisibleEdge } from "@/lib/graph/layout-input";
import { firstLabel } from "./way-chip";
import { useDesign, useDesignStore } from "./design-store";
import { sayEnd, toWayLabel } from "./way-words";

/** The lines as stops of the Tab key behind all nodes: the one that has the focus is marked on the drawing. */
export const EdgeStops = memo(function EdgeStops({ edges }: { edges: readonly VisibleEdge[] }) {
  return (
    <ul aria-label="Edges" className="sr-only">
      {edges.map(({ id }) => (
        <EdgeStop key={id} id={id} />
      ))}
    </ul>
  );
});

const EdgeStop = memo(function EdgeStop({ id }: { id: string }) {
  const store = useDesignStore();
  const drawn = useDesign((state) => state.drawing.edges.get(id));
  const isSelected = useDesign(
    ({ selectedEdge }) => selectedEdge !== null && selectedEdge.source === drawn?.source && selectedEdge.target === drawn.target,
  );
  if (drawn === undefined) return null;
  const { source, target } = drawn;
  return (
    <li>
      <button
        type="button"
        data-edge-stop={id}
        aria-pressed={isSelected}
        onFocus={() => store.setState({ focusedEdge: id })}
        onBlur={() => store.setState({ focusedEdge: null })}
        onClick={() => store.handlers.onSelect({ nodes: [], edge: { source, target, label: firstLabel(drawn) } })}
      >
        {toWayLabel(sayEnd(source), sayEnd(target), drawn)}
      </button>
    </li>
  );
});
