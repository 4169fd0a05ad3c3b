import { useReactFlow, type ReactFlowProps } from "@xyflow/react";
import type { KeyboardEvent, MouseEvent } from "react";
import type { CanvasEdgeRef, DesignCanvasProps } from "../design-canvas";
import type { DesignEdge, DesignNode } from "./design-registry";
import type { DesignStore } from "./design-store";
import { readElement } from "./element-ids";
import { toTarget, type DesignActions } from "./use-design-actions";
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
>;

/** What the drawing library tells of pointers, as what they mean here. */
export function useFlowEvents(input: EventsInput) {
  const { canEdit, store, elements, selection, selectedEdge, actions } = input;
  const lib = useReactFlow();
  const { moves } = elements;

  /** The part of a line that an event means: the selected one where it is of this line. */
  const refOf = (edge: DesignEdge): CanvasEdgeRef | null => {
    if (edge.type !== "way" || edge.data === undefined) return null;
    if (selectedEdge?.source === edge.source && selectedEdge.target === edge.target) return selectedEdge;
    return { source: edge.source, target: edge.target, label: firstLabel(edge.data.drawn) };
  };

  const flow: FlowEvents = {
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
    flow,
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
