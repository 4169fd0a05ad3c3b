import { mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { MemorySaver } from "@langchain/langgraph";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { KitKindSchema, type KitKind } from "../../../lib/schema/kit";
import { edited, graphOf, ROOT, typeErrors, writeProject } from "./workflows";

const FILE = "graphs/flow.ts";

/** Workflows as people write them, each with one node or none. */
const BASES: Record<string, string> = {
  blank: `import { END, MessagesValue, START, StateGraph, StateSchema } from "@langchain/langgraph";

const State = new StateSchema({ messages: MessagesValue });

export const graph = new StateGraph(State).addEdge(START, END);
`,
  schema: `import { END, START, StateGraph, StateSchema } from "@langchain/langgraph";
import { z } from "zod";

const State = new StateSchema({ question: z.string().default(""), answer: z.string().default("") });

/** Answers. */
const first = () => ({ answer: "yes" });

export const graph = new StateGraph(State)
  .addNode("first", first) // the one
  .addEdge(START, "first")
  .addEdge("first", END);
`,
  annotation: `import { Annotation, END, START, StateGraph } from '@langchain/langgraph'

const State = Annotation.Root({
\tcount: Annotation<number>({ reducer: (_, next) => next, default: () => 0 }),
\ttopic: Annotation<string>,
})

const first = (state: typeof State.State) => ({ count: state.count + 1 })

const builder = new StateGraph(State).addNode('first', first).addEdge(START, 'first').addEdge('first', END)

export const graph = builder.compile()
`.replaceAll("\n", "\r\n"),
  zod: `import { END, START, StateGraph } from "@langchain/langgraph";
import { z } from "zod";

const State = z.object({ topic: z.string().default("x"), done: z.boolean().default(false) });

async function first(state: z.infer<typeof State>) {
  return { done: state.topic !== "" };
}

export const graph = new StateGraph(State).addNode("first", first).addEdge(START, "first").addEdge("first", END).compile();
`,
  messages: `import { END, MessagesAnnotation, START, StateGraph } from "@langchain/langgraph";

export const graph = new StateGraph(MessagesAnnotation)
  .addNode("first", () => ({ messages: [] }))
  .addEdge(START, "first")
  .addEdge("first", END)
  .compile();
`,
  function: `import { Annotation, END, START, StateGraph } from "@langchain/langgraph";

export function makeGraph() {
  const State = Annotation.Root({ items: Annotation<string[]> });
  // The builder.
  return new StateGraph(State)
    .addNode("first", () => ({ items: ["a"] }))
    .addEdge(START, "first")
    .addEdge("first", END)
    .compile();
}

export const graph = makeGraph();
`,
};

const kinds = KitKindSchema.options;
let folder: string;
const made = new Map<string, Record<string, string>>();

/** A node of the kind, behind the first one or alone between the ends. */
function withNode(base: string, kind: KitKind): Record<string, string> {
  const files = { [FILE]: BASES[base] ?? "" };
  const { name, nodes } = graphOf(files, FILE);
  const node = `my_${kind}`;
  const source = nodes.length === 0 ? "__start__" : "first";
  return edited(files, FILE, [
    { type: "add_node", graph: name, name: node, kind },
    { type: "retarget_edge", graph: name, source, target: "__end__", new_target: node },
    ...(kind === "condition" || kind === "approval" ? [] : [{ type: "add_edge" as const, graph: name, source: node, target: "__end__" }]),
  ]).files;
}

beforeAll(() => {
  folder = mkdtempSync(join(ROOT, "test/.made-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe.each(Object.keys(BASES))("in a workflow of the form %s", (base) => {
  it.each(kinds)("a new %s node keeps what is there byte for byte, and is read again", (kind) => {
    const before = BASES[base] ?? "";
    const files = withNode(base, kind);
    made.set(`${base}-${kind}`, files);
    const text = files[FILE] ?? "";
    const eol = before.includes("\r\n") ? "\r\n" : "\n";
    expect(text.split("\n").every((line) => line.endsWith("\r") === (eol === "\r\n") || line === text.split("\n").at(-1))).toBe(true);
    const lines = new Set(text.split(eol));
    const kept = before.split(eol).filter((line) => !line.includes("END") && !/import|State = |from|MessagesAnnotation/.test(line));
    expect(kept.filter((line) => !lines.has(line))).toEqual([]);
    const node = graphOf(files, FILE).nodes.find(({ name }) => name === `my_${kind}`);
    expect(node?.kit?.kind ?? kind).toBe(kind);
    expect(node?.kit !== null).toBe(kind !== "code" && kind !== "subgraph");
  });
});

it("every new node of every form passes the strictest TypeScript", { timeout: 180_000 }, () => {
  expect(typeErrors(Object.fromEntries([...made].map(([name, files]) => [`test/.types-${name}`, files])))).toEqual([]);
});

const CompiledSchema = z.object({ graph: z.custom<{ compile?: (options: object) => unknown; invoke?: unknown }>() });
const RunnableSchema = z.custom<{ invoke: (input: object, config: object) => Promise<object> }>();

describe("a new node runs at once, offline, in a workflow of the form", () => {
  it.each(Object.keys(BASES))("%s", { timeout: 60_000 }, async (base) => {
    for (const kind of kinds) {
      const name = `${base}-${kind}`;
      writeProject(join(folder, name), made.get(name) ?? {});
      const { graph } = CompiledSchema.parse(await import(pathToFileURL(join(folder, name, FILE)).href));
      const runnable = RunnableSchema.parse(graph.compile === undefined ? graph : graph.compile({ checkpointer: new MemorySaver() }));
      const config = { configurable: { thread_id: name } };
      const run = runnable.invoke({}, config);
      // Where the file has compiled it without a checkpointer, an approval can only say that it needs one.
      if (kind === "approval" && graph.compile === undefined) await expect(run).rejects.toThrow(/checkpointer/i);
      else await run;
    }
  });
});

it("says which channels it added and which files it copied", () => {
  const { notes, files } = edited({ [FILE]: BASES.blank ?? "", "package.json": "{}" }, FILE, [
    { type: "add_node", graph: "graph", name: "ask", kind: "approval" },
  ]);
  expect(notes.join("\n")).toMatch(/Added the channel decision/);
  expect(notes.join("\n")).toMatch(/Copied kit\/approval-node.ts, kit\/approval.ts, kit\/node-types.ts/);
  expect(notes.join("\n")).toMatch(/npm install @langchain\/langgraph zod/);
  expect(files["kit/approval-node.ts"]).toContain("export function approvalNode");
});

it("lets a model write where answers go, not into the first text that there is", () => {
  const text = (BASES.schema ?? "").replace("answer: z", 'order_id: z.string().default(""), answer: z');
  const { files } = edited({ [FILE]: text }, FILE, [{ type: "add_node", graph: "graph", name: "ask", kind: "model" }]);
  expect(files[FILE]).toContain('into: "answer"');
});

it("imports the kit from where the project has it, with the extension that the file writes", () => {
  const text = (BASES.schema ?? "").replace('import { z } from "zod";', 'import { z } from "zod";\nimport "./other.js";');
  const { files } = edited({ [FILE]: text, "lib/kit/model-node.ts": "" }, FILE, [{ type: "add_node", graph: "graph", name: "ask", kind: "model" }]);
  expect(files[FILE]).toContain('import { modelNode } from "../lib/kit/model-node.js";');
  expect(Object.keys(files)).not.toContain("kit/model-node.ts");
});

it("reads the conversation where it looks for the last message, and not where it looks for something else", () => {
  const { files } = edited({ [FILE]: BASES.blank ?? "" }, FILE, [{ type: "add_node", graph: "graph", name: "find", kind: "retrieve" }]);
  expect(graphOf(files, FILE).nodes[0]?.reads).toEqual(["messages"]);
  const asked = edited(files, FILE, [{ type: "set_kit_settings", graph: "graph", node: "find", settings: { query: "cats" } }]).files;
  expect(graphOf(asked, FILE).nodes[0]?.reads).toEqual([]);
});

it("calls the variable something else than the kit's function", () => {
  const { files } = edited({ [FILE]: BASES.schema ?? "" }, FILE, [{ type: "add_node", graph: "graph", name: "retrieve", kind: "retrieve" }]);
  expect(files[FILE]).toContain("const retrieveNode = retrieve({");
  expect(files[FILE]).toContain('.addNode("retrieve", retrieveNode)');
});

it("chooses another variable where the node's name is taken in the file, and refuses a name that is a channel's", () => {
  const files = { [FILE]: BASES.schema ?? "" };
  expect(edited(files, FILE, [{ type: "add_node", graph: "graph", name: "state graph", kind: "code" }]).files[FILE]).toContain(
    "async function stateGraph(",
  );
  expect(edited(files, FILE, [{ type: "add_node", graph: "graph", name: "first 2", kind: "code" }]).files[FILE]).toContain(
    '.addNode("first 2", first2)',
  );
  expect(() => edited(files, FILE, [{ type: "add_node", graph: "graph", name: "answer", kind: "code" }])).toThrow(/channel called answer/);
  expect(() => edited(files, FILE, [{ type: "add_node", graph: "graph", name: "first", kind: "code" }])).toThrow(/already/);
  expect(() => edited(files, FILE, [{ type: "add_node", graph: "graph", name: "constructor", kind: "code" }])).toThrow(/choose another name/);
});

it.each(['say "hi"', "back\\slash", "</script>", "line\nbreak", "prüfen 🙂", "${x}", "`"])("a node can be called %j", (name) => {
  const files = edited({ [FILE]: BASES.schema ?? "" }, FILE, [{ type: "add_node", graph: "graph", name, kind: "code" }]).files;
  expect(graphOf(files, FILE).nodes.map((node) => node.name)).toContain(name);
  made.set(`named-${made.size}`, files);
});
