import { describe, expect, it } from "vitest";
import { difference, edited, graphIn, outcomeOf, refusalOf, shapeOf } from "./support";

const HEAD = `import { Annotation, END, START, StateGraph } from "@langchain/langgraph";

const State = Annotation.Root({ n: Annotation<number> });
const step = (state: typeof State.State) => ({ n: state.n + 1 });
`;

const CHAIN = `${HEAD}
export const graph = new StateGraph(State)
  .addNode("a", step)
  .addNode("b", step)
  .addNode("c", step)
  // in
  .addEdge(START, "a")
  .addEdge("a", "b") // on
  .addEdge("b", "c")
  .addEdge("c", END)
  .compile();
`;

const STATEMENTS = `${HEAD}
const builder = new StateGraph(State);
builder.addNode("a", step);
builder.addNode("b", step);

// in
builder.addEdge(START, "a");
builder.addEdge("a", "b"); // on
builder.addEdge("b", END);

export const graph = builder.compile();
`;

describe("Adding an edge", () => {
  it("writes it behind the last edge that leaves the same node", () => {
    expect(edited(CHAIN, { type: "add_edge", source: "a", target: "c" })).toBe(CHAIN.replace('"b") // on\n', '"b") // on\n  .addEdge("a", "c")\n'));
    expect(edited(STATEMENTS, { type: "add_edge", source: "a", target: "a" })).toBe(
      STATEMENTS.replace("// on\n", '// on\nbuilder.addEdge("a", "a");\n'),
    );
  });

  it("writes it behind the last edge where none leaves the node yet", () => {
    const text = CHAIN.replace('  .addEdge("c", END)\n', "");
    expect(edited(text, { type: "add_edge", source: "c", target: "__end__" })).toBe(CHAIN);
  });

  it("writes it behind the nodes that it needs, which TypeScript knows only from there on", () => {
    const text = CHAIN.replace('  .addNode("c", step)\n', "")
      .replace("  .compile", '  .addNode("c", step)\n  .compile')
      .replace('  .addEdge("b", "c")\n', "");
    const after = edited(text, { type: "add_edge", source: "a", target: "c" });
    expect(after).toContain('.addNode("c", step)\n  .addEdge("a", "c")\n  .compile');
  });

  it("keeps a short chain on its line, and breaks one that gets long", () => {
    const line = `${HEAD}export const graph = new StateGraph(State).addNode("a", step).addEdge(START, "a").compile();\n`;
    const short = edited(line, { type: "add_edge", source: "a", target: "__end__" });
    expect(short).toContain('.addEdge(START, "a").addEdge("a", END).compile();');
    const long = line.replace('.addEdge(START, "a")', '.addNode("another step", step).addEdge(START, "a")');
    expect(edited(long, { type: "add_edge", source: "a", target: "another step" })).toContain(
      '= new StateGraph(State)\n  .addNode("a", step)\n  .addNode("another step", step)\n  .addEdge(START, "a")\n  .addEdge("a", "another step")\n  .compile();',
    );
  });

  it("imports START and END where the file names them so, and writes strings where it does that", () => {
    const text = CHAIN.replace("END, START, ", "START, ").replace('  .addEdge("c", END)\n', "");
    expect(difference(text, edited(text, { type: "add_edge", source: "c", target: "__end__" })).added).toEqual([
      'import { Annotation, END, START, StateGraph } from "@langchain/langgraph";',
      '.addEdge("c", END)',
    ]);
    const strings = text.replace("START, ", "").replace("(START", '("__start__"');
    expect(difference(strings, edited(strings, { type: "add_edge", source: "c", target: "__end__" }))).toEqual({
      gone: [],
      added: ['.addEdge("c", "__end__")'],
    });
  });

  it("names a node by the constant that the file has for it", () => {
    const text = CHAIN.replace("export const graph", 'const LAST = "c";\nexport const graph').replace('.addNode("c"', ".addNode(LAST");
    expect(edited(text, { type: "add_edge", source: "a", target: "c" })).toContain('.addEdge("a", LAST)');
  });

  it("follows a file that casts names, since TypeScript does not know nodes that statements add", () => {
    const text = STATEMENTS.replaceAll('addEdge("a", "b")', 'addEdge("a" as any, "b" as any)');
    expect(edited(text, { type: "add_edge", source: "b", target: "a" })).toContain('builder.addEdge("b" as any, "a" as any);');
  });

  it("is the first call of a builder that has none", () => {
    const empty = `${HEAD}export const graph = new StateGraph(State);\n`;
    expect(refusalOf(empty, { type: "add_edge", source: "__start__", target: "a" })).toContain("no node called a");
  });

  it("is refused with the reason where LangGraph allows none", () => {
    expect(refusalOf(CHAIN, { type: "add_edge", source: "__end__", target: "a" })).toContain("Nothing can follow the end");
    expect(refusalOf(CHAIN, { type: "add_edge", source: "a", target: "__start__" })).toContain("Nothing can lead to the start");
    expect(refusalOf(CHAIN, { type: "add_edge", source: "a", target: "b" })).toContain("already");
    expect(refusalOf(CHAIN, { type: "add_edge", source: "a", target: "x" })).toContain("no node called x");
  });

  it("is refused while the text has a syntax error, with its line", () => {
    const outcome = outcomeOf(CHAIN.replace('.addNode("b", step)', '.addNode("b", step'), { type: "add_edge", source: "a", target: "a" });
    expect(outcome).toMatchObject({ status: "refused", reason: expect.stringContaining("is not valid TypeScript") });
  });
});

