import { randomUUID } from "node:crypto";
import { statSync } from "node:fs";
import { join } from "node:path";
import { Annotation, Command, DeltaValue, END, INTERRUPT, START, StateGraph, StateSchema, type BaseCheckpointSaver } from "@langchain/langgraph";
import Database from "better-sqlite3";
import { describe, expect, onTestFinished, test } from "vitest";
import { z } from "zod";
import type { PruneBody } from "../../lib/schema/storage";
import { readCheckpoint } from "../../lib/store/checkpoints";
import { compact, compactsInSteps, fileSizes } from "../../lib/store/compact";
import { deleteWithDescendants, undoDeletion } from "../../lib/store/deletions";
import { changeBranchMark, changeCheckpointMark, readMarks } from "../../lib/store/marks";
import { openStore, type Store } from "../../lib/store/open";
import { bytesOf, isWholeThread, planThreadPrune, removePlanned, removeWholeThread, threadsToPrune } from "../../lib/store/prune";
import { createIndexedSaver } from "../../lib/store/saver";
import { createThread, getThread } from "../../lib/store/threads";
import { readTimeline } from "../../lib/store/timeline";
import { writeLargeThread } from "../bench/write-thread";
import { asking, loop, nested, sends } from "./graphs";
import { tempFolder, tempStore } from "./temp-store";

type Rule = PruneBody["rule"];
const keepLatest = (count: number): Rule => ({ kind: "keep_latest", count });
const EVERYTHING: Rule = { kind: "everything" };

async function newThread(store: Store): Promise<string> {
  const thread_id = randomUUID();
  await createThread(store, { thread_id, graph_id: "g", metadata: {}, title: "A thread" });
  return thread_id;
}

const at = (threadId: string, checkpointId?: string) => ({
  configurable: { thread_id: threadId, ...(checkpointId === undefined ? {} : { checkpoint_id: checkpointId }) },
  recursionLimit: 200,
});

async function entriesOf(store: Store, threadId: string, checkpoint_ns = "") {
  return (await readTimeline(store, threadId, { checkpoint_ns, limit: 10_000 })).checkpoints.reverse();
}

async function prune(store: Store, threadId: string, rule: Rule, rest: { branch?: string; cutoff?: string } = {}) {
  const plan = await planThreadPrune(store, { thread_id: threadId, branch: rest.branch ?? null, rule, cutoff: rest.cutoff ?? "" });
  const bytes = await bytesOf(store, threadId, plan.remove);
  const isWhole = isWholeThread(store, threadId, plan);
  let removed = 0;
  await (isWhole ? removeWholeThread : removePlanned)(store, threadId, plan, (count) => (removed += count));
  expect(removed).toBe(plan.remove.length);
  return { removed, bytes, isWhole, kept: Object.fromEntries(plan.kept) };
}

/** The same database before it is pruned, to compare with. */
function copyOf(store: Store): Store {
  const path = join(tempFolder(), "copy.db");
  store.sqlite.prepare(`VACUUM INTO ?`).run(path);
  const copy = openStore({ path });
  onTestFinished(() => copy.close());
  return copy;
}

/** Two channels that are rebuilt from what was written since their snapshots; one is written once and never again, if at all. */
function deltas(checkpointer: BaseCheckpointSaver, { writesRare = false } = {}) {
  const words = new DeltaValue(
    z.array(z.string()).default(() => []),
    { inputSchema: z.string(), reducer: (known, written) => [...known, ...written], snapshotFrequency: 7 },
  );
  const State = new StateSchema({ target: z.number().default(0), n: z.number().default(0), words, rare: words });
  return new StateGraph(State)
    .addNode("say", (state) => ({ n: state.n + 1, words: `word ${state.n}`, ...(writesRare && state.n === 1 ? { rare: "once" } : {}) }))
    .addEdge(START, "say")
    .addConditionalEdges("say", (state) => (state.n < state.target ? "say" : END), ["say", END])
    .compile({ checkpointer });
}

