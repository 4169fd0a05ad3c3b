import ELK from "elkjs/lib/elk.bundled.js";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { toLayoutNode } from "@/components/canvas/elk-answer";
import {
  CARD,
  FRAME_HEADER,
  MAX_LABEL_LENGTH,
  readLayout,
  structureKey,
  toLabelLines,
  toLayoutInput,
  toVisibleGraph,
  type Box,
  type Direction,
  type Layout,
  type VisibleGraph,
} from "../../lib/graph/layout-input";
import { drawing, edge, node, RESEARCH, REVIEW } from "./drawings";

const CLOSED = new Set<string>();
const ids = (graph: VisibleGraph) => graph.nodes.map(({ id }) => id);
const ends = (graph: VisibleGraph) => graph.edges.map(({ source, target }) => `${source}>${target}`);

describe("the visible graph", () => {
  it("leaves out what is inside a closed subgraph", () => {
    const graph = toVisibleGraph(REVIEW, CLOSED);
    expect(ids(graph)).toEqual(["review", "__start__", "intake", "send", "__end__"]);
    expect(graph.nodes.find(({ id }) => id === "review")).toMatchObject({ shape: "card", expandable: true });
    expect(graph.edges.map(({ id }) => id)).toHaveLength(5);
  });

  it("makes an opened subgraph a frame around its nodes, frames first", () => {
    const graph = toVisibleGraph(REVIEW, new Set(["review"]));
    expect(graph.nodes.find(({ id }) => id === "review")).toMatchObject({ shape: "frame", parent: null });
    expect(graph.nodes.find(({ id }) => id === "review:style")).toMatchObject({ shape: "card", parent: "review" });
    expect(ids(graph).indexOf("review")).toBeLessThan(ids(graph).indexOf("review:style"));
    expect(ends(graph)).toContain("review:verdict>review:__end__");
  });

  it("re-attaches edges of inner nodes to the closed card", () => {
    const inner = drawing(
      [edge("a", "sub:x"), edge("sub:x", "sub:y"), edge("sub:y", "b", "conditional", ["good"]), edge("sub:x", "b")],
      [node("sub", { kind: "subgraph" })],
    );
    const closed = toVisibleGraph(inner, CLOSED);
    expect(ends(closed)).toEqual(["a>sub", "sub>b"]);
    expect(closed.edges[1]).toMatchObject({ kind: "static", labels: ["good"], edgeIds: ["sub:y>b conditional", "sub:x>b"] });
    expect(ends(toVisibleGraph(inner, new Set(["sub"])))).toEqual(["a>sub:x", "sub:x>sub:y", "sub:y>b", "sub:x>b"]);
  });

  it("keeps inner frames closed with the frame around them", () => {
    const nested = drawing([edge("a", "sub"), edge("sub:in:x", "sub:in:y")], [node("sub"), node("sub:in")]);
    expect(ids(toVisibleGraph(nested, new Set(["sub:in"])))).toEqual(["sub", "a"]);
    expect(ids(toVisibleGraph(nested, new Set(["sub", "sub:in"])))).toEqual(["sub", "a", "sub:in", "sub:in:x", "sub:in:y"]);
  });

  it("merges parallel edges into one with all labels, once each", () => {
    const parallel = drawing([
      edge("a", "b", "command"),
      edge("a", "b", "conditional", ["yes", "maybe"]),
      { ...edge("a", "b", "conditional", ["yes"]), id: "again" },
    ]);
    expect(toVisibleGraph(parallel, CLOSED).edges).toEqual([
      {
        id: '["a","b"]',
        source: "a",
        target: "b",
        kind: "conditional",
        labels: ["yes", "maybe"],
        edgeIds: ["a>b command", "a>b conditional", "again"],
      },
    ]);
  });

  it("keeps a loop of a node on itself, and drops edges to nodes that are not described", () => {
    const looped = drawing([edge("a", "a", "conditional", ["not yet"])]);
    expect(ends(toVisibleGraph(looped, CLOSED))).toEqual(["a>a"]);
    expect(toVisibleGraph({ ...looped, edges: [edge("a", "gone")] }, CLOSED).edges).toEqual([]);
  });

  it("shows a node whose parent is missing rather than losing it", () => {
    const odd = drawing([edge("x", "y")], [node("x", { parent: "gone" }), node("y")]);
    expect(ids(toVisibleGraph(odd, CLOSED))).toEqual(["x", "y"]);
  });

  it("changes its key with the structure, not with descriptions or kinds", () => {
    const key = (description: Pick<typeof RESEARCH, "nodes" | "edges">, open = CLOSED) => structureKey(toVisibleGraph(description, open));
    const renamed = { ...RESEARCH, nodes: RESEARCH.nodes.map((item) => ({ ...item, description: "Other words.", metadata: { a: 1 } })) };
    expect(key(renamed)).toBe(key(RESEARCH));
    expect(key({ ...RESEARCH, edges: RESEARCH.edges.slice(1) })).not.toBe(key(RESEARCH));
    expect(key(REVIEW, new Set(["review"]))).not.toBe(key(REVIEW));
  });
});

