import { randomUUID } from "node:crypto";
import { SqliteSaver } from "@langchain/langgraph-checkpoint-sqlite";
import { describe, expect, test } from "vitest";
import { readHistory } from "../../lib/store/checkpoints";
import type { Store } from "../../lib/store/open";
import { createIndexedSaver } from "../../lib/store/saver";
import { getThreadSummary, listThreadSummaries } from "../../lib/store/summaries";
import { countThreads, createThread, deleteThread, getThread, patchThread, searchThreads, setThreadStatus } from "../../lib/store/threads";
import { readTimeline } from "../../lib/store/timeline";
import { asking, failing, linear, loop } from "./graphs";
import { tempStore } from "./temp-store";

async function newThread(store: Store, rest: { graph_id?: string; metadata?: Record<string, string | number | string[]>; title?: string } = {}) {
  const thread_id = randomUUID();
  await createThread(store, { thread_id, graph_id: rest.graph_id ?? "g", metadata: rest.metadata ?? {}, title: rest.title ?? "Untitled" });
  return thread_id;
}

describe("a thread", () => {
  test("is created once, read, patched key by key", async () => {
    const store = tempStore();
    const id = await newThread(store, { metadata: { a: 1, b: 2 }, title: "First" });
    await expect(createThread(store, { thread_id: id, graph_id: null, metadata: {}, title: "" })).rejects.toMatchObject({ code: "already_exists" });
    const patched = await patchThread(store, id, { metadata: { b: 3 }, title: "Second" });
    expect(patched).toMatchObject({ metadata: { a: 1, b: 3 }, title: "Second", status: "idle", graph_id: "g" });
    expect(await getThread(store, id)).toEqual(patched);
    await setThreadStatus(store, id, "error");
    expect((await getThread(store, id))?.status).toBe("error");
    expect(await getThread(store, randomUUID())).toBeNull();
    await expect(patchThread(store, randomUUID(), {})).rejects.toMatchObject({ code: "thread_not_found", status: 404 });
  });

  test("keeps both of two patches made at once", async () => {
    const store = tempStore();
    const id = await newThread(store);
    await Promise.all([patchThread(store, id, { metadata: { a: 1 } }), patchThread(store, id, { metadata: { b: 2 } })]);
    expect((await getThread(store, id))?.metadata).toEqual({ a: 1, b: 2 });
  });

  test("is found by ids, metadata, values, status and workflow, in the order that is asked for", async () => {
    const store = tempStore();
    const one = await newThread(store, { metadata: { user: "ann", tags: ["x", "y"] } });
    const two = await newThread(store, { metadata: { user: "bob" }, graph_id: "h" });
    await loop(createIndexedSaver(store), 3).invoke({}, { configurable: { thread_id: two } });
    const found = async (filter: Parameters<typeof countThreads>[1]) => {
      const { threads, total } = await searchThreads(store, { ...filter, limit: 10, offset: 0, sort_by: "created_at", sort_order: "asc" });
      expect(total).toBe(await countThreads(store, filter));
      return threads.map((thread) => thread.thread_id);
    };
    expect(await found({ ids: [two] })).toEqual([two]);
    expect(await found({ metadata: { user: "ann" } })).toEqual([one]);
    expect(await found({ metadata: { tags: ["y"] } })).toEqual([one]);
    expect(await found({ metadata: { user: "a'; DROP TABLE threads --" } })).toEqual([]);
    expect(await found({ values: { count: 3 } })).toEqual([two]);
    expect(await found({ values: { count: 4 } })).toEqual([]);
    expect(await found({ values: { nothing: null } })).toEqual([]);
    expect(await found({ graph_id: "h", status: "idle" })).toEqual([two]);
    const page = await searchThreads(store, { limit: 1, offset: 1, sort_by: "thread_id", sort_order: "asc" });
    expect(page).toMatchObject({ total: 2, threads: [{ thread_id: [one, two].sort()[1] }] });
  });

  test("is listed with its branches, and found by its title", async () => {
    const store = tempStore();
    const id = await newThread(store, { title: "Why 100% of cats_sleep" });
    await newThread(store, { title: "Another" });
    const graph = linear(createIndexedSaver(store));
    const config = { configurable: { thread_id: id } };
    await graph.invoke({ log: [] }, config);
    const past = (await graph.getState(config)).parentConfig ?? {};
    await graph.updateState(past, { log: ["edit"] }, "a");
    await graph.invoke(null, config);
    expect(await getThreadSummary(store, id)).toMatchObject({ checkpoints: 6, branches: 2, waiting: 0, last_run: null });
    const search = async (q: string) => (await listThreadSummaries(store, { q, limit: 10, offset: 0 })).threads.map((thread) => thread.title);
    expect(await search("CATS_")).toEqual(["Why 100% of cats_sleep"]);
    expect(await search("0% of")).toHaveLength(1);
    expect(await search("%")).toHaveLength(1);
    expect(await search(id.slice(0, 8))).toHaveLength(1);
    expect(await listThreadSummaries(store, { limit: 1, offset: 1 })).toMatchObject({ total: 2, threads: [expect.anything()] });
  });
});

