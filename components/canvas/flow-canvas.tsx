import { Background, MiniMap, ReactFlow, ReactFlowProvider } from "@xyflow/react";
import { TriangleAlert } from "lucide-react";
import { useEffect, useEffectEvent, useLayoutEffect, useMemo, useRef, useState, useSyncExternalStore } from "react";
import type { NodeMarks, When } from "@/lib/graph/breakpoint-marks";
import { shallow } from "zustand/shallow";
import { Spinner } from "@/components/ui/spinner";
import { structureKey, toVisibleGraph } from "@/lib/graph/layout-input";
import type { CanvasOverlay } from "@/lib/graph/overlay";
import type { GraphDescription } from "@/lib/schema/graph";
import { CanvasStoreContext, createCanvasStore, type CanvasHandlers, type CanvasState, type CanvasStore } from "./canvas-store";
import { CanvasToolbar } from "./canvas-toolbar";
import "./canvas.css";
import type { GraphCanvasProps } from "./graph-canvas";
import { edgeTypes, nodeTypes, type CanvasEdge, type CanvasNode } from "./registry";
import { useCanvasKeys } from "./use-canvas-keys";
import { useDrawnDescription } from "./use-drawn-description";
import { useElements } from "./use-elements";
import { useLayout } from "./use-layout";
import { useSavedView, type SavedViewState } from "./use-saved-view";
import { useViewport } from "./use-viewport";
import { MAX_ZOOM, MIN_ZOOM } from "./viewport";

/** From here on the whole is too small to find one's way without an overview. */
const MANY_NODES = 24;
/** Running nodes whose signs move. */
const MOST_MOVING = 8;
const NOTHING_OPEN: ReadonlySet<string> = new Set();
const NO_MARKS: Readonly<Record<string, NodeMarks>> = {};
const NO_STOPS: Readonly<Record<string, When>> = {};

/** Drawn in the browser only: the pane has to be measured, and what a person arranged is kept there. */
export function FlowCanvas(props: GraphCanvasProps) {
  const isInBrowser = useSyncExternalStore(
    subscribeToNothing,
    () => true,
    () => false,
  );
  if (!isInBrowser) return null;
  return (
    <ReactFlowProvider>
      <Canvas {...props} />
    </ReactFlowProvider>
  );
}

function subscribeToNothing(): () => void {
  return () => {};
}

function Canvas(props: GraphCanvasProps) {
  const { description, overlay, selectedNodeId, onSelectNode, onOpenNode, onOpenLevel, storageKey, banner, readOnlyNote } = props;
  const { marks = NO_MARKS, stops = NO_STOPS, onToggleBreakpoint, onNodeMenu, onShowInstances } = props;
  const pane = useRef<HTMLDivElement>(null);
  const [getPane] = useState(() => () => ({ width: pane.current?.clientWidth ?? 0, height: pane.current?.clientHeight ?? 0 }));
  const view = useSavedView(storageKey);
  const drawn = useDrawnDescription(description, overlay);
  const graph = useMemo(() => toVisibleGraph(drawn, new Set(view.open)), [drawn, view.open]);
  const workflowKey = useMemo(() => structureKey(toVisibleGraph(description, NOTHING_OPEN)), [description]);
  const { arrangement, error } = useLayout(graph, view.direction, workflowKey, getPane);
  const elements = useElements(arrangement, view);
  const viewport = useViewport({ arrangement, workflowKey, nodes: elements.nodes, pane, getPane, selectedNodeId, overlay });
  const commands = { ...viewport, tidy: elements.tidy, clear: () => onSelectNode(null) };
  useCanvasKeys(pane, commands);
  const onToggleFrame = (id: string) => {
    viewport.hold(id);
    view.toggleFrame(id);
  };
  const onOpen = (id: string) => {
    if (onOpenNode !== undefined) onOpenNode(id);
    else if (view.open.includes(id) && onOpenLevel?.(id) === true) return;
    else if (graph.nodes.some((node) => node.id === id && node.expandable)) onToggleFrame(id);
  };
  useOpenedStops(description, stops, view);
  const store = useStoreOf(
    { overlay, selectedNodeId, marks, stops, canBreak: onToggleBreakpoint !== undefined },
    {
      onSelectNode,
      onOpenNode: onOpen,
      onToggleFrame,
      onToggleBreakpoint: (id, when) => onToggleBreakpoint?.(id, when),
      onNodeMenu: (id, at) => onNodeMenu?.(id, at),
      onShowInstances: (id, at) => onShowInstances?.(id, at),
    },
  );

  return (
    <CanvasStoreContext value={store}>
      <div ref={pane} className="absolute inset-0" data-busy={isBusy(overlay) ? "" : undefined} onFocus={viewport.onFocus}>
        <ReactFlow<CanvasNode, CanvasEdge>
          className={`canvas transition-opacity duration-200 ${viewport.isPlaced ? "opacity-100" : "opacity-0"}`}
          nodes={elements.nodes}
          edges={elements.edges}
          onNodesChange={elements.onNodesChange}
          onPaneClick={commands.clear}
          onNodeMouseEnter={(_, { id }) => store.setState({ hoveredNodeId: id })}
          onNodeMouseLeave={() => store.setState({ hoveredNodeId: null })}
          onNodeContextMenu={(event, { id, type }) => {
            if (onNodeMenu === undefined || type === "mark") return;
            event.preventDefault();
            onNodeMenu(id, { x: event.clientX, y: event.clientY });
          }}
          onMove={viewport.onMove}
          onMoveStart={viewport.onMoveStart}
          nodeTypes={nodeTypes}
          edgeTypes={edgeTypes}
          minZoom={MIN_ZOOM}
          maxZoom={MAX_ZOOM}
          zIndexMode="manual"
          nodesConnectable={false}
          nodesFocusable={false}
          edgesFocusable={false}
          elementsSelectable={false}
          disableKeyboardA11y
          attributionPosition="bottom-right"
          deleteKeyCode={null}
          nodeDragThreshold={3}
          zoomOnDoubleClick={false}
        >
          <Background gap={16} size={1} />
          {elements.nodes.length > MANY_NODES && <MiniMap pannable zoomable ariaLabel="Overview of the graph" nodeBorderRadius={8} />}
        </ReactFlow>
        <Notes banner={banner} readOnlyNote={readOnlyNote} error={error} />
        {arrangement === null && error === null && (
          <p className="canvas-wait pointer-events-none absolute inset-0 flex items-center justify-center gap-2 text-muted">
            <Spinner label="" /> Laying out {graph.nodes.length.toLocaleString("en")} nodes…
          </p>
        )}
        {arrangement !== null && (
          <CanvasToolbar
            commands={commands}
            direction={arrangement.direction}
            isArranged={elements.isArranged}
            onTurn={() => view.setDirection(arrangement.direction === "LR" ? "TB" : "LR")}
          />
        )}
      </div>
    </CanvasStoreContext>
  );
}

