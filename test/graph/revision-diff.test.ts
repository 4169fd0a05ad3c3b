import { describe, expect, test } from "vitest";
import { goneChannels, goneNodes } from "../../lib/graph/gone";
import { joinStarts } from "../../lib/graph/join-starts";
import { alikeByName, likelyRenames, nameLikeness } from "../../lib/graph/likeness";
import { Renamer, renameCheckpoint } from "../../lib/graph/rename-checkpoint";
import { diffRevisions } from "../../lib/graph/revision-diff";
import type { Channel, GraphDescription, GraphEdge, GraphNode } from "../../lib/schema/graph";

type NodeOptions = Partial<Pick<GraphNode, "kind" | "parent" | "triggers" | "defer" | "routers">> & { code?: string };

function node(id: string, { code = `function ${id}() {\n  return { at: "${id}" };\n}`, ...rest }: NodeOptions = {}): GraphNode {
  return {
    id,
    name: id.split(":").at(-1) ?? id,
    kind: "node",
    parent: null,
    description: null,
    source: { file: "graphs/a.ts", line: 1, column: 1, end_line: 3, text: code },
    ends: [],
    triggers: [`branch:to:${id}`],
    defer: false,
    metadata: {},
    ...rest,
  };
}

function edge(source: string, target: string, kind: GraphEdge["kind"] = "static", labels: string[] = []): GraphEdge {
  return { id: `${source}->${target}:${kind}`, source, target, kind, labels };
}

function channel(name: string, kind: Channel["reducer"]["kind"] = "last", source: string | null = null, type = "LastValue"): Channel {
  return { name, type, reducer: { kind, label: kind, source }, schema: null, input: true, output: true };
}

function graph(revision: string, nodes: GraphNode[], edges: GraphEdge[] = [], channels: Channel[] = []): GraphDescription {
  return {
    graph_id: "a",
    api: "graph",
    title: "A",
    description: null,
    file: "graphs/a.ts",
    nodes,
    edges,
    channels,
    schemas: { input: null, output: null, state: null, context: null },
    example_inputs: [],
    revision,
  };
}

describe("two revisions", () => {
  test("differ in nodes, code, routers, edges, channels and reducers, each told once", () => {
    const before = graph(
      "r1",
      [node("plan"), node("draft"), node("gone"), node("same", { routers: [{ name: "next", source: node("next").source }] })],
      [edge("plan", "draft"), edge("draft", "gone", "conditional", ["bad"]), edge("gone", "same")],
      [channel("notes", "append"), channel("old"), channel("total", "custom", "(a, b) => a + b"), channel("kept")],
    );
    const after = graph(
      "r2",
      [node("plan"), node("draft", { code: "changed" }), node("fresh"), node("same", { routers: [{ name: "next", source: node("nxt").source }] })],
      [edge("plan", "draft"), edge("draft", "fresh", "command")],
      [channel("notes", "last"), channel("new"), channel("total", "custom", "(a, b) => a * b"), channel("kept", "last", null, "Topic")],
    );
    expect(diffRevisions(before, after)).toEqual([
      { kind: "node_removed", node: "gone" },
      { kind: "node_added", node: "fresh" },
      expect.objectContaining({ kind: "node_code", node: "draft", after: "changed" }),
      { kind: "edges", node: "draft", added: ["fresh by command"], removed: ["gone (bad) if chosen"] },
      expect.objectContaining({ kind: "router_code", node: "same", router: "next" }),
      { kind: "channel_removed", channel: "old" },
      { kind: "reducer", channel: "notes", before: "append", after: "last" },
      { kind: "channel_added", channel: "new" },
      { kind: "reducer", channel: "total", before: "(a, b) => a + b", after: "(a, b) => a * b" },
      { kind: "channel_type", channel: "kept", before: "LastValue", after: "Topic" },
    ]);
    expect(diffRevisions(before, before)).toEqual([]);
  });

  test("say nothing of routers that the older one did not keep", () => {
    const before = graph("r1", [node("a")]);
    expect(diffRevisions(before, graph("r2", [node("a", { routers: [{ name: "next", source: node("next").source }] })]))).toEqual([]);
  });
});

