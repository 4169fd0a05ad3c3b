import { useStoreApi, type NodeChange } from "@xyflow/react";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import type { Box, Direction, Point, Size } from "@/lib/graph/layout-input";
import { snapTo, type Guide } from "@/lib/graph/snap";
import type { CanvasLayout } from "@/lib/schema/layout";
import type { DesignIntents } from "../design-canvas";
import type { Positions } from "../saved-view";
import type { DesignNode } from "./design-registry";
import { groupElement, noteElement, readElement } from "./element-ids";
import type { LiveMove } from "./live-move";
import type { Placed } from "./placing";
import { sayNode } from "./way-words";

/** Pixels of the screen from which a moved node is drawn into line with another. */
const SNAP_REACH = 6;
/** So long after the last key the moves of arrow keys are one step of the history. */
const NUDGE_REST_MS = 450;

type Move = { positions: Positions; sizes: Record<string, Size> };
const NO_MOVE: Move = { positions: {}, sizes: {} };

type MovesInput = {
  nodes: () => readonly DesignNode[];
  live: LiveMove;
  layout: CanvasLayout;
  placed: Placed;
  direction: Direction;
  onArrange: DesignIntents["onArrange"];
};

/** What is being moved by hand or keys: shown at once, and one step of the history when it is done. */
export function useMoves({ nodes, live, layout, placed, direction, onArrange }: MovesInput) {
  const flow = useStoreApi();
  const [move, setMove] = useState(NO_MOVE);
  const latest = useRef(NO_MOVE);
  const start = useRef<ReadonlyMap<string, Box> | null>(null);
  const rest = useRef<ReturnType<typeof setTimeout> | null>(null);
  const set = (next: Move) => {
    latest.current = next;
    setMove(next);
  };
  const boxesOf = (): Map<string, Box> =>
    new Map(
      nodes().flatMap((node) =>
        node.parentId === undefined ? [[node.id, { ...node.position, width: node.width ?? 0, height: node.height ?? 0 }]] : [],
      ),
    );

  // What was moved is shown until the layout has it; a layout that comes from elsewhere meanwhile does not stop the hand.
  const settle = useEffectEvent(() => {
    if (start.current === null && rest.current === null) set(NO_MOVE);
  });
  useEffect(() => settle(), [layout]);

  // By now the drawing library was told where everything stands, and it is drawn there before the next frame is.
  useEffect(() => {
    if (start.current === null) live.end();
  }, [live, move]);

  function commit(): void {
    const { positions, sizes } = latest.current;
    start.current = null;
    rest.current = null;
    set({ ...latest.current });
    const ids = new Set([...Object.keys(positions), ...Object.keys(sizes)]);
    if (ids.size === 0) return;
    onArrange(
      (now) => withMoves(freeze(now, placed, direction), { positions, sizes }, placed),
      toMoveWords([...ids], Object.keys(positions).length > 0),
    );
  }

  return {
    move,
    isMoving: () => start.current !== null,
    freeze: (now: CanvasLayout) => freeze(now, placed, direction),
    onNodesChange: (changes: NodeChange<DesignNode>[]) => {
      const next = readChanges(changes, latest.current);
      if (next === null) return;
      if (rest.current !== null) clearTimeout(rest.current);
      rest.current = null;
      start.current ??= boxesOf();
      const moved = followGroups(next.positions, start.current, layout);
      const { positions, guides } = snapAll(moved, start.current, SNAP_REACH / flow.getState().transform[2]);
      const [first] = Object.entries(positions);
      const from = first === undefined ? undefined : start.current.get(first[0]);
      if (first === undefined || from === undefined || changes.some(({ type }) => type === "dimensions")) {
        set({ positions: { ...latest.current.positions, ...positions }, sizes: next.sizes });
        return;
      }
      if (!live.isActive()) {
        // Held where they are: a layout that comes from elsewhere meanwhile must not move them under the hand.
        const held = Object.keys(positions).flatMap((id) => {
          const box = start.current?.get(id);
          return box === undefined ? [] : [[id, { x: box.x, y: box.y }] as const];
        });
        setMove({ ...latest.current, positions: { ...latest.current.positions, ...Object.fromEntries(held) } });
        live.begin(new Set(Object.keys(positions)));
      }
      latest.current = { positions: { ...latest.current.positions, ...positions }, sizes: next.sizes };
      live.move({ x: first[1].x - from.x, y: first[1].y - from.y }, guides);
    },
    onMoveEnd: commit,
    /** Moves by whole units; the steps of keys that follow each other are one move. */
    nudge: (ids: readonly string[], by: Point) => {
      const boxes = boxesOf();
      const moved = ids.flatMap((id) => {
        const box = boxes.get(id);
        return box === undefined ? [] : [[id, { x: box.x + by.x, y: box.y + by.y }] as const];
      });
      set({ ...latest.current, positions: { ...latest.current.positions, ...followGroups(Object.fromEntries(moved), boxes, layout) } });
      if (rest.current !== null) clearTimeout(rest.current);
      rest.current = setTimeout(commit, NUDGE_REST_MS);
    },
    boxes: boxesOf,
  };
}

