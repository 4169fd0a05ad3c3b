import { randomUUID } from "node:crypto";
import { HumanMessage } from "@langchain/core/messages";
import { Annotation, Command, MessagesAnnotation, START, StateGraph, type BaseCheckpointSaver } from "@langchain/langgraph";
import { expect, test } from "vitest";
import { matchItems } from "../../lib/graph/diff";
import type { Json } from "../../lib/schema/json";
import type { Blame } from "../../lib/schema/travel";
import { blameCheckpoint } from "../../lib/server/blame";
import { readCheckpoint } from "../../lib/store/checkpoints";
import type { Store } from "../../lib/store/open";
import { readPath } from "../../lib/store/path";
import { createIndexedSaver } from "../../lib/store/saver";
import { writeLargeThread } from "../bench/write-thread";
import { asking, commands, failing, fanOut, functional, linear, nested, sends } from "./graphs";
import { tempStore } from "./temp-store";

async function headOf(store: Store, thread_id: string, checkpoint_ns = ""): Promise<string> {
  return (await readCheckpoint(store, { thread_id, checkpoint_ns }))?.checkpoint_id ?? "";
}

async function blame(store: Store, thread_id: string, checkpoint_id?: string, checkpoint_ns = ""): Promise<Blame> {
  return blameCheckpoint(store, { thread_id, checkpoint_ns }, checkpoint_id ?? (await headOf(store, thread_id, checkpoint_ns)));
}

/** For each item of a channel: the node that wrote it, or where it came from. */
function nodesOf(blamed: Blame, channel = "log"): (string | null)[] {
  return (blamed.channels[channel]?.items ?? []).map((index) => {
    const writer = index === null ? undefined : blamed.writers[index];
    return writer === undefined ? null : writer.source === "loop" ? writer.node : `${writer.source} ${writer.node ?? ""}`.trim();
  });
}

async function logOf(store: Store, thread_id: string): Promise<Json> {
  return (await readCheckpoint(store, { thread_id }))?.values.log ?? null;
}

/** The checkpoints that wrote the items, by comparing the lists of every two checkpoints on the path. */
async function naive(store: Store, thread_id: string, channel: string): Promise<(string | null)[]> {
  const path = await readPath(store, { thread_id, checkpoint_ns: "", checkpoint_id: await headOf(store, thread_id) });
  let list: Json[] = [];
  let writers: (string | null)[] = [];
  for (const { checkpoint_id, changed } of path) {
    const value = (await readCheckpoint(store, { thread_id, checkpoint_id }))?.values[channel];
    const now = Array.isArray(value) ? value : [];
    const old = writers;
    writers = matchItems(list, now).map((place) => (place < 0 ? (changed.includes(channel) ? checkpoint_id : null) : (old[place] ?? null)));
    list = now;
  }
  return writers;
}

function checkpointsOf(blamed: Blame, channel = "log"): (string | null)[] {
  return (blamed.channels[channel]?.items ?? []).map((index) => (index === null ? null : (blamed.writers[index]?.checkpoint_id ?? null)));
}

test("parallel nodes, joins, sends and commands are told apart", async () => {
  const store = tempStore();
  const saver = createIndexedSaver(store);
  const graphs = { fanOut: fanOut(saver), sends: sends(saver), commands: commands(saver), linear: linear(saver) };
  for (const [name, graph] of Object.entries(graphs)) {
    const thread_id = randomUUID();
    await graph.invoke({ log: ["in"] }, { configurable: { thread_id } });
    const log = await logOf(store, thread_id);
    const blamed = await blame(store, thread_id);
    // Each node writes its own name, those that were sent something with what it was.
    const expected = (Array.isArray(log) ? log : []).map((item) =>
      item === "in"
        ? "input"
        : JSON.stringify(item)
            .replaceAll('"', "")
            .replace(/^work .*/, "work"),
    );
    expect(nodesOf(blamed), name).toEqual(expected);
    expect(checkpointsOf(blamed), name).toEqual(await naive(store, thread_id, "log"));
  }
});

