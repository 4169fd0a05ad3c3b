import { randomUUID } from "node:crypto";
import { Command } from "@langchain/langgraph";
import { expect, test } from "vitest";
import { readCheckpoint } from "../../lib/store/checkpoints";
import { copyBranch } from "../../lib/store/copy-branch";
import { listInterrupts } from "../../lib/store/interrupts";
import type { Store } from "../../lib/store/open";
import { createIndexedSaver } from "../../lib/store/saver";
import { createThread, setThreadStatus } from "../../lib/store/threads";
import { readTimeline } from "../../lib/store/timeline";
import { asking, linear, nested } from "./graphs";
import { tempStore } from "./temp-store";

async function twoThreads(store: Store) {
  const [from, to] = [randomUUID(), randomUUID()];
  for (const thread_id of [from, to]) await createThread(store, { thread_id, graph_id: "nested", metadata: {}, title: "A thread" });
  return { from, to, there: { configurable: { thread_id: from } }, here: { configurable: { thread_id: to } } };
}

async function headOf(store: Store, thread_id: string, checkpoint_ns = ""): Promise<string> {
  return (await readCheckpoint(store, { thread_id, checkpoint_ns }))?.checkpoint_id ?? "";
}

function innerNamespace(store: Store, threadId: string): string {
  return String(
    store.sqlite.prepare(`SELECT checkpoint_ns FROM checkpoints WHERE thread_id = ? AND checkpoint_ns <> '' LIMIT 1`).pluck().get(threadId),
  );
}

test("an unfinished subgraph goes on in the new thread from where it was", async () => {
  const store = tempStore();
  const { from, to, there, here } = await twoThreads(store);
  const graph = nested(createIndexedSaver(store));
  await graph.invoke({ log: [] }, there);
  await copyBranch(store, { from, to, checkpoint_id: await headOf(store, from) });
  await setThreadStatus(store, to, "interrupted");
  const waiting = await listInterrupts(store, { thread_id: to, status: "waiting" });
  expect(waiting).toHaveLength(1);
  const result = await graph.invoke(new Command({ resume: { [waiting[0]?.interrupt_id ?? ""]: "yes" } }), here);
  expect(result.log).toEqual(["before", "before", "inner", "yes", "after"]);
  const task = (await readCheckpoint(store, { thread_id: from }))?.tasks[0];
  expect(task).toMatchObject({ status: "interrupted" });
});

test("what ran on from a past checkpoint runs anew there, and asks anew", async () => {
  const store = tempStore();
  const { from, to, there, here } = await twoThreads(store);
  const graph = asking(createIndexedSaver(store));
  await graph.invoke({ log: [] }, there);
  const asked = await headOf(store, from);
  const state = await graph.getState(there);
  const answers = Object.fromEntries(state.tasks.flatMap((task) => task.interrupts.map((one) => [one.id ?? "", "yes"])));
  await graph.invoke(new Command({ resume: answers }), there);

  await copyBranch(store, { from, to, checkpoint_id: asked });
  expect((await readCheckpoint(store, { thread_id: to }))?.tasks.map((task) => task.status)).toEqual(["pending", "pending"]);
  await graph.invoke(null, here);
  expect((await graph.getState(here)).tasks.flatMap((task) => task.interrupts)).toHaveLength(2);
  expect((await graph.getState(there)).values).toMatchObject({ log: ["answer yes", "answer yes", "done"] });
});

test("a past state of a subgraph is the newest one there", async () => {
  const store = tempStore();
  const { from, to, there, here } = await twoThreads(store);
  const graph = nested(createIndexedSaver(store));
  await graph.invoke({ log: [] }, there);
  const ns = innerNamespace(store, from);
  const inner = (await readTimeline(store, from, { checkpoint_ns: ns, limit: 10 })).checkpoints;
  const beforeInner = inner.find((entry) => entry.next.includes("inner"));
  expect(await copyBranch(store, { from, to, checkpoint_id: beforeInner?.checkpoint_id ?? "", checkpoint_ns: ns })).toBeGreaterThan(2);
  expect(await headOf(store, to, ns)).toBe(beforeInner?.checkpoint_id);
  expect(await headOf(store, to)).toBe(await headOf(store, from));
  await graph.invoke(null, here);
  expect((await graph.getState(here)).tasks[0]?.interrupts).toHaveLength(1);
});

test("only the line to the checkpoint is taken along, and nothing of an unknown one", async () => {
  const store = tempStore();
  const { from, to, there } = await twoThreads(store);
  const graph = linear(createIndexedSaver(store));
  await graph.invoke({ log: ["in"] }, there);
  const list = (await readTimeline(store, from, { checkpoint_ns: "", limit: 10 })).checkpoints;
  await graph.updateState({ configurable: { thread_id: from, checkpoint_id: list[1]?.checkpoint_id ?? "" } }, { log: ["edit"] }, "a");
  const middle = list[1]?.checkpoint_id ?? "";
  expect(await copyBranch(store, { from, to, checkpoint_id: middle })).toBe(3);
  expect((await readTimeline(store, to, { checkpoint_ns: "", limit: 10 })).checkpoints.map((entry) => entry.checkpoint_id)).toEqual(
    list.slice(1).map((entry) => entry.checkpoint_id),
  );
  expect(await copyBranch(store, { from, to: randomUUID(), checkpoint_id: "nowhere" })).toBe(0);
});
