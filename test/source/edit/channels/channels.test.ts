import { describe, expect, it } from "vitest";
import { loadGraph } from "../../load-graph";
import { changed, edit, editFiles, refusal } from "./edit";

const GRAPH = `
export const graph = new StateGraph(State)
  .addNode("work", () => ({}))
  .addEdge(START, "work")
  .addEdge("work", END);
`;

const ANNOTATION = `import { Annotation, END, START, StateGraph } from "@langchain/langgraph";

const State = Annotation.Root({
  // What it is about
  title: Annotation<string>,
  list: Annotation<string[]>({
    // joins
    reducer: (a, b) => a.concat(b),
    default: () => [],
  }),
});
${GRAPH}`;

const SCHEMA = `import { END, ReducedValue, START, StateGraph, StateSchema } from "@langchain/langgraph";
import { z } from "zod";

const text = z.string().meta({ description: "Any text" });

const State = new StateSchema({
  /** How often */
  count: z.number().int().default(0),
  list: new ReducedValue(
    z.array(z.string()).default(() => []),
    { inputSchema: z.string(), reducer: (current, next) => [...current, next] },
  ),
  text,
});
${GRAPH}`;

const ZOD = `import { END, START, StateGraph } from "@langchain/langgraph";
import { registry } from "@langchain/langgraph/zod";
import { z } from "zod";

const State = z.object({
  count: z.number().default(0),
  list: z.array(z.string()).default(() => []).register(registry, { reducer: { fn: (a, b) => a.concat(b) } }),
});
${GRAPH}`;

const OLD = `import { END, START, StateGraph, StateGraphArgs } from "@langchain/langgraph";

interface AgentState {
  input: string;
  steps: string[];
}

const channels: StateGraphArgs<AgentState>["channels"] = {
  input: null,
  steps: {
    value: (a, b) => a.concat(b),
    default: () => [],
  },
};

export const graph = new StateGraph<AgentState>({ channels })
  .addNode("work", () => ({}))
  .addEdge(START, "work")
  .addEdge("work", END);
`;

const add = (name: string, value_type: string, more: Record<string, unknown> = {}) => ({ type: "add_channel", name, value_type, ...more });
const set = (channel: string, more: Record<string, unknown>) => ({ type: "set_channel", channel, ...more });

async function run(text: string, input: Record<string, unknown> = {}): Promise<unknown> {
  return await (await loadGraph(text)).compile().invoke(input);
}