/** The layout with every node where it is shown, so that none is moved by what comes after. */
function freeze(layout: CanvasLayout, { places }: Placed, direction: Direction): CanvasLayout {
  return { ...layout, direction: layout.direction ?? direction, nodes: { ...places, ...layout.nodes } };
}

function readChanges(changes: readonly NodeChange<DesignNode>[], last: Move): Pick<Move, "positions" | "sizes"> | null {
  const positions: [string, Point][] = [];
  const sizes: [string, Size][] = [];
  for (const change of changes) {
    if (change.type === "position" && change.position !== undefined && change.dragging === true) positions.push([change.id, change.position]);
    if (change.type === "dimensions" && change.dimensions !== undefined && change.resizing === true) sizes.push([change.id, change.dimensions]);
  }
  if (positions.length + sizes.length === 0) return null;
  return { positions: Object.fromEntries(positions), sizes: { ...last.sizes, ...Object.fromEntries(sizes) } };
}

/** A group is where its nodes are: moving it moves them. */
function followGroups(positions: Positions, start: ReadonlyMap<string, Box>, layout: CanvasLayout): Positions {
  const moved = new Map<string, Point>();
  for (const [element, point] of Object.entries(positions)) {
    const { kind, id } = readElement(element);
    if (kind !== "group") {
      moved.set(element, point);
      continue;
    }
    const from = start.get(groupElement(id));
    const members = Object.hasOwn(layout.groups, id) ? (layout.groups[id]?.nodes ?? []) : [];
    for (const member of members) {
      const box = start.get(member);
      if (from !== undefined && box !== undefined && positions[member] === undefined) {
        moved.set(member, { x: box.x + point.x - from.x, y: box.y + point.y - from.y });
      }
    }
  }
  return Object.fromEntries(moved);
}

/** All that is moved snaps as one box to what is not. */
function snapAll(positions: Positions, start: ReadonlyMap<string, Box>, reach: number): { positions: Positions; guides: Guide[] } {
  const moved = Object.entries(positions).flatMap(([id, point]) => {
    const box = start.get(id);
    return box === undefined ? [] : [{ ...box, ...point }];
  });
  if (moved.length === 0) return { positions, guides: [] };
  const others = [...start].flatMap(([id, box]) => (Object.hasOwn(positions, id) || readElement(id).kind === "group" ? [] : [box]));
  const { by, guides } = snapTo(around(moved), others, reach);
  const snapped = Object.entries(positions).map(([id, { x, y }]) => [id, { x: Math.round(x + by.x), y: Math.round(y + by.y) }] as const);
  return { positions: Object.fromEntries(snapped), guides };
}

function around(boxes: readonly Box[]): Box {
  const x = Math.min(...boxes.map((box) => box.x));
  const y = Math.min(...boxes.map((box) => box.y));
  const right = Math.max(...boxes.map((box) => box.x + box.width));
  const bottom = Math.max(...boxes.map((box) => box.y + box.height));
  return { x, y, width: right - x, height: bottom - y };
}

function withMoves(layout: CanvasLayout, { positions, sizes }: Pick<Move, "positions" | "sizes">, { aside }: Placed): CanvasLayout {
  const nodes = Object.entries(positions).flatMap(([element, { x, y }]) => {
    const by = aside.get(element) ?? { x: 0, y: 0 };
    return readElement(element).kind === "node" ? [[element, { x: Math.round(x - by.x), y: Math.round(y - by.y) }] as const] : [];
  });
  const notes = Object.entries(layout.notes).map(([id, note]) => {
    const [place, size] = [positions[noteElement(id)], sizes[noteElement(id)]];
    const placed = place === undefined ? note : { ...note, x: Math.round(place.x), y: Math.round(place.y) };
    return [id, size === undefined ? placed : { ...placed, width: Math.round(size.width), height: Math.round(size.height) }] as const;
  });
  return { ...layout, nodes: { ...layout.nodes, ...Object.fromEntries(nodes) }, notes: Object.fromEntries(notes) };
}

function toMoveWords(elements: readonly string[], isMove: boolean): string {
  const verb = isMove ? "Move" : "Resize";
  const [first] = elements;
  if (elements.length !== 1 || first === undefined) return `${verb} ${elements.length} things`;
  const { kind, id } = readElement(first);
  return kind === "node" ? `${verb} ${sayNode(id)}` : `${verb} ${kind}`;
}