describe("deleting a thread", () => {
  test("removes every row of it and nothing of another, and a run that still writes does not bring it back", async () => {
    const store = tempStore();
    const [gone, kept] = [await newThread(store), await newThread(store)];
    const graph = linear(createIndexedSaver(store));
    for (const id of [gone, kept]) await graph.invoke({ log: [] }, { configurable: { thread_id: id } });
    await deleteThread(store, gone);
    for (const table of ["checkpoints", "writes", "checkpoint_index", "threads", "runs", "interrupts"]) {
      expect(store.sqlite.prepare(`SELECT count(*) FROM ${table} WHERE thread_id = ?`).pluck().get(gone)).toBe(0);
    }
    await expect(graph.invoke({ log: [] }, { configurable: { thread_id: gone } })).rejects.toMatchObject({ code: "thread_not_found" });
    expect(await getThread(store, gone)).toBeNull();
    expect((await readTimeline(store, kept, { checkpoint_ns: "", limit: 10 })).checkpoints).toHaveLength(4);
    await createThread(store, { thread_id: gone, graph_id: "g", metadata: {}, title: "Again" });
    await graph.invoke({ log: [] }, { configurable: { thread_id: gone } });
    expect((await readTimeline(store, gone, { checkpoint_ns: "", limit: 10 })).checkpoints).toHaveLength(4);
  });
});

describe("a thread that a plain LangGraph program wrote", () => {
  test("is adopted when it is first seen, with the status that its rows tell", async () => {
    const store = tempStore();
    const plain = SqliteSaver.fromConnString(store.path);
    const [done, waits, failed, foreign] = [randomUUID(), randomUUID(), randomUUID(), "user-42"];
    await linear(plain).invoke({ log: [] }, { configurable: { thread_id: done } });
    await asking(plain).invoke({ log: [] }, { configurable: { thread_id: waits } });
    await failing(plain, { broken: true })
      .invoke({ log: [] }, { configurable: { thread_id: failed } })
      .catch(() => undefined);
    for (const thread_id of [foreign, "what/ever"]) await linear(plain).invoke({ log: [] }, { configurable: { thread_id } });
    plain.db.close();
    expect(await getThread(store, waits)).toMatchObject({ status: "interrupted", graph_id: null, created_at: expect.stringMatching(/^20/) });
    const { threads } = await listThreadSummaries(store, { limit: 10, offset: 0 });
    expect(threads.map((thread) => [thread.thread_id, thread.status, thread.checkpoints]).sort()).toEqual(
      [
        [done, "idle", 4],
        [waits, "interrupted", 2],
        [failed, "error", 2],
        [foreign, "idle", 4],
      ].sort(),
    );
  });
});

test("history gives checkpoints with their values, newest first, filtered by metadata", async () => {
  const store = tempStore();
  const id = await newThread(store);
  await linear(createIndexedSaver(store)).invoke({ log: ["in"] }, { configurable: { thread_id: id } });
  const all = await readHistory(store, { thread_id: id, limit: 10 });
  expect(all.map((view) => view.values)).toEqual([{ log: ["in", "a", "b"] }, { log: ["in", "a"] }, { log: ["in"] }, { log: [] }]);
  const [newest] = all;
  expect(await readHistory(store, { thread_id: id, limit: 2, before: newest?.checkpoint_id ?? "" })).toEqual(all.slice(1, 3));
  expect(await readHistory(store, { thread_id: id, limit: 5, metadata: { source: "input" } })).toEqual(all.slice(3));
});
