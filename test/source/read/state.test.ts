import { describe, expect, it } from "vitest";
import { channelsOf, IMPORTS, readOne } from "./read";

const graphOf = (state: string, argument = "State", files: Record<string, string> = {}) =>
  readOne(`${IMPORTS}${state}\nconst graph = new StateGraph(${argument}).addNode("node", () => ({}));`, files);
const channels = (state: string, argument = "State", files: Record<string, string> = {}) => channelsOf(graphOf(state, argument, files));

describe("The state of a workflow", () => {
  it("is read from Annotation.Root", () => {
    const source = `const State = Annotation.Root({
  /** What it is about. */
  topic: Annotation<string>,
  plain: Annotation<number>(),
  last: Annotation<number>({ reducer: (_, next) => next, default: () => 0 }),
  kept: Annotation<string>({ reducer: (a, b) => b ?? a }),
  notes: Annotation<string[]>({ reducer: (a, b) => a.concat(b), default: () => [] }),
  spread: Annotation<string[]>({ value: (a, b) => [...a, ...b] }),
  messages: Annotation<BaseMessage[]>({ reducer: messagesStateReducer }),
  own: Annotation<object>({ reducer: mergeAll }),
  "quoted name": Annotation,
});`;
    const graph = graphOf(
      `import { messagesStateReducer } from "@langchain/langgraph";\nfunction mergeAll(a, b) { return { ...a, ...b }; }\n${source}`,
    );
    expect(channelsOf(graph)).toEqual({
      topic: null,
      plain: null,
      last: "last",
      kept: "last",
      notes: "append",
      spread: "append",
      messages: "messages",
      own: "custom",
      "quoted name": null,
    });
    expect(graph.state).toMatchObject({ kind: "annotation", name: "State" });
    expect(graph.channels[0]).toMatchObject({ type: "string", description: "What it is about.", locked: null });
    expect(graph.channels[2]?.default).toMatchObject({ text: "() => 0", value: 0 });
    expect(graph.channels[7]?.reducer).toMatchObject({ label: "mergeAll", text: "mergeAll" });
  });

  it("is read from spreads of the library's and of other files' states", () => {
    const files = {
      "base.ts": `${IMPORTS}export const Base = Annotation.Root({ base: Annotation<string[]>({ reducer: (a, b) => [...a, ...b] }) });`,
    };
    expect(
      channels(
        `import { Base } from "./base";\nconst State = Annotation.Root({ ...MessagesAnnotation.spec, ...Base.spec, taken: Base.spec.base, own: Annotation<string> });`,
        "State",
        files,
      ),
    ).toEqual({
      messages: "messages",
      base: "append",
      taken: "append",
      own: null,
    });
    expect(channels("", "MessagesAnnotation")).toEqual({ messages: "messages" });
    expect(channels(`import { MessagesZodState } from "@langchain/langgraph";`, "MessagesZodState.extend({ more: z.string() })")).toEqual({
      messages: "messages",
      more: null,
    });
  });

  it("is read from zod with every way of giving a reducer", () => {
    const graph = graphOf(`import { withLangGraph, registry } from "@langchain/langgraph/zod";
import { MessagesZodMeta } from "@langchain/langgraph";
const Base = z.object({ topic: z.string().default("x") });
const State = Base.extend({
  messages: withLangGraph(z.custom<BaseMessage[]>(), MessagesZodMeta),
  notes: withLangGraph(z.array(z.string()), { reducer: { fn: (a, b) => a.concat(b) }, default: () => [] }),
  marks: z.array(z.string()).register(registry, { reducer: { fn: (a, b) => [...a, ...b] } }),
  chained: z.array(z.string()).langgraph.reducer((a, b) => a.concat(b), z.string()),
  count: z.number().int().optional(),
});`);
    expect(channelsOf(graph)).toEqual({ topic: null, messages: "messages", notes: "append", marks: "append", chained: "append", count: null });
    expect(graph.state.kind).toBe("zod");
    expect(graph.channels[0]).toMatchObject({ type: `z.string().default("x")`, default: { value: "x" } });
  });

  it("is read from StateSchema", () => {
    const graph = graphOf(`import { UntrackedValue } from "@langchain/langgraph";
const State = new StateSchema({
  messages: MessagesValue,
  topic: z.string(),
  notes: new ReducedValue(z.array(z.string()).default(() => []), { inputSchema: z.string(), reducer: (all, one) => [...all, one] }),
  cache: new UntrackedValue(z.string()),
});`);
    expect(channelsOf(graph)).toEqual({ messages: "messages", topic: null, notes: "append", cache: null });
    expect(graph.channels[2]).toMatchObject({ type: "z.array(z.string()).default(() => [])", default: { value: [] } });
  });

  it("is read from the old channels object", () => {
    const graph = graphOf(
      `const channels = { messages: { value: (x, y) => x.concat(y), default: () => [] }, input: { value: null }, next: null, text: "string" };`,
      "{ channels }",
    );
    expect(channelsOf(graph)).toEqual({ messages: "append", input: null, next: null, text: null });
    expect(graph.state.kind).toBe("channels");
  });

  it("has the channels of input, output and nodes as well", () => {
    const graph = readOne(`${IMPORTS}
const State = Annotation.Root({ topic: Annotation<string> });
const Input = Annotation.Root({ question: Annotation<string> });
const Output = z.object({ answer: z.string() });
const Inner = Annotation.Root({ item: Annotation<string> });
const graph = new StateGraph({ stateSchema: State, input: Input, output: Output }, Annotation.Root({ user: Annotation<string> })).addNode("a", () => ({}), { input: Inner });`);
    expect(Object.keys(channelsOf(graph))).toEqual(["topic", "question", "answer", "item"]);
    expect(graph).toMatchObject({ input: { name: "Input" }, output: { name: "Output", kind: "zod" }, context: { kind: "annotation" } });
  });

  it("is followed through functions, and locked where it leads nowhere", () => {
    expect(
      channels(`const make = (extra) => Annotation.Root({ topic: Annotation<string>, ...extra });`, "make({ more: Annotation<string> })"),
    ).toEqual({ topic: null, more: null });
    const missing = graphOf(`import { State } from "./gone";`);
    expect(missing.channels).toEqual([]);
    expect(missing.locked).toHaveLength(1);
    const partly = graphOf(`import { Other } from "other-package";\nconst State = Annotation.Root({ topic: Annotation<string>, ...Other.spec });`);
    expect(channelsOf(partly)).toEqual({ topic: null });
    expect(partly.locked).toMatchObject([{ reason: expect.stringContaining("Channels"), place: { line: 4 } }]);
  });

  it("is a list of messages in a MessageGraph", () => {
    const graph = readOne(`import { MessageGraph, START } from "@langchain/langgraph";\nnew MessageGraph().addNode("a", f).addEdge(START, "a");`);
    expect(channelsOf(graph)).toEqual({ __root__: "messages" });
  });
});