test("instances of one node are told apart by their task", async () => {
  const store = tempStore();
  const thread_id = randomUUID();
  await sends(createIndexedSaver(store)).invoke({ log: [] }, { configurable: { thread_id } });
  const blamed = await blame(store, thread_id);
  const tasks = (blamed.channels.log?.items ?? []).map((index) => (index === null ? null : blamed.writers[index]?.task_id));
  expect(await logOf(store, thread_id)).toEqual(["plan", "work x", "work y", "sum"]);
  expect(new Set(tasks).size).toBe(4);
});

test("edits, forks and replays are on the path, what other branches wrote is not", async () => {
  const store = tempStore();
  const graph = linear(createIndexedSaver(store));
  const thread_id = randomUUID();
  const config = { configurable: { thread_id } };
  await graph.invoke({ log: ["in"] }, config);
  const path = await readPath(store, { thread_id, checkpoint_ns: "", checkpoint_id: await headOf(store, thread_id) });
  const middle = path[2]?.checkpoint_id ?? "";
  const edited = await graph.updateState({ configurable: { thread_id, checkpoint_id: middle } }, { log: ["edit"] }, "a");
  await graph.updateState(edited, { log: ["more"] }, "a");
  await graph.invoke(null, config);
  const blamed = await blame(store, thread_id);
  expect(await logOf(store, thread_id)).toEqual(["in", "a", "edit", "more", "b"]);
  expect(nodesOf(blamed)).toEqual(["input", "a", "update a", "update a", "b"]);
  expect(checkpointsOf(blamed)).toEqual(await naive(store, thread_id, "log"));

  await graph.invoke(null, { configurable: { thread_id, checkpoint_id: middle } });
  expect(checkpointsOf(await blame(store, thread_id))).toEqual(await naive(store, thread_id, "log"));
});

test("answers and retried nodes count where their step ended", async () => {
  const store = tempStore();
  const saver = createIndexedSaver(store);
  const [asked, failed] = [randomUUID(), randomUUID()];
  const waiting = asking(saver);
  await waiting.invoke({ log: [] }, { configurable: { thread_id: asked } });
  const state = await waiting.getState({ configurable: { thread_id: asked } });
  const answers = Object.fromEntries(state.tasks.flatMap((task) => task.interrupts.map((one) => [one.id ?? "", "yes"])));
  await waiting.invoke(new Command({ resume: answers }), { configurable: { thread_id: asked } });
  expect(nodesOf(await blame(store, asked))).toEqual(["ask", "ask too", "done"]);

  const flag = { broken: true };
  const graph = failing(saver, flag);
  await graph.invoke({ log: [] }, { configurable: { thread_id: failed } }).catch(() => undefined);
  flag.broken = false;
  await graph.invoke(null, { configurable: { thread_id: failed } });
  expect(await logOf(store, failed)).toEqual(["mended", "fine"]);
  expect(nodesOf(await blame(store, failed))).toEqual(["bad", "fine"]);
});

test("messages are followed by id, also those that got theirs from the reducer, and changed ones have a new writer", async () => {
  const store = tempStore();
  const graph = new StateGraph(MessagesAnnotation)
    .addNode("first", () => ({ messages: [new HumanMessage({ content: "one", id: "m1" }), new HumanMessage("no id")] }))
    .addNode("second", () => ({ messages: [new HumanMessage({ content: "one, changed", id: "m1" })] }))
    .addNode("third", () => ({ messages: [new HumanMessage({ content: "two", id: "m2" })] }))
    .addEdge(START, "first")
    .addEdge("first", "second")
    .addEdge("second", "third")
    .compile({ checkpointer: createIndexedSaver(store) });
  const thread_id = randomUUID();
  await graph.invoke({ messages: [new HumanMessage({ content: "hello", id: "m0" })] }, { configurable: { thread_id } });
  const blamed = await blame(store, thread_id);
  expect(nodesOf(blamed, "messages")).toEqual(["input", "second", "first", "third"]);
  expect(checkpointsOf(blamed, "messages")).toEqual(await naive(store, thread_id, "messages"));
});

