import { describe, expect, it } from "vitest";
import { align, distribute } from "../../lib/graph/align";
import { freeName } from "../../lib/graph/free-name";
import { CARD, toVisibleGraph, type Box } from "../../lib/graph/layout-input";
import { directionOf, isArranged, makeRoom, placeNodes, roomTaken } from "../../lib/graph/place-nodes";
import { isBuilderCode, namesOf, toSnippet } from "../../lib/graph/snippet";
import { snapTo } from "../../lib/graph/snap";
import { drawing, edge, RESEARCH } from "./drawings";
import { place, sourceEdge, sourceGraph, sourceNode, sourceRouter } from "./source-graphs";

const box = (x: number, y: number, width = 100, height = 40): Box => ({ x, y, width, height });
const NOTHING: ReadonlySet<string> = new Set();

function gridOf(graph: ReturnType<typeof toVisibleGraph>): Record<string, Box> {
  return Object.fromEntries(graph.nodes.map(({ id }, index) => [id, { x: index * 240, y: 0, ...CARD }]));
}

function overlap(a: { x: number; y: number }, b: { x: number; y: number }): boolean {
  return Math.abs(a.x - b.x) < CARD.width && Math.abs(a.y - b.y) < CARD.height;
}

describe("where nodes stand", () => {
  const graph = toVisibleGraph(RESEARCH, NOTHING);
  const laidOut = gridOf(graph);

  it("is the automatic layout as long as nobody put anything anywhere", () => {
    const places = placeNodes({ graph, kept: {}, laidOut, direction: "LR", free: null });
    for (const [id, { x, y }] of Object.entries(laidOut)) expect(places[id]).toEqual({ x, y });
  });

  it("moves only what was dragged, as long as most nodes were not", () => {
    const places = placeNodes({ graph, kept: { plan: { x: 7, y: 9 } }, laidOut, direction: "LR", free: null });
    expect(places.plan).toEqual({ x: 7, y: 9 });
    expect(places.note).toEqual({ x: laidOut.note?.x, y: laidOut.note?.y });
  });

  it("moves no node when a new one comes, and puts that between its neighbours, on nothing", () => {
    const kept = Object.fromEntries(Object.entries(laidOut).map(([id, { x, y }]) => [id, { x, y }]));
    const grown = toVisibleGraph(drawing([...RESEARCH.edges, edge("search", "check"), edge("check", "note"), edge("check", "twice")]), NOTHING);
    expect(isArranged(grown, kept)).toBe(true);
    const places = placeNodes({ graph: grown, kept, laidOut: {}, direction: "LR", free: null });
    for (const [id, at] of Object.entries(kept)) expect(places[id]).toEqual(at);
    const all = Object.entries(places);
    for (const [id, at] of all) {
      if (id !== "check" && id !== "twice") continue;
      expect(all.filter(([other, point]) => other !== id && overlap(at, point))).toEqual([]);
    }
    const again = placeNodes({ graph: grown, kept, laidOut: {}, direction: "LR", free: null });
    expect(again).toEqual(places);
  });

  it("puts a node without neighbours where one looks, or below everything", () => {
    const kept = { a: { x: 0, y: 0 }, b: { x: 300, y: 0 } };
    const lonely = toVisibleGraph(drawing([edge("a", "b"), edge("c", "c")]), NOTHING);
    const seen = placeNodes({ graph: lonely, kept, laidOut: {}, direction: "LR", free: { x: 1000, y: 500 } });
    expect(seen.c).toEqual({ x: 1000 - CARD.width / 2, y: 500 - CARD.height / 2 });
    const unseen = placeNodes({ graph: lonely, kept, laidOut: {}, direction: "LR", free: null });
    expect(unseen.c?.y).toBeGreaterThan(CARD.height);
  });

  it("forgets where the ends stood when the first node comes", () => {
    const first = toVisibleGraph(drawing([edge("__start__", "a"), edge("a", "__end__")]), NOTHING);
    const kept = { __start__: { x: 0, y: 0 }, __end__: { x: 60, y: 0 } };
    const places = placeNodes({ graph: first, kept, laidOut: gridOf(first), direction: "LR", free: null });
    expect(places.__end__?.x).toBeGreaterThan(places.a?.x ?? 0);
  });

  it("reads the direction from where nodes were put", () => {
    const graphOfTwo = toVisibleGraph(drawing([edge("a", "b")]), NOTHING);
    expect(directionOf(graphOfTwo, { a: { x: 0, y: 0 }, b: { x: 300, y: 20 } })).toBe("LR");
    expect(directionOf(graphOfTwo, { a: { x: 0, y: 0 }, b: { x: 30, y: 200 } })).toBe("TB");
  });

  it("makes room for an opened frame by moving what is behind and below it", () => {
    const places = { frame: { x: 0, y: 0 }, behind: { x: 300, y: 0 }, below: { x: 0, y: 100 }, before: { x: -300, y: 0 } };
    const aside = makeRoom(places, new Map([["frame", { width: CARD.width + 200, height: CARD.height + 90 }]]));
    expect(Object.fromEntries(aside)).toEqual({ behind: { x: 200, y: 0 }, below: { x: 0, y: 90 } });
    const opened = { ...places, behind: { x: 500, y: 0 }, below: { x: 0, y: 190 } };
    expect(roomTaken(opened, new Map([["frame", { width: CARD.width + 200, height: CARD.height + 90 }]]))).toEqual(aside);
  });
});

