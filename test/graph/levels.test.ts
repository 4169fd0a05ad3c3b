import { describe, expect, it } from "vitest";
import {
  enclosingNamespaces,
  levelDescription,
  levelNodes,
  nodeOfNamespace,
  subgraphRuns,
  surroundingsOf,
  withLevelChannels,
} from "@/lib/graph/levels";
import { buildTree, pathTo } from "@/lib/graph/tree";
import { drawing, edge, node } from "./drawings";
import { entry } from "./entries";
import { channel } from "../components/workbench/fixtures";

const OUTER = [
  entry("a0", null, -1, { next: ["__start__"], nodes: [] }),
  entry("a1", "a0", 0, { next: ["child"], nodes: [] }),
  entry("a3", "a1", 1, { next: [], nodes: ["child"] }),
];
const CHILD = "child:t1";
const NESTED = "child:t1|deep:t2";
const INNER = [
  entry("b0", null, -1, { checkpoint_ns: CHILD, outer_checkpoint_id: "a1", next: ["__start__"], nodes: [] }),
  entry("b1", "b0", 0, { checkpoint_ns: CHILD, outer_checkpoint_id: "a1", next: ["deep"], nodes: [] }),
  entry("c0", null, -1, { checkpoint_ns: NESTED, outer_checkpoint_id: "b1", next: ["__start__"], nodes: [] }),
  entry("c1", "c0", 0, { checkpoint_ns: NESTED, outer_checkpoint_id: "b1", next: ["leaf"], nodes: [] }),
  entry("b2", "b1", 1, { checkpoint_ns: CHILD, outer_checkpoint_id: "a1", next: [], nodes: ["deep"] }),
];

function ids(path: readonly { checkpoint_id: string }[]): string[] {
  return path.map((item) => item.checkpoint_id);
}

describe("levels", () => {
  it("names the namespaces around a namespace, outermost first", () => {
    expect(enclosingNamespaces(NESTED)).toEqual([CHILD, NESTED]);
    expect(enclosingNamespaces("")).toEqual([]);
    expect(nodeOfNamespace(NESTED)).toBe("child:deep");
  });

  it("lists the subgraphs that ran on a path with their newest checkpoints", () => {
    const runs = subgraphRuns(pathTo(buildTree(OUTER), "a3"), INNER, false);
    expect(runs.map(({ checkpoint_ns, newest, checkpoints }) => [checkpoint_ns, newest.checkpoint_id, checkpoints])).toEqual([
      [CHILD, "b2", 3],
      [NESTED, "c1", 2],
    ]);
  });

  it("finds the moment of all graphs around a nested checkpoint", () => {
    const nested = buildTree(INNER.filter((item) => item.checkpoint_ns === NESTED));
    const { outer, path } = surroundingsOf({ tree: buildTree(OUTER), inner: INNER, path: pathTo(nested, "c1"), isPast: false });
    expect(outer?.checkpoint_id).toBe("a1");
    expect(ids(path)).toEqual(["a0", "a1", "b0", "b1", "c0", "c1"]);
  });

  it("gives the nodes and the channels of a level", () => {
    const edges = [edge("__start__", "child"), edge("child:__start__", "child:deep"), edge("child:deep:__start__", "child:deep:leaf")];
    const own = [channel("words")];
    const whole = drawing(edges, [node("child", { kind: "subgraph", channels: own }), node("child:deep", { kind: "subgraph" })]);
    expect(levelNodes(whole, CHILD).map(({ id }) => id)).toEqual(["child:deep", "child:__start__"]);
    expect(levelNodes(whole, "").map(({ id }) => id)).toEqual(["child", "__start__"]);
    expect(levelNodes(whole, "unknown:t9")).toEqual([]);
    expect(withLevelChannels(whole, CHILD).channels).toEqual(own);
    expect(withLevelChannels(whole, NESTED).channels).toEqual([]);
    expect(withLevelChannels(whole, "")).toBe(whole);
  });

  it("describes the graph of a level with the names of its own checkpoints", () => {
    const edges = [edge("__start__", "child"), edge("child:__start__", "child:deep"), edge("child:deep:__start__", "child:deep:leaf")];
    const whole = drawing(edges, [node("child", { kind: "subgraph", channels: [] }), node("child:deep", { kind: "subgraph" })]);
    const level = levelDescription(whole, CHILD);
    expect(level.nodes.map(({ id, parent }) => [id, parent])).toEqual([
      ["deep", null],
      ["__start__", null],
      ["deep:__start__", "deep"],
      ["deep:leaf", "deep"],
    ]);
    expect(level.edges.map(({ source, target }) => [source, target])).toEqual([
      ["__start__", "deep"],
      ["deep:__start__", "deep:leaf"],
    ]);
    expect(levelDescription(whole, "")).toBe(whole);
    expect(levelDescription(whole, "unknown:t9").nodes).toEqual([]);
  });

  it("tolerates rows that do not tell what encloses them, or enclose themselves", () => {
    const lonely = [entry("x0", null, -1, { checkpoint_ns: CHILD }), entry("x1", "x0", 0, { checkpoint_ns: CHILD, outer_checkpoint_id: "x1" })];
    const tree = buildTree(lonely);
    expect(surroundingsOf({ tree: buildTree(OUTER), inner: lonely, path: pathTo(tree, "x0"), isPast: false }).outer).toBeNull();
    expect(ids(surroundingsOf({ tree: buildTree(OUTER), inner: lonely, path: pathTo(tree, "x1"), isPast: false }).path)).toContain("x1");
  });
});
