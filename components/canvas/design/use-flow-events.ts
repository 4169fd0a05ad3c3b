import { useReactFlow, type ReactFlowProps } from "@xyflow/react";
import { useLayoutEffect, useRef, useState, type KeyboardEvent, type MouseEvent } from "react";
import type { CanvasEdgeRef, DesignCanvasProps } from "../design-canvas";
import type { DesignEdge, DesignNode } from "./design-registry";
import type { DesignStore } from "./design-store";
import { readElement } from "./element-ids";
import { toTarget, type DesignActions } from "./use-design-actions";
import type { ViewportControls } from "../use-viewport";
import type { DesignElements } from "./use-design-elements";
import type { DesignSelectionState } from "./use-design-selection";
import { firstLabel } from "./way-chip";
import { partOf } from "./wire-rules";

type EventsInput = Omit<DesignCanvasProps, "ref" | "selection"> & {
  canEdit: boolean;
  store: DesignStore;
  elements: DesignElements;
  selection: DesignSelectionState;
  selectedEdge: CanvasEdgeRef | null;
  actions: DesignActions;
  viewport: Pick<ViewportControls, "onMove" | "onMoveStart">;
};

type FlowEvents = Pick<
  ReactFlowProps<DesignNode, DesignEdge>,
  | "onNodesChange"
  | "onNodeDragStop"
  | "onSelectionDragStop"
  | "onNodeDoubleClick"
  | "onNodeContextMenu"
  | "onPaneClick"
  | "onPaneContextMenu"
  | "onEdgeClick"
  | "onEdgeDoubleClick"
  | "onEdgeContextMenu"
  | "onEdgeMouseEnter"
  | "onEdgeMouseLeave"
  | "onMove"
  | "onMoveStart"
>;

/**
 * The same functions for as long as the canvas is there, each doing what it would do now. The drawing library goes over
 * every node and line for each function that is another one, in every frame of a move.
 */
function useStable(events: Required<FlowEvents>): FlowEvents {
  const latest = useRef(events);
  useLayoutEffect(() => {
    latest.current = events;
  });
  const [stable] = useState<FlowEvents>(() => ({
    onNodesChange: (...given) => latest.current.onNodesChange(...given),
    onNodeDragStop: (...given) => latest.current.onNodeDragStop(...given),
    onSelectionDragStop: (...given) => latest.current.onSelectionDragStop(...given),
    onNodeDoubleClick: (...given) => latest.current.onNodeDoubleClick(...given),
    onNodeContextMenu: (...given) => latest.current.onNodeContextMenu(...given),
    onPaneClick: (...given) => latest.current.onPaneClick(...given),
    onPaneContextMenu: (...given) => latest.current.onPaneContextMenu(...given),
    onEdgeClick: (...given) => latest.current.onEdgeClick(...given),
    onEdgeDoubleClick: (...given) => latest.current.onEdgeDoubleClick(...given),
    onEdgeContextMenu: (...given) => latest.current.onEdgeContextMenu(...given),
    onEdgeMouseEnter: (...given) => latest.current.onEdgeMouseEnter(...given),
    onEdgeMouseLeave: (...given) => latest.current.onEdgeMouseLeave(...given),
    onMove: (...given) => latest.current.onMove(...given),
    onMoveStart: (...given) => latest.current.onMoveStart(...given),
  }));
  return stable;
}

/** What the drawing library tells of pointers, as what they mean here. */
export function useFlowEvents(input: EventsInput) {
  const { canEdit, store, elements, selection, selectedEdge, actions } = input;
  const { onMove, onMoveStart } = input.viewport;
  const lib = useReactFlow();
  const { moves } = elements;

  /** The part of a line that an event means: the selected one where it is of this line. */
  const refOf = (edge: DesignEdge): CanvasEdgeRef | null => {
    if (edge.type !== "way" || edge.data === undefined) return null;
    if (selectedEdge?.source === edge.source && selectedEdge.target === edge.target) return selectedEdge;
    return { source: edge.source, target: edge.target, label: firstLabel(edge.data.drawn) };
  };

  const flow: Omit<Required<FlowEvents>, "onMove" | "onMoveStart"> = {
    onNodesChange: (changes) => {
      if (canEdit) moves.onNodesChange(changes);
      selection.onNodesChange(changes);
      if (changes.some((change) => change.type === "dimensions" && change.resizing === false)) moves.onMoveEnd();
    },
    onNodeDragStop: () => moves.onMoveEnd(),
    onSelectionDragStop: () => moves.onMoveEnd(),
    onNodeDoubleClick: (_, { id, parentId, type }) => {
      if (parentId !== undefined || type === "end") return;
      if (readElement(id).kind === "node") input.onOpenNode(id);
      else if (canEdit) actions.startEdit(id);
    },
    onNodeContextMenu: (event, { id, parentId, type }) => {
      event.preventDefault();
      if (parentId !== undefined || type === "end") return;
      const isOneOfSeveral = selection.now().has(id) && selection.now().size > 1;
      if (!isOneOfSeveral) selection.select([id]);
      input.onMenu(isOneOfSeveral ? { kind: "selection" } : toTarget(id), { x: event.clientX, y: event.clientY });
    },
    onPaneClick: () => selection.select([]),
    onPaneContextMenu: (event) => {
      event.preventDefault();
      const at = { x: event.clientX, y: event.clientY };
      input.onMenu({ kind: "canvas", at: lib.screenToFlowPosition(at) }, at);
    },
    onEdgeClick: (_, edge) => {
      if (edge.type === "way" && edge.data !== undefined) {
        selection.select([], { source: edge.source, target: edge.target, label: firstLabel(edge.data.drawn) });
      }
    },
    onEdgeDoubleClick: (_, edge) => {
      const ref = refOf(edge);
      if (canEdit && ref !== null && partOf(input.drawing, ref)?.canRename === true) actions.startRenameBranch(ref);
    },
    onEdgeContextMenu: (event, edge) => {
      event.preventDefault();
      const ref = refOf(edge);
      if (ref === null) return;
      selection.select([], ref);
      input.onMenu({ kind: "edge", edge: ref }, { x: event.clientX, y: event.clientY });
    },
    onEdgeMouseEnter: (_, { id }) => store.handlers.onHoverEdge(id),
    onEdgeMouseLeave: () => store.handlers.onHoverEdge(null),
  };

  return {
    flow: useStable({ ...flow, onMove, onMoveStart }),
    onDoubleClick: (event: MouseEvent) => {
      if (!(event.target instanceof Element) || !event.target.classList.contains("react-flow__pane") || !canEdit) return;
      input.onAdd(lib.screenToFlowPosition({ x: event.clientX, y: event.clientY }));
    },
    /** Space chooses what has the focus, as a click does; all other keys are heard on the page. */
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key !== " " || !(event.target instanceof HTMLElement)) return;
      const id = event.target.dataset.card;
      if (id === undefined || event.target.getAttribute("aria-pressed") === null) return;
      event.preventDefault();
      selection.select(event.ctrlKey || event.shiftKey || event.metaKey ? toggled(selection.now(), id) : [id]);
    },
  };
}

function toggled(selected: ReadonlySet<string>, id: string): Set<string> {
  const next = new Set(selected);
  if (!next.delete(id)) next.add(id);
  return next;
}
