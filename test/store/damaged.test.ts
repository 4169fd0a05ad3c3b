import { randomUUID } from "node:crypto";
import { SqliteSaver } from "@langchain/langgraph-checkpoint-sqlite";
import fc from "fast-check";
import { expect, test } from "vitest";
import { isRetrographError } from "../../lib/errors";
import { buildTree } from "../../lib/graph/tree";
import { blameCheckpoint } from "../../lib/server/blame";
import { readCheckpoint, readHistory } from "../../lib/store/checkpoints";
import type { Store } from "../../lib/store/open";
import { createIndexedSaver } from "../../lib/store/saver";
import { readTimeline } from "../../lib/store/timeline";
import { fanOut, linear } from "./graphs";
import { tempStore } from "./temp-store";

async function entriesOf(store: Store, threadId: string) {
  return (await readTimeline(store, threadId, { checkpoint_ns: "", limit: 100 })).checkpoints;
}

/** Reads a checkpoint; what is damaged must say so and nothing else. */
async function tryRead(read: () => Promise<unknown>): Promise<"read" | "damaged"> {
  try {
    await read();
    return "read";
  } catch (error) {
    if (isRetrographError(error) && error.code === "checkpoint_damaged") return "damaged";
    throw error;
  }
}

type Hit = {
  table: "checkpoints" | "writes";
  column: "checkpoint" | "metadata" | "value";
  row: number;
  at: number;
  how: "byte" | "cut" | "null";
  byte: number;
};

const hit: fc.Arbitrary<Hit> = fc.record({
  table: fc.constantFrom("checkpoints", "checkpoints", "writes"),
  column: fc.constantFrom("checkpoint", "checkpoint", "metadata"),
  row: fc.nat(1000),
  at: fc.nat(10_000),
  how: fc.constantFrom("byte", "cut", "null"),
  byte: fc.nat(255),
});

/** Spoils one stored blob at a place, and gives the checkpoint that it belongs to. */
function spoil(store: Store, threadId: string, { table, column, row, at, how, byte }: Hit): string {
  const name = table === "writes" ? "value" : column;
  const rows = store.sqlite
    .prepare(`SELECT rowid, checkpoint_id, ${name} AS blob FROM ${table} WHERE thread_id = ? ORDER BY rowid`)
    .all(threadId) as {
    rowid: number;
    checkpoint_id: string;
    blob: Buffer;
  }[];
  const victim = rows[row % rows.length];
  if (victim === undefined) throw new Error("There are no rows");
  const spoilt = Buffer.from(victim.blob);
  if (spoilt.length > 0) spoilt[at % spoilt.length] = byte;
  const blob = how === "null" ? null : how === "cut" ? victim.blob.subarray(0, at % Math.max(victim.blob.length, 1)) : spoilt;
  store.sqlite.prepare(`UPDATE ${table} SET ${name} = ? WHERE rowid = ?`).run(blob, victim.rowid);
  return victim.checkpoint_id;
}

test("bytes that were spoilt anywhere in one checkpoint leave every other readable", async () => {
  const store = tempStore();
  const threadId = randomUUID();
  await fanOut(createIndexedSaver(store)).invoke({ log: ["in"] }, { configurable: { thread_id: threadId } });
  const before = await entriesOf(store, threadId);
  const stored = {
    checkpoints: store.sqlite.prepare(`SELECT rowid, checkpoint, metadata FROM checkpoints`).all() as {
      rowid: number;
      checkpoint: Buffer;
      metadata: Buffer;
    }[],
    writes: store.sqlite.prepare(`SELECT rowid, value FROM writes`).all() as { rowid: number; value: Buffer }[],
  };
  const mend = () => {
    for (const row of stored.checkpoints)
      store.sqlite.prepare(`UPDATE checkpoints SET checkpoint = ?, metadata = ? WHERE rowid = ?`).run(row.checkpoint, row.metadata, row.rowid);
    for (const row of stored.writes) store.sqlite.prepare(`UPDATE writes SET value = ? WHERE rowid = ?`).run(row.value, row.rowid);
  };
  await fc.assert(
    fc.asyncProperty(hit, async (one) => {
      mend();
      const victim = spoil(store, threadId, one);
      const entries = await entriesOf(store, threadId);
      expect(entries.map((entry) => entry.checkpoint_id)).toEqual(before.map((entry) => entry.checkpoint_id));
      for (const { checkpoint_id } of entries) {
        const outcomes = [
          await tryRead(() => readCheckpoint(store, { thread_id: threadId, checkpoint_id })),
          await tryRead(() => blameCheckpoint(store, { thread_id: threadId, checkpoint_ns: "" }, checkpoint_id)),
        ];
        if (checkpoint_id !== victim) expect(outcomes).toEqual(["read", "read"]);
      }
      expect(await readHistory(store, { thread_id: threadId, limit: 100 })).toHaveLength(before.length);
    }),
    { numRuns: 150 },
  );
});

test("a run that would go on from a damaged checkpoint is told so, one from the checkpoint before goes on", async () => {
  const store = tempStore();
  const thread_id = randomUUID();
  const graph = linear(createIndexedSaver(store));
  await graph.invoke({ log: ["in"] }, { configurable: { thread_id } });
  const [head, before] = await entriesOf(store, thread_id);
  for (const spoilt of [Buffer.from('{"v":'), null]) {
    store.sqlite.prepare(`UPDATE checkpoints SET checkpoint = ? WHERE checkpoint_id = ?`).run(spoilt, head?.checkpoint_id);
    await expect(graph.invoke(null, { configurable: { thread_id } })).rejects.toMatchObject({
      code: "checkpoint_damaged",
      details: { checkpoint_id: head?.checkpoint_id },
    });
  }
  const result = await graph.invoke(null, { configurable: { thread_id, checkpoint_id: before?.checkpoint_id ?? "" } });
  expect(result).toEqual({ log: ["in", "a", "b"] });
});

test("a foreign thread with a damaged row is indexed around it", async () => {
  const store = tempStore();
  const threadId = randomUUID();
  await fanOut(new SqliteSaver(store.sqlite)).invoke({ log: ["in"] }, { configurable: { thread_id: threadId } });
  const victim = store.sqlite.prepare(`SELECT checkpoint_id FROM checkpoints ORDER BY checkpoint_id LIMIT 1 OFFSET 2`).pluck().get();
  store.sqlite.prepare(`UPDATE checkpoints SET checkpoint = x'7b22', metadata = x'00' WHERE checkpoint_id = ?`).run(victim);
  const tree = buildTree(await entriesOf(store, threadId));
  expect(tree.roots).toHaveLength(1);
  expect(tree.order.indexOf(String(victim))).toBe(2);
  expect([...tree.children.values()].every((children) => children.length === 1)).toBe(true);
});
