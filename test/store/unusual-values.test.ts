import { randomUUID } from "node:crypto";
import { AIMessage, HumanMessage, ToolMessage, type BaseMessage } from "@langchain/core/messages";
import { Annotation, MessagesAnnotation, START, StateGraph } from "@langchain/langgraph";
import { SqliteSaver } from "@langchain/langgraph-checkpoint-sqlite";
import { describe, expect, test } from "vitest";
import { readCheckpoint } from "../../lib/store/checkpoints";
import { fromDisplayJson, storedToDisplayJson, toDisplayJson } from "../../lib/store/display";
import type { Store } from "../../lib/store/open";
import { createIndexedSaver } from "../../lib/store/saver";
import { readTimeline } from "../../lib/store/timeline";
import { tempStore } from "./temp-store";

class Point {
  constructor(
    readonly x: number,
    readonly y: number,
  ) {}
}

function writer(store: Store, value: unknown) {
  const State = Annotation.Root({ value: Annotation<unknown>(), before: Annotation<string>() });
  return new StateGraph(State)
    .addNode("first", () => ({ before: "kept" }))
    .addNode("write", () => ({ value }))
    .addEdge(START, "first")
    .addEdge("first", "write")
    .compile({ checkpointer: createIndexedSaver(store) });
}

async function save(value: unknown) {
  const store = tempStore();
  const threadId = randomUUID();
  const graph = writer(store, value);
  const outcome: unknown = await graph.invoke({}, { configurable: { thread_id: threadId }, durability: "sync" }).then(
    () => null,
    (error: unknown) => error,
  );
  return { store, threadId, graph, outcome };
}

async function shown(value: unknown): Promise<unknown> {
  const { store, threadId, outcome } = await save(value);
  expect(outcome).toBeNull();
  return (await readCheckpoint(store, { thread_id: threadId }))?.values.value;
}

function cyclic(): unknown {
  const parent: { children: unknown[] } = { children: [] };
  parent.children.push({ parent });
  return parent;
}

describe("a value that cannot be saved is refused, naming the channel and the path", () => {
  test.each([
    { name: "a BigInt", value: { totals: [1, { big: 10n }] }, path: "value.totals[1].big", reason: "BigInt" },
    { name: "a cyclic value", value: cyclic(), path: "value.children[0].parent", reason: "contains it" },
    { name: "a BigInt in a Map", value: new Map([["a", 1n]]), path: "value.entries[0][1]", reason: "BigInt" },
  ])("$name", async ({ value, path, reason }) => {
    const { store, threadId, outcome } = await save(value);
    expect(outcome).toMatchObject({ name: "RetrographError", code: "unserializable_state", details: { channel: "value", path } });
    expect(String(outcome)).toContain(reason);
    const view = await readCheckpoint(store, { thread_id: threadId });
    expect(view).toMatchObject({ values: { before: "kept" }, next: ["write"] });
  });
});

describe("a value that JSON has no word for is saved and shown", () => {
  test("a Date, as the text that LangGraph makes of it", async () => {
    expect(await shown(new Date(0))).toBe("1970-01-01T00:00:00.000Z");
  });
  test("a Map and a Set", async () => {
    expect(await shown(new Map([["a", new Set([1, 2])]]))).toEqual({ $type: "Map", entries: [["a", { $type: "Set", values: [1, 2] }]] });
  });
  test("a class instance, as the object that LangGraph makes of it", async () => {
    expect(await shown(new Point(1, 2))).toEqual({ x: 1, y: 2 });
  });
  test("undefined", async () => {
    expect(await shown({ a: undefined, b: [undefined] })).toEqual({ a: { $type: "undefined" }, b: [{ $type: "undefined" }] });
  });
  test("an Error and a RegExp", async () => {
    expect(await shown([new TypeError("oh"), /a+/gi])).toEqual([
      { $type: "Error", name: "Error", value: "oh" },
      { $type: "RegExp", value: "/a+/gi" },
    ]);
  });
  test("bytes, which come back whole from a plain LangGraph program too", async () => {
    const bytes = new Uint8Array([0, 128, 255, 10]);
    const { store, threadId, graph, outcome } = await save(bytes);
    expect(outcome).toBeNull();
    const view = await readCheckpoint(store, { thread_id: threadId });
    expect(view?.values.value).toEqual({ $type: "Uint8Array", value: Buffer.from(bytes).toString("base64"), bytes: 4 });
    const before = await readCheckpoint(store, { thread_id: threadId, checkpoint_id: view?.parent_checkpoint_id ?? "" });
    expect(before?.tasks[0]?.writes[0]?.value).toEqual(view?.values.value);
    const plain = SqliteSaver.fromConnString(store.path);
    const tuple = await plain.getTuple({ configurable: { thread_id: threadId } });
    const parent = await plain.getTuple({ configurable: { thread_id: threadId, checkpoint_id: view?.parent_checkpoint_id } });
    plain.db.close();
    expect(tuple?.checkpoint.channel_values.value).toEqual(bytes);
    expect(parent?.pendingWrites?.find(([, channel]) => channel === "value")?.[2]).toEqual(bytes);
    expect((await graph.getState({ configurable: { thread_id: threadId } })).values).toMatchObject({ value: bytes });
  });
});

test("a state of 20 MB is saved, listed without being read, and read whole", async () => {
  const text = "wörd ".repeat(3_500_000);
  const { store, threadId, outcome } = await save(text);
  expect(outcome).toBeNull();
  const view = await readCheckpoint(store, { thread_id: threadId });
  expect(view?.values.value).toBe(text);
  const start = performance.now();
  const { checkpoints } = await readTimeline(store, threadId, { checkpoint_ns: "", limit: 10 });
  expect(performance.now() - start).toBeLessThan(100);
  expect(checkpoints[0]?.bytes).toBeGreaterThan(20_000_000);
});