describe("Retargeting an edge", () => {
  it("changes nothing but the name", () => {
    expect(edited(CHAIN, { type: "retarget_edge", source: "a", target: "b", new_target: "c" })).toBe(CHAIN.replace('"a", "b"', '"a", "c"'));
    expect(edited(CHAIN, { type: "retarget_edge", source: "a", target: "b", new_source: "c" })).toBe(CHAIN.replace('"a", "b"', '"c", "b"'));
    expect(edited(STATEMENTS, { type: "retarget_edge", source: "b", target: "__end__", new_target: "a" })).toBe(
      STATEMENTS.replace('"b", END', '"b", "a"').replace("END, ", "END, "),
    );
  });

  it("makes a plain edge of an entry or finish point that leads elsewhere", () => {
    const text = STATEMENTS.replace('addEdge(START, "a")', 'setEntryPoint("a")').replace('addEdge("b", END)', 'setFinishPoint("b")');
    expect(edited(text, { type: "retarget_edge", source: "__start__", target: "a", new_target: "b" })).toContain('setEntryPoint("b")');
    expect(edited(text, { type: "retarget_edge", source: "b", target: "__end__", new_target: "a" })).toContain('builder.addEdge("b", "a");');
  });

  it("lets one of several sources wait no longer", () => {
    const text = STATEMENTS.replace('builder.addEdge("b", END);', 'builder.addNode("c", step);\nbuilder.addEdge(["a", "b"], "c");');
    const after = edited(text, { type: "retarget_edge", source: "a", target: "c", new_target: "a" });
    expect(after).toContain('builder.addEdge("b", "c");');
    expect(after).toContain('builder.addEdge("a", "a");');
  });
});

describe("Deleting an edge", () => {
  it("takes its line and its comments, and leaves those of others", () => {
    expect(edited(CHAIN, { type: "delete_edge", source: "a", target: "b" })).toBe(CHAIN.replace('  .addEdge("a", "b") // on\n', ""));
    expect(edited(STATEMENTS, { type: "delete_edge", source: "a", target: "b" })).toBe(STATEMENTS.replace('builder.addEdge("a", "b"); // on\n', ""));
  });

  it("keeps a comment that heads what comes below as well", () => {
    expect(edited(CHAIN, { type: "delete_edge", source: "__start__", target: "a" })).toContain('// in\n  .addEdge("a", "b")');
  });

  it("takes an import that nothing uses any more", () => {
    const after = edited(CHAIN, { type: "delete_edge", source: "c", target: "__end__" });
    expect(after).toContain("import { Annotation, START, StateGraph }");
    expect(after).toContain('.addEdge("b", "c")\n  .compile();');
  });

  it("keeps the end of a statement out of a comment that stays", () => {
    const text = CHAIN.replace('  .addEdge("b", "c")\n  .addEdge("c", END)\n  .compile();', '  .addEdge("b", "c");');
    const after = edited(text, { type: "delete_edge", source: "b", target: "c" });
    expect(after).toContain('.addEdge("a", "b"); // on\n');
  });

  it("takes one source out of a list", () => {
    const text = STATEMENTS.replace('builder.addEdge("b", END);', 'builder.addNode("c", step);\nbuilder.addEdge(["a", "b"], "c");');
    expect(edited(text, { type: "delete_edge", source: "a", target: "c" })).toContain('builder.addEdge("b", "c");');
  });

  it("writes a sequence out where one of its steps ends", () => {
    const text = `${HEAD}export const graph = new StateGraph(State)
  .addSequence([
    ["a", step],
    ["b", step, { defer: true }],
    ["c", step],
  ])
  .addEdge(START, "a");
`;
    const after = edited(text, { type: "delete_edge", source: "a", target: "b" });
    expect(after).toContain(
      '  .addNode("a", step)\n  .addNode("b", step, { defer: true })\n  .addNode("c", step)\n  .addEdge("b", "c")\n  .addEdge(START, "a");',
    );
  });

  it("says that a branch is no edge", () => {
    const text = CHAIN.replace('.addEdge("a", "b") // on', '.addConditionalEdges("a", () => "b", ["b"])');
    expect(refusalOf(text, { type: "delete_edge", source: "a", target: "b" })).toContain("is a branch");
  });
});

describe("Entry and finish", () => {
  it("turn the edge from the start, and take away others", () => {
    expect(edited(CHAIN, { type: "set_entry", node: "b" })).toBe(CHAIN.replace('START, "a"', 'START, "b"'));
    const two = CHAIN.replace('  .addEdge(START, "a")\n', '  .addEdge(START, "a")\n  .addEdge(START, "b")\n');
    expect(shapeOf(graphIn(edited(two, { type: "set_entry", node: "b" }))).edges.filter((edge) => edge.startsWith("__start__"))).toEqual([
      "__start__ > b",
    ]);
    const none = CHAIN.replace('  // in\n  .addEdge(START, "a")\n', "");
    expect(edited(none, { type: "set_entry", node: "a" })).toContain('.addEdge(START, "a")');
  });

  it("add an edge to the end", () => {
    expect(edited(CHAIN, { type: "set_finish", node: "a" })).toContain('.addEdge("a", END)');
    expect(edited(CHAIN, { type: "set_finish", node: "c" })).toBe(CHAIN);
  });
});
