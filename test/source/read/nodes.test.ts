import { describe, expect, it } from "vitest";
import { edgesOf, IMPORTS, namesOf, readOne } from "./read";

const STATE = `const State = Annotation.Root({ topic: Annotation<string>, notes: Annotation<string[]>({ reducer: (a, b) => a.concat(b) }) });\n`;
const text = (code: string) => `${IMPORTS}${STATE}const run = () => ({});\n${code}`;

describe("The nodes of a workflow", () => {
  it("are read in every form of addNode", () => {
    const graph = readOne(
      text(`const graph = new StateGraph(State)
  .addNode("a", run, { ends: ["b", END], retryPolicy: { maxAttempts: 3 }, defer: true })
  .addNode({ b: run, "with space": run, run })
  .addNode([["c", run], ["d", run, { defer: true }]])
  .addSequence([["e", run], ["f", run]])
  .addSequence({ g: run, h: run });`),
    );
    expect(graph.nodes.map(({ name, form }) => [name, form])).toEqual([
      ["a", "call"],
      ["b", "object"],
      ["with space", "object"],
      ["run", "object"],
      ["c", "array"],
      ["d", "array"],
      ["e", "sequence"],
      ["f", "sequence"],
      ["g", "sequence"],
      ["h", "sequence"],
    ]);
    expect(graph.nodes[0]).toMatchObject({
      ends: ["b", "__end__"],
      options: { retryPolicy: { text: "{ maxAttempts: 3 }", value: { maxAttempts: 3 } }, defer: { value: true } },
    });
    expect(graph.nodes[5]?.options["defer"]?.value).toBe(true);
    expect(edgesOf(graph)).toEqual(["e->f", "g->h"]);
  });

  it("take their names from constants, enums, objects and templates", () => {
    const graph = readOne(
      text(`import { NAMES } from "./names";
const ONE = "one";
enum Steps { Two = "two" }
const OWN = { three: "three" } as const;
const KIND = "kind";
const graph = new StateGraph(State).addNode(ONE, run).addNode(Steps.Two, run).addNode(OWN.three as any, run).addNode(NAMES.four, run)
  .addNode(\`\${KIND}-five\`, run).addNode(KIND + "-six", run).addNode(NAMES["seven"], run)
  .addEdge(ONE, Steps.Two);`),
      { "names.ts": `export const NAMES = { four: "four", seven: "seven" } as const;` },
    );
    expect(namesOf(graph)).toEqual(["one", "two", "three", "four", "kind-five", "kind-six", "seven"]);
    expect(graph.nodes.every(({ name_place }) => name_place === null)).toBe(true);
    expect(edgesOf(graph)).toEqual(["one->two"]);
    expect(graph.locked).toEqual([]);
  });

  it("are read from loops over what the file says", () => {
    const graph = readOne(
      text(`const workers = ["a", "b"] as const;
const more = { c: run, d: run };
const graph = new StateGraph(State);
for (const worker of workers) graph.addNode(worker, run);
for (const [name, fn] of Object.entries(more)) { graph.addNode(name, fn); graph.addEdge(name, END); }
workers.forEach((worker) => graph.addEdge(START, worker));
workers.filter((worker) => worker !== "a").map((worker) => graph.addEdge(worker, \`\${worker}2\`));
for (let i = 0; i < workers.length; i++) graph.addNode(workers[i] + "2", run);`),
    );
    expect(namesOf(graph)).toEqual(["a", "b", "c", "d", "a2", "b2"]);
    expect(edgesOf(graph)).toEqual(["c->__end__", "d->__end__", "__start__->a", "__start__->b", "b->b2"]);
    expect(graph.locked).toEqual([]);
  });

  it("are chained by their order in a list", () => {
    const graph = readOne(
      text(`const steps = ["a", "b", "c"];
const graph = new StateGraph(State);
steps.forEach((step, index, all) => { graph.addNode(step, run); graph.addEdge(step, index < all.length - 1 ? all[index + 1] : END); });`),
    );
    expect(edgesOf(graph)).toEqual(["a->b", "b->c", "c->__end__"]);
  });

  it("are built up by reduce", () => {
    const graph = readOne(
      text(`const graph = ["a", "b"].reduce((all, name) => all.addNode(name, run), new StateGraph(State) as any).addEdge("a", "b");`),
    );
    expect(namesOf(graph)).toEqual(["a", "b"]);
    expect(edgesOf(graph)).toEqual(["a->b"]);
  });

  it("are locked with reason and line where only a run can tell", () => {
    const graph = readOne(
      text(`export function make(names: string[], extra: boolean) {
  const graph = new StateGraph(State).addNode("known", run);
  for (const name of names) {
    graph.addNode(name, run);
    graph.addEdge("known", name);
  }
  if (extra) graph.addNode("extra", run);
  return graph.addNode(names[0], run).compile();
}`),
    );
    expect(namesOf(graph)).toEqual(["known", "extra"]);
    expect(edgesOf(graph)).toEqual([]);
    expect(graph.nodes[1]?.locked).toContain("under a condition");
    expect(graph.locked.map(({ reason, place }) => [place.line, reason])).toEqual(
      expect.arrayContaining([
        [8, expect.stringContaining("name of a node is computed")],
        [9, expect.stringContaining("end of an edge is computed")],
        [11, expect.stringContaining("under a condition")],
        [12, expect.stringContaining("name of a node is computed")],
      ]),
    );
  });

  it("lead to their code, here and in other files, with its comment", () => {
    const files = {
      "nodes.ts": `/** Writes the draft. Then stops. */
export async function write({ topic }: { topic: string }) {
  return { notes: [topic] };
}
export const make = (name: string) => async (state) => ({ topic: name + state.topic });
export { write as alias };`,
    };
    const graph = readOne(
      text(`import { alias, make } from "./nodes.js";
import { ToolNode } from "@langchain/langgraph/prebuilt";
const local = async (state) => { const { notes } = state; return { ...(notes ? { topic: "x" } : {}), notes }; };
const graph = new StateGraph(State)
  // Says hello.
  .addNode("inline", (state) => ({ topic: state.topic }))
  .addNode("imported", alias)
  .addNode("made", make("m"))
  .addNode("local", local)
  .addNode("tools", new ToolNode([]));`),
      files,
    );
    expect(
      graph.nodes.map(({ name, action, description, reads, writes }) => [
        name,
        action.kind,
        action.definition?.file ?? null,
        description,
        reads,
        writes,
      ]),
    ).toEqual([
      ["inline", "inline", "flow.ts", "Says hello.", ["topic"], ["topic"]],
      ["imported", "imported", "nodes.ts", "Writes the draft.", ["topic"], ["notes"]],
      ["made", "factory", "nodes.ts", null, ["topic"], ["topic"]],
      ["local", "function", "flow.ts", null, ["notes"], ["topic", "notes"]],
      ["tools", "tool_node", null, null, null, null],
    ]);
  });

  it("may be other workflows, of this file or another", () => {
    const graph = readOne(
      text(`import { child as other } from "./child";
const graph = new StateGraph(State).addNode("other", other).addNode("built", other.withConfig({ tags: [] }));`),
      { "child.ts": `${IMPORTS}export const child = new StateGraph(MessagesAnnotation).addNode("a", () => ({})).compile();` },
    );
    expect(graph.nodes.map(({ name, subgraph, action }) => [name, action.kind, subgraph])).toEqual([
      ["other", "subgraph", { file: "child.ts", graph: "child" }],
      ["built", "subgraph", { file: "child.ts", graph: "child" }],
    ]);
  });

  it("name their successors by Command and Send", () => {
    const graph = readOne(
      text(`const graph = new StateGraph(State)
  .addNode("a", (state) => {
    const goto = state.topic ? "b" : END;
    return new Command({ goto, update: { topic: "x" } });
  })
  .addNode("b", () => new Command({ goto: [new Send("a", {}), "c"] }))
  .addNode("c", () => new Command({ graph: Command.PARENT, goto: "outer" }));`),
    );
    expect(graph.nodes.map(({ name, gotos, writes }) => [name, gotos.map(({ kind, target }) => `${kind} ${target}`), writes])).toEqual([
      ["a", ["command b", "command __end__"], ["topic"]],
      ["b", ["send a", "command c"], []],
      ["c", ["parent outer"], []],
    ]);
  });

  it("may be joined, and edges may come from a list", () => {
    const graph = readOne(
      text(`const graph = new StateGraph(State).addNode({ a: run, b: run, c: run }).addEdge(["a", "b"], "c").addEdge("c", "__end__");`),
    );
    expect(graph.edges.map(({ source, target, join }) => [source, target, join])).toEqual([
      ["a", "c", ["a", "b"]],
      ["b", "c", ["a", "b"]],
      ["c", "__end__", null],
    ]);
  });

  it("go on to what a type names only where that is a node or the end", () => {
    const graph = readOne(`${IMPORTS}const State = Annotation.Root({ next: Annotation<"work" | "done" | "__end__"> });
export const graph = new StateGraph(State)
  .addNode("ask", (state) => new Command({ goto: state.next === "done" ? END : state.next }))
  .addNode("work", (state) => new Command({ goto: state.next === "done" ? "done" : state.next }));`);
    expect(graph.nodes.map(({ gotos }) => [...new Set(gotos.map(({ target }) => target))].sort())).toEqual([
      ["__end__", "work"],
      ["__end__", "done", "work"],
    ]);
  });
});
