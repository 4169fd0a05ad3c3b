import { describe, expect, it } from "vitest";
import { memoryHost } from "../../../lib/source/host";
import { applyEdits } from "../../../lib/source/edit/apply-edits";
import { EditSchema } from "../../../lib/schema/edit";
import { difference, edited, FILE, graphIn, notesOf, outcomeOf, refusalOf, shapeOf } from "./support";

const TEXT = `import { Annotation, Command, END, Send, START, StateGraph } from "@langchain/langgraph";
import { writeReport } from "./report";

const State = Annotation.Root({ topic: Annotation<string>, next: Annotation<"search" | "write"> });

/** Looks for something. */
function search(state: typeof State.State) {
  return { topic: state.topic };
}

// Decides where to go.
const plan = (state: typeof State.State) => new Command({ goto: state.next === "search" ? "search" : "write" });

function route(state: typeof State.State) {
  if (state.topic === "") return "search";
  if (state.topic === "all") return [new Send("write", state)];
  return END;
}

export const graph = new StateGraph(State)
  .addNode("plan", plan, { ends: ["search", "write"] })
  .addNode("search", search)
  // writes it down
  .addNode("write", writeReport)
  .addEdge(START, "plan")
  .addConditionalEdges("search", route)
  .addEdge("write", END)
  .compile({ interruptBefore: ["write"] });
`;

