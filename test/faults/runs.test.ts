import { readFileSync } from "node:fs";
import type { Client } from "@langchain/langgraph-sdk";
import { afterAll, beforeAll, expect, test } from "vitest";
import { RunSchema, type Run } from "../../lib/schema/run";
import { ThreadSummarySchema } from "../../lib/schema/thread";
import { call, collect, eventually, sdk } from "../support/client";
import { projectFolder, startTestServer, type TestServer } from "../support/server";

const CANCEL_MS = 1000;

let server: TestServer;
let client: Client;

beforeAll(async () => {
  server = await startTestServer({
    project: projectFolder("faulty"),
    env: { RETROGRAPH_CANCEL_MS: String(CANCEL_MS), RETROGRAPH_RUNNER_MEMORY_MB: "320" },
  });
  client = sdk(server.url);
}, 300_000);

afterAll(() => server.close());

async function start(graphId: string, input: unknown, threadId: string | null = null): Promise<Run> {
  const answer = await call(server.url, "/api/debug/runs", {
    json: { graph_id: graphId, thread_id: threadId, ...(input === undefined ? {} : { input }) },
  });
  expect(answer.status, answer.text).toBe(200);
  return RunSchema.parse(answer.body);
}

async function runOf(runId: string): Promise<Run> {
  return RunSchema.parse((await call(server.url, `/api/debug/runs/${runId}`)).body);
}

function ended(runId: string): Promise<Run> {
  return eventually(
    () => runOf(runId),
    (run) => run.state.status !== "pending" && run.state.status !== "running",
    40_000,
  );
}

async function runToEnd(graphId: string, input: unknown, threadId: string | null = null): Promise<Run> {
  return ended((await start(graphId, input, threadId)).run_id);
}

async function summaryOf(threadId: string) {
  return ThreadSummarySchema.parse((await call(server.url, `/api/debug/threads/${threadId}`)).body);
}

/** Waits until the run's first node is done and the second one is at work. */
async function untilInSecondNode(run: Run): Promise<void> {
  await eventually(
    () => client.threads.getState<{ n?: number }>(run.thread_id),
    (state) => state.values.n === 1,
  );
}

/** Memory that a process takes, in megabytes. */
function residentMb(pid: number): number {
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? 0) / 1024;
}

test("a node that throws fails its run with the place, and a second try goes on from there", async () => {
  const run = await runToEnd("throws", { fail: true });
  expect(run.state).toMatchObject({ status: "error", error: { name: "TypeError", message: "The node broke", node: "explode" } });
  if (run.state.status === "error") expect(run.state.error.stack).toContain("graphs/throws.ts:6");
  expect((await summaryOf(run.thread_id)).status).toBe("error");
  const stream = await collect(client.runs.stream(null, "throws", { input: { fail: true }, streamMode: "values" }));
  expect(stream.at(-1)).toMatchObject({ event: "error", data: { error: "TypeError", message: "The node broke" } });
  await client.threads.updateState(run.thread_id, { values: { fail: false }, asNode: "before" });
  expect((await runToEnd("throws", undefined, run.thread_id)).state.status).toBe("success");
});

test("two nodes that write one channel at once are named, with what to do", async () => {
  const run = await runToEnd("two-writers", { verdict: "none" });
  expect(run.state).toMatchObject({ status: "error", error: { name: "InvalidUpdateError" } });
  if (run.state.status === "error") expect(`${run.state.error.message} ${run.state.error.hint}`).toMatch(/verdict[\s\S]*reducer/);
});

test("the recursion limit ends a run with what to do, and a resume goes on", async () => {
  const run = await runToEnd("endless", {});
  expect(run.state).toMatchObject({ status: "error", error: { name: "GraphRecursionError" } });
  const again = await runToEnd("endless", undefined, run.thread_id);
  expect(again).toMatchObject({ cause: "resume", state: { error: { name: "GraphRecursionError" } } });
  const state = await client.threads.getState<{ n: number }>(run.thread_id);
  expect(state.values.n).toBeGreaterThan(30);
});

test("what JSON cannot hold is shown for what it is, or refused with the channel named", async () => {
  for (const kind of ["bigint", "cyclic", "date", "map", "instance", "undefined"]) {
    const run = await runToEnd("unserialisable", { kind });
    if (run.state.status === "error") {
      expect(run.state.error.message, kind).toContain("value");
    } else {
      expect([kind, run.state.status]).toEqual([kind, "success"]);
      expect((await call(server.url, `/threads/${run.thread_id}/state`)).status).toBe(200);
      expect((await call(server.url, `/api/debug/threads/${run.thread_id}/checkpoints/${run.head_checkpoint_id}`)).status).toBe(200);
    }
    expect((await call(server.url, `/api/debug/threads/${run.thread_id}/timeline`)).status).toBe(200);
  }
});

