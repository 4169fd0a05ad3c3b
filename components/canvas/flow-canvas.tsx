import { Background, MiniMap, ReactFlow, ReactFlowProvider } from "@xyflow/react";
import { TriangleAlert } from "lucide-react";
import { useLayoutEffect, useMemo, useRef, useState, useSyncExternalStore } from "react";
import { structureKey, toVisibleGraph } from "@/lib/graph/layout-input";
import { CanvasStoreContext, createCanvasStore, type CanvasState, type CanvasStore } from "./canvas-store";
import { CanvasToolbar } from "./canvas-toolbar";
import "./canvas.css";
import type { GraphCanvasProps } from "./graph-canvas";
import { edgeTypes, nodeTypes, type CanvasEdge, type CanvasNode } from "./registry";
import { useCanvasKeys } from "./use-canvas-keys";
import { useDrawnDescription } from "./use-drawn-description";
import { useElements } from "./use-elements";
import { useLayout } from "./use-layout";
import { useSavedView } from "./use-saved-view";
import { useViewport } from "./use-viewport";
import { MAX_ZOOM, MIN_ZOOM } from "./viewport";

/** From here on the whole is too small to find one's way without an overview. */
const MANY_NODES = 24;
const NOTHING_OPEN: ReadonlySet<string> = new Set();

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

function Canvas({ description, overlay, selectedNodeId, onSelectNode, onOpenNode, onOpenLevel, storageKey, banner, readOnlyNote }: GraphCanvasProps) {
  const pane = useRef<HTMLDivElement>(null);
  const [getPane] = useState(() => () => ({ width: pane.current?.clientWidth ?? 0, height: pane.current?.clientHeight ?? 0 }));
  const view = useSavedView(storageKey);
  const drawn = useDrawnDescription(description, overlay);
  const graph = useMemo(() => toVisibleGraph(drawn, new Set(view.open)), [drawn, view.open]);
  const workflowKey = useMemo(() => structureKey(toVisibleGraph(description, NOTHING_OPEN)), [description]);
  const { arrangement, error } = useLayout(graph, view.direction, workflowKey, getPane);
  const elements = useElements(arrangement, view, overlay);
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
  const store = useStoreOf({ overlay, selectedNodeId, handlers: { onSelectNode, onOpenNode: onOpen, onToggleFrame } });

  return (
    <CanvasStoreContext value={store}>
      <div ref={pane} className="absolute inset-0" onFocus={viewport.onFocus}>
        <ReactFlow<CanvasNode, CanvasEdge>
          className={`canvas transition-opacity duration-200 ${viewport.isPlaced ? "opacity-100" : "opacity-0"}`}
          nodes={elements.nodes}
          edges={elements.edges}
          onNodesChange={elements.onNodesChange}
          onPaneClick={commands.clear}
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

/** A store that always holds what was rendered last. */
function useStoreOf(state: CanvasState): CanvasStore {
  const [store] = useState(() => createCanvasStore(state));
  useLayoutEffect(() => store.setState(state));
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