describe("Renaming a node", () => {
  it("follows edges, ends, gotos, Send, returned strings and breakpoints", () => {
    expect(difference(TEXT, edited(TEXT, { type: "rename_node", node: "write", name: "report", also: "none" }))).toEqual({
      gone: [
        'const plan = (state: typeof State.State) => new Command({ goto: state.next === "search" ? "search" : "write" });',
        'if (state.topic === "all") return [new Send("write", state)];',
        '.addNode("plan", plan, { ends: ["search", "write"] })',
        '.addNode("write", writeReport)',
        '.addEdge("write", END)',
        '.compile({ interruptBefore: ["write"] });',
      ],
      added: [
        'const plan = (state: typeof State.State) => new Command({ goto: state.next === "search" ? "search" : "report" });',
        'if (state.topic === "all") return [new Send("report", state)];',
        '.addNode("plan", plan, { ends: ["search", "report"] })',
        '.addNode("report", writeReport)',
        '.addEdge("report", END)',
        '.compile({ interruptBefore: ["report"] });',
      ],
    });
  });

  it("asks where it cannot be sure, and changes what it is told to", () => {
    const outcome = outcomeOf(TEXT, { type: "rename_node", node: "search", name: "look up" });
    if (outcome.status !== "ask") throw new Error(JSON.stringify(outcome));
    expect(outcome.question).toContain("search");
    expect(outcome.doubts.map(({ reason }) => reason)).toEqual(["a value that a type allows", "compared with a value"]);
    expect(outcome.doubts[1]?.line_text).toContain('state.next === "search"');
    const all = edited(TEXT, { type: "rename_node", node: "search", name: "look up", also: outcome.doubts.map(({ place }) => place) });
    expect(all).not.toContain('"search"');
    const none = edited(TEXT, { type: "rename_node", node: "search", name: "look up", also: "none" });
    expect(none).toContain('Annotation<"search" | "write">');
    expect(none).toContain('state.next === "search" ? "look up" : "write"');
    const stale = outcomeOf(TEXT, { type: "rename_node", node: "search", name: "x", also: [{ file: FILE, start: 1, end: 4, line: 1, column: 2 }] });
    expect(stale).toMatchObject({ status: "refused" });
  });

  it("leaves labels, channels and other texts alone", () => {
    const text = TEXT.replace(
      '.addConditionalEdges("search", route)',
      '.addConditionalEdges("search", route, { search: "search", write: "write", [END]: END })',
    ).replace("import { writeReport }", 'const tool = { name: "write", description: "write" };\nimport { writeReport }');
    const after = edited(text, { type: "rename_node", node: "write", name: "report", also: "none" });
    expect(after).toContain('{ search: "search", write: "report", [END]: END }');
    expect(after).toContain('{ name: "write", description: "write" }');
    expect(outcomeOf(text, { type: "rename_node", node: "search", name: "look", also: "none" }).status).toBe("done");
  });

  it("renames a constant where it is defined, in another file too", () => {
    const files = { "graphs/names.ts": 'export const NAMES = { write: "write", plan: "plan" } as const;\nexport enum Step { Search = "search" }\n' };
    const text = TEXT.replace(
      'import { writeReport } from "./report";',
      'import { NAMES, Step } from "./names";\nimport { writeReport } from "./report";',
    )
      .replace('.addNode("write"', ".addNode(NAMES.write")
      .replace('.addNode("search"', ".addNode(Step.Search")
      .replace('.addEdge("write"', ".addEdge(NAMES.write");
    const outcome = outcomeOf(text, { type: "rename_node", node: "write", name: "report", also: "none" }, files);
    if (outcome.status !== "done") throw new Error(JSON.stringify(outcome));
    expect(outcome.files.get("graphs/names.ts")?.text).toContain('{ write: "report", plan: "plan" }');
    expect(outcome.files.get(FILE)?.text).toContain(".addEdge(NAMES.write, END)");
    const other = outcomeOf(text, { type: "rename_node", node: "search", name: "look up", also: "none" }, files);
    if (other.status !== "done") throw new Error(JSON.stringify(other));
    expect(other.files.get("graphs/names.ts")?.text).toContain('enum Step { Search = "look up" }');
  });

  it("follows into the file that a router is imported from", () => {
    const files = { "graphs/route.ts": 'export const route = (state: { n: number }): "write" | "plan" => (state.n > 1 ? "write" : "plan");\n' };
    const text = TEXT.replace(/function route[^}]*\n}\n/, "").replace(
      'import { writeReport } from "./report";',
      'import { route } from "./route";\nimport { writeReport } from "./report";',
    );
    const outcome = outcomeOf(text, { type: "rename_node", node: "write", name: "report", also: "none" }, files);
    if (outcome.status !== "done") throw new Error(JSON.stringify(outcome));
    expect(outcome.files.get("graphs/route.ts")?.text).toBe(
      'export const route = (state: { n: number }): "report" | "plan" => (state.n > 1 ? "report" : "plan");\n',
    );
  });

  it("keeps a shorthand's function", () => {
    const text = `import { START, StateGraph } from "@langchain/langgraph";\nexport const graph = new StateGraph(State).addNode({ plan, write: () => ({}) }).addEdge(START, "plan");\n`;
    expect(edited(text, { type: "rename_node", node: "plan", name: "first step" })).toContain(
      'addNode({ "first step": plan, write: () => ({}) }).addEdge(START, "first step")',
    );
  });

  it("leaves a node of the same name in another workflow of the file alone", () => {
    const text = `${TEXT.replace("export const graph", "export const first")}
export const graph = new StateGraph(State).addNode("write", writeReport).addEdge(START, "write").addEdge("write", END);
`;
    const after = edited(text, { type: "rename_node", node: "write", name: "report", also: "none" });
    expect(after.slice(0, after.indexOf("export const graph"))).toBe(text.slice(0, text.indexOf("export const graph")));
    expect(after).toContain('addNode("report", writeReport).addEdge(START, "report").addEdge("report", END)');
  });

  it("is refused with the reason for names that LangGraph does not take", () => {
    const reason = (name: string) => refusalOf(TEXT, { type: "rename_node", node: "write", name });
    expect(reason("search")).toContain("already");
    expect(reason("topic")).toContain("channel called topic");
    expect(reason("__end__")).toContain("LangGraph's own name");
    expect(reason("a:b")).toContain("“:”");
    expect(reason("a|b")).toContain("“|”");
    for (const name of ["constructor", "toString", "__proto__"]) expect(reason(name)).toContain("Every object has");
    expect(refusalOf(TEXT, { type: "rename_node", node: "gone", name: "x" })).toContain("no node called gone");
  });

  it("writes names with quotes, backslashes, line breaks and tags as what they are", () => {
    for (const name of ['say "hi"', "it's", "back\\slash", "a\nb", "</script>", "${x}`", "a\u2028b"]) {
      const after = edited(TEXT, { type: "rename_node", node: "write", name, also: "none" });
      expect(graphIn(after).nodes.map((node) => node.name)).toContain(name);
      expect(after).not.toContain("\u2028");
    }
  });
});

