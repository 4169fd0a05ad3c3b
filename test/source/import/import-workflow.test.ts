import { END, START, StateGraph, StateSchema } from "@langchain/langgraph";
import ts from "typescript";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { importWorkflow } from "../../../lib/source/import/import-workflow";
import { loadGraph } from "../load-graph";

function imported(text: string, name = ""): { text: string; notes: string[] } {
  const result = importWorkflow(text, name);
  if ("error" in result) throw new Error(result.error);
  const { diagnostics = [] } = ts.transpileModule(result.text, { reportDiagnostics: true, compilerOptions: { target: ts.ScriptTarget.ES2022 } });
  expect(diagnostics.map(({ messageText }) => messageText)).toEqual([]);
  return result;
}

const failure = (text: string, name = "") => {
  const result = importWorkflow(text, name);
  return "error" in result ? result.error : null;
};

/** Nodes and edges of what was imported, read by LangGraph itself. */
async function drawn(text: string) {
  const graph = (await loadGraph(text)).compile();
  const { nodes, edges } = (await graph.getGraphAsync()).toJSON() as {
    nodes: { id: string }[];
    edges: { source: string; target: string; data?: string; conditional?: boolean }[];
  };
  return {
    nodes: nodes.map(({ id }) => id).filter((id) => !id.startsWith("__")),
    edges: edges
      .map(({ source, target, data, conditional }) => `${source} ${conditional ? ".>" : "->"} ${target}${data === undefined ? "" : ` (${data})`}`)
      .sort(),
  };
}

async function run(text: string, input: Record<string, unknown> = {}): Promise<unknown> {
  const graph = (await loadGraph(text)).compile();
  return await graph.invoke(input, { recursionLimit: 30 });
}

const RAG = `flowchart TD
  Start([Start]) --> A[Retrieve documents]
  A --> B{"Is it (relevant)?"}
  B -->|yes| C[Generate]
  B -- no --> D[Rewrite question]
  D -.-> A
  C --> Stop((End))
`;

