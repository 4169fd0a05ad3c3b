import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { deleteWithDescendants, listDeletions, purgeDeletions, undoDeletion } from "../../lib/store/deletions";
import { listInterrupts } from "../../lib/store/interrupts";
import { markGone } from "../../lib/store/interrupts-moved";
import { changeBranchMark, changeCheckpointMark, readMarks } from "../../lib/store/marks";
import type { Store } from "../../lib/store/open";
import { createIndexedSaver } from "../../lib/store/saver";
import { createThread, getThread, setThreadStatus } from "../../lib/store/threads";
import { readTimeline } from "../../lib/store/timeline";
import { linear, nested } from "./graphs";
import { tempStore } from "./temp-store";

const TABLES = ["checkpoints", "writes", "checkpoint_index", "checkpoint_marks", "branch_marks"];
const ASIDE = ["deletions", "deleted_checkpoints", "deleted_writes", "deleted_index"];

/** Every row of a thread, byte for byte; the times of marks aside. */
function dump(store: Store, threadId: string): string {
  return JSON.stringify(
    TABLES.map((table) =>
      store.sqlite
        .prepare(`SELECT * FROM ${table} WHERE thread_id = ?`)
        .all(threadId)
        .map((row) => JSON.stringify(row, (key, value: unknown) => (key === "updated_at" ? null : value)))
        .sort(),
    ),
  );
}

function rowsAside(store: Store): number {
  return ASIDE.reduce((sum, table) => sum + Number(store.sqlite.prepare(`SELECT count(*) FROM ${table}`).pluck().get()), 0);
}

async function start(store: Store): Promise<{ threadId: string; config: { configurable: { thread_id: string } } }> {
  const threadId = randomUUID();
  await createThread(store, { thread_id: threadId, graph_id: "line", metadata: {}, title: "A thread" });
  return { threadId, config: { configurable: { thread_id: threadId } } };
}

/** Oldest first. */
async function entries(store: Store, threadId: string) {
  return (await readTimeline(store, threadId, { checkpoint_ns: "", limit: 1000 })).checkpoints.reverse();
}

function at<T>(list: readonly T[], index: number): T {
  const item = list.at(index);
  if (item === undefined) throw new Error(`There is no item ${index}`);
  return item;
}

test("a deleted branch comes back byte for byte, with its marks", async () => {
  const store = tempStore();
  const { threadId, config } = await start(store);
  const graph = linear(createIndexedSaver(store));
  await graph.invoke({ log: ["in"] }, config);
  const middle = at(await entries(store, threadId), 2);
  const fork = await graph.updateState({ configurable: { ...config.configurable, checkpoint_id: middle.checkpoint_id } }, { log: ["edit"] }, "a");
  await graph.invoke(null, fork);
  const forkId = String(fork.configurable?.checkpoint_id);
  await changeCheckpointMark(store, { thread_id: threadId, checkpoint_ns: "", checkpoint_id: forkId }, { label: "edited", starred: true });
  await changeBranchMark(store, { thread_id: threadId, branch_id: forkId }, { name: "try", colour: "teal" });
  const before = dump(store, threadId);

  const deletion = await deleteWithDescendants(store, threadId, forkId);
  expect(deletion).toMatchObject({ checkpoints: 2, parent_checkpoint_id: middle.checkpoint_id });
  expect(await entries(store, threadId)).toHaveLength(4);
  expect((await graph.getState(config)).values).toEqual({ log: ["in", "a", "b"] });
  expect(readMarks(store, threadId)).toEqual({ checkpoints: [], branches: [] });
  expect(await listDeletions(store, threadId)).toMatchObject([{ deletion_id: deletion.deletion_id, checkpoints: 2 }]);

  await undoDeletion(store, threadId, deletion.deletion_id);
  expect(dump(store, threadId)).toBe(before);
  expect(rowsAside(store)).toBe(0);
  expect((await graph.getState(config)).values).toEqual({ log: ["in", "a", "edit", "b"] });
  await expect(undoDeletion(store, threadId, deletion.deletion_id)).rejects.toMatchObject({ code: "deletion_not_found" });
});

test("subgraph states and waiting requests go with their checkpoint and come back with it", async () => {
  const store = tempStore();
  const { threadId, config } = await start(store);
  const graph = nested(createIndexedSaver(store));
  await graph.invoke({ log: [] }, config);
  expect((await getThread(store, threadId))?.status).toBe("idle");
  expect(await listInterrupts(store, { thread_id: threadId, status: "waiting" })).toHaveLength(1);
  const before = dump(store, threadId);
  const head = at(await entries(store, threadId), -1);

  const deletion = await deleteWithDescendants(store, threadId, head.checkpoint_id);
  expect(deletion.checkpoints).toBeGreaterThan(1);
  expect(store.sqlite.prepare(`SELECT count(*) FROM checkpoints WHERE thread_id = ? AND checkpoint_ns <> ''`).pluck().get(threadId)).toBe(0);
  expect(await listInterrupts(store, { thread_id: threadId, status: "waiting" })).toEqual([]);

  await undoDeletion(store, threadId, deletion.deletion_id);
  expect(dump(store, threadId)).toBe(before);
  expect(await listInterrupts(store, { thread_id: threadId, status: "waiting" })).toHaveLength(1);
  expect((await getThread(store, threadId))?.status).toBe("interrupted");
});