describe("pruning keeps what LangGraph needs", () => {
  test("delta channels of every branch are the same after it, and go on as they would have", async () => {
    const store = tempStore();
    const graph = deltas(createIndexedSaver(store));
    const thread = await newThread(store);
    await graph.invoke({ target: 25 }, at(thread));
    const main = await entriesOf(store, thread);
    const forkFrom = main[12];
    const forked = await graph.updateState(at(thread, forkFrom?.checkpoint_id), { target: 18 }, "say");
    await graph.invoke(null, { ...forked, recursionLimit: 100 });
    const before = copyOf(store);
    const all = await entriesOf(store, thread);

    const result = await prune(store, thread, keepLatest(2));
    expect(result.removed).toBeGreaterThan(5);
    expect(result.kept.needed_by_delta).toBeGreaterThan(0);
    const left = await entriesOf(store, thread);
    expect(left).toHaveLength(all.length - result.removed);
    const leaves = all.filter((entry) => !all.some((other) => other.parent_checkpoint_id === entry.checkpoint_id));
    expect(leaves).toHaveLength(2);
    const reference = deltas(createIndexedSaver(before));
    for (const leaf of leaves) {
      const config = at(thread, leaf.checkpoint_id);
      expect((await graph.getState(config)).values).toEqual((await reference.getState(config)).values);
      expect((await readCheckpoint(store, { thread_id: thread, checkpoint_id: leaf.checkpoint_id }))?.values).toEqual(
        (await readCheckpoint(before, { thread_id: thread, checkpoint_id: leaf.checkpoint_id }))?.values,
      );
      const goOn = async (one: ReturnType<typeof deltas>) => {
        const next = await one.updateState(config, { target: 30 }, "say");
        return one.invoke(null, { ...next, recursionLimit: 100 });
      };
      expect(await goOn(graph)).toEqual(await goOn(reference));
    }
  });

  test("all that a delta channel without a snapshot is rebuilt from stays", async () => {
    const store = tempStore();
    const graph = deltas(createIndexedSaver(store), { writesRare: true });
    const thread = await newThread(store);
    const values = await graph.invoke({ target: 25 }, at(thread));
    const result = await prune(store, thread, keepLatest(2));
    // The input's checkpoint and the one after it are from before the write.
    expect(result.kept.needed_by_delta).toBeGreaterThan(20);
    expect((await graph.getState(at(thread))).values).toEqual(values);
    expect(values).toMatchObject({ rare: ["once"] });
  });

  test("a request inside a subgraph can be answered after it, with one that waits on another branch", async () => {
    const store = tempStore();
    const graph = nested(createIndexedSaver(store));
    const thread = await newThread(store);
    await graph.invoke({}, at(thread));
    const first = (await entriesOf(store, thread)).find((entry) => entry.has_interrupt);
    await graph.invoke(new Command({ resume: "one" }), at(thread));
    const start = (await entriesOf(store, thread))[1];
    await graph.invoke(null, at(thread, start?.checkpoint_id));
    const waiting = (await entriesOf(store, thread)).filter((entry) => entry.has_interrupt);
    expect(waiting).toHaveLength(1);
    expect(waiting[0]?.checkpoint_id).not.toBe(first?.checkpoint_id);

    const result = await prune(store, thread, EVERYTHING);
    expect(result.isWhole).toBe(false);
    expect(result.kept.waiting).toBeGreaterThanOrEqual(2);
    expect(await entriesOf(store, thread)).toEqual(waiting);
    expect((await getThread(store, thread))?.status).toBe("interrupted");
    const answered = await graph.invoke(new Command({ resume: "two" }), at(thread));
    expect(answered.log.slice(-2)).toEqual(["two", "after"]);
  });

  test("a subgraph with a memory of its own remembers", async () => {
    const Notes = Annotation.Root({ notes: Annotation<string[]>({ reducer: (a, b) => a.concat(b), default: () => [] }), said: Annotation<number>() });
    const build = (checkpointer: BaseCheckpointSaver) => {
      const child = new StateGraph(Notes)
        .addNode("note", (state) => ({ notes: [`call ${state.notes.length}`] }))
        .addEdge(START, "note")
        .compile({ checkpointer: true });
      return new StateGraph(Annotation.Root({ said: Annotation<number>() }))
        .addNode("child", async (_state, config) => ({ said: (await child.invoke({}, config)).notes.length }))
        .addEdge(START, "child")
        .compile({ checkpointer });
    };
    const store = tempStore();
    const graph = build(createIndexedSaver(store));
    const thread = await newThread(store);
    for (let call = 1; call <= 3; call++) expect(await graph.invoke({ said: 0 }, at(thread))).toEqual({ said: call });
    const result = await prune(store, thread, keepLatest(1));
    expect(result.removed).toBeGreaterThan(8);
    expect(await graph.invoke({ said: 0 }, at(thread))).toEqual({ said: 4 });
  });

  test("what an early LangGraph sent to nodes that have not run yet is still sent", async () => {
    const store = tempStore();
    const saver = createIndexedSaver(store);
    const thread = await newThread(store);
    const graph = sends(saver, { interruptBefore: ["work"] });
    await graph.invoke({}, at(thread));
    // As it was written then: the packets stand nowhere but in the writes to the checkpoint before.
    store
      .prepare(
        `UPDATE checkpoints SET checkpoint = CAST(json_remove(json_set(CAST(checkpoint AS TEXT), '$.v', 3), '$.channel_values.__pregel_tasks') AS BLOB)
         WHERE thread_id = ?`,
      )
      .run(thread);
    const sent = async () => (await saver.getTuple(at(thread)))?.checkpoint.channel_values["__pregel_tasks"];
    const before = await sent();
    expect(before).toHaveLength(2);
    const { kept, removed } = await prune(store, thread, keepLatest(1));
    expect(removed).toBeGreaterThan(0);
    expect(kept).toEqual({ needed_by_sends: 1 });
    expect(await sent()).toEqual(before);
    expect((await graph.invoke(null, at(thread))).log).toEqual(expect.arrayContaining(["work x", "work y"]));
  });

  test("every end of a long thread goes on", async () => {
    const store = tempStore();
    const thread = writeLargeThread(store, { checkpoints: 200, branches: 12, state: 4000 });
    const before = await entriesOf(store, thread);
    const { removed, bytes } = await prune(store, thread, keepLatest(3));
    const left = await entriesOf(store, thread);
    expect(left.length + removed).toBe(200);
    expect(bytes).toBeGreaterThan(0);
    const parents = new Set(before.map((entry) => entry.parent_checkpoint_id));
    expect(
      before.filter((entry) => !parents.has(entry.checkpoint_id)).every((leaf) => left.some((entry) => entry.checkpoint_id === leaf.checkpoint_id)),
    ).toBe(true);
    expect(
      store
        .prepare(`SELECT count(*) FROM writes WHERE thread_id = ? AND checkpoint_id NOT IN (SELECT checkpoint_id FROM checkpoints)`)
        .pluck()
        .get(thread),
    ).toBe(0);
  });
});

