import { shallow } from "zustand/shallow";
import type { DesignDrawing } from "@/lib/graph/design-drawing";
import { CARD, MARK, type Box, type Layout, type Point, type Size, type VisibleGraph } from "@/lib/graph/layout-input";
import type { CanvasLayout } from "@/lib/schema/layout";
import { createEdgeDrawing, toCanvasNodes } from "../arrange";
import type { CanvasEdge, CanvasNode } from "../registry";
import type { Positions } from "../saved-view";
import type { Arrangement } from "../use-layout";
import type { DesignEdge, DesignNode } from "./design-registry";
import { groupElement, noteElement } from "./element-ids";
import { groupBox } from "./group-box";
import type { StepView } from "./step-node";
import type { WayEdgeType } from "./way-edge";

export const NOTE_SIZE: Size = { width: 200, height: 96 };
const NOTE_LAYER = 40;

export type ElementsInput = {
  arrangement: Arrangement;
  drawing: DesignDrawing;
  layout: CanvasLayout;
  /** Where the nodes of the outermost level are shown. */
  shown: Positions;
  /** Sizes of notes that are being resized, by element id. */
  sizes: Readonly<Record<string, Size>>;
  selected: ReadonlySet<string>;
  canEdit: boolean;
};

/**
 * The elements of the drawing: groups, notes, nodes. An element that looks and stands as it did the last time stays the
 * same object, and nodes keep their order for as long as they are there: moved in the page, one would lose the focus. The
 * same elements are the same list.
 */
export function createNodeDrawing(): (input: ElementsInput) => DesignNode[] {
  let drawn = new Map<string, DesignNode>();
  let last: DesignNode[] = [];
  return (input) => {
    const fresh = toNodes(input);
    const sorted = inKnownOrder(fresh, [...drawn.keys()]);
    const nodes = sorted.map((node) => reuse(drawn.get(node.id), node));
    drawn = new Map(nodes.map((node) => [node.id, node]));
    if (!shallow(last, nodes)) last = nodes;
    return last;
  };
}

/**
 * Nodes that were there stay in the order of before, a new one follows the one that it is read after. What stands inside
 * of frames comes last, as it must come after them.
 */
function inKnownOrder(fresh: readonly DesignNode[], before: readonly string[]): DesignNode[] {
  const outer = new Map(fresh.flatMap((node) => (node.parentId === undefined ? [[node.id, node]] : [])));
  const order = before.filter((id) => outer.has(id));
  const known = new Set(order);
  let previous: string | null = null;
  for (const id of outer.keys()) {
    if (!known.has(id)) order.splice(previous === null ? 0 : order.indexOf(previous) + 1, 0, id);
    previous = id;
  }
  const inner = fresh.filter(({ parentId }) => parentId !== undefined);
  return [...order.flatMap((id) => outer.get(id) ?? []), ...inner];
}

function reuse(last: DesignNode | undefined, next: DesignNode): DesignNode {
  if (last?.type !== next.type) return next;
  const hasSameData = shallow<unknown>(last.data, next.data);
  const isSamePlace =
    last.position.x === next.position.x && last.position.y === next.position.y && last.width === next.width && last.height === next.height;
  if (hasSameData && isSamePlace && last.selected === next.selected && last.draggable === next.draggable && last.parentId === next.parentId)
    return last;
  return hasSameData ? withData(next, last) : next;
}

function withData(next: DesignNode, { data }: DesignNode): DesignNode {
  return Object.assign(next, { data });
}

function toNodes(input: ElementsInput): DesignNode[] {
  const { arrangement, shown, selected, canEdit } = input;
  const boxes = toBoxes(arrangement, shown);
  const nodes = toCanvasNodes(arrangement.graph, { nodes: boxes, edges: {} }, arrangement.direction).map((node) => toDesignNode(node, input));
  const hasSteps = input.drawing.nodes.size > 0;
  const drawn = nodes.map((node) => {
    const isOuter = node.parentId === undefined;
    const canSelect = isOuter && node.type !== "end";
    return Object.assign(node, {
      selectable: canSelect,
      draggable: isOuter && canEdit && hasSteps,
      ...(canSelect ? { selected: selected.has(node.id) } : {}),
    });
  });
  return [...toGroupNodes(input, boxes), ...toNoteNodes(input), ...drawn];
}

