import { existsSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { getThread } from "../../lib/store/threads";
import { readTimeline } from "../../lib/store/timeline";
import { RunnerHarness, dataOf, lastValues, lifecycleOf, type FinishedRun } from "./harness";

let runner: RunnerHarness;
beforeAll(async () => {
  runner = new RunnerHarness("faulty");
  await runner.ready;
});
afterAll(() => runner.close());

function errorOf({ run }: FinishedRun) {
  if (run.state.status !== "error") throw new Error(`The run is ${JSON.stringify(run.state)}`);
  return run.state.error;
}

describe("a run that fails", () => {
  it("names the node and the place in the source, and keeps the steps before", async () => {
    const finished = await runner.run("throws", { input: { fail: true } });
    const error = errorOf(finished);
    expect(error).toMatchObject({ name: "TypeError", message: "The node broke", node: "explode" });
    expect(error.stack?.split("\n")[1]).toMatch(/at .*explode \(graphs\/throws\.ts:\d+:\d+\)$/);
    expect(error.stack).not.toMatch(/node_modules|node:internal/);
    expect(dataOf(finished.events, "error")).toEqual([{ error: "TypeError", message: "The node broke" }]);
    expect(lifecycleOf(finished.events)).toContainEqual(expect.objectContaining({ type: "task_finished", node: "explode", outcome: "failed" }));
    expect((await getThread(runner.store, finished.threadId))?.status).toBe("error");
    const repaired = await runner.run("throws", { thread_id: finished.threadId, input: { fail: false } });
    expect(lastValues(repaired.events)).toMatchObject({ log: ["before", "before", "fine"] });
  });

  it("at the recursion limit says what to do, and can be continued", async () => {
    const finished = await runner.run("endless", { input: {}, config: { tags: [], recursion_limit: 5, configurable: {} } });
    expect(errorOf(finished)).toMatchObject({ name: "GraphRecursionError", hint: expect.stringContaining("Raise the recursion limit") });
    expect(errorOf(finished).message).not.toContain("http");
    const { checkpoints } = await readTimeline(runner.store, finished.threadId, { checkpoint_ns: "", limit: 50 });
    expect(checkpoints[0]).toMatchObject({ next: ["turn"] });
    expect(checkpoints.length).toBeGreaterThanOrEqual(6);
  });

  it("by two writers of one channel names the channel and the nodes", async () => {
    const error = errorOf(await runner.run("two-writers", { input: {} }));
    expect(error.name).toBe("InvalidUpdateError");
    expect(error.hint).toContain('"left" and "right" wrote the channel "verdict"');
    expect(error.hint).toContain("reducer");
  });

  it("by an empty input says that it needs one", async () => {
    const error = errorOf(await runner.run("throws", { input: null }));
    expect(error.hint).toContain("input");
  });

  it("by a value that JSON cannot hold names the channel", async () => {
    for (const kind of ["bigint", "cyclic"]) {
      const finished = await runner.run("unserialisable", { input: { kind } });
      const error = errorOf(finished);
      expect(error.name).toBe("unserializable_state");
      expect(error.message).toContain("value");
      expect(error.hint).not.toBeNull();
    }
  });

  it("does not fail for values that JSON changes: they are shown as what they are", async () => {
    for (const kind of ["date", "map", "instance", "undefined"]) {
      const { run } = await runner.run("unserialisable", { input: { kind } });
      expect(`${kind} ${run.state.status}`).toMatch(new RegExp(`${kind} (success|error)`));
    }
  });

  it("outside of what its node awaits fails alone", async () => {
    const other = await runner.start("rejects", { input: { how: "nothing" } });
    const rejected = await runner.run("rejects", { input: { how: "rejection" } });
    expect(errorOf(rejected)).toMatchObject({ name: "RangeError", message: "Nobody awaited this" });
    const thrown = await runner.run("rejects", { input: { how: "timer" } });
    expect(errorOf(thrown)).toMatchObject({ name: "RangeError", message: "Thrown by a timer" });
    expect(runner.output).toContain("Unhandled rejection in the code of run");
    expect((await other.done).run.state.status).toBe("success");
  });

  it("because the database is locked says so, and loses nothing that was saved", async () => {
    const { runId, threadId, done } = await runner.start("rejects", { input: { how: "nothing" } });
    await runner.waitFor(runId, ({ data }) => data.includes('"next":["forget"]'));
    runner.store.sqlite.exec("BEGIN IMMEDIATE");
    await new Promise((resolve) => setTimeout(resolve, 7000));
    runner.store.sqlite.exec("ROLLBACK");
    const error = errorOf(await done);
    expect(error).toMatchObject({ name: "storage_locked", hint: expect.stringContaining("continue") });
    const after = await runner.run("rejects", { thread_id: threadId, input: null });
    expect(after.run.state.status).toBe("success");
    expect(lastValues(after.events)).toEqual({ how: "nothing", n: 1 });
  });

  it("with a state of 20 MB works", async () => {
    const { run, events } = await runner.run("large", { input: {}, stream_modes: ["updates"] });
    expect(run.state.status).toBe("success");
    expect(dataOf(events, "updates").at(-1)).toEqual({ measure: { megabytes: 20 } });
  });

  it("prints whatever it likes", async () => {
    const { run } = await runner.run("prints", { input: {} });
    expect(run.state.status).toBe("success");
    expect(runner.output).toContain("line 1999");
  });
});

describe("cancelling", () => {
  it("fires the node's signal, keeps the steps and lets the thread go on", async () => {
    const { runId, threadId, done } = await runner.start("waits", { input: { n: 0 } });
    await runner.waitFor(runId, ({ data }) => data.includes('"node":"wait"'));
    runner.child.send({ type: "cancel", run_id: runId });
    const finished = await done;
    expect(finished.run.state).toEqual({ status: "cancelled", by: "user" });
    expect((await readTimeline(runner.store, threadId, { checkpoint_ns: "", limit: 10 })).checkpoints[0]).toMatchObject({ next: ["wait"] });
    const after = await runner.run("waits", { thread_id: threadId, input: { n: 0 } });
    expect(lastValues(after.events)).toMatchObject({ n: 1 });
  });

  it("ends a node that never returns and does not listen", async () => {
    const { runId, done } = await runner.start("never", { input: {} });
    await runner.waitFor(runId, ({ data }) => data.includes('"node":"never"'));
    runner.child.send({ type: "cancel", run_id: runId, by: "somebody" });
    expect((await done).run.state).toEqual({ status: "cancelled", by: "somebody" });
  });

  it("is heard by a run that never waits", async () => {
    const { runId, done } = await runner.start("endless", { input: {}, config: { tags: [], recursion_limit: 100_000, configurable: {} } });
    await runner.waitFor(runId, ({ data }) => data.includes("task_finished"));
    runner.child.send({ type: "cancel", run_id: runId });
    expect((await done).run.state.status).toBe("cancelled");
  });
});

describe("the process", () => {
  it("says that a workflow called process.exit", async () => {
    const own = new RunnerHarness("faulty");
    await own.start("exits", { input: { go: true } });
    expect(await own.exited).toMatchObject({ exit_code: 1, reason: expect.stringMatching(/^process\.exit\(1\) was called by the workflow "exits"/) });
    await own.close();
  });

  it("says that it ran out of memory", async () => {
    const own = new RunnerHarness("faulty", { memoryMb: 128 });
    await own.start("allocates", { input: { go: true } });
    expect((await own.exited).reason).toBe("it ran out of memory");
    await own.close();
  });

  it("can be killed while a workflow spins", async () => {
    const own = new RunnerHarness("faulty");
    const { runId } = await own.start("spins", { input: { go: true } });
    await own.waitFor(runId, ({ data }) => data.includes('"next":["spin"]'));
    own.child.kill();
    expect(await own.exited).toMatchObject({ signal: "SIGKILL", reason: "it was killed by SIGKILL" });
    await own.close();
  });

  it("finishes its runs and ends when it is drained", async () => {
    const own = new RunnerHarness("faulty");
    const { done } = await own.start("rejects", { input: { how: "nothing" } });
    own.child.send({ type: "drain" });
    expect((await done).run.state.status).toBe("success");
    expect(await own.exited).toMatchObject({ exit_code: 0 });
    await own.close();
  });

  it("has said how its last run ended before it ends, however much that is", async () => {
    const own = new RunnerHarness("faulty");
    const { done } = await own.start("large", { input: { megabytes: 30 } });
    own.child.send({ type: "drain" });
    const told = await Promise.race([done.then(({ events }) => events.at(-1)?.data), own.exited.then(() => "it ended without a word")]);
    expect(told).toContain("run_finished");
    await own.exited;
    await own.close();
  });

  it("does not show the server's token to workflows", async () => {
    const own = new RunnerHarness("faulty", { env: { ...process.env, RETROGRAPH_TOKEN: "a-secret-of-sixteen" } });
    const { pid } = await own.ready;
    const { readFileSync } = await import("node:fs");
    if (existsSync(`/proc/${pid}/environ`)) expect(readFileSync(`/proc/${pid}/environ`, "utf8")).not.toContain("a-secret-of-sixteen");
    await own.close();
  });
});