describe("Deleting a node", () => {
  it("takes its edges, its `ends`, its breakpoints and what nothing else uses", () => {
    expect(difference(TEXT, edited(TEXT, { type: "delete_node", node: "write" }))).toEqual({
      gone: [
        'import { writeReport } from "./report";',
        '.addNode("plan", plan, { ends: ["search", "write"] })',
        "// writes it down",
        '.addNode("write", writeReport)',
        '.addEdge("write", END)',
        '.compile({ interruptBefore: ["write"] });',
      ],
      added: ['.addNode("plan", plan, { ends: ["search"] })', ".compile({ interruptBefore: [] });"],
    });
    expect(notesOf(TEXT, { type: "delete_node", node: "write" })).toEqual([
      "route() still sends to write in line 16: change it there.",
      "plan still goes to write in line 12, which leads nowhere now: change it there.",
    ]);
  });

  it("takes its function with the comments above, unless something else uses it", () => {
    const after = edited(TEXT, { type: "delete_node", node: "search" });
    expect(after).not.toContain("function search");
    expect(after).not.toContain("Looks for something");
    expect(after).not.toContain("function route");
    const used = TEXT.replace("export const graph", "export const helper = search;\n\nexport const graph");
    expect(edited(used, { type: "delete_node", node: "search" })).toContain("function search");
    const exported = TEXT.replace("function search", "export function search");
    expect(edited(exported, { type: "delete_node", node: "search" })).toContain("function search");
  });

  it("lets what led to it lead on, where asked to and one node follows", () => {
    const text = TEXT.replace('.addEdge(START, "plan")', '.addNode("check", search)\n  .addEdge(START, "check")\n  .addEdge("check", "plan")');
    const after = edited(text, { type: "delete_node", node: "check", heal: true });
    expect(after).toContain('.addEdge(START, "plan")');
    expect(shapeOf(graphIn(after)).nodes).toEqual(["plan", "search", "write"]);
  });

  it("takes what only a subgraph ran, when that goes", () => {
    const text = `import { START, StateGraph } from "@langchain/langgraph";
import { helper } from "./helper";

function inner() {
  return helper();
}

const child = new StateGraph(State).addNode("inner", inner).addEdge(START, "inner").compile();

export const graph = new StateGraph(State)
  .addNode("first", first)
  .addNode("child", child)
  .addEdge(START, "first")
  .addEdge("first", "child");
`;
    expect(edited(text, { type: "delete_node", node: "child" })).toBe(`import { START, StateGraph } from "@langchain/langgraph";

export const graph = new StateGraph(State)
  .addNode("first", first)
  .addEdge(START, "first");
`);
  });

  it("takes it out of objects, lists and sequences", () => {
    const start = 'import { START, StateGraph } from "@langchain/langgraph";\nexport const graph = new StateGraph(State)\n';
    expect(edited(`${start}  .addNode({\n    a: one,\n    b: two,\n  })\n  .addEdge(START, "a");\n`, { type: "delete_node", node: "b" })).toBe(
      `${start}  .addNode({\n    a: one,\n  })\n  .addEdge(START, "a");\n`,
    );
    expect(edited(`${start}  .addNode([["a", one], ["b", two]])\n  .addEdge(START, "a");\n`, { type: "delete_node", node: "a" })).toContain(
      '.addNode([["b", two]]);',
    );
    expect(edited(`${start}  .addSequence({ a: one, b: two, c: three })\n  .addEdge(START, "a");\n`, { type: "delete_node", node: "b" })).toBe(
      `${start}  .addNode("a", one)\n  .addNode("c", three)\n  .addEdge(START, "a");\n`,
    );
  });
});