describe("a new channel", () => {
  it("is written as an annotation, with its reducer and default", async () => {
    expect(changed(ANNOTATION, add("count", "number"))).toEqual(["+ count: Annotation<number>,"]);
    expect(changed(ANNOTATION, add("count", "number", { default: "0" }))).toEqual([
      "+ count: Annotation<number>({ reducer: (_, next) => next, default: () => 0 }),",
    ]);
    expect(changed(ANNOTATION, add("tags", "string[]", { reducer: "append", description: "Words for it" }))).toEqual([
      "+ /** Words for it */",
      "+ tags: Annotation<string[]>({ reducer: (current, next) => current.concat(next), default: () => [] }),",
    ]);
    const text = edit(
      ANNOTATION,
      add("tags", "string[]", { reducer: "append" }),
      add("count", "number", { default: "3" }),
      add("messages", "messages"),
    );
    expect(text).toContain('import { Annotation, END, messagesStateReducer, START, StateGraph } from "@langchain/langgraph";');
    expect(text).toContain('import type { BaseMessage } from "@langchain/core/messages";');
    expect(await run(text, { title: "x" })).toEqual({ title: "x", list: [], tags: [], count: 3, messages: [] });
  });

  it("is written with zod in a state schema", async () => {
    expect(changed(SCHEMA, add("level", '"low" | "high"'))).toEqual(['+ level: z.enum(["low", "high"]),']);
    expect(changed(SCHEMA, add("seen", "Record<string, boolean>", { default: "{}" }))).toEqual([
      "+ seen: z.record(z.string(), z.boolean()).default(() => ({})),",
    ]);
    const text = edit(
      SCHEMA,
      add("tags", "string[]", { reducer: "append" }),
      add("chat", "messages"),
      add("best", "number", { reducer: { code: "Math.max" }, default: "1" }),
    );
    expect(text).toContain(`  tags: new ReducedValue(
    z.array(z.string()).default(() => []),
    { reducer: (current, next) => [...current, ...next] },
  ),
  chat: MessagesValue,
  best: new ReducedValue(z.number().default(1), { reducer: Math.max }),
});`);
    expect(await run(text, { text: "x" })).toEqual({ count: 0, list: [], text: "x", tags: [], chat: [], best: 1 });
  });

  it("is written with zod in a zod object", async () => {
    expect(changed(ZOD, add("who", "{ name: string; age?: number } | null", { default: "null" }))).toEqual([
      "+ who: z.object({ name: z.string(), age: z.number().optional() }).nullable().default(null),",
    ]);
    const text = edit(ZOD, add("tags", "string[]", { reducer: "append" }), add("messages", "messages"));
    expect(text).toContain(
      "tags: z.array(z.string()).default(() => []).register(registry, {\n    reducer: { fn: (current, next) => current.concat(next) },\n  }),",
    );
    expect(text).toContain("messages: withLangGraph(z.custom<BaseMessage[]>(), MessagesZodMeta),");
    expect(await run(text, { messages: [] })).toEqual({ count: 0, list: [], tags: [], messages: [] });
  });

  it("is written in the old channels and in their interface", async () => {
    const text = edit(OLD, add("tags", "string[]", { reducer: "append" }), add("note", "string | null"));
    expect(text).toContain("  steps: string[];\n  tags: string[];\n  note: string | null;\n}");
    expect(text).toContain("  tags: { value: (current, next) => current.concat(next), default: () => [] },\n  note: null,\n};");
    expect(await run(text, { input: "x" })).toMatchObject({ steps: [], tags: [] });
  });

  it("gives a workflow with messages alone a state of its own", async () => {
    const text = `import { END, MessagesAnnotation, START, StateGraph } from "@langchain/langgraph";

/** Answers. */
function answer(state: typeof MessagesAnnotation.State) {
  return { messages: [] };
}

export const graph = new StateGraph(MessagesAnnotation)
  .addNode("answer", answer)
  .addEdge(START, "answer")
  .addEdge("answer", END);
`;
    const after = edit(text, add("count", "number", { default: "0", description: "How often" }));
    expect(after).toBe(`import { Annotation, END, MessagesAnnotation, START, StateGraph } from "@langchain/langgraph";

const State = Annotation.Root({
  ...MessagesAnnotation.spec,
  /** How often */
  count: Annotation<number>({ reducer: (_, next) => next, default: () => 0 }),
});

/** Answers. */
function answer(state: typeof State.State) {
  return { messages: [] };
}

export const graph = new StateGraph(State)
  .addNode("answer", answer)
  .addEdge(START, "answer")
  .addEdge("answer", END);
`);
    expect(await run(after, { messages: [] })).toEqual({ messages: [], count: 0 });
  });

  it("gives a workflow with the messages of zod alone a state of its own", async () => {
    const text = `import { END, MessagesZodState, START, StateGraph } from "@langchain/langgraph";

export const graph = new StateGraph(MessagesZodState).addNode("a", () => ({})).addEdge(START, "a").addEdge("a", END);
`;
    const after = edit(text, add("count", "number", { default: "0" }));
    expect(after).toContain(
      "const State = z.object({\n  messages: withLangGraph(z.custom<BaseMessage[]>(), MessagesZodMeta),\n  count: z.number().default(0),\n});",
    );
    expect(await run(after, { messages: [] })).toEqual({ messages: [], count: 0 });
  });

  it("goes into the file that the state stands in", () => {
    const files = {
      "a.ts": `import { END, START, StateGraph } from "@langchain/langgraph";\nimport { State } from "./state";\n${GRAPH}`,
      "state.ts": `import { Annotation } from "@langchain/langgraph";\n\nexport const State = Annotation.Root({ title: Annotation<string> });\n`,
    };
    const after = editFiles(files, add("count", "number"));
    expect(after["a.ts"]).toBe(files["a.ts"]);
    expect(after["state.ts"]).toContain("Annotation.Root({ title: Annotation<string>, count: Annotation<number> });");
  });

  it("keeps the file's quotes, indentation, line ends and lack of semicolons", () => {
    const text = `import { Annotation, END, START, StateGraph } from '@langchain/langgraph'\r\n\r\nconst State = Annotation.Root({\r\n\ttitle: Annotation<string>\r\n})\r\n${GRAPH.replaceAll(";", "").replaceAll('"', "'").replaceAll("\n", "\r\n")}`;
    const after = edit(text, add('it\'s \\ "so"', "'a' | 'b'", { description: "Two\nlines" }));
    expect(after).toContain(
      "\ttitle: Annotation<string>,\r\n\t/**\r\n\t * Two\r\n\t * lines\r\n\t */\r\n\t'it\\'s \\\\ \"so\"': Annotation<'a' | 'b'>\r\n})",
    );
    expect(after.replaceAll("\r\n", "")).not.toContain("\n");
  });

  it("goes into an empty state, and breaks a line that becomes too long", () => {
    const empty = ANNOTATION.replace(/Annotation\.Root\(\{[\s\S]*?\n\}\)/, "Annotation.Root({})");
    expect(edit(empty, add("title", "string"))).toContain("const State = Annotation.Root({ title: Annotation<string> });");
    const long = ANNOTATION.replace(
      /Annotation\.Root\(\{[\s\S]*?\n\}\)/,
      "Annotation.Root({ title: Annotation<string>, other_title_that_is_long: Annotation<string | null> })",
    );
    expect(edit(long, add("another_one_that_is_long", "string[]"))).toContain(`Annotation.Root({
  title: Annotation<string>,
  other_title_that_is_long: Annotation<string | null>,
  another_one_that_is_long: Annotation<string[]>,
});`);
  });

  it("is plain in JavaScript", () => {
    const text = ANNOTATION.replace(/<[^>()]*>/g, "");
    const after = editFiles({ "a.mjs": text }, add("count", "number"), add("tags", "string[]", { reducer: "append" }), add("chat", "messages"));
    expect(after["a.mjs"]).toContain(
      "  count: Annotation,\n  tags: Annotation({ reducer: (current, next) => current.concat(next), default: () => [] }),\n  chat: Annotation({ reducer: messagesStateReducer, default: () => [] }),\n",
    );
    expect(after["a.mjs"]).not.toContain("BaseMessage");
  });

  it("is refused with what to do instead", () => {
    expect(refusal(ANNOTATION, add("title", "string"))).toBe("The state has a channel called title already.");
    expect(refusal(ANNOTATION, add("work", "string"))).toMatch(/^A node is called work/);
    expect(refusal(ANNOTATION, add("__proto__", "string"))).toMatch(/two underscores/);
    expect(refusal(ANNOTATION, add("toString", "string"))).toMatch(/^Every object/);
    expect(refusal(ANNOTATION, add("x", "string["))).toMatch(/^`string\[` is not a TypeScript type/);
    expect(refusal(ANNOTATION, add("x", "string; evil()"))).toMatch(/is not a TypeScript type/);
    expect(refusal(SCHEMA, add("x", "string }; evil({"))).toMatch(/is not a TypeScript type/);
    expect(refusal(ANNOTATION, add("x", "string", { reducer: "append" }))).toMatch(/^Append joins lists/);
    expect(refusal(SCHEMA, add("x", "z.string()", { reducer: "append" }))).toMatch(/^Append joins lists/);
    expect(refusal(ANNOTATION, add("x", "string", { default: "}" }))).toMatch(/is not a value/);
    expect(refusal(ANNOTATION, add("x", "string", { reducer: { code: "(a) =>" } }))).toMatch(/is not a function/);
  });
});