describe("pruning keeps what a person wants", () => {
  test("marked checkpoints stay, and a named branch keeps its name when its beginning goes", async () => {
    const store = tempStore();
    const thread = writeLargeThread(store, { checkpoints: 60, branches: 3, state: 2000 });
    const entries = await entriesOf(store, thread);
    const [marked, fork] = [
      entries[10],
      entries.find((entry, index) => index > 2 && entry.parent_checkpoint_id !== entries[index - 1]?.checkpoint_id),
    ];
    if (marked === undefined || fork === undefined) throw new Error("The thread has no fork.");
    await changeCheckpointMark(store, { thread_id: thread, checkpoint_ns: "", checkpoint_id: marked.checkpoint_id }, { label: "good" });
    await changeBranchMark(store, { thread_id: thread, branch_id: fork.checkpoint_id }, { name: "attempt" });
    const result = await prune(store, thread, keepLatest(2));
    expect(result.kept.marked).toBe(1);
    const left = await entriesOf(store, thread);
    expect(left.map((entry) => entry.checkpoint_id)).toContain(marked.checkpoint_id);
    const { branches } = readMarks(store, thread);
    expect(branches).toMatchObject([{ name: "attempt" }]);
    expect(left.map((entry) => entry.checkpoint_id)).toContain(branches[0]?.branch_id);

    // All of the named branch that is left, and the marked one.
    await prune(store, thread, EVERYTHING);
    expect((await entriesOf(store, thread)).map((entry) => entry.checkpoint_id)).toEqual([
      marked.checkpoint_id,
      ...left
        .filter((entry) => entry.checkpoint_id >= (branches[0]?.branch_id ?? ""))
        .slice(0, 2)
        .map((entry) => entry.checkpoint_id),
    ]);
  });

  test("a deleted branch that is brought back after it is whole", async () => {
    const store = tempStore();
    const graph = deltas(createIndexedSaver(store));
    const thread = await newThread(store);
    await graph.invoke({ target: 24 }, at(thread));
    const forkFrom = (await entriesOf(store, thread))[11];
    const forked = await graph.updateState(at(thread, forkFrom?.checkpoint_id), { target: 13 }, "say");
    const values = await graph.invoke(null, { ...forked, recursionLimit: 100 });
    const leaf = (await entriesOf(store, thread)).at(-1);
    const first = forked.configurable?.["checkpoint_id"] as string;
    const { deletion_id } = await deleteWithDescendants(store, thread, first);
    const { kept } = await prune(store, thread, keepLatest(1));
    expect(kept.needed_by_delta).toBeGreaterThan(0);
    await undoDeletion(store, thread, deletion_id);
    expect((await graph.getState(at(thread, leaf?.checkpoint_id))).values).toEqual(values);
  });

  test("only the branch that is named loses anything, and old branches are told by their end", async () => {
    const store = tempStore();
    const thread = writeLargeThread(store, { checkpoints: 60, branches: 3, state: 2000 });
    const entries = await entriesOf(store, thread);
    const forks = entries.filter((entry, index) => index > 2 && entry.parent_checkpoint_id !== entries[index - 1]?.checkpoint_id);
    const [fork, later] = forks;
    const own = entries.filter((entry) => entry.checkpoint_id >= (fork?.checkpoint_id ?? "") && entry.checkpoint_id < (later?.checkpoint_id ?? ""));
    const result = await prune(store, thread, keepLatest(4), { branch: fork?.checkpoint_id ?? "" });
    expect(result.removed).toBe(own.length - 4);
    await prune(store, thread, EVERYTHING, { branch: fork?.checkpoint_id ?? own.at(-4)?.checkpoint_id ?? "" });

    const cutoff = later?.created_at ?? "";
    await prune(store, thread, { kind: "older_than", days: 1 }, { cutoff });
    const left = await entriesOf(store, thread);
    const end = entries.at(-1);
    expect(left.at(-1)?.checkpoint_id).toBe(end?.checkpoint_id);
    // The main line ended before the last fork: only what leads to that fork stays of it.
    expect(
      left.every((entry) => entry.checkpoint_id <= (later?.parent_checkpoint_id ?? "") || entry.checkpoint_id >= (later?.checkpoint_id ?? "")),
    ).toBe(true);
  });
});