/** A list without a reducer, which every node writes whole; and a value that two nodes write in turn. */
function rewriting(checkpointer: BaseCheckpointSaver) {
  const State = Annotation.Root({ list: Annotation<string[]>(), name: Annotation<string>() });
  return new StateGraph(State)
    .addNode("one", () => ({ list: ["a"], name: "one" }))
    .addNode("two", ({ list }) => ({ list: [...list, "b"], name: "two" }))
    .addNode("three", ({ list }) => ({ list: ["c", ...list] }))
    .addEdge(START, "one")
    .addEdge("one", "two")
    .addEdge("two", "three")
    .compile({ checkpointer });
}

test("a list that is written whole credits each item to who brought it in", async () => {
  const store = tempStore();
  const thread_id = randomUUID();
  await rewriting(createIndexedSaver(store)).invoke({}, { configurable: { thread_id } });
  const blamed = await blame(store, thread_id);
  expect(nodesOf(blamed, "list")).toEqual(["three", "one", "two"]);
  expect(blamed.writers[blamed.channels.name?.writer ?? -1]?.node).toBe("two");
  expect(blamed.writers[blamed.channels.list?.writer ?? -1]?.node).toBe("three");
  expect(blamed.channels.name?.items).toBeNull();
});

test("subgraphs and functional workflows have writers too", async () => {
  const store = tempStore();
  const saver = createIndexedSaver(store);
  const [outer, calculated] = [randomUUID(), randomUUID()];
  await nested(saver).invoke({ log: [] }, { configurable: { thread_id: outer } });
  const ns = String(store.sqlite.prepare(`SELECT checkpoint_ns FROM checkpoints WHERE checkpoint_ns <> '' LIMIT 1`).pluck().get());
  expect(nodesOf(await blame(store, outer, undefined, ns))).toEqual(["input", "inner"]);

  const graph = functional(saver);
  await graph.invoke({ value: 2 }, { configurable: { thread_id: calculated } });
  await graph.invoke(new Command({ resume: "yes" }), { configurable: { thread_id: calculated } });
  const blamed = await blame(store, calculated);
  expect(Object.keys(blamed.channels)).toEqual(["doubled", "answer"]);
  expect(blamed.writers[blamed.channels.answer?.writer ?? -1]?.node).toBe("calculate");
});

test("a damaged checkpoint on the way does not hide who wrote what", async () => {
  const store = tempStore();
  const thread_id = randomUUID();
  await fanOut(createIndexedSaver(store)).invoke({ log: ["in"] }, { configurable: { thread_id } });
  const before = nodesOf(await blame(store, thread_id));
  const path = await readPath(store, { thread_id, checkpoint_ns: "", checkpoint_id: await headOf(store, thread_id) });
  const hit = path[3]?.checkpoint_id ?? "";
  store.sqlite.prepare(`UPDATE checkpoints SET checkpoint = NULL WHERE checkpoint_id = ?`).run(hit);
  expect(nodesOf(await blame(store, thread_id))).toEqual(before);
  await expect(blame(store, thread_id, hit)).rejects.toMatchObject({ code: "checkpoint_damaged" });
  await expect(blame(store, thread_id, "nowhere")).rejects.toMatchObject({ code: "checkpoint_not_found" });
});

test("every note of 2,000 rounds finds its round in a moment", async () => {
  const store = tempStore();
  const thread_id = writeLargeThread(store, { checkpoints: 2000, branches: 1, state: 100_000 });
  const started = performance.now();
  const blamed = await blame(store, thread_id);
  const ms = performance.now() - started;
  const steps = (blamed.channels.notes?.items ?? []).map((index) => (index === null ? null : blamed.writers[index]?.step));
  expect(steps).toEqual(steps.map((_, index) => index + 1));
  expect(steps.length).toBeGreaterThan(1900);
  expect(ms).toBeLessThan(3000);
});