describe("snapping", () => {
  it("draws a box into line with the nearest edge or middle, and shows it", () => {
    const { by, guides } = snapTo(box(203, 104), [box(0, 100), box(400, 300)], 6);
    expect(by).toEqual({ x: 0, y: -4 });
    expect(guides.map(({ axis, at }) => [axis, at])).toEqual([
      ["y", 100],
      ["y", 120],
      ["y", 140],
    ]);
    expect(guides[0]).toMatchObject({ from: 0, to: 303 });
  });

  it("leaves alone what is near to nothing", () => {
    expect(snapTo(box(50, 70), [box(0, 0)], 6)).toEqual({ by: { x: 0, y: 0 }, guides: [] });
  });
});

describe("aligning and distributing", () => {
  const boxes = new Map([
    ["a", box(0, 0)],
    ["b", box(130, 50, 60)],
    ["c", box(400, 20)],
  ]);

  it("puts boxes on one line of the box around them", () => {
    expect([...align(boxes, "left").values()].map(({ x }) => x)).toEqual([0, 0, 0]);
    expect([...align(boxes, "right").values()].map(({ x }) => x)).toEqual([400, 440, 400]);
    expect([...align(boxes, "middle").values()].map(({ y }) => y)).toEqual([25, 25, 25]);
  });

  it("leaves equal room between boxes, and the outermost where they are", () => {
    expect(Object.fromEntries([...distribute(boxes, "x")].map(([id, { x }]) => [id, x]))).toEqual({ a: 0, b: 220, c: 400 });
    expect(distribute(new Map(), "x").size).toBe(0);
  });
});

describe("a free name", () => {
  it("counts on from the wished one", () => {
    expect(freeName("draft", ["plan"])).toBe("draft");
    expect(freeName("draft", ["draft", "draft_2"])).toBe("draft_3");
    expect(freeName("draft_2", ["draft_2"])).toBe("draft_3");
  });
});

describe("nodes as code", () => {
  const text = [
    'import { END, StateGraph, type RunnableConfig as Config } from "@langchain/langgraph";',
    "/** Does a. */",
    "function a() {}",
    "function route() {}",
    'graph.addNode("a", a, { defer: true })',
    'graph.addConditionalEdges("a", route, { x: "b" });',
    "inline => 1",
  ].join("\n");
  const at = (part: string) => place(text.indexOf(part), text.indexOf(part) + part.length);
  const graph = sourceGraph({
    nodes: [
      sourceNode("a", {
        action: {
          kind: "function",
          name: "a",
          place: at("a, {").start < 0 ? null : place(text.indexOf('"a", a') + 5, text.indexOf('"a", a') + 6),
          definition: at("function a() {}"),
          body: null,
        },
        options_place: at("{ defer: true }"),
      }),
      sourceNode('b "quoted"', { action: { kind: "inline", name: null, place: at("inline => 1"), definition: at("inline => 1"), body: null } }),
      sourceNode("c"),
    ],
    edges: [sourceEdge("a", 'b "quoted"'), sourceEdge("a", "c")],
    conditional: [
      sourceRouter(
        "a",
        { x: 'b "quoted"' },
        {
          place: at('graph.addConditionalEdges("a", route, { x: "b" });'),
          router: { kind: "function", name: "route", place: null, definition: at("function route() {}"), body: null },
        },
      ),
    ],
  });

  it("brings the functions and the edges among the nodes along", () => {
    expect(toSnippet({ graph, file: "graphs/sample.ts", text, names: ["a", 'b "quoted"'] })).toBe(`import { StateGraph } from "@langchain/langgraph";

/** Does a. */
function a() {}

function route() {}

new StateGraph(State)
  .addNode("a", a, { defer: true })
  .addNode("b \\"quoted\\"", inline => 1)
  .addEdge("a", "b \\"quoted\\"")
  .addConditionalEdges("a", route, { x: "b" });
`);
  });

  it("leaves out what leads elsewhere", () => {
    expect(toSnippet({ graph, file: "graphs/sample.ts", text, names: ["a"] })).not.toMatch(/addEdge|addConditional|route/);
  });

  it("is known by its calls, and tells its names", () => {
    expect(isBuilderCode('g\n  . addNode ("x", f)')).toBe(true);
    expect(isBuilderCode("just words about addNode")).toBe(false);
    expect(namesOf('g.addNode("a", f).addNode(\'b\', g).addNode("a", h).addNode(name, k)')).toEqual(["a", "b"]);
  });
});