describe("A node's options and code", () => {
  it("are set one by one, the others stay as they are", () => {
    const after = edited(TEXT, { type: "set_node_options", node: "plan", options: { retryPolicy: "{ maxAttempts: 3 }", ends: '["write"]' } });
    expect(after).toContain('.addNode("plan", plan, { ends: ["write"], retryPolicy: { maxAttempts: 3 } })');
    expect(edited(after, { type: "set_node_options", node: "plan", options: { ends: null } })).toContain(
      '.addNode("plan", plan, { retryPolicy: { maxAttempts: 3 } })',
    );
    expect(edited(TEXT, { type: "set_node_options", node: "plan", options: { ends: null } })).toContain('.addNode("plan", plan)');
    expect(edited(TEXT, { type: "set_node_options", node: "search", options: { defer: "true" } })).toContain(
      '.addNode("search", search, { defer: true })',
    );
  });

  it("spread a constant that other nodes may share", () => {
    const text = TEXT.replace('.addNode("search", search)', '.addNode("search", search, patient)');
    expect(edited(text, { type: "set_node_options", node: "search", options: { defer: "true" } })).toContain(
      '.addNode("search", search, { ...patient, defer: true })',
    );
  });

  it("must be expressions", () => {
    expect(refusalOf(TEXT, { type: "set_node_options", node: "plan", options: { defer: "true; process.exit()" } })).toContain("defer");
    expect(refusalOf(TEXT, { type: "set_node_options", node: "plan", options: { defer: "true }, { x" } })).toContain("defer");
  });

  it("replaces the definition of its function, wherever it stands", () => {
    const code = "function search(state: typeof State.State) {\n  return {};\n}";
    expect(edited(TEXT, { type: "set_node_code", node: "search", text: code })).toContain(code);
    const files = { "graphs/report.ts": "export function writeReport() {\n  return {};\n}\n" };
    const outcome = outcomeOf(
      TEXT,
      { type: "set_node_code", node: "write", text: "export function writeReport() {\n  return { topic: 1 };\n}" },
      files,
    );
    if (outcome.status !== "done") throw new Error(JSON.stringify(outcome));
    expect(outcome.files.get("graphs/report.ts")?.text).toContain("topic: 1");
    expect(outcome.files.has(FILE)).toBe(false);
    expect(refusalOf(TEXT, { type: "set_node_code", node: "write", text: "x" })).toContain("not found");
  });
});

describe("Several edits", () => {
  it("are made one after the other, and come out as one list of changes", () => {
    const after = edited(TEXT, [
      { type: "rename_node", node: "write", name: "report", also: "none" },
      { type: "add_edge", source: "report", target: "search" },
      { type: "rename_node", node: "report", name: "publish", also: "none" },
    ]);
    expect(after).toContain('.addEdge("publish", END)\n  .addEdge("publish", "search")');
  });

  it("are none of them made where one is refused", () => {
    const outcome = outcomeOf(TEXT, [
      { type: "add_edge", source: "write", target: "search" },
      { type: "add_edge", source: "write", target: "nowhere" },
    ]);
    expect(outcome).toMatchObject({ status: "refused", edit: 1 });
  });

  it("come to nothing where they undo one another", () => {
    const outcome = outcomeOf(TEXT, [
      { type: "add_edge", source: "write", target: "search" },
      { type: "delete_edge", source: "write", target: "search" },
    ]);
    expect(outcome).toMatchObject({ status: "done", files: new Map(), notes: [] });
  });

  it("may change text, of files that the workflow was read from alone", () => {
    const host = memoryHost({ [FILE]: TEXT, "graphs/report.ts": "export const writeReport = () => ({});\n", "secret.ts": "" });
    const change = (file: string) =>
      applyEdits(host, FILE, [EditSchema.parse({ type: "replace_text", file, changes: [{ start: 0, end: 0, text: "// hi\n" }] })]);
    expect(change("graphs/report.ts")).toMatchObject({ status: "done" });
    expect(change("secret.ts")).toMatchObject({ status: "refused" });
    expect(change("../../etc/passwd")).toMatchObject({ status: "refused" });
    const outside = EditSchema.parse({ type: "replace_text", changes: [{ start: 0, end: 99_999, text: "" }] });
    expect(applyEdits(host, FILE, [outside])).toMatchObject({ status: "refused", reason: expect.stringContaining("do not fit") });
  });

  it("are refused where more is pasted than can be taken in at once", () => {
    const calls = (count: number) => Array.from({ length: count }, (_, index) => `\n  .addNode("n${index}", () => ({}))`).join("");
    expect(refusalOf(TEXT, { type: "paste", text: calls(2_500) })).toContain("at most 300");
  });
});
