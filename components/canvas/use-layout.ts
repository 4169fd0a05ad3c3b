import { useEffect, useMemo, useRef, useState } from "react";
import { structureKey, toLayoutInput, type Direction, type Layout, type Size, type VisibleGraph } from "@/lib/graph/layout-input";
import { requestLayout } from "./layout-worker";
import { toFitZoom } from "./viewport";

/** From here on a layout takes long enough to make only one; no direction shows all of it at a readable size anyway. */
const MANY_NODES = 100;
const CLEARLY_LARGER = 1.15;

/** A graph with its places; `key` changes when any of them does. */
export type Arrangement = { key: string; graph: VisibleGraph; layout: Layout; direction: Direction };
export type LayoutState = { arrangement: Arrangement | null; error: string | null };

/**
 * Lays the graph out again when its structure changes, and keeps the previous arrangement until the new one is there.
 * Without a wanted direction it takes the one that shows the graph larger in the pane, and stays with it for as long as
 * `workflowKey` is the same. `isHeld`: a person put the nodes where they are, so that only opened frames need a layout.
 */
export function useLayout(graph: VisibleGraph, wanted: Direction | null, workflowKey: string, getPane: () => Size, isHeld = false): LayoutState {
  const structure = useMemo(() => structureKey(graph), [graph]);
  const [state, setState] = useState<LayoutState>({ arrangement: null, error: null });
  const chosen = useRef<{ workflowKey: string; direction: Direction } | null>(null);
  const { arrangement, error } = state;
  const isKept =
    isHeld && arrangement !== null && (wanted ?? arrangement.direction) === arrangement.direction && haveSameInside(arrangement.graph, graph);
  const key = isKept ? arrangement.key : `${wanted ?? "auto"} ${structure}`;
  const isDone = arrangement?.key === key;

  useEffect(() => {
    if (isDone) return;
    let isStale = false;
    const kept = chosen.current?.workflowKey === workflowKey ? chosen.current.direction : null;
    arrange(graph, wanted ?? kept, getPane()).then(
      ({ layout, direction }) => {
        if (isStale) return;
        chosen.current = { workflowKey, direction };
        setState({ arrangement: { key, graph, layout, direction }, error: null });
      },
      (error: unknown) => {
        if (!isStale) setState((previous) => ({ ...previous, error: error instanceof Error ? error.message : String(error) }));
      },
    );
    return () => {
      isStale = true;
    };
    // `graph` is a new object whenever a description is read again; only its structure moves anything.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [key, isDone, workflowKey, getPane]);

  // The same structure may come with new names, descriptions or kinds.
  const current = useMemo(() => (arrangement !== null && isDone ? { ...arrangement, graph } : arrangement), [arrangement, isDone, graph]);
  return { arrangement: current, error };
}

/** Whether the same frames are open with the same nodes in them: all else can be placed without the layout engine. */
function haveSameInside(a: VisibleGraph, b: VisibleGraph): boolean {
  const inside = ({ nodes }: VisibleGraph) =>
    nodes.flatMap(({ id, parent, shape }) => (parent !== null || shape === "frame" ? [`${shape} ${id}`] : []));
  return inside(a).join("\n") === inside(b).join("\n");
}

async function arrange(graph: VisibleGraph, direction: Direction | null, pane: Size): Promise<{ layout: Layout; direction: Direction }> {
  const only = direction ?? (graph.nodes.length > MANY_NODES ? "TB" : null);
  if (only !== null) return { layout: await requestLayout(toLayoutInput(graph, only)), direction: only };
  const across = await requestLayout(toLayoutInput(graph, "LR"));
  // Left to right reads better: top to bottom has to show the graph clearly larger.
  const worthwhile = toFitZoom(toSize(across), pane) * CLEARLY_LARGER;
  // No zoom is above 1, so a graph that is shown well enough needs no second layout.
  if (worthwhile >= 1) return { layout: across, direction: "LR" };
  const down = await requestLayout(toLayoutInput(graph, "TB"));
  return toFitZoom(toSize(down), pane) > worthwhile ? { layout: down, direction: "TB" } : { layout: across, direction: "LR" };
}

function toSize({ nodes }: Layout): Size {
  const boxes = Object.values(nodes);
  return { width: Math.max(0, ...boxes.map(({ x, width }) => x + width)), height: Math.max(0, ...boxes.map(({ y, height }) => y + height)) };
}