test("a state of 20 megabytes is run, read and streamed", async () => {
  const run = await runToEnd("large", { megabytes: 20 });
  expect(run.state.status).toBe("success");
  const state = await client.threads.getState<{ text: string }>(run.thread_id);
  expect(state.values.text.length).toBe(20 * 1024 * 1024);
  const timeline = await call(server.url, `/api/debug/threads/${run.thread_id}/timeline`);
  expect(timeline.text.length).toBeLessThan(5000);
  const events = await collect(client.runs.stream(null, "large", { input: { megabytes: 20 }, streamMode: "values" }));
  expect((events.at(-1)?.data as { text: string }).text.length).toBe(20 * 1024 * 1024);
});

test("text that workflows print disturbs nothing", async () => {
  expect((await runToEnd("prints", {})).state.status).toBe("success");
});

test("process.exit in a node ends that run with the reason, and the next run works", async () => {
  const run = await start("exits", { go: true });
  const live = collect(client.runs.joinStream(run.thread_id, run.run_id));
  const crashed = await ended(run.run_id);
  expect(crashed.state).toMatchObject({ status: "crashed", exit_code: 1, signal: null });
  if (crashed.state.status === "crashed") {
    expect(crashed.state.message).toContain("process.exit(1)");
    expect(crashed.state.running).toEqual(["exit"]);
  }
  expect((await live).at(-1)).toMatchObject({ event: "error", data: { error: "RunnerCrashed" } });
  expect(await summaryOf(run.thread_id)).toMatchObject({ status: "error", last_run: { status: "crashed" } });
  await client.threads.updateState(run.thread_id, { values: { go: false }, asNode: "first" });
  expect((await runToEnd("exits", undefined, run.thread_id)).state.status).toBe("success");
});

test("a node that spins is stopped by killing its process; its thread and everything else go on", async () => {
  const run = await start("spins", { go: true });
  await untilInSecondNode(run);
  const other = await start("endless", {});
  const stoppedAt = Date.now();
  expect((await call(server.url, `/api/debug/runs/${run.run_id}/cancel`, { json: {} })).status).toBe(204);
  const stopped = await ended(run.run_id);
  expect(Date.now() - stoppedAt).toBeLessThan(CANCEL_MS + 5000);
  expect(stopped.state.status).toBe("cancelled");
  const lost = await ended(other.run_id);
  if (lost.state.status === "crashed") expect(lost.state.message).toContain("another run");
  await client.threads.updateState(run.thread_id, { values: { go: false }, asNode: "first" });
  expect((await runToEnd("spins", undefined, run.thread_id)).state.status).toBe("success");
});

test("while a node spins, new runs go to a fresh process, and listeners are told", async () => {
  const run = await start("spins", { go: true });
  await untilInSecondNode(run);
  const stop = new AbortController();
  const live = fetch(`${server.url}/api/debug/threads/${run.thread_id}/events`, { signal: stop.signal });
  const reader = (await live).body?.pipeThrough(new TextDecoderStream()).getReader();
  let heard = "";
  while (reader !== undefined && !heard.includes('"responsive":false')) heard += (await reader.read()).value ?? "";
  stop.abort();
  expect((await runToEnd("throws", { fail: false })).state.status).toBe("success");
  expect((await runOf(run.run_id)).state.status).toBe("running");
  await client.runs.cancel(run.thread_id, run.run_id, true);
  expect((await runOf(run.run_id)).state.status).toBe("cancelled");
  await eventually(
    async () => server.runnerPids(),
    (pids) => pids.length === 1,
  );
});

test("a node that never returns is stopped at once", async () => {
  const run = await start("never", {});
  await eventually(
    () => runOf(run.run_id),
    (current) => current.state.status === "running",
  );
  const [pid] = server.runnerPids();
  await client.runs.cancel(run.thread_id, run.run_id, true);
  expect((await runOf(run.run_id)).state.status).toBe("cancelled");
  expect(server.runnerPids()).toEqual([pid]);
});

test("a node that allocates until its process dies crashes its run for that reason", async () => {
  const run = await runToEnd("allocates", { go: true });
  expect(run.state).toMatchObject({ status: "crashed", running: ["allocate"] });
  if (run.state.status === "crashed") expect(run.state.message).toContain("out of memory");
  expect(residentMb(server.pid)).toBeLessThan(1500);
  expect((await runToEnd("throws", { fail: false })).state.status).toBe("success");
});

test("errors that no node awaits fail their run and nothing else", async () => {
  for (const how of ["rejection", "timer"]) {
    const run = await runToEnd("rejects", { how });
    expect(run.state).toMatchObject({ status: "error", error: { name: "RangeError" } });
  }
});
