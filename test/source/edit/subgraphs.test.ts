import { createRequire } from "node:module";
import { compileFunction } from "node:vm";
import ts from "typescript";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { edited, graphIn, notesOf, outcomeOf, refusalOf, shapeOf } from "./support";

const HEAD = `import { Annotation, END, START, StateGraph } from "@langchain/langgraph";

const State = Annotation.Root({
  n: Annotation<number>,
  log: Annotation<string[]>({ reducer: (a, b) => a.concat(b), default: () => [] }),
});
const step = (state: typeof State.State) => ({ n: state.n + 1 });
const remember = () => ({ log: ["done"] });
const recall = (state: typeof State.State) => ({ log: state.log.slice(1) });
const route = (state: typeof State.State) => (state.n > 3 ? "over" : "again");
`;

const TEXT = `${HEAD}
export const graph = new StateGraph(State)
  .addNode("first", step)
  // left is where it begins
  .addNode("left", step, { retryPolicy: { maxAttempts: 2 } })
  .addNode("right", remember)
  .addNode("last", step)
  .addEdge(START, "first")
  .addEdge("first", "left")
  .addEdge("left", "right")
  .addConditionalEdges("right", route, { again: "left", over: "last" })
  .addEdge("last", END)
  .compile();
`;

const require = createRequire(import.meta.url);
const Exported = z.object({ graph: z.custom<{ invoke(input: unknown): Promise<unknown> }>((value) => typeof value === "object" && value !== null) });

/** Runs the workflow that a text writes. */
async function run(text: string, input: unknown): Promise<unknown> {
  const options = { module: ts.ModuleKind.CommonJS, target: ts.ScriptTarget.ES2022 };
  const { outputText } = ts.transpileModule(text, { compilerOptions: options });
  const exports = {};
  compileFunction(outputText, ["require", "exports"])(require, exports);
  return Exported.parse(exports).graph.invoke(input);
}

describe("Moving nodes into a subgraph", () => {
  it("does the same as before when it runs, with lists that append", async () => {
    const moved = edited(TEXT, { type: "extract_subgraph", nodes: ["left", "right"], name: "middle" });
    const back = edited(moved, { type: "inline_subgraph", node: "middle" });
    for (const input of [{ n: 0 }, { n: 5, log: ["before"] }]) {
      const expected = await run(TEXT, input);
      expect(await run(moved, input)).toEqual(expected);
      expect(await run(back, input)).toEqual(expected);
    }
  });

  it("writes it above, with its comments, and puts it in their place", () => {
    const after = edited(TEXT, { type: "extract_subgraph", nodes: ["left", "right"], name: "middle" });
    expect(after).toBe(`${HEAD}
const MiddleInput = Annotation.Root({ n: State.spec.n });
const MiddleOutput = Annotation.Root({ n: State.spec.n, log: State.spec.log });

const middleGraph = new StateGraph({ state: State, input: MiddleInput, output: MiddleOutput })
  // left is where it begins
  .addNode("left", step, { retryPolicy: { maxAttempts: 2 } })
  .addNode("right", remember)
  .addEdge(START, "left")
  .addEdge("left", "right")
  .addConditionalEdges("right", route, { again: "left", over: END })
  .compile();

export const graph = new StateGraph(State)
  .addNode("first", step)
  .addNode("middle", middleGraph)
  .addNode("last", step)
  .addEdge(START, "first")
  .addEdge("first", "middle")
  .addEdge("middle", "last")
  .addEdge("last", END)
  .compile();
`);
  });

  it("and back gives the same graph", () => {
    const after = edited(TEXT, [
      { type: "extract_subgraph", nodes: ["left", "right"], name: "middle" },
      { type: "inline_subgraph", node: "middle" },
    ]);
    expect(shapeOf(graphIn(after))).toEqual(shapeOf(graphIn(TEXT)));
    expect(after).not.toContain("Middle");
    expect(after).toContain('  // left is where it begins\n  .addNode("left", step');
  });

  it("is refused where the meaning would change, with the reason", () => {
    const reason = (nodes: string[], text = TEXT) => refusalOf(text, { type: "extract_subgraph", nodes, name: "part" });
    expect(reason(["first", "last"])).toContain("entered at first and last");
    expect(reason(["right"])).toContain("lead on to left and last");
    expect(reason(["right"], TEXT.replace('"right", remember', '"right", recall').replace('again: "left", ', ""))).toContain(
      "log, whose reducer appends",
    );
    expect(reason(["left", "right"], TEXT.replace('.addEdge("left", "right")', '.addEdge("left", "right")\n  .addEdge("left", "last")'))).toContain(
      "would have to wait",
    );
    expect(refusalOf(TEXT, { type: "extract_subgraph", nodes: ["left", "right"], name: "log" })).toContain("channel called log");
    expect(refusalOf(TEXT, { type: "extract_subgraph", nodes: ["left", "right"], name: "last" })).toContain("already");
  });

  it("takes several entries and exits where they go together", () => {
    const text = `${HEAD}
export const graph = new StateGraph(State)
  .addNode("a", step)
  .addNode("b", step)
  .addNode("c", step)
  .addNode("d", step)
  .addEdge(START, "a")
  .addEdge("a", "b")
  .addEdge("a", "c")
  .addEdge("b", "d")
  .addEdge("c", "d")
  .addEdge("d", END);
`;
    const extracted = edited(text, { type: "extract_subgraph", nodes: ["b", "c"], name: "both" });
    expect(shapeOf(graphIn(extracted)).edges).toEqual(["__start__ > a", "a > both", "both > d", "d > __end__"]);
    expect(edited(extracted, { type: "inline_subgraph", node: "both" })).toContain('.addEdge("a", "b")');
    const outcome = outcomeOf(extracted, { type: "inline_subgraph", node: "both" });
    if (outcome.status !== "done") throw new Error(JSON.stringify(outcome));
    expect(shapeOf(graphIn([...outcome.files.values()][0]?.text ?? "")).edges).toEqual(shapeOf(graphIn(text)).edges);
  });
});

