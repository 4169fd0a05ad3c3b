import { randomUUID } from "node:crypto";
import { START, Send, StateGraph } from "@langchain/langgraph";
import type { BaseCheckpointSaver } from "@langchain/langgraph";
import { SqliteSaver } from "@langchain/langgraph-checkpoint-sqlite";
import { expect, test } from "vitest";
import { TimelinePageSchema, type TimelineEntry } from "../../lib/schema/checkpoint";
import { openStore, type Store } from "../../lib/store/open";
import { outerCheckpointId } from "../../lib/store/outer-checkpoint";
import { createIndexedSaver } from "../../lib/store/saver";
import { readTimeline } from "../../lib/store/timeline";
import { readTimelineText } from "../../lib/store/timeline-text";
import { Log, nested } from "./graphs";
import { tempStore } from "./temp-store";

/** `outer` runs `middle` twice side by side, which runs `inner`. */
function deep(checkpointer: BaseCheckpointSaver) {
  const say = (text: string) => () => ({ log: [text] });
  const inner = new StateGraph(Log).addNode("leaf", say("leaf")).addEdge(START, "leaf").compile();
  const middle = new StateGraph(Log).addNode("inner", inner).addEdge(START, "inner").compile();
  return new StateGraph(Log)
    .addNode("plan", say("plan"))
    .addNode("middle", middle)
    .addEdge(START, "plan")
    .addConditionalEdges("plan", () => [new Send("middle", { log: [] }), new Send("middle", { log: [] })], ["middle"])
    .compile({ checkpointer });
}

async function read(store: Store, threadId: string, page: { checkpoint_ns?: string; before?: string; limit?: number } = {}) {
  const text = await readTimelineText(store, threadId, { checkpoint_ns: "", limit: 1000, subgraphs: true, ...page });
  return TimelinePageSchema.parse(JSON.parse(text));
}

/** The nodes that are due in the enclosing graph where each namespace's checkpoints belong, by names without task ids. */
async function outers(store: Store, threadId: string): Promise<string[]> {
  const { checkpoints: inner } = await read(store, threadId);
  const { checkpoints: own } = await readTimeline(store, threadId, { checkpoint_ns: "", limit: 1000 });
  const byId = new Map([...own, ...inner].map((entry) => [entry.checkpoint_id, entry]));
  const bare = (entry: TimelineEntry | undefined) => entry?.checkpoint_ns.replaceAll(/:[0-9a-f-]+/g, "");
  const outer = (entry: TimelineEntry) => byId.get(entry.outer_checkpoint_id ?? "");
  return [...new Set(inner.map((entry) => `${bare(entry)} in "${bare(outer(entry))}" before ${outer(entry)?.next.join()}`))].sort();
}

const DEEP = ['middle in "" before middle,middle', 'middle|inner in "middle" before inner'];

test("each checkpoint of a subgraph knows the one of the graph around it", async () => {
  const store = tempStore();
  const threadId = randomUUID();
  await deep(createIndexedSaver(store)).invoke({ log: [] }, { configurable: { thread_id: threadId } });
  expect(await outers(store, threadId)).toEqual(DEEP);
});

test("rows of a foreign program tell it too", async () => {
  const store = tempStore();
  const threadId = randomUUID();
  await deep(new SqliteSaver(store.sqlite)).invoke({ log: [] }, { configurable: { thread_id: threadId } });
  expect(await outers(store, threadId)).toEqual(DEEP);
});

test("rows that an older version indexed are filled in when the thread is read", async () => {
  const store = tempStore();
  const threadId = randomUUID();
  await deep(createIndexedSaver(store)).invoke({ log: [] }, { configurable: { thread_id: threadId } });
  const before = await read(store, threadId);
  const known = ["checkpoints", "writes", "checkpoint_index", "threads", "deleted_threads", "runs", "run_events", "interrupts", "revisions"];
  const tables = store.sqlite.prepare(`SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'`).pluck().all();
  const later = tables.map(String).filter((name) => name !== "schema_migrations" && !known.includes(name));
  const triggers = store.sqlite.prepare(`SELECT name FROM sqlite_master WHERE type = 'trigger'`).pluck().all();
  store.sqlite.exec(`
    ${triggers.map((name) => `DROP TRIGGER "${String(name)}";`).join("\n")}
    ALTER TABLE threads DROP COLUMN hidden; ALTER TABLE interrupts DROP COLUMN response_schema;
    ${later.map((name) => `DROP TABLE "${name}";`).join("\n")}
    DROP INDEX subgraph_checkpoints; DROP INDEX unplaced_checkpoints;
    ALTER TABLE checkpoint_index DROP COLUMN outer_checkpoint_id; ALTER TABLE checkpoint_index DROP COLUMN outline;
    DELETE FROM schema_migrations WHERE version >= 2`);
  store.close();
  const updated = openStore({ path: store.path });
  expect(await read(updated, threadId)).toEqual(before);
  expect(await outers(updated, threadId)).toEqual(DEEP);
  updated.close();
});

