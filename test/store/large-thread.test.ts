import { uuid5 } from "@langchain/langgraph-checkpoint";
import fc from "fast-check";
import { expect, test } from "vitest";
import { findBranches } from "../../lib/graph/branches";
import { buildTree } from "../../lib/graph/tree";
import { readCheckpoint, readHistory } from "../../lib/store/checkpoints";
import { createIndexedSaver } from "../../lib/store/saver";
import { listThreadSummaries } from "../../lib/store/summaries";
import { taskUuid } from "../../lib/store/task-uuid";
import { readTimeline } from "../../lib/store/timeline";
import { journal } from "../bench/project/graphs/journal";
import { writeLargeThread } from "../bench/write-thread";
import { writeManyThreads } from "../bench/write-threads";
import { tempStore } from "./temp-store";

test("a generated thread has the branches asked for, an index like the one that is made of its rows, and LangGraph goes on from it", async () => {
  const store = tempStore();
  const threadId = writeLargeThread(store, { checkpoints: 60, branches: 5, state: 5000, growth: 1 });
  const read = async () => (await readTimeline(store, threadId, { checkpoint_ns: "", limit: 100 })).checkpoints;
  const written = await read();
  expect(written).toHaveLength(60);
  expect(Math.max(...written.map((entry) => entry.bytes))).toBeGreaterThan(4500);
  const branches = findBranches(buildTree(written));
  expect(branches).toHaveLength(5);
  store.prepare(`DELETE FROM checkpoint_index`).run();
  expect(await read()).toEqual(written);

  const graph = journal.compile({ checkpointer: createIndexedSaver(store) });
  for (const branch of branches) {
    const config = { configurable: { thread_id: threadId, checkpoint_id: branch.leaf } };
    const before = await graph.getState(config);
    expect(before.next).toEqual([]);
    const forked = await graph.updateState(config, { target: before.values.count + 2 }, "note");
    const after = await graph.invoke(null, forked);
    expect(after).toMatchObject({ count: before.values.count + 2, notes: { length: before.values.notes.length + 2 } });
  }
});

test("a history of several pages gives each checkpoint as it is read alone, on every branch", async () => {
  const store = tempStore();
  const threadId = writeLargeThread(store, { checkpoints: 90, branches: 4, state: 2000, growth: 1 });
  const history = await readHistory(store, { thread_id: threadId, limit: 80 });
  expect(history).toHaveLength(80);
  expect(history.filter((view) => view.tasks[0]?.status === "done").length).toBeGreaterThan(70);
  for (const view of history) expect(await readCheckpoint(store, { thread_id: threadId, checkpoint_id: view.checkpoint_id })).toEqual(view);
  const rest = await readHistory(store, { thread_id: threadId, limit: 80, before: history.at(-1)?.checkpoint_id ?? "" });
  expect(rest).toHaveLength(10);
  const inputs = await readHistory(store, { thread_id: threadId, limit: 80, metadata: { source: "input" } });
  expect(inputs).toEqual(rest.slice(-1));
});

test("tasks have the ids that LangGraph gives them", () => {
  const isSame = (name: string, checkpointId: string) => taskUuid(name, checkpointId) === uuid5(name, checkpointId);
  fc.assert(fc.property(fc.string({ unit: "binary" }), fc.uuid(), isSame));
});

test("generated threads are listed with their run and counts", async () => {
  const store = tempStore();
  writeManyThreads(store, 20);
  const { threads, total } = await listThreadSummaries(store, { limit: 20, offset: 0 });
  expect(total).toBe(20);
  expect(threads.every((thread) => thread.checkpoints === 4 && thread.branches === 1 && thread.last_run !== null)).toBe(true);
  expect(new Set(threads.map((thread) => thread.status))).toEqual(new Set(["idle", "error", "interrupted"]));
});