/** So much runs at once that moving signs would cost more frames than they are worth. */
function isBusy(overlay: CanvasOverlay | null): boolean {
  return Object.values(overlay?.nodes ?? {}).filter(({ status }) => status === "running").length > MOST_MOVING;
}

/** Opens the subgraphs around the place that a run was stopped at, once for each place. */
function useOpenedStops(description: GraphDescription, stops: Readonly<Record<string, When>>, view: SavedViewState): void {
  const key = Object.keys(stops).sort().join(" ");
  const open = useEffectEvent(() => {
    const parents = new Map(description.nodes.map(({ id, parent }) => [id, parent]));
    const frames = new Set<string>();
    for (const id of Object.keys(stops)) {
      for (let parent = parents.get(id) ?? null; parent !== null && !frames.has(parent); parent = parents.get(parent) ?? null) frames.add(parent);
    }
    if (frames.size > 0) view.openFrames([...frames]);
  });
  useEffect(() => open(), [key]);
}

/** A store that always holds what was rendered last. */
function useStoreOf(state: CanvasState, handlers: CanvasHandlers): CanvasStore {
  const [store] = useState(() => createCanvasStore(state, handlers));
  useLayoutEffect(() => {
    Object.assign(store.handlers, handlers);
    // Every card and line listens: they are only woken for something new.
    if (!shallow({ ...store.getState(), ...state }, store.getState())) store.setState(state);
  });
  return store;
}

function Notes({ banner, readOnlyNote, error }: Pick<GraphCanvasProps, "banner" | "readOnlyNote"> & { error: string | null }) {
  const isEmpty = (banner ?? null) === null && (readOnlyNote ?? null) === null && error === null;
  if (isEmpty) return null;
  const box = "pointer-events-auto max-w-full rounded-md border bg-raised px-2.5 py-1 text-sm";
  return (
    <div className="pointer-events-none absolute inset-x-3 top-3 z-10 flex flex-wrap items-start gap-2">
      {banner !== undefined && banner !== null && <div className={`${box} border-line text-muted`}>{banner}</div>}
      {readOnlyNote !== undefined && readOnlyNote !== null && <div className={`${box} border-line text-muted`}>{readOnlyNote}</div>}
      {error !== null && (
        <div role="alert" className={`${box} flex items-center gap-2 border-bad text-bad`}>
          <TriangleAlert aria-hidden className="size-3.5 shrink-0" />
          The graph could not be laid out: {error}. Reload the page to try again.
        </div>
      )}
    </div>
  );
}
