import { randomUUID } from "node:crypto";
import { SqliteSaver } from "@langchain/langgraph-checkpoint-sqlite";
import { describe, expect, test } from "vitest";
import type { Run, RunEvent } from "../../lib/schema/run";
import { copyBranch } from "../../lib/store/copy-branch";
import { listInterrupts } from "../../lib/store/interrupts";
import { claimAnswers, unclaimAnswers, type Answerer } from "../../lib/store/interrupts-answered";
import { markGone } from "../../lib/store/interrupts-moved";
import { openStore, type Store } from "../../lib/store/open";
import { reconcile } from "../../lib/store/reconcile";
import { getRevision } from "../../lib/store/revisions";
import { appendEvents, lastSeq, readEvents } from "../../lib/store/run-events";
import { activeRuns, deleteRun, finishRun, getRun, insertRun, listRuns, markRunning } from "../../lib/store/runs";
import { createIndexedSaver } from "../../lib/store/saver";
import { getThreadSummary } from "../../lib/store/summaries";
import { createThread, getThread, patchThread } from "../../lib/store/threads";
import { latestEntry } from "../../lib/store/timeline";
import { asking, linear } from "./graphs";
import { knowThread } from "./stories";
import { tempStore } from "./temp-store";

function newRun(threadId: string, rest: Partial<Run> = {}): Run {
  const now = new Date().toISOString();
  return {
    run_id: randomUUID(),
    thread_id: threadId,
    graph_id: "asking",
    cause: "start",
    state: { status: "pending" },
    created_at: now,
    updated_at: now,
    started_at: null,
    finished_at: null,
    from_checkpoint_id: null,
    head_checkpoint_id: null,
    revision: null,
    metadata: { who: "me" },
    kwargs: { input: { log: [] } },
    multitask_strategy: "enqueue",
    ...rest,
  };
}

async function thread(store: Store): Promise<string> {
  const threadId = randomUUID();
  await createThread(store, { thread_id: threadId, graph_id: "asking", metadata: {}, title: "A thread" });
  return threadId;
}

const ME: Answerer = { by: "me", verified: false, origin: { via: "debug_api", address: null, user_agent: null } };

const event = (seq: number, name = "values"): RunEvent => ({ seq, event: name, data: JSON.stringify({ seq }) });

/** A run that asks two things at once, carried to its end in the store as the runner would. */
async function askedRun(store: Store) {
  const threadId = await thread(store);
  const run = newRun(threadId);
  await insertRun(store, run);
  markRunning(store, run.run_id, process.pid);
  const graph = asking(createIndexedSaver(store, { runIdOf: () => run.run_id }));
  const config = { configurable: { thread_id: threadId } };
  await graph.invoke({ log: [] }, config);
  const { tasks } = await graph.getState(config);
  const interrupts = tasks.map((task) => ({ id: task.interrupts[0]?.id ?? "", node: task.name, value: "question" }));
  const finished = finishRun(store, {
    run_id: run.run_id,
    state: { status: "interrupted", interrupts, breakpoint: null },
    events: [event(1), event(2, "lifecycle")],
    thread_status: "interrupted",
  });
  return { threadId, run: finished, ids: interrupts.map((one) => one.id), tasks };
}

