import { useReactFlow } from "@xyflow/react";
import type { RefObject } from "react";
import { END, START, edgeKey } from "@/lib/graph/design-drawing";
import type { Size } from "@/lib/graph/layout-input";
import type { CanvasEdgeRef, CanvasTarget, DesignCanvasHandle, DesignCanvasProps } from "../design-canvas";
import type { CanvasCommands } from "../use-canvas-keys";
import type { ViewportControls } from "../use-viewport";
import type { DesignStore } from "./design-store";
import { groupElement, noteElement, readElement } from "./element-ids";
import { toPicture } from "./to-picture";
import type { DesignElements } from "./use-design-elements";
import type { DesignKeys } from "./use-design-keys";
import type { DesignSelectionState } from "./use-design-selection";
import type { useWire } from "./use-wire";
import { isArrow, nextInDirection, stepOf, type Arrow } from "./walk";
import { partOf } from "./wire-rules";
import { firstLabel } from "./way-chip";

type ActionsInput = Omit<DesignCanvasProps, "ref" | "selection"> & {
  pane: RefObject<HTMLDivElement | null>;
  getPane: () => Size;
  canEdit: boolean;
  store: DesignStore;
  elements: DesignElements;
  viewport: ViewportControls;
  selection: DesignSelectionState;
  selectedEdge: CanvasEdgeRef | null;
  wire: ReturnType<typeof useWire>;
};