describe("likely renames", () => {
  test("find a node by its code although its function took the new name too", () => {
    const code = (name: string) => `async function ${name}(state: State) {\n  const text = await write(state.topic);\n  return { draft: text };\n}`;
    const before = graph("r1", [node("plan"), node("draft", { code: code("draft") }), node("other")], [edge("plan", "draft")]);
    const after = graph(
      "r2",
      [node("plan"), node("compose", { code: code("compose") }), node("check", { code: "() => ({})" }), node("other")],
      [edge("plan", "compose")],
    );
    const [best, ...rest] = likelyRenames(before, after);
    expect(best).toMatchObject({ kind: "node", from: "draft", to: "compose" });
    expect(best?.likeness).toBeGreaterThan(0.6);
    expect(rest.every(({ likeness }) => likeness < (best?.likeness ?? 0))).toBe(true);
  });

  test("find a channel by its reducer and name, and offer nothing that is unlike", () => {
    const before = graph("r1", [], [], [channel("notes", "append", null, "BinaryOperatorAggregate"), channel("zzz", "messages", null, "Topic")]);
    const after = graph("r2", [], [], [channel("noted", "append", null, "BinaryOperatorAggregate")]);
    const found = likelyRenames(before, after);
    expect(found[0]).toMatchObject({ kind: "channel", from: "notes", to: "noted" });
    expect(alikeByName("node", ["draft"], ["publish", "draft_text"])).toMatchObject([{ from: "draft", to: "draft_text" }]);
  });

  test("compare names by their letters, whatever separates them", () => {
    expect(nameLikeness("writeDraft", "write_draft")).toBe(1);
    expect(nameLikeness("a", "b")).toBe(0);
    expect(nameLikeness("", "")).toBe(0);
  });
});

describe("what a checkpoint needs", () => {
  const now = graph("r1", [node("plan"), node("child", { kind: "subgraph" }), node("child:inner", { parent: "child" })], [], [channel("notes")]);

  test("names due nodes and channels that are gone, in subgraphs by their drawn id", () => {
    expect(goneNodes({ checkpoint_ns: "", next: ["plan", "draft", "draft", "__start__"] }, now)).toEqual(["draft"]);
    expect(goneNodes({ checkpoint_ns: "child:1", next: ["inner", "lost"] }, now)).toEqual(["child:lost"]);
    expect(goneNodes({ checkpoint_ns: "unknown:1", next: ["inner"] }, now)).toEqual([]);
    expect(goneChannels("", ["notes", "old"], now)).toEqual(["old"]);
    expect(goneChannels("child:1", ["old"], now)).toEqual([]);
  });
});

describe("a checkpoint under new names", () => {
  test("keeps what is due and what was seen, in branches, joins, packets and deferred channels", () => {
    const now = graph("r2", [
      node("plan"),
      node("compose"),
      node("check"),
      node("publish", { triggers: ["branch:to:publish", "join:check+compose:publish"] }),
      node("last", { defer: true }),
    ]);
    const renamer = new Renamer({ nodes: { draft: "compose", final: "last" }, channels: { notes: "remarks" } }, now, ["draft", "check", "publish"]);
    const renamed = renameCheckpoint(
      {
        channel_values: {
          notes: ["a"],
          "branch:to:draft": "plan",
          "branch:to:final": null,
          "join:draft+check:publish": ["draft"],
          __pregel_tasks: [{ node: "draft", args: { draft: "draft" } }],
        },
        channel_versions: { notes: 3, "branch:to:draft": 4, "branch:to:final": 4, "join:draft+check:publish": 4, __pregel_tasks: 4 },
        versions_seen: { draft: { "branch:to:draft": 2 }, plan: { "branch:to:plan": 3 } },
      },
      renamer,
    );
    expect(renamed).toEqual({
      channel_values: {
        remarks: ["a"],
        "branch:to:compose": "plan",
        "branch:to:last": [null, true],
        "join:check+compose:publish": ["compose"],
        __pregel_tasks: [{ node: "compose", args: { draft: "draft" } }],
      },
      channel_versions: { remarks: 3, "branch:to:compose": 4, "branch:to:last": 4, "join:check+compose:publish": 4, __pregel_tasks: 4 },
      versions_seen: { compose: { "branch:to:compose": 2 }, plan: { "branch:to:plan": 3 } },
      former_names: {
        channels: {
          remarks: "notes",
          "branch:to:compose": "branch:to:draft",
          "branch:to:last": "branch:to:final",
          "join:check+compose:publish": "join:draft+check:publish",
        },
        nodes: { compose: "draft" },
      },
    });
    expect(Object.keys(renamed.channel_values)).toEqual([
      "remarks",
      "branch:to:compose",
      "branch:to:last",
      "join:check+compose:publish",
      "__pregel_tasks",
    ]);
  });

  test("makes what was due for a node that is gone due for one that was there and has run", () => {
    const renamer = new Renamer({ nodes: { draft: "check" }, channels: {} }, graph("r2", [node("check")]), ["draft", "check"]);
    const renamed = renameCheckpoint(
      {
        channel_values: { "branch:to:draft": null },
        channel_versions: { "branch:to:check": 3, "branch:to:draft": 5 },
        versions_seen: { check: { "branch:to:check": 3 }, draft: { "branch:to:draft": 2 } },
      },
      renamer,
    );
    expect(renamed.channel_versions).toEqual({ "branch:to:check": 5 });
    expect(renamed.versions_seen).toEqual({ check: { "branch:to:check": 3 } });
    expect(renamed.channel_values).toEqual({ "branch:to:check": null });
  });

  test("takes names with a plus as a whole where they are known", () => {
    expect(joinStarts("join:one+two+more:end", ["one", "two+more"])).toEqual(["one", "two+more"]);
    expect(joinStarts("join:one+two+more:end", [])).toEqual(["one", "two", "more"]);
  });
});
