import { expect, test } from "vitest";
import { toTargets } from "../../lib/lint/targets";
import { readSource } from "../../lib/source/read-source";

const FILE = "graphs/a.ts";
const TEXT = `import { Annotation, StateGraph, START, END } from "@langchain/langgraph";

const State = Annotation.Root({
  topic: Annotation<string>,
  drafts: Annotation<string[]>({ reducer: (a, b) => a.concat(b), default: () => [] }),
});

/** Writes a draft. */
async function write(state: typeof State.State) {
  return { drafts: [state.topic] };
}

function route(state: typeof State.State) {
  return state.drafts.length > 2 ? "done" : "again";
}

const elsewhere = 1;

export const graph = new StateGraph(State)
  .addNode("write", write)
  .addNode("copy", write)
  .addNode("check", async () => ({}), { retryPolicy: { maxAttempts: 3 } })
  .addEdge(START, "write")
  .addEdge("write", "check")
  .addConditionalEdges("check", route, { done: END, again: "write" })
  .compile();
`;

const model = readSource({ read: (file) => (file === FILE ? TEXT : null) }, FILE);

function at(needle: string, from = 0) {
  const start = TEXT.indexOf(needle, from);
  return toTargets(model, { file: FILE, start, end: start + needle.length, line: 1, column: 1 });
}

test("code of a function concerns every node that runs it", () => {
  expect(at("drafts: [state.topic]")).toEqual({
    graph: "graph",
    targets: [
      { kind: "node", node: "write" },
      { kind: "node", node: "copy" },
    ],
  });
});

test("the call that adds a node concerns that node, and an option its field", () => {
  expect(at('"copy"').targets).toEqual([{ kind: "node", node: "copy" }]);
  expect(at("maxAttempts").targets).toEqual([{ kind: "field", node: "check", field: "retryPolicy" }]);
});

test("an edge's text concerns the edge", () => {
  expect(at('"write", "check"').targets).toEqual([{ kind: "edge", source: "write", target: "check" }]);
});

test("an entry of a path map concerns its branch, the router all of them", () => {
  expect(at('again: "write"').targets).toEqual([{ kind: "branch", source: "check", router: 0, label: "again" }]);
  expect(at("state.drafts.length").targets).toEqual([{ kind: "branch", source: "check", router: 0, label: null }]);
});

test("a channel's entry concerns the channel", () => {
  expect(at("a.concat(b)").targets).toEqual([{ kind: "channel", channel: "drafts" }]);
});

test("text that belongs to no part of a graph concerns none", () => {
  expect(at("elsewhere")).toEqual({ graph: null, targets: [] });
});

test("the same places in another file concern none", () => {
  const start = TEXT.indexOf('"copy"');
  expect(toTargets(model, { file: "graphs/b.ts", start, end: start + 6, line: 1, column: 1 }).targets).toEqual([]);
});
