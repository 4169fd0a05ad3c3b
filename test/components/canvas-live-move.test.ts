import { describe, expect, it } from "vitest";
import { createEdgeDrawing } from "@/components/canvas/arrange";
import { createLiveMove } from "@/components/canvas/design/live-move";
import { CARD, type VisibleGraph } from "@/lib/graph/layout-input";

const IDS = ["a", "b", "c", "d"];
const PLACES = Object.fromEntries(IDS.map((id, index) => [id, { x: index * 300, y: 0 }]));
const graph = {
  nodes: IDS.map((id) => ({ id, node: { id, name: id, kind: "node" }, parent: null, shape: "card", expandable: false })),
  edges: ["ab", "bc", "cd"].map(([source = "", target = ""]) => ({ id: `${source}${target}`, source, target, kind: "static", labels: [] })),
} as unknown as VisibleGraph;
const nodes = Object.fromEntries(IDS.map((id) => [id, { ...CARD, x: PLACES[id]?.x ?? 0, y: 0 }]));
const arrangement = { key: "", graph, layout: { nodes, edges: {} }, direction: "LR" as const } as unknown as Parameters<
  ReturnType<typeof createEdgeDrawing>
>[0];

function staged(groups: Record<string, { title: string; nodes: string[] }> = {}) {
  const live = createLiveMove(
    () => null,
    () => 1,
  );
  const drawn = IDS.map((id) => ({ id, position: { x: PLACES[id]?.x ?? 0, y: 0 }, ...CARD }));
  live.stage({ arrangement, nodes: drawn, layout: { nodes: {}, groups, notes: {} } as never, shown: PLACES });
  return live;
}

describe("what the hand moves", () => {
  it("draws lines where they will be after the drop", () => {
    const live = staged();
    live.begin(new Set(["a"]));
    live.move({ x: 10, y: 200 }, []);
    const dropped = createEdgeDrawing()(arrangement, { ...PLACES, a: { x: 10, y: 200 } });
    const { lines, still } = live.store.getState();
    expect(still).toEqual({ x: 0, y: 0 });
    for (const { id, data } of dropped) expect(lines.get(id)?.points).toEqual(data?.points);
  });

  it("keeps the lines that a step does not change", () => {
    const live = staged();
    live.begin(new Set(["a"]));
    live.move({ x: 10, y: 200 }, []);
    const before = live.store.getState().lines.get("cd");
    live.move({ x: 20, y: 210 }, []);
    expect(live.store.getState().lines.get("cd")).toBe(before);
  });

  it("moves back what stands still where most is moved", () => {
    const live = staged();
    live.begin(new Set(["a", "b", "c"]));
    live.move({ x: 5, y: 7 }, []);
    expect(live.store.getState().still).toEqual({ x: -5, y: -7 });
  });

  it("stretches the frame of a group of which a part is moved, and rests at the end", () => {
    const live = staged({ g: { title: "G", nodes: ["a", "b"] } });
    live.begin(new Set(["a"]));
    live.move({ x: 0, y: -100 }, []);
    expect([...live.store.getState().frames.values()]).toHaveLength(1);
    live.end();
    expect(live.store.getState()).toMatchObject({ guides: [], still: { x: 0, y: 0 } });
    expect(live.store.getState().lines.size + live.store.getState().frames.size).toBe(0);
  });
});
