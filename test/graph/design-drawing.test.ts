import { describe, expect, it } from "vitest";
import { edgeKey, parseEdgeKey, toDesignDescription, toLockedDrawing } from "../../lib/graph/design-drawing";
import { drawing, edge, node } from "./drawings";
import { place, sourceEdge, sourceGraph, sourceNode, sourceRouter } from "./source-graphs";

const REFUND = sourceGraph({
  nodes: [sourceNode("classify", { description: "What is asked." }), sourceNode("approval"), sourceNode("refund")],
  edges: [sourceEdge("__start__", "classify"), sourceEdge("approval", "refund"), sourceEdge("refund", "__end__")],
  conditional: [sourceRouter("classify", { "above 50": "approval", "up to 50": "refund" })],
});

const partsOf = (shown: ReturnType<typeof toDesignDescription>, source: string, target: string) =>
  shown.edges.get(edgeKey(source, target))?.parts ?? [];
const linesOf = ({ description }: ReturnType<typeof toDesignDescription>) =>
  description.edges.map(({ source, target, kind, labels }) => [source, target, kind, ...labels].join(" ")).sort();

describe("what Design mode draws", () => {
  it("is the text's nodes, edges and branches, with both ends", () => {
    const shown = toDesignDescription(REFUND, null);
    expect(shown.description.nodes.map(({ id }) => id)).toEqual(["__start__", "classify", "approval", "refund", "__end__"]);
    expect(shown.description.nodes[1]?.description).toBe("What is asked.");
    expect(linesOf(shown)).toEqual([
      "__start__ classify static",
      "approval refund static",
      "classify approval conditional above 50",
      "classify refund conditional up to 50",
      "refund __end__ static",
    ]);
    expect(shown.locks).toEqual({});
    expect(shown.disagreements).toEqual([]);
  });

  it("hides a label that only repeats its target, unless it stands in a path map", () => {
    const map = { approval: "approval", refund: "refund" };
    const mapped = toDesignDescription({ ...REFUND, conditional: [sourceRouter("classify", map)] }, null);
    expect(linesOf(mapped)).toContain("classify refund conditional refund");
    const inferred = toDesignDescription({ ...REFUND, conditional: [sourceRouter("classify", map, { map: "inferred" })] }, null);
    expect(linesOf(inferred)).toContain("classify refund conditional");
    expect(partsOf(inferred, "classify", "refund")).toMatchObject([{ kind: "branch", label: "refund", router: 0, canRename: false }]);
  });

  it("keeps several ways between two nodes apart", () => {
    const graph = { ...REFUND, edges: [...REFUND.edges, sourceEdge("classify", "refund")] };
    const routed = { ...graph, conditional: [...graph.conditional, sourceRouter("classify", { fast: "refund" })] };
    const parts = partsOf(toDesignDescription(routed, null), "classify", "refund");
    expect(parts.map(({ kind, label, router }) => [kind, label, router])).toEqual([
      ["edge", null, null],
      ["branch", "up to 50", 0],
      ["branch", "fast", 1],
    ]);
  });

  it("draws declared and coded Command targets, locked, and none that leave for the parent", () => {
    const gotos = [
      { kind: "command", target: "refund", place: place() },
      { kind: "send", target: "approval", place: place() },
      { kind: "parent", target: "elsewhere", place: place() },
    ] as const;
    const graph = sourceGraph({
      nodes: [sourceNode("classify", { ends: ["refund"], gotos: [...gotos] }), sourceNode("approval"), sourceNode("refund")],
    });
    const shown = toDesignDescription(graph, null);
    expect(partsOf(shown, "classify", "refund")).toMatchObject([{ kind: "command", send: false }]);
    expect(partsOf(shown, "classify", "approval")).toMatchObject([{ kind: "command", send: true }]);
    expect(shown.edges.has(edgeKey("classify", "elsewhere"))).toBe(false);
    expect(shown.locks[edgeKey("classify", "refund")]).toMatch(/own code/);
  });

  it("draws where an unknown router leads as the runner reports it", () => {
    const graph = { ...REFUND, conditional: [sourceRouter("classify", null)] };
    const described = drawing([edge("classify", "approval", "conditional", ["much"]), edge("classify", "refund", "conditional")]);
    const shown = toDesignDescription(graph, described);
    expect(shown.nodes.get("classify")?.hasUnknownWays).toBe(true);
    expect(partsOf(shown, "classify", "approval")).toMatchObject([{ kind: "described", label: "much" }]);
    expect(shown.locks[edgeKey("classify", "refund")]).toMatch(/could not be read/);
  });

  it("shows what only the runner knows where the text cannot be read, with reason and line", () => {
    const graph = { ...REFUND, locked: [{ reason: "A loop adds nodes.", place: place(0, 9, 12) }] };
    const described = drawing([edge("__start__", "classify"), edge("classify", "worker_1"), edge("worker_1", "refund"), edge("refund", "__end__")]);
    const shown = toDesignDescription(graph, described);
    expect(shown.description.nodes.map(({ id }) => id)).toContain("worker_1");
    expect(shown.locks.worker_1).toBe("A loop adds nodes. (line 12)");
    expect(shown.locks[edgeKey("worker_1", "refund")]).toBe("A loop adds nodes. (line 12)");
  });

  it("says where text and runner disagree, and draws no node that the text has not where it can be read", () => {
    const described = drawing([edge("__start__", "classify"), edge("classify", "ghost"), edge("approval", "refund"), edge("refund", "__end__")]);
    const shown = toDesignDescription({ ...REFUND, edges: [...REFUND.edges, sourceEdge("classify", "approval")] }, described);
    expect(shown.nodes.has("ghost")).toBe(false);
    expect(shown.disagreements.map(({ kind, id, only }) => [kind, id, only])).toEqual([
      ["node", "ghost", "runner"],
      ["edge", edgeKey("classify", "approval"), "text"],
    ]);
  });

  it("takes the inside of subgraphs from the runner, to be looked at", () => {
    const inner = [edge("refund:__start__", "refund:check"), edge("refund:check", "refund:__end__")];
    const shown = toDesignDescription(REFUND, drawing([edge("approval", "refund"), ...inner], [node("refund", { kind: "subgraph" })]));
    expect(shown.description.nodes.find(({ id }) => id === "refund:check")?.parent).toBe("refund");
    expect(shown.description.nodes.find(({ id }) => id === "refund")?.kind).toBe("subgraph");
    expect(shown.nodes.has("refund:check")).toBe(false);
    expect(linesOf(shown)).toContain("refund:__start__ refund:check static");
  });

  it("locks all of an agent and of a functional workflow", () => {
    const shown = toDesignDescription({ ...REFUND, api: "agent" }, null);
    expect(shown.locks.classify).toMatch(/createAgent/);
    expect(Object.keys(shown.locks)).toHaveLength(3 + 5);
  });

  it("knows nodes that are guarded by their metadata or the comment of their function", () => {
    const text = "/**\n * Pays.\n * @guarded\n */\nfunction refund() {}\n/** Not @guardedly. */\nfunction approval() {}";
    const start = text.indexOf("function refund");
    const other = text.indexOf("function approval");
    const action = (name: string, at: number) => ({ kind: "function" as const, name, place: null, definition: place(at, at + 10), body: null });
    const metadata = { text: '{ guarded: "boss" }', place: place(), value: { guarded: "boss" } };
    const graph = sourceGraph({
      nodes: [
        sourceNode("refund", { action: action("refund", start), place: place(9999) }),
        sourceNode("approval", { action: action("approval", other), place: place(9999) }),
        sourceNode("pay", { options: { metadata }, place: place(9999) }),
      ],
    });
    const shown = toDesignDescription(graph, null, text);
    expect([...shown.nodes].map(([name, { guarded }]) => [name, guarded])).toEqual([
      ["refund", true],
      ["approval", false],
      ["pay", true],
    ]);
  });

  it("takes any name for a name", () => {
    const names = ["__proto__", "constructor", 'a"b', "</script>", "ein Knoten\n"];
    const graph = sourceGraph({
      nodes: names.map((name) => sourceNode(name, { locked: "Because." })),
      edges: [sourceEdge("__proto__", "constructor")],
    });
    const shown = toDesignDescription(graph, drawing([edge("__proto__", "constructor")]));
    expect([...shown.nodes.keys()]).toEqual(names);
    expect(Object.keys(shown.locks)).toEqual(names);
    expect(linesOf(shown)).toEqual(["__proto__ constructor static"]);
    expect(parseEdgeKey(edgeKey("__proto__", 'a"b'))).toEqual({ source: "__proto__", target: 'a"b' });
  });

  it("draws everything as the runner reports it where the text does not say which graph it is", () => {
    const described = drawing([edge("__start__", "a"), edge("a", "b", "conditional", ["x"])]);
    const shown = toLockedDrawing(described, "Which one?");
    expect(shown.description).toBe(described);
    expect(shown.locks.a).toBe("Which one?");
    expect(shown.locks[edgeKey("a", "b")]).toBe("Which one?");
  });
});
