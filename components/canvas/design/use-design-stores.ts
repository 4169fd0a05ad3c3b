import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { shallow } from "zustand/shallow";
import { START, END } from "@/lib/graph/design-drawing";
import type { Direction } from "@/lib/graph/layout-input";
import { createCanvasStore, type CanvasHandlers, type CanvasState, type CanvasStore } from "../canvas-store";
import type { DesignCanvasProps } from "../design-canvas";
import type { SavedViewState } from "../use-saved-view";
import type { ViewportControls } from "../use-viewport";
import { createDesignStore, type DesignHandlers, type DesignState, type DesignStore } from "./design-store";
import type { DesignSelectionState } from "./use-design-selection";

/** So long a line stays pointed at when the pointer leaves it, e.g. for its "+". */
const HOVER_REST_MS = 160;

type StoresInput = Omit<DesignCanvasProps, "ref" | "selection"> & {
  canEdit: boolean;
  direction: Direction;
  view: SavedViewState;
  viewport: ViewportControls;
  selection: DesignSelectionState;
  selectedEdge: DesignState["selectedEdge"];
};

/** What cards and lines read, and what opened frames read, which are drawn as in Debug mode. */
export function useDesignStores(props: StoresInput) {
  const { drawing, direction, canEdit, nodeBadges, edgeBadges, pinned, view, viewport, selection, selectedEdge } = props;
  const hoverTimer = useRef<ReturnType<typeof setTimeout> | null>(null);
  const toggleFrame = (id: string) => {
    viewport.hold(id);
    view.toggleFrame(id);
  };
  const outermost = (id: string): string => {
    const parents = new Map(drawing.description.nodes.map((node) => [node.id, node.parent]));
    let at = id;
    for (let parent = parents.get(at) ?? null; parent !== null && parent !== at; parent = parents.get(at) ?? null) at = parent;
    return at;
  };
  const synced: Partial<DesignState> = { drawing, direction, canEdit, nodeBadges, edgeBadges, pinned, selectedEdge };
  const handlers: Omit<DesignHandlers, "onStartWire" | "onHoverEdge"> = {
    onSelect: ({ nodes, edge }) => selection.select(nodes, edge),
    onConnect: props.onConnect,
    onRetarget: props.onRetarget,
    onInsert: props.onInsert,
    onAdd: props.onAdd,
    onRename: props.onRename,
    onRenameBranch: props.onRenameBranch,
    onMenu: props.onMenu,
    onShowProblems: props.onShowProblems,
    onArrange: props.onArrange,
    onToggleFrame: toggleFrame,
  };
  const [store] = useState((): DesignStore => {
    const created = createDesignStore(
      {
        drawing,
        direction,
        canEdit,
        nodeBadges,
        edgeBadges,
        pinned,
        selectedEdge,
        hoveredEdge: null,
        focusedEdge: null,
        wire: null,
        editing: null,
      },
      { ...handlers, onStartWire: () => {}, onHoverEdge: () => {} },
    );
    created.handlers.onHoverEdge = (id) => {
      if (hoverTimer.current !== null) clearTimeout(hoverTimer.current);
      hoverTimer.current = id === null ? setTimeout(() => created.setState({ hoveredEdge: null }), HOVER_REST_MS) : null;
      if (id !== null && created.getState().hoveredEdge !== id) created.setState({ hoveredEdge: id });
    };
    return created;
  });
  useLayoutEffect(() => {
    Object.assign(store.handlers, handlers);
    // Every card and line listens: they are only woken for something new.
    if (!shallow({ ...store.getState(), ...synced }, store.getState())) store.setState(synced);
  });
  useEffect(
    () => () => {
      if (hoverTimer.current !== null) clearTimeout(hoverTimer.current);
    },
    [],
  );

  const canvas = useFrameStore([...selection.selected].find((id) => id !== START && id !== END) ?? null, {
    onSelectNode: (id) => selection.select(id === null ? [] : [outermost(id)]),
    onOpenNode: (id) => props.onOpenNode(outermost(id)),
    onToggleFrame: toggleFrame,
    onToggleBreakpoint: props.onToggleBreakpoint,
    marks: props.marks,
  });
  return { store, canvas };
}

type FrameStoreInput = Pick<CanvasHandlers, "onSelectNode" | "onOpenNode" | "onToggleFrame" | "onToggleBreakpoint"> & Pick<CanvasState, "marks">;

function useFrameStore(selectedNodeId: string | null, { marks, ...own }: FrameStoreInput): CanvasStore {
  const handlers: CanvasHandlers = { ...own, onNodeMenu: () => {}, onShowInstances: () => {} };
  const state: CanvasState = { overlay: null, selectedNodeId, marks, stops: NO_STOPS, canBreak: false };
  const [store] = useState(() => createCanvasStore(state, handlers));
  useLayoutEffect(() => {
    Object.assign(store.handlers, handlers);
    const now = store.getState();
    if (now.selectedNodeId !== selectedNodeId || now.marks !== marks) store.setState({ selectedNodeId, marks });
  });
  return store;
}

const NO_STOPS = {};
