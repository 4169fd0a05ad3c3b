import { describe, expect, it } from "vitest";
import { edited, graphOf, typeErrors } from "./workflows";

const FILE = "graphs/flow.ts";
const HEAD = `import { END, START, StateGraph, StateSchema } from "@langchain/langgraph";
import { z } from "zod";

const State = new StateSchema({ topic: z.string().default("") });
`;
const TEXT = `${HEAD}
/** Finds out what is asked. And more
 * of it. */
async function ask(state: typeof State.State): Promise<{ topic: string }> {
  return state.topic === "" ? ask(state) : { topic: state.topic };
}

const answer = () => ({ topic: "answer" });

export const graph = new StateGraph(State)
  .addNode("ask", ask, { defer: true }) // first
  .addNode("answer", answer)
  // Says goodbye.
  .addNode("bye", () => ({ topic: "bye" }))
  .addNode("plain", () => ({}))
  .addEdge(START, "ask")
  .addEdge("ask", "answer")
  .addEdge("answer", END);
`;

const described = (node: string, text: string) =>
  edited({ [FILE]: TEXT }, FILE, [{ type: "set_description", graph: "graph", node, text }]).files[FILE] ?? "";
const descriptionOf = (text: string, node: string) => graphOf({ [FILE]: text }, FILE).nodes.find(({ name }) => name === node)?.description;

describe("setting a description", () => {
  it("changes the first sentence and leaves the rest of the comment", () => {
    expect(described("ask", "Asks again")).toContain("/** Asks again. And more\n * of it. */");
    expect(described("bye", "Waves.")).toContain("  // Waves.\n  .addNode(");
  });

  it("writes a comment where there was none: above the function, else above the call", () => {
    expect(described("answer", "Answers.")).toContain('/** Answers. */\nconst answer = () => ({ topic: "answer" });');
    expect(described("plain", "Does nothing.")).toContain('  // Does nothing.\n  .addNode("plain", () => ({}))');
  });

  it("takes the sentence away, and a comment that says nothing more", () => {
    expect(described("ask", "")).toContain("/** And more\n * of it. */");
    expect(described("bye", "")).toContain('.addNode("answer", answer)\n  .addNode("bye"');
  });

  it.each(["ends */ here", "two\nlines", "</script>", "`${x}`"])("is read again as %j", (text) => {
    const words = text.replace(/\s+/g, " ");
    for (const node of ["ask", "answer", "plain"])
      expect(descriptionOf(described(node, text), node)?.replaceAll("*\\/", "*/")).toMatch(words.slice(0, 4));
  });
});

describe("duplicating a node", () => {
  const copy = (node: string, name: string) =>
    edited({ [FILE]: TEXT }, FILE, [{ type: "duplicate_node", graph: "graph", node, name }]).files[FILE] ?? "";

  it("copies the function with its comment, calls of itself and options", () => {
    const text = copy("ask", "ask again");
    expect(text).toContain(
      'async function askAgain(state: typeof State.State): Promise<{ topic: string }> {\n  return state.topic === "" ? askAgain(state)',
    );
    expect(text).toContain('  .addNode("ask again", askAgain, { defer: true })\n');
    expect(
      graphOf({ [FILE]: text }, FILE)
        .nodes.map(({ description }) => description)
        .slice(0, 2),
    ).toEqual(["Finds out what is asked.", "Finds out what is asked."]);
    expect(graphOf({ [FILE]: text }, FILE).edges).toHaveLength(3);
  });

  it("copies an inline function in its place", () => {
    expect(copy("bye", "bye2")).toContain('.addNode("bye2", () => ({ topic: "bye" }))');
  });

  it("copies a condition with its ways", () => {
    const files = edited({ [FILE]: TEXT }, FILE, [
      { type: "add_node", graph: "graph", name: "check", kind: "condition" },
      { type: "duplicate_node", graph: "graph", node: "check", name: "check again" },
    ]).files;
    expect(files[FILE]).toContain('.addConditionalEdges("check again", checkAgain.route, { yes: END, no: END })');
    expect(typeErrors({ "test/.types-copy": files })).toEqual([]);
  });
});
