import { Background, MiniMap, ReactFlow, ReactFlowProvider, SelectionMode } from "@xyflow/react";
import { useImperativeHandle, useMemo, useRef, useState, type Ref } from "react";
import { Spinner } from "@/components/ui/spinner";
import { toVisibleGraph, type VisibleEdge } from "@/lib/graph/layout-input";
import { CanvasStoreContext } from "../canvas-store";
import { CanvasToolbar } from "../canvas-toolbar";
import "../canvas.css";
import type { DesignCanvasHandle, DesignCanvasProps } from "../design-canvas";
import { useSavedView } from "../use-saved-view";
import { useViewport } from "../use-viewport";
import { MAX_ZOOM, MIN_ZOOM } from "../viewport";
import { DesignNotes } from "./design-notes";
import { designEdgeTypes, designNodeTypes, type DesignEdge, type DesignNode } from "./design-registry";
import { DesignStoreContext } from "./design-store";
import { EdgeStops } from "./edge-stops";
import { GuideLines } from "./guide-lines";
import { LiveMoveContext } from "./live-move";
import { useDesignActions } from "./use-design-actions";
import { useDesignElements } from "./use-design-elements";
import { useDesignKeys } from "./use-design-keys";
import { useDesignSelection, useRevealSelection } from "./use-design-selection";
import { useDesignStores } from "./use-design-stores";
import { useFlowEvents } from "./use-flow-events";
import { useWheel } from "./use-wheel";
import { useWire } from "./use-wire";
import { WireLine } from "./wire-line";

/** From here on the whole is too small to find one's way without an overview. */
const MANY_NODES = 12;

/** Other objects in every render would be other settings to the drawing library. */
const ADD_KEYS = ["Meta", "Control", "Shift"];
const PAN_BUTTONS = [0, 1];
const NO_EDGES: readonly VisibleEdge[] = [];

export type DesignFlowProps = Omit<DesignCanvasProps, "ref"> & { handle: Ref<DesignCanvasHandle> | undefined };

export function DesignFlow(props: DesignFlowProps) {
  return (
    <ReactFlowProvider>
      <Drawing {...props} />
    </ReactFlowProvider>
  );
}

function Drawing(props: DesignFlowProps) {
  const { drawing, readonly, isStale, storageKey, children, handle } = props;
  const pane = useRef<HTMLDivElement>(null);
  const [getPane] = useState(() => () => ({ width: pane.current?.clientWidth ?? 0, height: pane.current?.clientHeight ?? 0 }));
  const canEdit = readonly === null && !isStale;
  const view = useSavedView(storageKey);
  const graph = useMemo(() => toVisibleGraph(drawing.description, new Set(view.open)), [drawing, view.open]);
  const selection = useDesignSelection(props);
  const elements = useDesignElements({ ...props, graph, canEdit, pane, getPane, selected: selection.selected });
  const { arrangement, nodes, edges, live, error } = elements;
  const viewport = useViewport({ arrangement, workflowKey: storageKey, nodes, pane, getPane, selectedNodeId: null, overlay: null });
  const stores = useDesignStores({
    ...props,
    selectedEdge: props.selection.edge,
    canEdit,
    direction: arrangement?.direction ?? "LR",
    view,
    viewport,
    selection,
  });
  const { store } = stores;
  const wire = useWire({ store, intents: props, middleOf: elements.middleOf });
  const actions = useDesignActions({
    ...props,
    selectedEdge: props.selection.edge,
    pane,
    getPane,
    canEdit,
    store,
    elements,
    viewport,
    selection,
    wire,
  });
  useDesignKeys(pane, actions.keys);
  useWheel(pane);
  useRevealSelection(props.selection, selection, viewport.bringIntoView);
  const events = useFlowEvents({ ...props, selectedEdge: props.selection.edge, canEdit, store, elements, selection, actions, viewport });
  useImperativeHandle(handle, () => actions.handle);

  return (
    <DesignStoreContext value={store}>
      <CanvasStoreContext value={stores.canvas}>
        <LiveMoveContext value={live}>
          <div
            ref={pane}
            className="absolute inset-0"
            data-gliding={elements.isGliding ? "" : undefined}
            data-stale={isStale ? "" : undefined}
            onFocus={viewport.onFocus}
            onKeyDown={events.onKeyDown}
            onDoubleClick={events.onDoubleClick}
          >
            <ReactFlow<DesignNode, DesignEdge>
              className={`canvas design transition-opacity duration-200 ${viewport.isPlaced ? (isStale ? "opacity-60" : "opacity-100") : "opacity-0"}`}
              nodes={nodes}
              edges={edges}
              {...events.flow}
              nodeTypes={designNodeTypes}
              edgeTypes={designEdgeTypes}
              minZoom={MIN_ZOOM}
              maxZoom={MAX_ZOOM}
              zIndexMode="manual"
              nodesConnectable={false}
              nodesFocusable={false}
              edgesFocusable={false}
              elementsSelectable
              multiSelectionKeyCode={ADD_KEYS}
              selectionKeyCode="Shift"
              selectionMode={SelectionMode.Partial}
              panActivationKeyCode="Space"
              panOnDrag={PAN_BUTTONS}
              disableKeyboardA11y
              attributionPosition="bottom-right"
              deleteKeyCode={null}
              nodeDragThreshold={3}
              zoomOnDoubleClick={false}
            >
              <Background gap={16} size={1} />
              <GuideLines />
              <WireLine boxOf={elements.boxOf} />
              {nodes.length > MANY_NODES && <MiniMap pannable zoomable ariaLabel="Overview of the drawing" nodeBorderRadius={8} />}
            </ReactFlow>
            <EdgeStops edges={arrangement?.graph.edges ?? NO_EDGES} />
            <DesignNotes readonly={readonly} isStale={isStale} error={error} />
            {arrangement === null && error === null && (
              <p className="canvas-wait pointer-events-none absolute inset-0 flex items-center justify-center gap-2 text-muted">
                <Spinner label="" /> Laying out {graph.nodes.length.toLocaleString("en")} nodes…
              </p>
            )}
            {arrangement !== null && (
              <CanvasToolbar
                commands={actions.commands}
                direction={arrangement.direction}
                isArranged={canEdit && Object.keys(props.layout.nodes).length > 0}
                {...(canEdit ? { onTurn: actions.turn } : {})}
              >
                {props.tools}
              </CanvasToolbar>
            )}
            {children}
          </div>
        </LiveMoveContext>
      </CanvasStoreContext>
    </DesignStoreContext>
  );
}
