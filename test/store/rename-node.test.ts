import { expect, it } from "vitest";
import type { Edit } from "../../lib/schema/edit";
import { applyEdits } from "../../lib/source/edit/apply-edits";
import { memoryHost } from "../../lib/source/host";
import { readSource } from "../../lib/source/read-source";
import { changedNodes } from "../../lib/server/design/changed-nodes";
import { listBreakpoints, putBreakpoint } from "../../lib/store/breakpoints";
import { readRules } from "../../lib/store/approval-rules";
import { readPins, writePins } from "../../lib/store/pins";
import { changeNodes } from "../../lib/store/rename-node";
import { tempStore } from "./temp-store";

const FILE = "graphs/flow.ts";
const TEXT = `import { Annotation, END, START, StateGraph } from "@langchain/langgraph";

const State = Annotation.Root({ n: Annotation<number> });
const a = () => ({});
const b = () => ({});

const child = new StateGraph(State).addNode("inner", a).addEdge(START, "inner").addEdge("inner", END).compile();

export const graph = new StateGraph(State)
  .addNode("a", a)
  .addNode("b", b)
  .addNode("child", child)
  .addEdge(START, "a")
  .addEdge("a", "b")
  .addEdge("b", "child")
  .addEdge("child", END)
  .compile();
`;

function changesBy(edits: Edit[]) {
  const host = memoryHost({ [FILE]: TEXT });
  const outcome = applyEdits(host, FILE, edits);
  if (outcome.status !== "done") throw new Error(JSON.stringify(outcome));
  const before = readSource(host, FILE);
  return { there: changedNodes(edits, before, outcome.model, "graph"), back: changedNodes([], outcome.model, before, "graph") };
}

it("a renamed node is found by its place and function, also when that is undone", () => {
  const { there, back } = changesBy([{ type: "rename_node", graph: "graph", node: "a", name: "first", also: "none" }]);
  expect(there).toEqual([{ from: "a", to: "first", kind: "renamed" }]);
  expect(back).toEqual([{ from: "first", to: "a", kind: "renamed" }]);
});

it("a node of a subgraph is found by its drawn name", () => {
  const { there } = changesBy([{ type: "rename_node", graph: "child", node: "inner", name: "core", also: "none" }]);
  expect(there).toEqual([{ from: "child:inner", to: "child:core", kind: "renamed" }]);
});

it("a node that was deleted and another one that was added are not the same", () => {
  const { there } = changesBy([
    { type: "delete_node", graph: "graph", node: "a", heal: false },
    { type: "add_node", graph: "graph", name: "z", kind: "code", settings: {} },
  ]);
  expect(there).toEqual([]);
});

it("breakpoints and pins go with their node, and approval rules are those of the node that asks now, too", async () => {
  const store = tempStore();
  const spec = { kind: "node", when: "before", condition: null, hits: null } as const;
  const nodes = ["a", "a:inner", "ab", "b"];
  for (const [index, node] of nodes.entries()) {
    const breakpoint_id = `00000000-0000-4000-8000-00000000000${index}`;
    await putBreakpoint(store, {
      breakpoint_id,
      graph_id: "flow",
      enabled: true,
      spec: { ...spec, node },
      created_at: `2026-01-01T00:00:0${index}.000Z`,
    });
  }
  writePins(store, "flow", [{ node: "a", values: { n: 1 }, enabled: true }]);
  const rule = JSON.stringify({ group: "finance", approvers: 2, deadline: null });
  for (const node of ["", "a", "tools"]) store.prepare(`INSERT INTO approval_rules (graph_id, node, rule) VALUES ('flow', ?, ?)`).run(node, rule);

  changeNodes(store, "flow", [
    { from: "a", to: "first", kind: "renamed" },
    { from: "tools", to: "tool", kind: "split" },
  ]);

  const specs = (await listBreakpoints(store, "flow")).map((each) => (each.spec.kind === "node" ? each.spec.node : ""));
  expect(specs).toEqual(["first", "first:inner", "ab", "b"]);
  expect(readPins(store, "flow")).toEqual([{ node: "first", values: { n: 1 }, enabled: true }]);
  expect(readRules(store, "flow").rules.map(({ node }) => node)).toEqual([null, "a", "first", "tool", "tools"]);
});