describe("a Mermaid flowchart", () => {
  it("becomes a workflow that runs to its end", async () => {
    const { text, notes } = imported(RAG, "my_rag.mmd");
    expect(notes).toEqual([]);
    expect(text).toContain('export const title = "my rag";');
    expect(await drawn(text)).toEqual({
      nodes: ["retrieve_documents", "is_it_relevant", "generate", "rewrite_question"],
      edges: [
        "__start__ -> retrieve_documents",
        "generate -> __end__",
        "is_it_relevant .> generate (yes)",
        "is_it_relevant .> rewrite_question (no)",
        "retrieve_documents -> is_it_relevant",
        "rewrite_question .> retrieve_documents",
      ],
    });
    expect(await run(text)).toEqual({ steps: ["retrieve_documents", "is_it_relevant", "generate"], decision: "" });
  });

  it("goes where the state's decision says", async () => {
    const { text } = imported("graph LR\n ask{Which?} -->|one| b\n ask -->|two| c\n ask -->|three| d");
    expect(await run(text, { decision: "two" })).toMatchObject({ steps: ["ask", "c"] });
    expect(await run(text, { decision: "three" })).toMatchObject({ steps: ["ask", "d"] });
  });

  it("comes back from LangGraph's own drawing as it was", async () => {
    const State = new StateSchema({ n: z.number().default(0) });
    const original = new StateGraph(State)
      .addNode("call model", () => ({}))
      .addNode("tools", () => ({}))
      .addNode("_review_", () => ({}))
      .addEdge(START, "call model")
      .addConditionalEdges("call model", () => "use tools", { "use tools": "tools", done: "_review_" })
      .addEdge("tools", "call model")
      .addEdge("_review_", END)
      .compile();
    const mermaid = (await original.getGraphAsync()).drawMermaid();
    expect(await drawn(imported(mermaid).text)).toEqual({
      nodes: ["call model", "tools", "_review_"],
      edges: [
        "__start__ -> call model",
        "_review_ -> __end__",
        "call model .> _review_ (done)",
        "call model .> tools (use tools)",
        "tools -> call model",
      ],
    });
  });

  it("takes the nodes of LangGraph's drawing of a subgraph by their own names", async () => {
    const State = new StateSchema({ n: z.number().default(0) });
    const child = new StateGraph(State)
      .addNode("first", () => ({}))
      .addNode("second", () => ({}))
      .addEdge(START, "first")
      .addEdge("first", "second")
      .addEdge("second", END)
      .compile();
    const original = new StateGraph(State)
      .addNode("child", child)
      .addNode("after", () => ({}))
      .addEdge(START, "child")
      .addEdge("child", "after")
      .compile();
    const mermaid = (await original.getGraphAsync({ xray: true })).drawMermaid();
    const { text } = imported(mermaid);
    expect(text).toContain('.addNode("first", first)');
    expect((await drawn(text)).nodes).toEqual(["after", "child"]);
    expect(await run(text)).toMatchObject({ steps: ["first", "second", "after"] });
  });

  it("makes a subgraph of a group with one way in and one way out", async () => {
    const { text, notes } = imported(`graph TD
      a --> b
      subgraph work [The work]
        direction LR
        b --> c
        c --> d
      end
      d --> e`);
    expect(notes).toEqual([]);
    expect(await drawn(text)).toEqual({ nodes: ["a", "e", "work"], edges: ["__start__ -> a", "a -> work", "e -> __end__", "work -> e"] });
    expect(await run(text)).toMatchObject({ steps: ["a", "b", "c", "d", "e"] });
  });

  it("dissolves a group with several ways in, and says so", async () => {
    const { text, notes } = imported("graph TD\n a --> b\n a --> c\n subgraph s\n b\n c\n end\n b --> d\n c --> d");
    expect(notes).toEqual(["The group s has several ways in or out: its nodes were added without it."]);
    expect((await drawn(text)).nodes.sort()).toEqual(["a", "b", "c", "d"]);
  });

  it("reads every shape, arrow and list", async () => {
    const { text, notes } = imported(`%%{init: {"theme": "dark"}}%%
flowchart LR
%% a comment
one([One]) --> two[[Two]] & three[(Three)]
two & three ==> four((Four)):::wide
four --- five>Five]
five -. sometimes .-> six{{Six}}
five -.->|else| seven[/Seven/]
six == thick ==> eight[\\Eight\\]
seven --o nine(((Nine)))
eight --x nine
nine e1@--> ten
--> ten
nine ----> ten@{ shape: diam, label: "Ten?" }
ten <--> eleven["Eleven; with ] and &quot;quotes#quot;"]
classDef wide fill:#fff,stroke:#333
class one,two wide
style one fill:#f9f
linkStyle 0 stroke:#ff3
click one "https://example.org"
`);
    expect(notes[0]).toBe('Line 13 was not understood and left out, from "--> ten".');
    expect(notes.slice(1)).toEqual(['The words "thick" on the edge from six to eight were left out: there is nothing to choose.']);
    const { nodes } = await drawn(text);
    expect(nodes).toEqual(["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven"]);
    expect(text).toContain('.addConditionalEdges("five", routeAfterFive, { sometimes: "six", else: "seven" })');
    expect(text).toContain('/** Eleven; with ] and "quotes" */');
  });

  it("writes names with quotes, tags and words of the language as they are", async () => {
    const { text } = imported(`graph TD
      __proto__ --> delete
      delete -->|"say 'hi' &lt;/script&gt;"| state
      delete -->|"*/ \\ end"| class
      constructor --> delete`);
    const { nodes, edges } = await drawn(text);
    expect(nodes).toEqual(["delete", "state", "class", "constructor_node"]);
    expect(edges).toContain("delete .> state (say 'hi' </script>)");
    expect(edges).toContain("delete .> class (*/ \\ end)");
    expect(await run(text)).toMatchObject({ steps: expect.arrayContaining(["__proto___node", "delete"]) });
  });

  it("finds a beginning in a circle, and a way through names of nodes that are called like the state", async () => {
    const { text } = imported("graph TD; steps --> decision; decision -.-> steps; decision -.-> out");
    expect(text).toContain("steps2: new ReducedValue(");
    expect(await run(text)).toMatchObject({ steps2: ["steps", "decision", "out"] });
  });

  it("is found in Markdown", () => {
    expect(imported("# Plan\n\n```mermaid\ngraph TD\n  a --> b\n```\n\nThen we go on.").text).toContain('.addEdge("a", "b")');
  });

  it("says what is wrong with a text that is none", () => {
    expect(failure("flowchart TD\n")).toBe("The flowchart has no nodes.");
    expect(failure("sequenceDiagram\n A->>B: hi", "x.mmd")).toMatch(/^It could not be told what this is/);
    expect(failure("graph TD\n start --> end")).toMatch(/no node|not understood/);
    expect(failure(`graph TD\n${"?? !!\n".repeat(100)}`)).toMatch(/not understood/);
  });

  it("reads a large one quickly", () => {
    const lines = Array.from({ length: 199 }, (_, index) => `  n${index}[Step number ${index}] -->|go ${index}| n${index + 1}`);
    const started = performance.now();
    imported(`graph TD\n${lines.join("\n")}`);
    expect(performance.now() - started).toBeLessThan(3000);
    expect(failure(`graph TD\n${lines.join("\n")}\n n199 --> more`)).toMatch(/^It has 201 nodes/);
  });
});

