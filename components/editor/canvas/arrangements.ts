import { align, distribute, type Alignment } from "@/lib/graph/align";
import { freeName } from "@/lib/graph/free-name";
import type { Box, Point } from "@/lib/graph/layout-input";
import type { CanvasLayout } from "@/lib/schema/layout";

type Change = (layout: CanvasLayout) => CanvasLayout;

const moved = (places: ReadonlyMap<string, Point>): Change => {
  return (layout) => ({ ...layout, nodes: { ...layout.nodes, ...Object.fromEntries(places) } });
};

export function alignNodes(boxes: ReadonlyMap<string, Box>, alignment: Alignment): Change {
  return moved(align(boxes, alignment));
}

export function distributeNodes(boxes: ReadonlyMap<string, Box>, axis: "x" | "y"): Change {
  return moved(distribute(boxes, axis));
}

/** A new group around nodes, and its id. A node is in one group at most. */
export function groupNodes(layout: CanvasLayout, nodes: readonly string[]): { id: string; change: Change } {
  const id = freeName("group", Object.keys(layout.groups));
  const change: Change = (now) => {
    const others = Object.entries(now.groups).flatMap(([key, group]) => {
      const left = group.nodes.filter((node) => !nodes.includes(node));
      return left.length === 0 ? [] : [[key, { ...group, nodes: left }] as const];
    });
    return { ...now, groups: { ...Object.fromEntries(others), [id]: { title: "Group", nodes: [...nodes].sort(), color: "blue" } } };
  };
  return { id, change };
}

export function colourGroup(id: string, color: string): Change {
  return (layout) => {
    const group = Object.hasOwn(layout.groups, id) ? layout.groups[id] : undefined;
    return group === undefined ? layout : { ...layout, groups: { ...layout.groups, [id]: { ...group, color } } };
  };
}

/** The frame goes, its nodes stay. */
export function dropGroup(id: string): Change {
  return (layout) => ({ ...layout, groups: Object.fromEntries(Object.entries(layout.groups).filter(([key]) => key !== id)) });
}

export function addNote(layout: CanvasLayout, at: Point): { id: string; change: Change } {
  const id = freeName("note", Object.keys(layout.notes));
  return { id, change: (now) => ({ ...now, notes: { ...now.notes, [id]: { x: Math.round(at.x), y: Math.round(at.y), text: "" } } }) };
}

export function dropNote(id: string): Change {
  return (layout) => ({ ...layout, notes: Object.fromEntries(Object.entries(layout.notes).filter(([key]) => key !== id)) });
}