describe("Taking a subgraph in", () => {
  const CHILD = `${HEAD}
const child = new StateGraph(State);
child.addNode("x", step);
child.addNode("y", step);
child.addEdge(START, "x");
child.addEdge("x", "y");
child.addConditionalEdges("y", route, { again: "x", over: END });

export const graph = new StateGraph(State)
  .addNode("before", step)
  .addNode("inner", child.compile())
  .addNode("after", step)
  .addEdge(START, "before")
  .addEdge("before", "inner")
  .addEdge("inner", "after")
  .addEdge("after", END);
`;

  it("puts its nodes there, whatever the style of its builder", () => {
    const after = edited(CHILD, { type: "inline_subgraph", node: "inner" });
    expect(after).toContain(`export const graph = new StateGraph(State)
  .addNode("before", step)
  .addNode("x", step)
  .addNode("y", step)
  .addNode("after", step)
  .addEdge(START, "before")
  .addEdge("before", "x")
  .addEdge("x", "y")
  .addConditionalEdges("y", route, { again: "x", over: "after" })
  .addEdge("after", END);
`);
  });

  it("keeps a subgraph that something else uses", () => {
    const text = CHILD.replace("export const graph", "export const alone = child.compile();\n\nexport const graph");
    expect(edited(text, { type: "inline_subgraph", node: "inner" })).toContain('child.addNode("x", step);');
  });

  it("is refused with the reason where it is something of its own", () => {
    const reason = (text: string) => refusalOf(text, { type: "inline_subgraph", node: "inner" });
    expect(reason(CHILD.replace("child = new StateGraph(State)", "child = new StateGraph(Other)"))).toContain("state of its own");
    expect(reason(CHILD.replace("child.compile()", "child.compile({ checkpointer: true })"))).toContain("checkpointer");
    expect(reason(CHILD.replace('"before", step', '"x", step').replaceAll('"before"', '"x"'))).toContain("already");
    expect(reason(CHILD.replace("child.compile()", "step"))).toContain("no subgraph");
  });

  it("tells of options that went with it", () => {
    const text = CHILD.replace("child.compile())", "child.compile(), { retryPolicy: { maxAttempts: 2 } })");
    expect(notesOf(text, { type: "inline_subgraph", node: "inner" })[0]).toContain("retryPolicy");
  });
});