/** What can be done with keys, buttons and from outside. */
export function useDesignActions(input: ActionsInput) {
  const { pane, canEdit, store, elements, viewport, selection, selectedEdge, wire, drawing, readonly } = input;
  const flow = useReactFlow();

  const refuse = () => input.onAnnounce(readonly ?? "The text has an error: the drawing cannot be changed meanwhile.");
  const ifEditable = (run: () => void) => () => {
    if (canEdit) run();
    else refuse();
  };
  const cardOf = (id: string) => pane.current?.querySelector<HTMLElement>(`[data-card="${CSS.escape(id)}"]`) ?? null;
  const focusedCard = (): string | null => {
    const active = document.activeElement;
    return active instanceof HTMLElement ? (active.closest<HTMLElement>("[data-card]")?.dataset.card ?? null) : null;
  };
  const focusedLine = (): string | null => store.getState().focusedEdge;
  /** What a key means: the element that has the focus where it is not selected too, else all that is selected. */
  const targets = (): string[] => {
    const focused = focusedCard();
    const now = selection.now();
    return focused === null || now.has(focused) ? [...now] : [focused];
  };
  const edgeTarget = (): CanvasEdgeRef | null => {
    const id = focusedLine();
    const drawn = id === null ? undefined : drawing.edges.get(id);
    if (drawn === undefined) return selectedEdge;
    if (selectedEdge?.source === drawn.source && selectedEdge.target === drawn.target) return selectedEdge;
    return { source: drawn.source, target: drawn.target, label: firstLabel(drawn) };
  };

  const tidy = () => {
    elements.glide();
    input.onArrange((layout) => ({ ...layout, nodes: {} }), "Tidy layout");
    input.onAnnounce("Layout tidied");
  };
  const turn = () => {
    const direction = elements.arrangement?.direction === "TB" ? "LR" : "TB";
    elements.glide();
    input.onArrange((layout) => ({ ...layout, direction, nodes: {} }), direction === "LR" ? "Lay out left to right" : "Lay out top to bottom");
  };
  const commands: CanvasCommands = {
    fit: viewport.fit,
    zoomIn: viewport.zoomIn,
    zoomOut: viewport.zoomOut,
    tidy: ifEditable(tidy),
    clear: () => {
      store.setState({ editing: null });
      selection.select([]);
    },
  };

  const startEdit = (element: string) => {
    const { kind, id } = readElement(element);
    store.setState({ editing: { kind, id } });
  };
  const startRenameBranch = (edge: CanvasEdgeRef) => {
    const part = partOf(drawing, edge);
    if (part?.canRename === true && part.locked === null) store.setState({ editing: { kind: "branch", edge: { ...edge, label: part.label } } });
    else input.onAnnounce(part?.locked ?? "This way has no name of its own.");
  };
  const rename = () => {
    const [only, ...others] = targets();
    const edge = edgeTarget();
    if (only !== undefined && others.length === 0 && only !== START && only !== END) {
      const locked = drawing.nodes.get(only)?.locked ?? null;
      if (locked === null) startEdit(only);
      else input.onAnnounce(locked);
    } else if (only === undefined && edge !== null) startRenameBranch(edge);
  };
  const open = (): boolean | void => {
    // Enter on a line presses its own button.
    if (focusedLine() !== null) return false;
    const [only, ...others] = targets();
    if (only === undefined || others.length > 0) return;
    if (!selection.now().has(only)) selection.select([only]);
    else if (readElement(only).kind !== "node") startEdit(only);
    else input.onOpenNode(only);
  };
  const remove = (heal: boolean) => {
    const chosen = targets();
    const extras = chosen.map(readElement).filter(({ kind }) => kind !== "node");
    const edge = edgeTarget();
    if (extras.length > 0) removeExtras(extras, input.onArrange);
    const nodes = chosen.filter((element) => readElement(element).kind === "node" && element !== START && element !== END);
    if (nodes.length === 0 && edge === null) return;
    selection.select(nodes, nodes.length === 0 ? edge : null);
    input.onDelete(heal, { nodes, edge: nodes.length === 0 ? edge : null });
  };
  const connect = () => {
    const id = focusedCard() ?? [...selection.now()].find((element) => readElement(element).kind === "node");
    if (id !== undefined && readElement(id).kind === "node") wire.startByKeys(id);
  };
  const menu = () => {
    const line = focusedLine();
    const edge = line === null ? null : edgeTarget();
    if (edge !== null && line !== null) {
      const way = elements.ways.find(({ id }) => id === line);
      const middle = way?.data?.points[Math.floor(way.data.points.length / 2)];
      input.onMenu({ kind: "edge", edge }, flow.flowToScreenPosition(middle ?? elements.center()));
      return;
    }
    const [only, ...others] = targets();
    if (only === undefined) {
      const at = elements.center();
      input.onMenu({ kind: "canvas", at }, flow.flowToScreenPosition(at));
      return;
    }
    const box = cardOf(only)?.getBoundingClientRect();
    const at = { x: (box?.left ?? 0) + Math.min(box?.width ?? 0, 40), y: (box?.top ?? 0) + Math.min(box?.height ?? 0, 32) };
    if (others.length === 0 && !selection.now().has(only)) selection.select([only]);
    input.onMenu(others.length > 0 ? { kind: "selection" } : toTarget(only), at);
  };
  const walk = (arrow: Arrow): boolean => {
    const boxes = elements.moves.boxes();
    for (const id of boxes.keys()) if (readElement(id).kind === "group") boxes.delete(id);
    const from = focusedCard() ?? [...selection.now()][0] ?? START;
    const next = nextInDirection(boxes, from, arrow);
    if (next === null) return true;
    cardOf(next)?.focus({ preventScroll: true });
    selection.select(next === START || next === END ? [] : [next]);
    viewport.bringIntoView(next);
    return true;
  };
  const onArrow: DesignKeys["onArrow"] = (arrow, { isFast, isWalk }) => {
    if (isWalk) return walk(arrow);
    const chosen = targets();
    if (chosen.length === 0 || !isArrow(arrow)) return false;
    if (canEdit) elements.moves.nudge(chosen, stepOf(arrow, isFast));
    else refuse();
    return true;
  };

  const keys: DesignKeys = {
    page: {
      "1": commands.fit,
      "+": commands.zoomIn,
      "=": commands.zoomIn,
      "-": commands.zoomOut,
      "shift+l": commands.tidy,
      "mod+f": input.onFind,
      n: ifEditable(() => input.onAdd(null)),
    },
    canvas: {
      delete: ifEditable(() => remove(false)),
      backspace: ifEditable(() => remove(false)),
      "shift+delete": ifEditable(() => remove(true)),
      "shift+backspace": ifEditable(() => remove(true)),
      "mod+d": ifEditable(() => input.onDuplicate()),
      "mod+a": () => selection.select([...drawing.nodes.keys(), ...Object.keys(input.layout.notes).map(noteElement)]),
      f2: ifEditable(rename),
      enter: open,
      escape: commands.clear,
      c: ifEditable(connect),
      "shift+f10": menu,
      contextmenu: menu,
    },
    onArrow,
  };

  const handle: DesignCanvasHandle = {
    fit: viewport.fit,
    tidy: commands.tidy,
    reveal: (id) => {
      viewport.bringIntoView(id);
      cardOf(id)?.focus({ preventScroll: true });
    },
    revealEdge: ({ source, target }) => {
      pane.current?.querySelector<HTMLElement>(`[data-edge-stop="${CSS.escape(edgeKey(source, target))}"]`)?.focus({ preventScroll: true });
    },
    startRename: startEdit,
    startRenameBranch,
    startConnect: wire.startByKeys,
    startEditNote: (id) => startEdit(noteElement(id)),
    startEditGroup: (id) => startEdit(groupElement(id)),
    center: elements.center,
    toPage: (point) => flow.flowToScreenPosition(point),
    toCanvas: (point) => flow.screenToFlowPosition(point),
    boxes: (ids) => {
      const boxes = elements.moves.boxes();
      return new Map(ids.flatMap((id) => (boxes.has(id) ? [[id, boxes.get(id) ?? { x: 0, y: 0, width: 0, height: 0 }]] : [])));
    },
    freeze: elements.moves.freeze,
    picture: () => (elements.arrangement === null ? null : toPicture(drawing.description.title, elements.nodes, elements.edges)),
    direction: () => elements.arrangement?.direction ?? "LR",
  };
  return { commands, keys, handle, turn: ifEditable(turn), startEdit, startRenameBranch };
}

export type DesignActions = ReturnType<typeof useDesignActions>;

/** What a menu on an element of the drawing is for. */
export function toTarget(element: string): CanvasTarget {
  const { kind, id } = readElement(element);
  return { kind, id };
}

function removeExtras(extras: readonly { kind: string; id: string }[], onArrange: DesignCanvasProps["onArrange"]): void {
  const isGone = (kind: string, id: string) => extras.some((extra) => extra.kind === kind && extra.id === id);
  const words = extras.length > 1 ? `Delete ${extras.length} things` : `Delete ${extras[0]?.kind ?? ""}`;
  onArrange(
    (layout) => ({
      ...layout,
      groups: Object.fromEntries(Object.entries(layout.groups).filter(([id]) => !isGone("group", id))),
      notes: Object.fromEntries(Object.entries(layout.notes).filter(([id]) => !isGone("note", id))),
    }),
    words,
  );
}
