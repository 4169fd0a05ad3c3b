import { firstLabel } from "./way-chip";
import { useDesign, useDesignStore } from "./design-store";
import type { WayEdgeType } from "./way-edge";
import { toWayLabel } from "./way-words";

/** The lines as stops of the Tab key behind all nodes: the one that has the focus is marked on the drawing. */
export function EdgeStops({ edges }: { edges: readonly WayEdgeType[] }) {
  const store = useDesignStore();
  const selectedEdge = useDesign((state) => state.selectedEdge);
  return (
    <ul aria-label="Edges" className="sr-only">
      {edges.map(({ id, source, target, data }) => {
        if (data === undefined) return null;
        return (
          <li key={id}>
            <button
              type="button"
              data-edge-stop={id}
              aria-pressed={selectedEdge?.source === source && selectedEdge.target === target}
              onFocus={() => store.setState({ focusedEdge: id })}
              onBlur={() => store.setState({ focusedEdge: null })}
              onClick={() => store.handlers.onSelect({ nodes: [], edge: { source, target, label: firstLabel(data.drawn) } })}
            >
              {toWayLabel(data.sourceName, data.targetName, data.drawn)}
            </button>
          </li>
        );
      })}
    </ul>
  );
}