test("an old checkpoint with a damaged state can be seen but not read, and says so", async () => {
  const { store, threadId } = await save("fine");
  const { checkpoints } = await readTimeline(store, threadId, { checkpoint_ns: "", limit: 10 });
  const [, second, third] = checkpoints.map((entry) => entry.checkpoint_id);
  store.sqlite.prepare("UPDATE checkpoints SET checkpoint = substr(checkpoint, 1, 40) WHERE checkpoint_id = ?").run(second);
  store.sqlite.prepare("UPDATE checkpoints SET type = 'msgpack' WHERE checkpoint_id = ?").run(third);
  const place = { thread_id: threadId, checkpoint_ns: "" };
  expect((await readTimeline(store, threadId, { checkpoint_ns: "", limit: 10 })).checkpoints).toEqual(checkpoints);
  await expect(readCheckpoint(store, { ...place, checkpoint_id: second })).rejects.toMatchObject({ code: "checkpoint_damaged", message: /damaged/ });
  await expect(readCheckpoint(store, { ...place, checkpoint_id: third })).rejects.toMatchObject({ code: "checkpoint_damaged", message: /msgpack/ });
  expect((await readCheckpoint(store, place))?.values.value).toBe("fine");
  store.sqlite.exec("DELETE FROM checkpoint_index");
  const again = await readTimeline(store, threadId, { checkpoint_ns: "", limit: 10 });
  expect(again.checkpoints.map((entry) => entry.checkpoint_id)).toEqual(checkpoints.map((entry) => entry.checkpoint_id));
});

const MESSAGES: BaseMessage[] = [
  new HumanMessage({ content: "hi", id: "1" }),
  new AIMessage({ content: "", id: "2", tool_calls: [{ id: "c1", name: "search", args: { q: "x" }, type: "tool_call" }] }),
  new ToolMessage({ content: "found", tool_call_id: "c1", name: "search", id: "3", artifact: { rows: [1] } }),
];

describe("messages", () => {
  test("read the same from a live state and from the rows", async () => {
    const store = tempStore();
    const threadId = randomUUID();
    const graph = new StateGraph(MessagesAnnotation)
      .addNode("say", () => ({ messages: MESSAGES.slice(1) }))
      .addEdge(START, "say")
      .compile({ checkpointer: createIndexedSaver(store) });
    await graph.invoke({ messages: MESSAGES.slice(0, 1) }, { configurable: { thread_id: threadId } });
    const live = toDisplayJson((await graph.getState({ configurable: { thread_id: threadId } })).values);
    const stored = (await readCheckpoint(store, { thread_id: threadId }))?.values;
    expect(stored).toEqual(live);
    expect(stored?.messages).toMatchObject([
      { type: "human", content: "hi", id: "1" },
      { type: "ai", id: "2", tool_calls: [{ id: "c1", name: "search", args: { q: "x" } }] },
      { type: "tool", content: "found", tool_call_id: "c1", artifact: { rows: [1] } },
    ]);
  });

  test("have the fields that LangChain's own dictionary has", () => {
    for (const message of MESSAGES) {
      const { type, data } = message.toDict();
      const known = Object.fromEntries(Object.entries(data).filter(([, value]) => value !== undefined));
      expect(toDisplayJson(message)).toEqual(expect.objectContaining({ type, content: known.content, id: known.id }));
    }
  });
});

describe("display", () => {
  test("of live values keeps what a state cannot", () => {
    const value = { at: new Date(0), big: 5n, odd: [Number.NaN, -Infinity], point: new Point(1, 2), run: parseInt, cyclic: cyclic() };
    expect(toDisplayJson(value)).toEqual({
      at: { $type: "Date", value: "1970-01-01T00:00:00.000Z" },
      big: { $type: "BigInt", value: "5" },
      odd: [{ $type: "NaN" }, { $type: "-Infinity" }],
      point: { $type: "instance", name: "Point", value: { x: 1, y: 2 } },
      run: { $type: "function", name: "parseInt" },
      cyclic: { children: [{ parent: { $type: "circular" } }] },
    });
  });

  test("of the same object twice is not cyclic", () => {
    const shared = { a: 1 };
    expect(toDisplayJson([shared, shared])).toEqual([{ a: 1 }, { a: 1 }]);
  });

  test("goes back to live values", () => {
    const value = {
      at: new Date(5),
      map: new Map([["k", new Set([1n])]]),
      bytes: new Uint8Array([1, 2]),
      list: [undefined, Number.POSITIVE_INFINITY],
    };
    expect(fromDisplayJson(toDisplayJson(value))).toEqual(value);
    expect(fromDisplayJson({ $type: "BigInt", value: "no number" })).toEqual({ $type: "BigInt", value: "no number" });
  });

  test("constructs nothing, whatever the stored text names", () => {
    const stored = JSON.parse(
      '{"__proto__": {"polluted": true}, "x": {"lc": 1, "type": "constructor", "id": ["evil", "Thing"], "kwargs": {"a": 1}}}',
    );
    const json = storedToDisplayJson(stored);
    expect(Object.keys(json ?? {})).toEqual(["__proto__", "x"]);
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
    expect(json).toMatchObject({ x: { $type: "instance", name: "Thing", value: { a: 1 } } });
  });
});
