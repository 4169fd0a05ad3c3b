import { describe, expect, it } from "vitest";
import { edgesOf, IMPORTS, namesOf, read, readOne } from "./read";

const STATE = `const State = Annotation.Root({ topic: Annotation<string> });\n`;
const text = (code: string) => `${IMPORTS}${STATE}const run = () => ({});\n${code}`;

describe("Where a workflow is built", () => {
  it("is found in a chain, with the places of its calls", () => {
    const source = text(`export const graph = new StateGraph(State)
  .addNode("write", run)
  .addEdge(START, "write")
  .compile({ checkpointer });`);
    const graph = readOne(source);
    expect(graph).toMatchObject({ name: "graph", api: "graph", exported_as: ["graph"], style: "chain", variable: null });
    const [node] = graph.nodes;
    expect(source.slice(node?.place.start, node?.place.end)).toBe(`.addNode("write", run)`);
    expect(source.slice(node?.name_place?.start, node?.name_place?.end)).toBe(`"write"`);
    expect(node?.place.line).toBe(6);
    expect(source.slice(graph.edges[0]?.place.start, graph.edges[0]?.place.end)).toBe(`.addEdge(START, "write")`);
    expect(source.slice(graph.compile?.place.start, graph.compile?.place.end)).toBe(`.compile({ checkpointer })`);
    expect(graph.compile?.options["checkpointer"]?.text).toBe("checkpointer");
    expect(edgesOf(graph)).toEqual(["__start__->write"]);
  });

  it("takes no name from a type that only pleases addEdge", () => {
    const graph = readOne(
      text(`const names = process.argv;
const builder = new StateGraph(State).addNode("write", run).addEdge("__start__" as "__start__", "write");
builder.addEdge(names[0] as "__start__", END);
builder.addEdge("write", names[1] as typeof END);
builder.addEdge("write" as "__start__", END);`),
    );
    expect(edgesOf(graph)).toEqual(["__start__->write", "write->__end__"]);
  });

  it("is found in statements, each a whole one", () => {
    const source = text(`const builder = new StateGraph(State);
builder.addNode("write", run);
builder.addEdge("__start__", "write");
builder.setFinishPoint("write");
const app = builder.compile();
export { app, app as graph };`);
    const graph = readOne(source);
    expect(graph).toMatchObject({ name: "builder", style: "statements", variable: "builder", exported_as: ["app", "graph"] });
    expect(source.slice(graph.nodes[0]?.place.start, graph.nodes[0]?.place.end)).toBe(`builder.addNode("write", run);`);
    expect(edgesOf(graph)).toEqual(["__start__->write", "write->__end__"]);
  });

  it("is found where a variable is assigned again and again", () => {
    const graph = readOne(
      text(`let graph = new StateGraph(State) as any;
graph = graph.addNode("write", run);
graph = graph.setEntryPoint("write");
export default graph.compile();`),
    );
    expect(namesOf(graph)).toEqual(["write"]);
    expect(graph).toMatchObject({ name: "graph", exported_as: ["default"] });
    expect(edgesOf(graph)).toEqual(["__start__->write"]);
  });

  it("tells two builders in one variable apart", () => {
    const { graphs } = read(
      text(`let flow = new StateGraph(State).addNode("a", run);
flow.addEdge(START, "a");
flow = new StateGraph(State).addNode("b", run);
flow.addEdge(START, "b");`),
    );
    expect(graphs.map((graph) => [graph.name, namesOf(graph), edgesOf(graph)])).toEqual([
      ["flow", ["a"], ["__start__->a"]],
      ["flow~2", ["b"], ["__start__->b"]],
    ]);
  });

  it("is found in a factory, in a class and on this", () => {
    const { graphs } = read(
      text(`export function makeGraph(name: string) {
  const workflow = new StateGraph(State).addNode("a", run);
  workflow.addEdge(START, "a");
  return workflow.compile({ name });
}
export const makeOther = async () => new StateGraph(State).addNode("b", run).compile();
class Agent {
  private graph;
  constructor() {
    this.graph = new StateGraph(State);
    this.addNodes();
    this.app = this.graph.compile();
  }
  private addNodes() {
    this.graph.addNode("c", this.run.bind(this));
    this.graph.addEdge(START, "c");
  }
  private run(state) { return { topic: state.topic }; }
}`),
    );
    expect(graphs.map((graph) => [graph.name, graph.exported_as, namesOf(graph), edgesOf(graph)])).toEqual([
      ["workflow", ["makeGraph"], ["a"], ["__start__->a"]],
      ["makeOther", ["makeOther"], ["b"], []],
      ["graph", [], ["c"], ["__start__->c"]],
    ]);
    expect(graphs[2]?.nodes[0]).toMatchObject({ action: { kind: "method", name: "this.run" }, reads: ["topic"], writes: ["topic"] });
  });

  it("is followed through functions that take the builder", () => {
    const graph = readOne(
      text(`function connect(builder, name) {
  builder.addNode(name, run).addEdge(START, name);
  return builder;
}
export const graph = connect(connect(new StateGraph(State), "a"), "b").addEdge("a", "b").compile();`),
    );
    expect(namesOf(graph).sort()).toEqual(["a", "b"]);
    expect(edgesOf(graph).sort()).toEqual(["__start__->a", "__start__->b", "a->b"]);
  });

  it("is found on objects, on a class itself and in a function that is called on the spot", () => {
    const { graphs } = read(
      text(`const kept = { builder: new StateGraph(State) };
kept.builder.addNode("a", run);
class Flow {
  static builder = new StateGraph(State).addNode("b", run);
  static connect() { Flow.builder.addEdge(START, "b"); }
}
export const graph = (() => { const inner = new StateGraph(State); return inner.addNode("c", run).compile(); })();`),
    );
    expect(graphs.map((graph) => [namesOf(graph), edgesOf(graph), graph.exported_as])).toEqual([
      [["a"], [], []],
      [["b"], ["__start__->b"], []],
      [["c"], [], ["graph"]],
    ]);
  });

  it("is read from CommonJS", () => {
    const graph = readOne(
      `const { StateGraph, START, Annotation } = require("@langchain/langgraph");
const State = Annotation.Root({ topic: Annotation });
const graph = new StateGraph(State).addNode("a", () => ({})).addEdge(START, "a").compile();
module.exports = { graph, other: graph };
exports.third = graph;`,
      {},
      "flow.cjs",
    );
    expect(graph.exported_as).toEqual(["graph", "other", "third"]);
    expect(edgesOf(graph)).toEqual(["__start__->a"]);
    expect(graph.channels.map(({ name }) => name)).toEqual(["topic"]);
  });

  it("knows the library by any way of importing it", () => {
    for (const imported of [
      `import * as lg from "@langchain/langgraph/web"; const make = () => new lg.StateGraph({ channels: {} }).addNode("a", f).addEdge(lg.START, "a");`,
      `import { StateGraph as Graph, START as BEGIN } from "@langchain/langgraph"; new Graph({ channels: {} }).addNode("a", f).addEdge(BEGIN, "a");`,
      `import { StateGraph, START } from "npm:@langchain/langgraph@1.0.0"; new StateGraph({ channels: {} }).addNode("a", f).addEdge(START, "a");`,
      `const { StateGraph, START } = await import("@langchain/langgraph"); new StateGraph({ channels: {} }).addNode("a", f).addEdge(START, "a");`,
      `import { StateGraph, START } from "./lib/langgraph"; new StateGraph({ channels: {} }).addNode("a", f).addEdge(START, "a");`,
    ]) {
      const graph = readOne(imported, { "lib/langgraph.ts": `export * from "@langchain/langgraph";` });
      expect(edgesOf(graph)).toEqual(["__start__->a"]);
    }
  });

  it("is nothing in comments, in texts, or of another class with the same name", () => {
    expect(read(`// new StateGraph(State).addNode("a", f)\n/* new StateGraph(S) */\nconst code = "new StateGraph(State)";\n`).graphs).toEqual([]);
    expect(read(`class StateGraph { addNode() { return this; } }\nnew StateGraph().addNode("a", f);`).graphs).toEqual([]);
    expect(read(`import { StateGraph } from "./own";\nnew StateGraph().addNode("a", f);`, { "own.ts": "export class StateGraph {}" }).graphs).toEqual(
      [],
    );
    expect(read(`import { StateGraph } from "other-package";\nnew StateGraph().addNode("a", f);`).graphs).toEqual([]);
  });

  it("leaves out calls in comments and after the chain's end", () => {
    const graph = readOne(
      text(`const graph = new StateGraph(State)
  .addNode("a", run)
  // .addNode("b", run)
  .addEdge(START, "a") /* .addEdge("a", "b") */;
other.addNode("c", run);`),
    );
    expect(namesOf(graph)).toEqual(["a"]);
    expect(edgesOf(graph)).toEqual(["__start__->a"]);
  });

  it("in a field are built on by the class that extends theirs, if there is one such", () => {
    const base = `${IMPORTS}const State = Annotation.Root({ topic: Annotation<string> });
class Base { protected readonly graph = new StateGraph(State).addNode("first", run); }
class Work extends Base { wire() { this.graph.addNode("work", run).addEdge(START, "first").addEdge("first", "work"); } }\n`;
    const graph = readOne(base);
    expect([namesOf(graph), edgesOf(graph), graph.locked]).toEqual([["first", "work"], ["__start__->first", "first->work"], []]);
    const several = readOne(`${base}class More extends Base { wire() { this.graph.addNode("more", run); } }`);
    expect([namesOf(several), several.locked.map(({ reason }) => reason)]).toEqual([["first"], ["Several classes build on the one that holds it"]]);
  });

  it("have nodes that are named after their functions", () => {
    const graph = readOne(`${IMPORTS}const State = Annotation.Root({ topic: Annotation<string> });
async function plan() { return {}; }
const work = () => ({});
export const graph = new StateGraph(State).addNode(plan.name, plan).addNode(work.name, work).addEdge(plan.name, work.name);`);
    expect([namesOf(graph), edgesOf(graph)]).toEqual([["plan", "work"], ["plan->work"]]);
    expect(graph.nodes.map(({ name_place }) => name_place)).toEqual([null, null]);
  });
});
