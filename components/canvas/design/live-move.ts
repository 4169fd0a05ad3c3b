import { createContext, useContext } from "react";
import { createStore, useStore } from "zustand";
import type { Box, Point, VisibleEdge } from "@/lib/graph/layout-input";
import type { Guide } from "@/lib/graph/snap";
import type { CanvasLayout } from "@/lib/schema/layout";
import { createLineDrawing, hasObstacles, type PlacedNode } from "../arrange";
import type { LineEdgeType } from "../line-edge";
import type { Positions } from "../saved-view";
import type { Arrangement } from "../use-layout";
import { groupElement } from "./element-ids";
import { groupBox } from "./group-box";

type Line = Pick<NonNullable<LineEdgeType["data"]>, "points" | "labelAt">;

type LiveState = {
  /** Lines that run elsewhere than their elements say, by id. */
  lines: ReadonlyMap<string, Line>;
  /** Frames of groups of which only a part is moved, from their own place, by element id. */
  frames: ReadonlyMap<string, Box>;
  guides: readonly Guide[];
  /** How far all that stands still is moved within the viewport. */
  still: Point;
};

/** What is drawn, as the elements have it. */
type Scene = { arrangement: Arrangement; nodes: readonly PlacedNode[]; layout: CanvasLayout; shown: Positions };

type Plan = {
  /** The viewport is moved and what stands still is moved back: less to do where most is moved. */
  isInverse: boolean;
  /** Each is moved by hand in every frame. */
  shifted: readonly string[];
  lines: readonly VisibleEdge[];
  frames: readonly { element: string; at: Point; members: readonly { id: string; box: Box }[] }[];
  draw: ReturnType<typeof createLineDrawing>;
  isMoved: (id: string) => boolean;
};

const ORIGIN: Point = { x: 0, y: 0 };
const REST: LiveState = { lines: new Map(), frames: new Map(), guides: [], still: ORIGIN };

/**
 * Moves what is under the hand without telling React and the drawing library, which would look at every node and line in
 * every frame: nodes by a style that neither of them sets, lines and frames that change by a store that they listen to.
 * It ends in the moment in which the elements themselves stand where the hand left them.
 */
export function createLiveMove(pane: () => HTMLElement | null, zoom: () => number) {
  const store = createStore<LiveState>(() => REST);
  const found = new Map<string, HTMLElement>();
  let scene: Scene | null = null;
  let moved: ReadonlySet<string> | null = null;
  let plan: Plan | null = null;
  let last: { by: Point; guides: readonly Guide[] } = { by: ORIGIN, guides: [] };

  const elementOf = (id: string): HTMLElement | null => {
    const known = found.get(id);
    if (known?.isConnected === true) return known;
    const element = pane()?.querySelector<HTMLElement>(`.react-flow__node[data-id="${CSS.escape(id)}"]`) ?? null;
    if (element !== null) found.set(id, element);
    return element;
  };
  const viewport = () => pane()?.querySelector<HTMLElement>(".react-flow__viewport") ?? null;

  function show(): void {
    if (plan === null) return;
    const { isInverse, draw, isMoved } = plan;
    const { by, guides } = last;
    const forth = isInverse ? ORIGIN : by;
    const still = isInverse ? { x: -by.x, y: -by.y } : ORIGIN;
    const shiftOf = (id: string) => (isMoved(id) ? forth : still);
    if (isInverse) moveElement(viewport(), { x: by.x * zoom(), y: by.y * zoom() });
    for (const id of plan.shifted) moveElement(elementOf(id), shiftOf(id));
    const lines = new Map<string, Line>();
    for (const { id, data } of draw(plan.lines, shiftOf)) {
      const before = store.getState().lines.get(id);
      if (data !== undefined) lines.set(id, before !== undefined && isSameLine(before, data) ? before : data);
    }
    const frames = new Map<string, Box>();
    for (const { element, at, members } of plan.frames) {
      const box = groupBox(members.map((member) => shift(member.box, shiftOf(member.id))));
      if (box !== null) frames.set(element, { ...box, x: box.x - at.x - still.x, y: box.y - at.y - still.y });
    }
    store.setState({ lines, frames, guides, still });
  }

  function clear(): void {
    moveElement(viewport(), null);
    for (const element of found.values()) moveElement(element, null);
    found.clear();
  }

  function prepare(): void {
    if (scene === null || moved === null) return;
    if (plan !== null) clear();
    plan = toPlan(scene, moved);
    show();
  }

  return {
    store,
    isActive: () => plan !== null,
    /** What is drawn from now on, which can be something else while the hand moves. */
    stage: (next: Scene) => {
      scene = next;
      prepare();
    },
    /** Takes elements of the outermost level in hand. */
    begin: (ids: ReadonlySet<string>) => {
      moved = ids;
      prepare();
    },
    move: (by: Point, guides: readonly Guide[]) => {
      last = { by, guides };
      show();
    },
    /** The drawing was zoomed or moved under the hand. */
    refresh: () => {
      if (plan?.isInverse === true) moveElement(viewport(), { x: last.by.x * zoom(), y: last.by.y * zoom() });
    },
    end: () => {
      if (plan === null) return;
      clear();
      plan = moved = null;
      last = { by: ORIGIN, guides: [] };
      store.setState(REST);
    },
  };
}

