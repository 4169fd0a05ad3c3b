import { randomUUID } from "node:crypto";
import { Command } from "@langchain/langgraph";
import { SqliteSaver } from "@langchain/langgraph-checkpoint-sqlite";
import { describe, expect, test } from "vitest";
import type { TimelineEntry } from "../../lib/schema/checkpoint";
import { createIndexedSaver } from "../../lib/store/saver";
import { countCheckpoints, hasCheckpoint, latestEntry, readEntry, readTimeline } from "../../lib/store/timeline";
import { asking, failing, fanOut, linear, loop, nested } from "./graphs";
import { STORIES, knowThread } from "./stories";
import { tempStore } from "./temp-store";

const summary = (entry: TimelineEntry) => `${entry.source} ${entry.step}: ${entry.nodes.join()} > ${entry.next.join()} [${entry.changed.join()}]`;

describe("the checkpoint index", () => {
  test("has for each superstep what ran, what comes next and what changed", async () => {
    const store = tempStore();
    const threadId = randomUUID();
    await fanOut(createIndexedSaver(store)).invoke({ log: ["in"] }, { configurable: { thread_id: threadId } });
    const { checkpoints } = await readTimeline(store, threadId, { checkpoint_ns: "", limit: 100 });
    expect(checkpoints.map(summary).reverse()).toEqual([
      "input -1:  > __start__ []",
      "loop 0: __start__ > split [log]",
      "loop 1: split > one,two [log]",
      "loop 2: one,two > two+more [log]",
      "loop 3: two+more > join [log]",
      "loop 4: join > last [log]",
      "loop 5: last >  [log]",
    ]);
  });

  test.each(STORIES)("is the same when it is made from foreign rows: $name", async ({ graph: make, graph_id, play }) => {
    const store = tempStore();
    const threadId = randomUUID();
    await knowThread(store, threadId, graph_id ?? "some-graph");
    await play(make(createIndexedSaver(store)), { configurable: { thread_id: threadId } });
    const read = () => readTimeline(store, threadId, { checkpoint_ns: "", limit: 100 });
    const written = await read();
    store.sqlite.exec("DELETE FROM checkpoint_index");
    expect(await read()).toEqual(written);
  });

  test("knows which run wrote a checkpoint and which node an update was written as", async () => {
    const store = tempStore();
    const threadId = randomUUID();
    const runId = randomUUID();
    const seen: TimelineEntry[] = [];
    let asNodes: string[] | null = null;
    const graph = linear(
      createIndexedSaver(store, {
        runIdOf: () => runId,
        asNodes: () => asNodes,
        onCheckpoint: (entry, thread) => void (thread === threadId && seen.push(entry)),
      }),
    );
    const config = { configurable: { thread_id: threadId } };
    await graph.invoke({ log: [] }, config);
    const first = seen[1];
    asNodes = ["a"];
    await graph.updateState({ configurable: { thread_id: threadId, checkpoint_id: first?.checkpoint_id } }, { log: ["edited"] }, "a");
    const latest = await latestEntry(store, threadId, "");
    expect(latest).toMatchObject({
      run_id: runId,
      source: "update",
      nodes: ["a"],
      next: ["b"],
      changed: ["log"],
      parent_checkpoint_id: first?.checkpoint_id,
    });
    expect(seen.at(-1)).toEqual(latest);
  });

  test("marks a checkpoint while a task of it waits, and no longer when it was answered", async () => {
    const store = tempStore();
    const threadId = randomUUID();
    const config = { configurable: { thread_id: threadId } };
    const graph = asking(createIndexedSaver(store));
    await graph.invoke({ log: [] }, config);
    const asked = await latestEntry(store, threadId, "");
    expect(asked).toMatchObject({ has_interrupt: true, has_error: false });
    const { tasks } = await graph.getState(config);
    const ids = tasks.map((task) => task.interrupts[0]?.id ?? "");
    await graph.invoke(new Command({ resume: { [ids[0] ?? ""]: "yes" } }), config);
    expect(await latestEntry(store, threadId, "")).toMatchObject({ checkpoint_id: asked?.checkpoint_id, has_interrupt: true });
    await graph.invoke(new Command({ resume: { [ids[1] ?? ""]: "yes" } }), config);
    expect(await readEntry(store, threadId, "", asked?.checkpoint_id ?? "")).toMatchObject({ has_interrupt: false });
  });

  test("marks a checkpoint whose task failed", async () => {
    const store = tempStore();
    const threadId = randomUUID();
    const graph = failing(createIndexedSaver(store), { broken: true });
    await graph.invoke({ log: [] }, { configurable: { thread_id: threadId } }).catch(() => undefined);
    expect(await latestEntry(store, threadId, "")).toMatchObject({ has_error: true, has_interrupt: false, next: ["fine", "bad"] });
  });

  test("keeps subgraphs apart by their namespace", async () => {
    const store = tempStore();
    const threadId = randomUUID();
    await nested(createIndexedSaver(store)).invoke({ log: [] }, { configurable: { thread_id: threadId } });
    const main = await readTimeline(store, threadId, { checkpoint_ns: "", limit: 100 });
    expect(main.checkpoints.map((entry) => entry.checkpoint_ns)).toEqual(["", "", ""]);
    expect(await countCheckpoints(store, threadId, "")).toBe(3);
    expect(main.checkpoints[0]).toMatchObject({ next: ["child"], has_interrupt: true });
  });

  test("is read page by page, newest first", async () => {
    const store = tempStore();
    const threadId = randomUUID();
    await loop(createIndexedSaver(store), 10).invoke({}, { configurable: { thread_id: threadId }, recursionLimit: 20 });
    const all = await readTimeline(store, threadId, { checkpoint_ns: "", limit: 100 });
    expect(all.next_cursor).toBeNull();
    const ids: string[] = [];
    let before: string | undefined;
    for (;;) {
      const page = await readTimeline(store, threadId, { checkpoint_ns: "", limit: 5, ...(before === undefined ? {} : { before }) });
      ids.push(...page.checkpoints.map((entry) => entry.checkpoint_id));
      if (page.next_cursor === null) break;
      before = page.next_cursor;
    }
    expect(ids).toEqual(all.checkpoints.map((entry) => entry.checkpoint_id));
    expect(ids).toEqual([...ids].sort().reverse());
    expect(await hasCheckpoint(store, threadId, "", ids[0] ?? "")).toBe(true);
    expect(await hasCheckpoint(store, threadId, "", "nothing")).toBe(false);
  });
});