test("a subgraph goes back to an earlier state when a later one of it is deleted", async () => {
  const store = tempStore();
  const { threadId, config } = await start(store);
  const graph = nested(createIndexedSaver(store));
  await graph.invoke({ log: [] }, config);
  const before = dump(store, threadId);
  const inner = store.sqlite
    .prepare(`SELECT checkpoint_ns, checkpoint_id FROM checkpoints WHERE checkpoint_ns <> '' ORDER BY checkpoint_id`)
    .all() as {
    checkpoint_ns: string;
    checkpoint_id: string;
  }[];
  const last = at(inner, -1);
  const deletion = await deleteWithDescendants(store, threadId, last.checkpoint_id);
  expect(deletion).toMatchObject({ checkpoints: 1, parent_checkpoint_id: at(inner, -2).checkpoint_id });
  expect(await entries(store, threadId)).toHaveLength(3);
  await undoDeletion(store, threadId, deletion.deletion_id);
  expect(dump(store, threadId)).toBe(before);
});

test("what was moot because the thread had gone on another way is asked again, and no longer when that is back", async () => {
  const store = tempStore();
  const { threadId, config } = await start(store);
  const graph = nested(createIndexedSaver(store));
  await graph.invoke({ log: [] }, config);
  await setThreadStatus(store, threadId, "interrupted");
  const waiting = async () => (await listInterrupts(store, { thread_id: threadId, status: "waiting" })).length;
  expect(await waiting()).toBe(1);
  const asked = at(await entries(store, threadId), -1).checkpoint_id;
  const edit = await graph.updateState(config, { log: ["skipped"] }, "child");
  await markGone(store, { thread_id: threadId, checkpoint_id: asked });
  expect(await waiting()).toBe(0);
  const deletion = await deleteWithDescendants(store, threadId, String(edit.configurable?.checkpoint_id));
  expect(await waiting()).toBe(1);
  await undoDeletion(store, threadId, deletion.deletion_id);
  expect(await waiting()).toBe(0);
});

test("the thread's only root is not deleted, nor a checkpoint that is not there", async () => {
  const store = tempStore();
  const { threadId, config } = await start(store);
  await linear(createIndexedSaver(store)).invoke({ log: [] }, config);
  const root = at(await entries(store, threadId), 0);
  const before = dump(store, threadId);
  await expect(deleteWithDescendants(store, threadId, root.checkpoint_id)).rejects.toMatchObject({ code: "invalid_request" });
  await expect(deleteWithDescendants(store, threadId, "nowhere")).rejects.toMatchObject({ code: "checkpoint_not_found" });
  expect(dump(store, threadId)).toBe(before);
  expect(rowsAside(store)).toBe(0);
});

test("what hangs on something deleted later brings that back too", async () => {
  const store = tempStore();
  const { threadId, config } = await start(store);
  await linear(createIndexedSaver(store)).invoke({ log: [] }, config);
  const before = dump(store, threadId);
  const list = await entries(store, threadId);
  const last = await deleteWithDescendants(store, threadId, at(list, 3).checkpoint_id);
  await deleteWithDescendants(store, threadId, at(list, 2).checkpoint_id);
  await undoDeletion(store, threadId, last.deletion_id);
  expect(dump(store, threadId)).toBe(before);
});

test("nothing is overwritten when another program has written the same checkpoint again", async () => {
  const store = tempStore();
  const { threadId, config } = await start(store);
  await linear(createIndexedSaver(store)).invoke({ log: [] }, config);
  const head = at(await entries(store, threadId), -1);
  const deletion = await deleteWithDescendants(store, threadId, head.checkpoint_id);
  store.sqlite
    .prepare(
      `INSERT INTO checkpoints SELECT thread_id, checkpoint_ns, checkpoint_id, parent_checkpoint_id, type, checkpoint, metadata FROM deleted_checkpoints`,
    )
    .run();
  const aside = rowsAside(store);
  await expect(undoDeletion(store, threadId, deletion.deletion_id)).rejects.toMatchObject({ code: "already_exists" });
  expect(rowsAside(store)).toBe(aside);
});

test("old deletions are given up, younger ones stay", async () => {
  const store = tempStore();
  const { threadId, config } = await start(store);
  await linear(createIndexedSaver(store)).invoke({ log: [] }, config);
  const list = await entries(store, threadId);
  await deleteWithDescendants(store, threadId, at(list, 3).checkpoint_id);
  expect(await purgeDeletions(store, { before: new Date(Date.now() - 60_000).toISOString() })).toBe(0);
  expect(await purgeDeletions(store, { before: new Date(Date.now() + 60_000).toISOString() })).toBe(1);
  expect(rowsAside(store)).toBe(0);
});
