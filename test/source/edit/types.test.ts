import { resolve } from "node:path";
import ts from "typescript";
import { expect, it } from "vitest";
import { edited, type LooseEdit } from "./support";

const ANNOTATION = `import { Annotation, END, START, StateGraph } from "@langchain/langgraph";

const State = Annotation.Root({
  n: Annotation<number>,
  topic: Annotation<string>,
  notes: Annotation<string[]>({ reducer: (a, b) => a.concat(b), default: () => [] }),
});

/** Looks for something. */
function search(state: typeof State.State) {
  return { n: state.n + 1 };
}

const write = async (state: typeof State.State) => ({ topic: state.topic.toUpperCase() });

function check(state: typeof State.State): "fine" | "again" {
  const { n } = state;
  if (n > 3) return "fine";
  return "again";
}

export const graph = new StateGraph(State)
  .addNode("search", search)
  .addNode("write", write, { retryPolicy: { maxAttempts: 2 } })
  .addNode("publish", () => ({ notes: ["published"] }))
  .addEdge(START, "search")
  .addConditionalEdges("search", check, { fine: "write", again: "search" })
  .addEdge("write", "publish")
  .addEdge("publish", END)
  .compile();
`;

const SCHEMA = `import { Command, END, START, StateGraph, StateSchema, type GraphNode } from "@langchain/langgraph";
import { z } from "zod";

const State = new StateSchema({ kind: z.enum(["small", "large"]), sizes: z.array(z.number()).default(() => []) });

const judge: GraphNode<typeof State> = (state) => new Command({ goto: state.kind === "small" ? "small" : "large" });

export const graph = new StateGraph(State)
  .addNode("judge", judge, { ends: ["small", "large"] })
  .addNode("small", () => ({ sizes: [1] }))
  .addNode("large", () => ({ sizes: [2] }))
  .addEdge(START, "judge")
  .addConditionalEdges("small", ({ sizes }) => (sizes.length > 1 ? "large" : END), ["large", END])
  .addEdge("large", END);
`;

const ZOD = `import { END, START, StateGraph } from "@langchain/langgraph";
import { z } from "zod";

const State = z.object({ n: z.number(), done: z.boolean() });

function add(state: z.infer<typeof State>) {
  return { n: state.n + 1 };
}

export const graph = new StateGraph(State)
  .addNode("add", add)
  .addNode("finish", () => ({ done: true }))
  .addEdge(START, "add")
  .addEdge("add", "finish")
  .addEdge("finish", END)
  .compile();
`;