describe("label lines", () => {
  it("shorten long labels and count those that find no room", () => {
    expect(toLabelLines(["a", "b", "c", "d"])).toEqual(["a", "b", "c", "d"]);
    expect(toLabelLines(["a", "b", "c", "d", "e"])).toEqual(["a", "b", "c", "+2 more"]);
    expect(toLabelLines(["x".repeat(80)])[0]).toHaveLength(MAX_LABEL_LENGTH);
  });
});

describe("the layout", () => {
  const elk = new ELK();

  async function layOut(graph: VisibleGraph, direction: Direction): Promise<Layout> {
    const input = toLayoutInput(graph, direction);
    return readLayout(toLayoutNode(await elk.layout(input)));
  }

  function absolute(graph: VisibleGraph, layout: Layout, id: string): Box {
    const box = layout.nodes[id];
    if (box === undefined) throw new Error(`${id} has no place`);
    const parent = graph.nodes.find((other) => other.id === id)?.parent ?? null;
    if (parent === null) return box;
    const frame = absolute(graph, layout, parent);
    return { ...box, x: box.x + frame.x, y: box.y + frame.y };
  }

  const overlap = (a: Box, b: Box) => a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
  const onBorder = (box: Box, { x, y }: { x: number; y: number }) =>
    x >= box.x - 1 && x <= box.x + box.width + 1 && y >= box.y - 1 && y <= box.y + box.height + 1;

  /** What must hold for every picture. */
  async function expectClean(graph: VisibleGraph, direction: Direction): Promise<void> {
    const layout = await layOut(graph, direction);
    const leaves = graph.nodes.filter(({ shape }) => shape !== "frame").map(({ id }) => ({ id, box: absolute(graph, layout, id) }));
    leaves.forEach((a, index) => leaves.slice(index + 1).forEach((b) => expect(overlap(a.box, b.box), `${a.id} lies on ${b.id}`).toBe(false)));
    for (const { id, source, target, labels } of graph.edges) {
      const route = layout.edges[id];
      const [first, final] = [route?.points[0], route?.points.at(-1)];
      if (route === undefined || first === undefined || final === undefined) throw new Error(`${id} has no route`);
      expect(onBorder(absolute(graph, layout, source), first), `${id} leaves its source`).toBe(true);
      expect(onBorder(absolute(graph, layout, target), final), `${id} reaches its target`).toBe(true);
      expect(route.label === null).toBe(labels.length === 0);
      const { label } = route;
      if (label !== null) for (const leaf of leaves) expect(overlap(label, leaf.box), `the label of ${id} lies on ${leaf.id}`).toBe(false);
    }
  }

  it.each(["LR", "TB"] as const)("keeps nodes and labels apart, and lines at their nodes (%s)", async (direction) => {
    await expectClean(toVisibleGraph(RESEARCH, CLOSED), direction);
    await expectClean(toVisibleGraph(REVIEW, CLOSED), direction);
    await expectClean(toVisibleGraph(REVIEW, new Set(["review"])), direction);
  });

  it("lays out any graph", async () => {
    const names = ["a", "b", "c", "d", "sub", "sub:x", "sub:y"];
    const ways = fc.array(
      fc.record({
        from: fc.constantFrom(...names),
        to: fc.constantFrom(...names),
        labels: fc.array(fc.constantFrom("yes", "no", "perhaps"), { maxLength: 2 }),
      }),
      {
        minLength: 1,
        maxLength: 10,
      },
    );
    await fc.assert(
      fc.asyncProperty(ways, fc.boolean(), fc.constantFrom<Direction>("LR", "TB"), async (list, isOpen, direction) => {
        const edges = list.map(({ from, to, labels }, index) => ({
          ...edge(from, to, labels.length > 0 ? "conditional" : "static", labels),
          id: String(index),
        }));
        const graph = toVisibleGraph(
          drawing(
            edges,
            names.map((name) => node(name)),
          ),
          isOpen ? new Set(["sub"]) : CLOSED,
        );
        await expectClean(graph, direction);
      }),
      { numRuns: 40 },
    );
  });

  it("puts the start first and the end last along the direction", async () => {
    const graph = toVisibleGraph(RESEARCH, CLOSED);
    for (const direction of ["LR", "TB"] as const) {
      const { nodes } = await layOut(graph, direction);
      const along = (id: string) => (direction === "LR" ? nodes[id]?.x : nodes[id]?.y) ?? 0;
      const inner = RESEARCH.nodes.filter(({ kind }) => kind === "node").map(({ id }) => along(id));
      expect(along("__start__")).toBeLessThan(Math.min(...inner));
      expect(along("__end__")).toBeGreaterThan(Math.max(...inner));
    }
  });

  it("leaves room for the header of an opened frame", async () => {
    const graph = toVisibleGraph(REVIEW, new Set(["review"]));
    const { nodes } = await layOut(graph, "LR");
    const inner = graph.nodes.filter(({ parent }) => parent === "review").map(({ id }) => nodes[id]?.y ?? 0);
    expect(Math.min(...inner)).toBeGreaterThanOrEqual(FRAME_HEADER);
    expect(nodes["review:style"]).toMatchObject(CARD);
  });

  it("gives the same graph the same places every time", async () => {
    const graph = toVisibleGraph(RESEARCH, CLOSED);
    expect(await layOut(graph, "LR")).toEqual(await layOut(graph, "LR"));
  });
});