describe("a run", () => {
  test("makes its thread busy, runs, and ends once with its events, head and status", async () => {
    const store = tempStore();
    const threadId = await thread(store);
    const run = newRun(threadId);
    await insertRun(store, run);
    expect(await getRun(store, run.run_id)).toEqual(run);
    expect((await getThread(store, threadId))?.status).toBe("busy");
    expect((await activeRuns(store)).map((one) => one.run_id)).toEqual([run.run_id]);
    expect(markRunning(store, run.run_id, 77)).toMatchObject({ state: { status: "running", pid: 77 }, started_at: expect.any(String) });
    await linear(createIndexedSaver(store, { runIdOf: () => run.run_id })).invoke({ log: [] }, { configurable: { thread_id: threadId } });
    const done = finishRun(store, { run_id: run.run_id, state: { status: "success" }, events: [event(1)], thread_status: "idle" });
    const head = await latestEntry(store, threadId, "");
    expect(done).toMatchObject({ state: { status: "success" }, head_checkpoint_id: head?.checkpoint_id, finished_at: expect.any(String) });
    expect(finishRun(store, { run_id: run.run_id, state: { status: "cancelled", ...ME }, events: [event(2)], thread_status: "error" })).toEqual(done);
    expect(markRunning(store, run.run_id, 78).state).toEqual({ status: "success" });
    expect(await readEvents(store, run.run_id, { after: 0 })).toEqual([event(1)]);
    expect((await getThread(store, threadId))?.status).toBe("idle");
    expect(await activeRuns(store)).toEqual([]);
  });

  test("leaves its thread busy while the next one waits", async () => {
    const store = tempStore();
    const threadId = await thread(store);
    const [first, second] = [newRun(threadId), newRun(threadId)];
    await insertRun(store, first);
    await insertRun(store, second);
    finishRun(store, { run_id: first.run_id, state: { status: "success" }, events: [], thread_status: "idle" });
    expect((await getThread(store, threadId))?.status).toBe("busy");
    expect((await listRuns(store, { thread_id: threadId, limit: 10, offset: 0 })).map((run) => run.run_id)).toEqual([second.run_id, first.run_id]);
    expect(await listRuns(store, { thread_id: threadId, status: "success", limit: 10, offset: 0 })).toHaveLength(1);
    await deleteRun(store, first.run_id);
    expect(await getRun(store, first.run_id)).toBeNull();
  });

  test("that does not exist cannot run or end", () => {
    const store = tempStore();
    const run_id = randomUUID();
    expect(() => markRunning(store, run_id, 1)).toThrowError(expect.objectContaining({ code: "run_not_found" }));
    expect(() => finishRun(store, { run_id, state: { status: "success" }, events: [], thread_status: "idle" })).toThrowError(
      expect.objectContaining({ code: "run_not_found" }),
    );
  });

  test("has an event log that can be read from any place", async () => {
    const store = tempStore();
    appendEvents(store, "r", [event(1), event(2), event(3)]);
    appendEvents(store, "r", [event(3), event(4)]);
    appendEvents(store, "other", [event(1)]);
    expect(lastSeq(store, "r")).toBe(4);
    expect(lastSeq(store, "none")).toBe(0);
    expect((await readEvents(store, "r", { after: 2 })).map((one) => one.seq)).toEqual([3, 4]);
    expect((await readEvents(store, "r", { after: 0, limit: 2 })).map((one) => one.seq)).toEqual([1, 2]);
  });
});

describe("interrupts", () => {
  test("are saved with the checkpoint and the task that ask", async () => {
    const store = tempStore();
    const { threadId, run, tasks } = await askedRun(store);
    const waiting = await listInterrupts(store, { thread_id: threadId, status: "waiting" });
    expect(waiting.map((one) => [one.node, one.task_id]).sort()).toEqual(tasks.map((task) => [task.name, task.id]).sort());
    expect(waiting[0]).toMatchObject({ run_id: run.run_id, checkpoint_id: run.head_checkpoint_id, graph_id: "asking" });
    expect(await getThreadSummary(store, threadId)).toMatchObject({ waiting: 2, checkpoints: 2, branches: 1, last_run: { status: "interrupted" } });
  });

  test("are answered all or none, and once", async () => {
    const store = tempStore();
    const { threadId, ids } = await askedRun(store);
    const [first = "", second = ""] = ids;
    const claim = (answers: Record<string, string>) => claimAnswers(store, { thread_id: threadId, answers, ...ME });
    await expect(claim({ [first]: "yes", unknown: "yes" })).rejects.toMatchObject({
      code: "interrupt_not_found",
      details: { interrupt_id: "unknown" },
    });
    expect(await listInterrupts(store, { thread_id: threadId, status: "waiting" })).toHaveLength(2);
    expect(await claim({ [first]: "yes" })).toMatchObject([{ interrupt_id: first, status: "answered", answer: "yes", answered_by: "me" }]);
    await expect(claim({ [second]: "no", [first]: "no" })).rejects.toMatchObject({ code: "already_answered", status: 409 });
    expect((await listInterrupts(store, { thread_id: threadId })).map((one) => [one.interrupt_id, one.status])).toEqual([
      [second, "waiting"],
      [first, "answered"],
    ]);
    await unclaimAnswers(store, { thread_id: threadId, interrupt_ids: [first] });
    expect(await claim({ [first]: "later" })).toMatchObject([{ answer: "later" }]);
    expect(await markGone(store, { thread_id: threadId })).toBe(1);
    await expect(claim({ [second]: "no" })).rejects.toMatchObject({ code: "already_answered" });
  });

  test("answers are claimed with the run that carries them, or not at all", async () => {
    const store = tempStore();
    const { threadId, ids } = await askedRun(store);
    const claim = { thread_id: threadId, answers: { [ids[0] ?? ""]: "yes" }, ...ME };
    const waiting = async () => (await listInterrupts(store, { thread_id: threadId, status: "waiting" })).length;
    const carrier = newRun(threadId, { cause: "resume" });
    store.sqlite.exec("CREATE TEMP TRIGGER full BEFORE INSERT ON runs BEGIN SELECT RAISE(ABORT, 'no room'); END");
    await expect(insertRun(store, carrier, claim)).rejects.toThrow("no room");
    expect(await waiting()).toBe(2);
    store.sqlite.exec("DROP TRIGGER full");
    await insertRun(store, carrier, claim);
    expect(await waiting()).toBe(1);
    const late = newRun(threadId, { cause: "resume" });
    await expect(insertRun(store, late, claim)).rejects.toMatchObject({ code: "already_answered" });
    expect(await getRun(store, late.run_id)).toBeNull();
  });

  test("answered twice at once, from two connections, take exactly one answer", async () => {
    const store = tempStore();
    const other = openStore({ path: store.path });
    const { threadId, ids } = await askedRun(store);
    const outcomes = await Promise.allSettled(
      [store, other, store, other].map((one, index) =>
        claimAnswers(one, { thread_id: threadId, answers: { [ids[0] ?? ""]: index }, ...ME, by: String(index) }),
      ),
    );
    other.close();
    expect(outcomes.filter((one) => one.status === "fulfilled")).toHaveLength(1);
    for (const one of outcomes) if (one.status === "rejected") expect(one.reason).toMatchObject({ code: "already_answered" });
  });

  test("that a plain LangGraph program left waiting can be answered once the workflow is known", async () => {
    const store = tempStore();
    const threadId = randomUUID();
    const plain = SqliteSaver.fromConnString(store.path);
    await asking(plain).invoke({ log: [] }, { configurable: { thread_id: threadId } });
    plain.db.close();
    expect(await listInterrupts(store, { thread_id: threadId })).toEqual([]);
    await patchThread(store, threadId, { graph_id: "asking" });
    const waiting = await listInterrupts(store, { thread_id: threadId });
    expect(Object.fromEntries(waiting.map((one) => [one.node, one.value]))).toEqual({ ask: { question: "ok?" }, "ask too": "and this?" });
    const answers = Object.fromEntries(waiting.map((one) => [one.interrupt_id, true]));
    expect(await claimAnswers(store, { thread_id: threadId, answers, ...ME })).toHaveLength(2);
    expect((await listInterrupts(store, { thread_id: threadId })).map((one) => one.status)).toEqual(["answered", "answered"]);
  });

  test("wait on a copy of the thread too, apart from the original", async () => {
    const store = tempStore();
    const { threadId, run, ids } = await askedRun(store);
    const copy = await thread(store);
    await copyBranch(store, { from: threadId, to: copy, checkpoint_id: run.head_checkpoint_id ?? "" });
    await claimAnswers(store, { thread_id: copy, answers: { [ids[0] ?? ""]: "yes" }, ...ME });
    expect(await listInterrupts(store, { thread_id: threadId, status: "waiting" })).toHaveLength(2);
    expect(await listInterrupts(store, { thread_id: copy, status: "waiting" })).toHaveLength(1);
  });
});