test("the subgraphs' checkpoints come page by page, newest first, and never those of the workflow itself", async () => {
  const store = tempStore();
  const threadId = randomUUID();
  await deep(createIndexedSaver(store)).invoke({ log: [] }, { configurable: { thread_id: threadId } });
  const all = await read(store, threadId);
  const ids = all.checkpoints.map((entry) => entry.checkpoint_id);
  expect(ids).toEqual([...ids].sort().reverse());
  expect(all.checkpoints.length).toBeGreaterThan(8);
  expect(all.checkpoints.filter((entry) => entry.checkpoint_ns === "")).toEqual([]);
  expect(all.next_cursor).toBeNull();

  const paged: TimelineEntry[] = [];
  for (let before: string | null = null; ;) {
    const page: Awaited<ReturnType<typeof read>> = await read(store, threadId, { limit: 3, ...(before === null ? {} : { before }) });
    paged.push(...page.checkpoints);
    before = page.next_cursor;
    if (before === null) break;
  }
  expect(paged).toEqual(all.checkpoints);

  const middle = all.checkpoints.find((entry) => !entry.checkpoint_ns.includes("|"))?.checkpoint_ns ?? "";
  const below = await read(store, threadId, { checkpoint_ns: middle });
  expect(below.checkpoints).toEqual(all.checkpoints.filter((entry) => entry.checkpoint_ns.startsWith(`${middle}|`)));
});

test("rows of one id in several namespaces stay on one page", async () => {
  const store = tempStore();
  const threadId = randomUUID();
  const insert = store.sqlite.prepare(
    `INSERT INTO checkpoints (thread_id, checkpoint_ns, checkpoint_id, type, checkpoint, metadata) VALUES (?, ?, ?, 'json', ?, '{}')`,
  );
  for (const id of ["1", "2"])
    for (const ns of ["a:1", "a:2", "a:3"]) insert.run(threadId, ns, id, JSON.stringify({ v: 1, id, ts: "2026-01-01T00:00:00.000Z" }));
  const first = await read(store, threadId, { limit: 2 });
  expect(first.checkpoints.map((entry) => entry.checkpoint_id)).toEqual(["2", "2", "2"]);
  const second = await read(store, threadId, { limit: 2, before: first.next_cursor ?? "" });
  expect(second.checkpoints.map((entry) => entry.checkpoint_id)).toEqual(["1", "1", "1"]);
  expect(second.next_cursor).toBeNull();
});

test("a question inside a subgraph marks the subgraph's checkpoint", async () => {
  const store = tempStore();
  const threadId = randomUUID();
  await nested(createIndexedSaver(store)).invoke({ log: [] }, { configurable: { thread_id: threadId } });
  const { checkpoints } = await read(store, threadId);
  expect(checkpoints.map((entry) => [entry.next.join(), entry.has_interrupt])).toEqual([
    ["asks", true],
    ["inner", false],
    ["__start__", false],
  ]);
});

test("the nearest enclosing graph counts, also for a subgraph that a node calls a second time", () => {
  const parents = { "": "root", "a:1": "inner" };
  expect(outerCheckpointId("a:1", { parents })).toBe("root");
  expect(outerCheckpointId("a:1|b:2", { parents })).toBe("inner");
  expect(outerCheckpointId("c:3|1", { parents: { "": "root" } })).toBe("root");
  expect(outerCheckpointId("", { parents })).toBeNull();
  expect(outerCheckpointId("a:1", {})).toBeNull();
});