/** Every node's box: as shown where it stands at the outermost level, as laid out inside of frames. */
function toBoxes({ graph, layout }: Arrangement, shown: Positions): Record<string, Box> {
  const boxes: [string, Box][] = [];
  for (const { id, parent, shape } of graph.nodes) {
    const box = Object.hasOwn(layout.nodes, id) ? layout.nodes[id] : undefined;
    const place = parent === null && Object.hasOwn(shown, id) ? shown[id] : undefined;
    const size = shape === "mark" ? MARK : shape === "card" ? CARD : { width: box?.width ?? CARD.width, height: box?.height ?? CARD.height };
    if (place === undefined && box === undefined) continue;
    boxes.push([id, { x: place?.x ?? box?.x ?? 0, y: place?.y ?? box?.y ?? 0, ...size }]);
  }
  return Object.fromEntries(boxes);
}

function toDesignNode(node: CanvasNode, { drawing }: ElementsInput): DesignNode {
  if (node.parentId !== undefined || node.type === "frame") return node;
  if (node.type === "mark") return { ...node, type: "end", data: { end: node.data.node.kind === "start" ? "start" : "end" } };
  const drawn = drawing.nodes.get(node.id);
  const { name, description, kind } = node.data.node;
  const view: StepView = {
    name,
    description,
    kind,
    kit: drawn?.kit ?? null,
    locked: drawn?.locked ?? null,
    guarded: drawn?.guarded ?? false,
    hasUnknownWays: drawn?.hasUnknownWays ?? false,
    expandable: node.data.expandable,
  };
  return { ...node, type: "step", data: view };
}

function toGroupNodes({ layout, selected, canEdit }: ElementsInput, boxes: Readonly<Record<string, Box>>): DesignNode[] {
  return Object.entries(layout.groups).flatMap(([groupId, { title, nodes, color }]): DesignNode[] => {
    const box = groupBox(nodes.flatMap((id) => (Object.hasOwn(boxes, id) ? (boxes[id] ?? []) : [])));
    if (box === null) return [];
    const id = groupElement(groupId);
    const size = { width: box.width, height: box.height };
    return [
      {
        id,
        type: "group",
        data: { groupId, title, color },
        position: { x: box.x, y: box.y },
        ...size,
        measured: size,
        zIndex: 0,
        selected: selected.has(id),
        draggable: canEdit,
        dragHandle: ".canvas-group-title",
        domAttributes: { "aria-roledescription": undefined },
      },
    ];
  });
}

function toNoteNodes({ layout, shown, sizes, selected, canEdit }: ElementsInput): DesignNode[] {
  return Object.entries(layout.notes).map(([noteId, note]): DesignNode => {
    const id = noteElement(noteId);
    const size = sizes[id] ?? { width: note.width ?? NOTE_SIZE.width, height: note.height ?? NOTE_SIZE.height };
    return {
      id,
      type: "note",
      data: { noteId, text: note.text },
      position: shown[id] ?? { x: note.x, y: note.y },
      ...size,
      measured: size,
      zIndex: NOTE_LAYER,
      selected: selected.has(id),
      draggable: canEdit,
      domAttributes: { "aria-roledescription": undefined },
    };
  });
}

/** The lines of the drawing; those inside of opened subgraphs are to be looked at. */
export function createWayDrawing(): (arrangement: Arrangement, drawing: DesignDrawing, positions: Positions) => DesignEdge[] {
  const drawEdges = createEdgeDrawing();
  let ways = new WeakMap<CanvasEdge, WayEdgeType>();
  let drawnOf: DesignDrawing | null = null;
  let last: DesignEdge[] = [];
  return (arrangement, drawing, positions) => {
    if (drawnOf !== drawing) ways = new WeakMap();
    drawnOf = drawing;
    const edges = drawEdges(arrangement, positions).map((edge): DesignEdge => {
      const known = ways.get(edge);
      if (known !== undefined) return known;
      const drawn = drawing.edges.get(edge.id);
      if (drawn === undefined || edge.data === undefined) return edge;
      const way: WayEdgeType = { ...edge, type: "way", selectable: false, data: { ...edge.data, drawn } };
      ways.set(edge, way);
      return way;
    });
    if (!shallow(last, edges)) last = edges;
    return last;
  };
}

/** A layout in which every node of the graph has a place, so that lines to new nodes can be drawn too. */
export function withNewNodes(graph: VisibleGraph, layout: Layout, places: Readonly<Record<string, Point>>): Layout {
  const missing = graph.nodes.filter(({ id, parent }) => parent === null && !Object.hasOwn(layout.nodes, id));
  if (missing.length === 0) return layout;
  const added = missing.map(({ id, shape }) => [id, { ...(places[id] ?? { x: 0, y: 0 }), ...(shape === "mark" ? MARK : CARD) }] as const);
  return { ...layout, nodes: { ...layout.nodes, ...Object.fromEntries(added) } };
}