describe("when the server starts", () => {
  test("runs that a dead process left become crashed, with a last event, and their threads say so", async () => {
    const store = tempStore();
    const threadId = await thread(store);
    const [running, pending] = [newRun(threadId), newRun(threadId)];
    await insertRun(store, running);
    await insertRun(store, pending);
    markRunning(store, running.run_id, 2 ** 30);
    appendEvents(store, running.run_id, [event(1)]);
    await linear(createIndexedSaver(store), { interruptBefore: ["b"] }).invoke({ log: [] }, { configurable: { thread_id: threadId } });
    const ended = await reconcile(store, "The server was stopped while the run was at work.");
    expect(ended.map((run) => run.run_id)).toEqual([running.run_id, pending.run_id]);
    expect(ended[0]?.state).toMatchObject({ status: "crashed", message: "The server was stopped while the run was at work.", running: ["b"] });
    expect((await getThread(store, threadId))?.status).toBe("error");
    expect(await activeRuns(store)).toEqual([]);
    const events = await readEvents(store, running.run_id, { after: 0 });
    expect(events.map((one) => [one.seq, one.event])).toEqual([
      [1, "values"],
      [2, "lifecycle"],
    ]);
    expect(await getThreadSummary(store, threadId)).toMatchObject({ last_run: { status: "crashed", message: expect.stringContaining("stopped") } });
    expect(await reconcile(store, "again")).toEqual([]);
  });

  test("a thread that waits for an answer still does", async () => {
    const store = tempStore();
    const { threadId } = await askedRun(store);
    await insertRun(store, newRun(threadId, { cause: "resume" }));
    await reconcile(store, "gone");
    expect((await getThread(store, threadId))?.status).toBe("interrupted");
  });

  test("a thread that says busy without a run is set right", async () => {
    const store = tempStore();
    const { threadId } = await askedRun(store);
    store.sqlite.exec("UPDATE threads SET status = 'busy'");
    await reconcile(store, "gone");
    expect((await getThread(store, threadId))?.status).toBe("interrupted");
  });
});

test("a revision is kept as it was first saved", async () => {
  const store = tempStore();
  await knowThread(store, randomUUID(), "calculate-graph");
  await knowThread(store, randomUUID(), "calculate-graph");
  expect(await getRevision(store, "calculate-graph", "r1")).toMatchObject({ title: "Calculate", api: "entrypoint" });
  expect(await getRevision(store, "calculate-graph", "r2")).toBeNull();
});