const cases: [name: string, text: string, edits: LooseEdit | LooseEdit[]][] = [
  ["rename", ANNOTATION, { type: "rename_node", node: "search", name: 'look "up"' }],
  ["delete", ANNOTATION, { type: "delete_node", node: "write" }],
  ["delete and heal", ANNOTATION, { type: "delete_node", node: "write", heal: true }],
  ["delete the first", ANNOTATION, { type: "delete_node", node: "search" }],
  ["options", ANNOTATION, { type: "set_node_options", node: "publish", options: { defer: "true", retryPolicy: "{ maxAttempts: 3 }" } }],
  ["no options", ANNOTATION, { type: "set_node_options", node: "write", options: { retryPolicy: null } }],
  ["edge", ANNOTATION, { type: "add_edge", source: "write", target: "__end__" }],
  ["turned edge", ANNOTATION, { type: "retarget_edge", source: "write", target: "publish", new_target: "search" }],
  ["no edge", ANNOTATION, { type: "delete_edge", source: "publish", target: "__end__" }],
  ["entry", ANNOTATION, { type: "set_entry", node: "write" }],
  [
    "condition",
    ANNOTATION,
    {
      type: "make_conditional",
      source: "write",
      branches: [
        { label: "out it goes", target: "publish", when: "state.n > 2 && state.topic !== ''" },
        { label: "__proto__", target: "search", when: "state.notes.length > 9" },
        { label: "stop", target: "__end__" },
      ],
    },
  ],
  ["branch", ANNOTATION, { type: "add_branch", source: "search", label: "straight out", target: "publish", when: "state.topic === 'none'" }],
  ["renamed branch", ANNOTATION, { type: "rename_branch", source: "search", label: "again", name: "once more" }],
  ["turned branch", ANNOTATION, { type: "retarget_branch", source: "search", label: "again", target: "__end__" }],
  ["no branch", ANNOTATION, { type: "delete_branch", source: "search", label: "fine" }],
  ["no condition", ANNOTATION, { type: "delete_conditional", source: "search" }],
  ["subgraph", ANNOTATION, { type: "extract_subgraph", nodes: ["search", "write"], name: "draft" }],
  ["subgraph that appends", ANNOTATION, { type: "extract_subgraph", nodes: ["write", "publish"], name: "ship" }],
  [
    "subgraph and back",
    ANNOTATION,
    [
      { type: "extract_subgraph", nodes: ["search", "write"], name: "draft" },
      { type: "inline_subgraph", node: "draft" },
    ],
  ],
  ["renamed goto", SCHEMA, { type: "rename_node", node: "small", name: "tiny", also: "none" }],
  ["deleted target", SCHEMA, { type: "delete_node", node: "judge", heal: true }],
  ["branch of a list", SCHEMA, { type: "add_branch", source: "small", label: "judge", target: "judge", when: "state.kind === 'large'" }],
  ["labels for a list", SCHEMA, { type: "rename_branch", source: "small", label: "large", name: "grow" }],
  [
    "condition over a schema",
    SCHEMA,
    {
      type: "make_conditional",
      source: "large",
      branches: [
        { label: "a", target: "small", when: "state.sizes.length < 2" },
        { label: "b", target: "__end__" },
      ],
    },
  ],
  [
    "condition from the start",
    SCHEMA,
    {
      type: "make_conditional",
      source: "__start__",
      branches: [
        { label: "a", target: "judge", when: "state.kind === 'small'" },
        { label: "b", target: "large" },
      ],
    },
  ],
  ["subgraph of a schema", SCHEMA, { type: "extract_subgraph", nodes: ["judge", "small", "large"], name: "sizing" }],
  [
    "condition over zod",
    ZOD,
    {
      type: "make_conditional",
      source: "add",
      branches: [
        { label: "again", target: "add", when: "state.n < 3" },
        { label: "done", target: "finish" },
      ],
    },
  ],
  ["subgraph of zod", ZOD, { type: "extract_subgraph", nodes: ["add", "finish"], name: "all" }],
];

it("What edits write is TypeScript without errors, even unused names", { timeout: 180_000 }, () => {
  const folder = resolve("test/source/edit");
  const files = new Map(cases.map(([, text, edits], index) => [`${folder}/case-${index}.virtual.ts`, edited(text, edits)]));
  const options: ts.CompilerOptions = {
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    noUnusedLocals: true,
    noUnusedParameters: true,
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    types: ["node"],
  };
  const host = ts.createCompilerHost(options);
  const { getSourceFile, fileExists, readFile } = host;
  host.fileExists = (file) => files.has(file) || fileExists(file);
  host.readFile = (file) => files.get(file) ?? readFile(file);
  host.getSourceFile = (file, language, ...rest) => {
    const text = files.get(file);
    return text === undefined ? getSourceFile(file, language, ...rest) : ts.createSourceFile(file, text, language, true);
  };
  const program = ts.createProgram([...files.keys()], options, host);
  const problems = cases.flatMap(([name, ,], index) => {
    const file = program.getSourceFile(`${folder}/case-${index}.virtual.ts`);
    const found = file === undefined ? [] : [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)];
    return found.map(({ messageText, start = 0 }) => {
      const line = file?.text.slice(0, start).split("\n").length ?? 0;
      return `${name}, line ${line}: ${ts.flattenDiagnosticMessageText(messageText, "\n").slice(0, 600)}\n${file?.text ?? ""}`;
    });
  });
  expect(problems.join("\n\n")).toBe("");
});