describe("a langgraph-builder specification", () => {
  const YAML = `# made by hand
name: AgenticRag
entrypoint: agent
nodes:
  - name: agent
  - name: retrieve
  - name: generate
edges:
  - from: agent
    to: retrieve
  - from: retrieve
    condition: is_relevant
    paths: [agent, generate]
  - from: generate
    to: __end__
`;
  const expected = {
    nodes: ["agent", "retrieve", "generate"],
    edges: ["__start__ -> agent", "agent -> retrieve", "generate -> __end__", "retrieve .> agent", "retrieve .> generate"],
  };

  it("becomes a workflow in YAML", async () => {
    const { text, notes } = imported(YAML, "spec.yml");
    expect(notes).toEqual([]);
    expect(text).toContain('export const title = "AgenticRag";');
    expect(text).toContain("function isRelevant(");
    expect(await drawn(text)).toEqual(expected);
    expect(await run(text)).toMatchObject({ steps: ["agent", "retrieve", "generate"] });
  });

  it("becomes the same in JSON", async () => {
    const json = JSON.stringify({
      name: "AgenticRag",
      nodes: [{ name: "agent" }, { name: "retrieve" }, { name: "generate" }],
      edges: [
        { from: "__start__", to: "agent" },
        { from: "agent", to: "retrieve" },
        { from: "retrieve", condition: "is_relevant", paths: ["agent", "generate"] },
        { from: "generate", to: "__end__" },
      ],
    });
    expect(await drawn(imported(json).text)).toEqual(expected);
  });

  it("takes LangGraph's own list of nodes and edges too", async () => {
    const json = JSON.stringify({
      nodes: [{ id: "__start__", type: "schema", data: "__start__" }, { id: "a", type: "runnable", data: { id: ["x"], name: "a" } }, { id: "b" }],
      edges: [
        { source: "__start__", target: "a" },
        { source: "a", target: "b", data: "go", conditional: true },
        { source: "a", target: "__end__", data: "stop", conditional: true },
      ],
    });
    expect((await drawn(imported(json).text)).edges).toEqual(["__start__ -> a", "a .> __end__ (stop)", "a .> b (go)", "b -> __end__"]);
  });

  it("names the place of what it cannot read, and adds nodes that only an edge names", () => {
    expect(failure("nodes:\n  - name: a\nedges:\n  - from: a\n")).toMatch(/at edges\.0.*\{from, to\}/);
    expect(failure("nodes: []")).toMatch(/nodes/);
    expect(imported("nodes:\n  - name: a\nedges:\n  - {from: a, to: b}").notes).toEqual([
      "The node b is not in the list of nodes, but an edge leads to or from it: it was added.",
    ]);
  });

  it("does not blow up on aliases that multiply", () => {
    const bomb = [
      "a: &a [x,x,x,x,x,x,x,x,x]",
      ...[..."bcdefgh"].map((name, index) => `${name}: &${name} [${Array(9).fill(`*${"abcdefgh"[index]}`).join(",")}]`),
    ];
    expect(failure(`${bomb.join("\n")}\nnodes: *h`)).not.toBeNull();
  });
});

describe("texts that are made to take long", () => {
  const many = (text: string, count = 20_000) => text.repeat(count);
  it.each([
    ["front matters", many("---\nx\n---\n")],
    ["empty lines", `${many("\n", 200_000)}x`],
    ["fences", many("```mermaid\n")],
    ["open brackets", `graph TD\n${many("A[")}`],
    ["open labels", `graph TD\n${many("A -- b\n")}`],
    ["quotes", `graph TD\nA["${many('"')}x"]`],
    ["tags", `graph TD\nA[${many("<b")}]`],
    ["dashes", `graph TD\nA ${many("-")} B`],
    ["dots", `graph TD\nA -${many(".")} B`],
    ["subgraphs", `graph TD\n${many("subgraph a\n")}`],
    ["nested groups", `graph TD\n${Array.from({ length: 20_000 }, (_, index) => `subgraph g${index}\n`).join("")}a --> b`],
    ["words", many("import ")],
    ["nested lists", `nodes: ${many("[")}`],
    ["nodes in one line", `graph TD\n${many("a & ")}b --> c`],
  ])("%s are refused or read at once", (_, text) => {
    const started = performance.now();
    importWorkflow(text, "");
    expect(performance.now() - started).toBeLessThan(2000);
  });
});

describe("other texts", () => {
  it("leave TypeScript and JavaScript as they are", () => {
    const text = 'import { StateGraph } from "@langchain/langgraph";\r\n\r\nconst mermaid = `\r\ngraph TD\r\n`;\r\n';
    expect(importWorkflow(text, "")).toEqual({ text, notes: [] });
    expect(importWorkflow("// only a comment\n", "old.js")).toEqual({ text: "// only a comment\n", notes: [] });
  });

  it("are refused with what would be taken", () => {
    expect(failure("")).toMatch(/^There is nothing to import/);
    expect(failure("hello there")).toMatch(/^It could not be told what this is/);
    expect(failure("from langgraph.graph import StateGraph\n\ngraph = StateGraph(dict)\n")).toMatch(/^This is Python/);
  });
});