describe("one file with the official saver", () => {
  test("a plain LangGraph program continues a thread of Retrograph, and the other way round", async () => {
    const store = tempStore();
    const threadId = randomUUID();
    const config = { configurable: { thread_id: threadId } };
    await linear(createIndexedSaver(store), { interruptBefore: ["b"] }).invoke({ log: ["in"] }, config);

    const plain = SqliteSaver.fromConnString(store.path);
    const theirs = linear(plain, { interruptBefore: ["a"] });
    expect(await theirs.invoke(null, config)).toEqual({ log: ["in", "a", "b"] });
    await theirs.invoke({ log: ["again"] }, config);
    expect((await theirs.getState(config)).next).toEqual(["a"]);
    plain.db.close();

    expect(await linear(createIndexedSaver(store)).invoke(null, config)).toEqual({ log: ["in", "a", "b", "again", "a", "b"] });
    const { checkpoints } = await readTimeline(store, threadId, { checkpoint_ns: "", limit: 100 });
    expect(checkpoints.map(summary).reverse()).toEqual([
      "input -1:  > __start__ []",
      "loop 0: __start__ > a [log]",
      "loop 1: a > b [log]",
      "loop 2: b >  [log]",
      "input 3:  > __start__ []",
      "loop 4: __start__ > a [log]",
      "loop 5: a > b [log]",
      "loop 6: b >  [log]",
    ]);
    const parents = checkpoints.map((entry) => entry.parent_checkpoint_id);
    expect(parents).toEqual([...checkpoints.slice(1).map((entry) => entry.checkpoint_id), null]);
  });

  test("a thread that a plain program deleted and wrote anew leaves no old entries", async () => {
    const store = tempStore();
    const threadId = randomUUID();
    const config = { configurable: { thread_id: threadId } };
    await linear(createIndexedSaver(store)).invoke({ log: ["in"] }, config);
    const before = await readTimeline(store, threadId, { checkpoint_ns: "", limit: 100 });
    const plain = SqliteSaver.fromConnString(store.path);
    await plain.deleteThread(threadId);
    await linear(plain).invoke({ log: ["in"] }, config);
    plain.db.close();
    const after = await readTimeline(store, threadId, { checkpoint_ns: "", limit: 100 });
    expect(after.checkpoints).toHaveLength(4);
    expect(after.checkpoints.filter((entry) => before.checkpoints.some((old) => old.checkpoint_id === entry.checkpoint_id))).toEqual([]);
  });

  test("what a plain program adds is seen however often the timeline was read before", async () => {
    const store = tempStore();
    const threadId = randomUUID();
    const config = { configurable: { thread_id: threadId } };
    const count = async () => (await readTimeline(store, threadId, { checkpoint_ns: "", limit: 100 })).checkpoints.length;
    const plain = SqliteSaver.fromConnString(store.path);
    for (const expected of [4, 8, 12]) {
      await linear(plain).invoke({ log: ["in"] }, config);
      expect([await count(), await count(), await count()]).toEqual([expected, expected, expected]);
    }
    plain.db.prepare("DELETE FROM checkpoints WHERE rowid = (SELECT max(rowid) FROM checkpoints)").run();
    expect(await count()).toBe(11);
    plain.db.close();
  });
});