export type LiveMove = ReturnType<typeof createLiveMove>;

export const LiveMoveContext = createContext<LiveMove | null>(null);

export function useLive<T>(select: (state: LiveState) => T): T {
  const live = useContext(LiveMoveContext);
  if (live === null) throw new Error("This component belongs inside a DesignCanvas.");
  return useStore(live.store, select);
}

/** The property adds itself to the place that the drawing library gives an element. */
function moveElement(element: HTMLElement | null, by: Point | null): void {
  element?.style.setProperty("translate", by === null ? "" : `${by.x}px ${by.y}px`);
}

function toPlan({ arrangement, nodes, layout, shown }: Scene, moved: ReadonlySet<string>): Plan {
  const parents = new Map(nodes.map(({ id, parentId }) => [id, parentId]));
  const boxes = new Map(nodes.map(({ id, position, width = 0, height = 0 }) => [id, { ...position, width, height }]));
  const groups = Object.entries(layout.groups).map(([id, group]) => {
    const members = group.nodes.flatMap((member) =>
      boxes.has(member) ? [{ id: member, box: boxes.get(member) ?? { ...ORIGIN, width: 0, height: 0 } }] : [],
    );
    return {
      element: groupElement(id),
      at: boxes.get(groupElement(id)) ?? ORIGIN,
      members,
      count: members.filter((member) => moved.has(member.id)).length,
    };
  });
  const whole = new Set(groups.flatMap(({ element, members, count }) => (count > 0 && count === members.length ? [element] : [])));
  const isMoved = (id: string): boolean => {
    let at = id;
    for (let parent = parents.get(at); parent !== undefined; parent = parents.get(at)) at = parent;
    return moved.has(at) || whole.has(at);
  };
  const ofNodes = new Map(nodes.map(({ id }) => [id, isMoved(id)]));
  const { edges } = arrangement.graph;
  const touching = (side: boolean) =>
    hasObstacles(arrangement.graph) ? edges : edges.filter(({ source, target }) => ofNodes.get(source) === side || ofNodes.get(target) === side);
  const standing = (side: boolean) => [...ofNodes].flatMap(([id, is]) => (is === side ? [id] : []));
  const [forth, back] = [
    { lines: touching(true), shifted: standing(true) },
    { lines: touching(false), shifted: standing(false) },
  ];
  const isInverse = back.lines.length + back.shifted.length < forth.lines.length + forth.shifted.length;
  return {
    isInverse,
    ...(isInverse ? back : forth),
    frames: groups.filter(({ members, count }) => count > 0 && count < members.length),
    draw: createLineDrawing(arrangement, shown),
    isMoved: (id) => ofNodes.get(id) ?? false,
  };
}

function isSameLine(a: Line, b: Line): boolean {
  const isAt = (one: Point | null | undefined, other: Point | null | undefined) => one?.x === other?.x && one?.y === other?.y;
  return a.points.length === b.points.length && isAt(a.labelAt, b.labelAt) && a.points.every((point, index) => isAt(point, b.points[index]));
}

function shift(box: Box, by: Point): Box {
  return { ...box, x: box.x + by.x, y: box.y + by.y };
}