describe("a changed channel", () => {
  it("gets another type and keeps all else, comments too", () => {
    expect(changed(ANNOTATION, set("list", { value_type: "number[]" }))).toEqual([
      "- list: Annotation<string[]>({",
      "+ list: Annotation<number[]>({",
    ]);
    expect(changed(SCHEMA, set("count", { value_type: "string" }))).toEqual([
      "- count: z.number().int().default(0),",
      "+ count: z.string().default(0),",
    ]);
    expect(changed(SCHEMA, set("list", { value_type: "Set<number>" }))).toEqual([
      "- z.array(z.string()).default(() => []),",
      "+ z.set(z.number()).default(() => []),",
    ]);
    expect(changed(ZOD, set("count", { value_type: "z.number().min(1)" }))).toEqual([
      "- count: z.number().default(0),",
      "+ count: z.number().min(1).default(0),",
    ]);
    expect(changed(OLD, set("input", { value_type: "string | null" }))).toEqual(["- input: string;", "+ input: string | null;"]);
  });

  it("gets, changes and loses a default", () => {
    expect(changed(ANNOTATION, set("title", { default: '"untitled"' }))).toEqual([
      "- title: Annotation<string>,",
      '+ title: Annotation<string>({ reducer: (_, next) => next, default: () => "untitled" }),',
    ]);
    expect(changed(ANNOTATION, set("list", { default: '["a"]' }))).toEqual(["- default: () => [],", '+ default: () => ["a"],']);
    expect(changed(ANNOTATION, set("list", { default: null }))).toEqual(["- default: () => [],"]);
    expect(changed(SCHEMA, set("count", { default: "7" }))).toEqual([
      "- count: z.number().int().default(0),",
      "+ count: z.number().int().default(7),",
    ]);
    expect(changed(SCHEMA, set("count", { default: "" }))).toEqual(["- count: z.number().int().default(0),", "+ count: z.number().int(),"]);
    expect(changed(ZOD, set("list", { default: "() => [1]" }))[1]).toContain(".default(() => [1]).register(registry");
    expect(changed(OLD, set("input", { default: '""' }))).toEqual(["- input: null,", '+ input: { value: (_, next) => next, default: () => "" },']);
  });

  it("gets, changes and loses a reducer", async () => {
    expect(changed(ANNOTATION, set("list", { reducer: "last" }))).toEqual(["- reducer: (a, b) => a.concat(b),", "+ reducer: (_, next) => next,"]);
    expect(edit(ANNOTATION, set("list", { reducer: "last", default: null }))).toContain("  list: Annotation<string[]>,\n});");
    expect(changed(ANNOTATION, set("list", { reducer: { code: "(a, b) => [...b, ...a]" } }))).toEqual([
      "- reducer: (a, b) => a.concat(b),",
      "+ reducer: (a, b) => [...b, ...a],",
    ]);
    expect(changed(ANNOTATION, set("title", { reducer: { code: "(a, b) => a + b" } }))[1]).toBe(
      "+ title: Annotation<string>({ reducer: (a, b) => a + b }),",
    );
    expect(changed(SCHEMA, set("count", { reducer: { code: "(a, b) => a + b" } }))[1]).toBe(
      "+ count: new ReducedValue(z.number().int().default(0), { reducer: (a, b) => a + b }),",
    );
    expect(edit(SCHEMA, set("list", { reducer: "append" }))).toContain("{ reducer: (current, next) => [...current, ...next] },");
    expect(edit(SCHEMA, set("list", { reducer: "last" }))).toContain("  list: z.array(z.string()).default(() => []),\n");
    expect(edit(ZOD, set("list", { reducer: "last" }))).toContain("  list: z.array(z.string()).default(() => []),\n");
    expect(changed(ZOD, set("count", { reducer: { code: "Math.max" } }))[1]).toBe(
      "+ count: z.number().default(0).register(registry, { reducer: { fn: Math.max } }),",
    );
    const messages = edit(SCHEMA, set("list", { reducer: "messages" }));
    expect(messages).toContain("  list: MessagesValue,\n");
    expect(edit(messages, set("list", { reducer: "append", value_type: "string[]" }))).toContain("z.array(z.string()).default(() => []),");
    expect(refusal(messages, set("list", { value_type: "string" }))).toMatch(/^This channel holds messages/);
    expect(refusal(SCHEMA, set("count", { reducer: "append" }))).toMatch(/^Append joins lists/);
    expect(await run(edit(SCHEMA, set("list", { reducer: "append" })), { text: "", list: ["a"] })).toMatchObject({ list: ["a"] });
  });

  it("gets, changes and loses a description, where it has one", () => {
    expect(changed(ANNOTATION, set("title", { description: "Its name" }))).toEqual(["- // What it is about", "+ /** Its name */"]);
    expect(changed(ANNOTATION, set("title", { description: "" }))).toEqual(["- // What it is about"]);
    expect(changed(ANNOTATION, set("list", { description: "All */ of them" }))).toEqual(["+ /** All *\\/ of them */"]);
    expect(changed(SCHEMA, set("text", { description: 'A "text"' }))).toEqual([
      '- const text = z.string().meta({ description: "Any text" });',
      '+ const text = z.string().meta({ description: "A \\"text\\"" });',
    ]);
  });

  it("that several states share is changed where it stands", () => {
    expect(changed(SCHEMA, set("text", { value_type: "string | null" }))).toEqual([
      '- const text = z.string().meta({ description: "Any text" });',
      '+ const text = z.string().nullable().meta({ description: "Any text" });',
    ]);
  });

  it("that is a constant of the file with its reducer is changed there, and one of another file is not", () => {
    const text = SCHEMA.replace("const text =", "const log = new ReducedValue(z.array(z.string()), { reducer: (a, b) => b });\nconst text =").replace(
      "  text,\n",
      "  text,\n  log: log,\n",
    );
    expect(changed(text, set("log", { reducer: "append" }))).toEqual([
      "- const log = new ReducedValue(z.array(z.string()), { reducer: (a, b) => b });",
      "+ const log = new ReducedValue(z.array(z.string()), { reducer: (current, next) => [...current, ...next] });",
    ]);
    const taken = SCHEMA.replace(
      "const State",
      "const Other = new StateSchema({ log: new ReducedValue(z.array(z.string()), { reducer: (a, b) => a.concat(b) }) });\nconst State",
    ).replace("  text,\n", "  text,\n  log: Other.fields.log,\n");
    expect(refusal(taken, set("log", { value_type: "string" }))).toMatch(/cannot be changed here/);
  });

  it("changes nothing where it is that already", () => {
    expect(edit(ANNOTATION, set("title", { value_type: "string" }))).toBe(ANNOTATION);
    expect(edit(SCHEMA, set("count", { default: "0" }))).toBe(SCHEMA);
  });

  it("is refused where it comes from the library", () => {
    const text = ANNOTATION.replace("Root({", "Root({\n  ...MessagesAnnotation.spec,").replace("Annotation,", "Annotation, MessagesAnnotation,");
    expect(refusal(text, set("messages", { value_type: "string" }))).toMatch(/comes from/);
    expect(refusal(text, set("nothing", { value_type: "string" }))).toBe("The state has no channel called nothing any more.");
  });
});