describe("a thread of which nothing is to stay", () => {
  test("goes with its runs, and is found by its age", async () => {
    const store = tempStore();
    const thread = await newThread(store);
    await loop(createIndexedSaver(store), 3).invoke({}, at(thread));
    const young = await newThread(store);
    store.prepare(`UPDATE threads SET updated_at = '2020-01-01T00:00:00.000Z' WHERE thread_id = ?`).run(thread);
    expect(await threadsToPrune(store, { kind: "older_than", days: 1 }, "2021-01-01T00:00:00.000Z")).toEqual([thread]);
    const { isWhole } = await prune(store, thread, EVERYTHING);
    expect(isWhole).toBe(true);
    expect(await getThread(store, thread)).toBeNull();
    expect(await getThread(store, young)).not.toBeNull();
  });

  test("stays when it waits for two answers at once", async () => {
    const store = tempStore();
    const graph = asking(createIndexedSaver(store));
    const thread = await newThread(store);
    const asked = await graph.invoke({}, at(thread));
    const { kept } = await prune(store, thread, EVERYTHING);
    expect(kept).toEqual({ waiting: 1 });
    const resume = Object.fromEntries((asked as unknown as { [INTERRUPT]: { id: string }[] })[INTERRUPT].map((one) => [one.id, "yes"]));
    expect((await graph.invoke(new Command({ resume }), at(thread))).log).toEqual(["answer yes", "answer yes", "done"]);
  });
});

describe("the file", () => {
  test("shrinks in steps, also while another connection reads and writes", async () => {
    const store = tempStore();
    const thread = writeLargeThread(store, { checkpoints: 300, branches: 4, state: 100_000 });
    store.sqlite.pragma("wal_checkpoint(TRUNCATE)");
    const before = fileSizes(store);
    expect(compactsInSteps(store)).toBe(true);
    await prune(store, thread, keepLatest(2));
    const other = openStore({ path: store.path });
    const writing = loop(createIndexedSaver(other), 50).invoke({}, at("other"));
    const steps: number[] = [];
    await compact(store, (done) => steps.push(done));
    await writing;
    other.close();
    await compact(store);
    const after = fileSizes(store);
    expect(statSync(store.path).size).toBeLessThan(before.bytes / 4);
    expect(after.free_bytes).toBe(0);
    expect(steps.length).toBeGreaterThan(2);
    expect(store.sqlite.pragma("integrity_check", { simple: true })).toBe("ok");
  });

  test("of an earlier version is written anew once, and in steps from then on", async () => {
    const path = join(tempFolder(), "old.db");
    const old = new Database(path);
    old.exec("CREATE TABLE something (a)");
    old.close();
    const store = openStore({ path });
    onTestFinished(() => store.close());
    const thread = writeLargeThread(store, { checkpoints: 200, branches: 2, state: 50_000 });
    expect(compactsInSteps(store)).toBe(false);
    await prune(store, thread, keepLatest(1));
    await compact(store);
    expect(compactsInSteps(store)).toBe(true);
    expect(fileSizes(store).free_bytes).toBe(0);
    expect(await entriesOf(store, thread)).toHaveLength(2);
  });
});
