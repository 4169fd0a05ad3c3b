import { describe, expect, it } from "vitest";
import { toSnippet } from "../../../lib/graph/snippet";
import { edited, graphOf, projectOf, typeErrors } from "./workflows";

const FILE = "graphs/flow.ts";
const TEXT = `import { END, START, StateGraph, StateSchema } from "@langchain/langgraph";
import { z } from "zod";

const State = new StateSchema({ topic: z.string().default("") });

function ask(state: typeof State.State) {
  return { topic: state.topic };
}

export const graph = new StateGraph(State)
  .addNode("ask", ask)
  .addEdge(START, "ask")
  .addEdge("ask", END);
`;
const paste = (text: string) => edited({ [FILE]: TEXT }, FILE, [{ type: "paste", graph: "graph", text }]);

describe("pasting", () => {
  it("adds the nodes of a file from elsewhere with what they need, and the edges among them", () => {
    const { files, notes } = paste(`import { Annotation, Command, END, START, StateGraph } from "@langchain/langgraph";
import { HumanMessage as Human, type BaseMessage } from "@langchain/core/messages";

const S = Annotation.Root({ topic: Annotation<string>, extra: Annotation<string> });
const LIMIT = 3;
type Sized = { size: number };

/** Measures the topic. */
function measure(state: typeof S.State): Sized & { topic: string } {
  return { size: state.topic.length, topic: toText([new Human(state.topic)]) };
}
const toText = (messages: BaseMessage[]) => messages.map(({ text }) => text).join(" ");

function route(state: typeof S.State) {
  return state.topic.length > LIMIT ? "long" : END;
}
async function ask(state: typeof S.State) {
  return new Command({ goto: "measure", update: { topic: state.topic + state.extra } });
}

export const other = new StateGraph(S)
  .addNode("measure", measure)
  .addNode("ask", ask, { ends: ["measure", "ask"] })
  .addEdge(START, "measure")
  .addConditionalEdges("measure", route, { long: "ask", [END]: END })
  .compile();
`);
    const text = files[FILE] ?? "";
    expect(text).toContain('import type { BaseMessage } from "@langchain/core/messages";\nimport { HumanMessage } from "@langchain/core/messages";');
    expect(text).toContain("/** Measures the topic. */\nfunction measure(state: typeof State.State)");
    expect(text).toContain("async function ask2(state: typeof State.State)");
    expect(text).toContain('.addNode("ask_2", ask2, { ends: ["measure", "ask_2"] })');
    expect(text).toContain('.addConditionalEdges("measure", route, { long: "ask_2", [END]: END })');
    expect(text).not.toContain("Annotation");
    expect(notes.join("\n")).toMatch(/ask is called ask_2 here/);
    expect(notes.join("\n")).toMatch(/no channel called .*extra/);
    expect(graphOf(files, FILE).nodes.map(({ name }) => name)).toEqual(["ask", "measure", "ask_2"]);
  });

  it("takes a chain without its beginning", () => {
    const { files } = paste(
      'const shout = (state: typeof State.State) => ({ topic: state.topic.toUpperCase() });\n\n  .addNode("shout", shout)\n  .addNode("pause", () => ({}))\n  .addEdge("shout", "pause")',
    );
    expect(files[FILE]).toContain("const shout = (state: typeof State.State)");
    expect(graphOf(files, FILE).edges.map(({ source, target }) => `${source} ${target}`)).toContain("shout pause");
    expect(typeErrors({ "test/.types-paste": files })).toEqual([]);
  });

  it("takes statements on a builder that was left behind", () => {
    const { files } = paste(
      'const shout = (state: typeof State.State) => ({ topic: state.topic.toUpperCase() });\nworkflow.addNode("shout", shout);\nworkflow\n  .addNode("pause", () => ({}))\n  .addEdge("shout", "pause");\n',
    );
    expect(graphOf(files, FILE).nodes.map(({ name }) => name)).toEqual(["ask", "shout", "pause"]);
    expect(graphOf(files, FILE).edges.map(({ source, target }) => `${source} ${target}`)).toContain("shout pause");
    expect(files[FILE]).not.toContain("workflow");
    expect(typeErrors({ "test/.types-paste": files })).toEqual([]);
  });

  it("takes what was copied from the canvas back", () => {
    const files = { [FILE]: TEXT };
    const text = toSnippet({ graph: graphOf(files, FILE), file: FILE, text: TEXT, names: ["ask"] });
    const after = paste(text).files;
    expect(after[FILE]).toContain('.addNode("ask_2", ask2)');
    expect(typeErrors({ "test/.types-copied": after })).toEqual([]);
  });

  it("takes nodes of the kit along with their kit", () => {
    const made = edited({ [FILE]: TEXT }, FILE, [{ type: "add_node", graph: "graph", name: "check", kind: "condition" }]).files;
    const snippet = toSnippet({ graph: graphOf(made, FILE), file: FILE, text: made[FILE] ?? "", names: ["check"] });
    const after = edited(made, FILE, [{ type: "paste", graph: "graph", text: snippet }]).files;
    expect(after[FILE]).toContain('.addConditionalEdges("check_2", check2.route, { yes: END, no: END })');
    expect(typeErrors({ "test/.types-kit": after })).toEqual([]);
  });

  it.each([
    ["nothing of a workflow", "const a = 1;", /no node/],
    ["no TypeScript", "new StateGraph(State).addNode(", /not valid TypeScript/],
  ])("refuses %s", (_what, text, reason) => {
    expect(() => paste(text)).toThrow(reason);
    expect(projectOf({}).read(FILE)).toBeNull();
  });
});
