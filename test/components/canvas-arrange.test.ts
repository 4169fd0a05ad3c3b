import { describe, expect, it } from "vitest";
import { createEdgeDrawing } from "@/components/canvas/arrange";
import { toVisibleGraph, type Layout } from "../../lib/graph/layout-input";
import { drawing, edge } from "../graph/drawings";

const graph = toVisibleGraph(drawing([edge("a", "b")]), new Set());
const [line] = graph.edges;
/** Around something that stands between. */
const ROUND = [
  { x: 184, y: 27 },
  { x: 200, y: 27 },
  { x: 200, y: 200 },
  { x: 400, y: 27.5 },
];
const layout: Layout = {
  nodes: { a: { x: 0, y: 0, width: 184, height: 54 }, b: { x: 400, y: 0.5, width: 184, height: 54 } },
  edges: { [line?.id ?? ""]: { points: ROUND, label: null } },
};
const pointsAt = (b: { x: number; y: number }) =>
  createEdgeDrawing()({ key: "", graph, layout, direction: "LR" }, { a: { x: 0, y: 0 }, b })[0]?.data?.points;

describe("a line", () => {
  it("keeps its way where places are kept as whole pixels", () => {
    expect(pointsAt({ x: 400, y: 1 })).toEqual(ROUND);
    expect(pointsAt({ x: 401, y: 0 })).toEqual(ROUND);
  });

  it("leads straight between nodes that were moved apart", () => {
    expect(pointsAt({ x: 400, y: 40 })).not.toEqual(ROUND);
  });
});
