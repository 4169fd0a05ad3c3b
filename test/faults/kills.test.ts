import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { RunSchema, type Run } from "../../lib/schema/run";
import { call, codeOf, eventually, sdk } from "../support/client";
import { isAlive, startTestServer, type TestServer } from "../support/server";

let data: string;
let server: TestServer;

beforeAll(async () => {
  data = mkdtempSync(join(tmpdir(), "retrograph-kill-"));
  server = await startTestServer({ data });
}, 300_000);

afterAll(async () => {
  await server.close();
  rmSync(data, { recursive: true, force: true });
});

const LONG = { recursion_limit: 300 };

async function runOf(runId: string): Promise<Run> {
  return RunSchema.parse((await call(server.url, `/api/debug/runs/${runId}`)).body);
}

/** A run of 20 steps of which at least `steps` are done. */
async function startSlow(steps: number): Promise<Run> {
  const answer = await call(server.url, "/api/debug/runs", {
    json: { graph_id: "slow", input: { steps: 20 }, recursion_limit: LONG.recursion_limit },
  });
  const run = RunSchema.parse(answer.body);
  await eventually(
    () => sdk(server.url).threads.getState<{ n?: number }>(run.thread_id),
    (state) => (state.values.n ?? 0) >= steps,
  );
  return run;
}

async function stepsDone(threadId: string): Promise<number[]> {
  const history = await sdk(server.url).threads.getHistory<{ n?: number }>(threadId, { limit: 100 });
  return history.map((entry) => entry.values.n ?? 0).reverse();
}

async function finish(threadId: string): Promise<void> {
  const answer = await call(server.url, "/api/debug/runs", {
    json: { graph_id: "slow", thread_id: threadId, recursion_limit: LONG.recursion_limit },
  });
  expect(answer.status, answer.text).toBe(200);
  const run = RunSchema.parse(answer.body);
  expect(run.cause).toBe("resume");
  await eventually(
    () => runOf(run.run_id),
    (current) => current.state.status === "success",
  );
}

test("a runner killed in the middle of a run: the run says so, nothing saved is lost, and the thread goes on", async () => {
  const client = sdk(server.url);
  const waiting = await client.threads.create();
  await client.runs.wait(waiting.thread_id, "entry", { input: { n: 1 } });
  const run = await startSlow(5);
  server.killRunner();
  const crashed = await eventually(
    () => runOf(run.run_id),
    (current) => current.state.status === "crashed",
  );
  expect(crashed.state).toMatchObject({ exit_code: null, signal: "SIGKILL", running: ["work"] });
  await finish(run.thread_id);
  const steps = await stepsDone(run.thread_id);
  expect(steps.filter((n) => n > 0)).toEqual(Array.from({ length: 20 }, (_, index) => index + 1));
  expect(await client.runs.wait(waiting.thread_id, "entry", { command: { resume: "fine" } })).toMatchObject({ right: "fine" });
});

test("runners that are killed again and again are replaced", async () => {
  for (let round = 0; round < 3; round++) {
    const pids = await eventually(
      async () => server.runnerPids(),
      (found) => found.length === 1,
    );
    server.killRunner();
    await eventually(
      async () => server.runnerPids(),
      (found) => found.length === 1 && found[0] !== pids[0],
    );
  }
  expect(await sdk(server.url).runs.wait(null, "counter", { input: { n: 1 } })).toMatchObject({ n: 4 });
});

test("the whole server killed in the middle of a run: no process is left, and the next server puts everything right", async () => {
  const run = await startSlow(5);
  const queued = await sdk(server.url).runs.create(run.thread_id, "slow", { input: { steps: 20 }, config: LONG });
  const pids = server.runnerPids();
  expect(pids).toHaveLength(1);
  await server.kill();
  await eventually(
    async () => pids.filter(isAlive),
    (alive) => alive.length === 0,
    5000,
  );
  server = await startTestServer({ data });
  expect((await runOf(run.run_id)).state.status).toBe("crashed");
  expect((await runOf(queued.run_id)).state.status).toBe("crashed");
  expect((await sdk(server.url).threads.get(run.thread_id)).status).toBe("error");
  await finish(run.thread_id);
  const steps = await stepsDone(run.thread_id);
  expect(steps.filter((n) => n > 0)).toEqual(Array.from({ length: 20 }, (_, index) => index + 1));
});

test("a server that is stopped politely ends its runs with the reason", async () => {
  const run = await startSlow(3);
  const pids = server.runnerPids();
  await server.close();
  expect(pids.filter(isAlive)).toEqual([]);
  server = await startTestServer({ data });
  const stopped = await runOf(run.run_id);
  expect(stopped.state.status).toBe("crashed");
  if (stopped.state.status === "crashed") expect(stopped.state.message).toMatch(/stopped/);
  await finish(run.thread_id);
});

test("an answer that dies with its run is asked for again", async () => {
  const client = sdk(server.url);
  const thread = await client.threads.create();
  await client.runs.wait(thread.thread_id, "ask-then-work", { input: { n: 0 } });
  const run = await client.runs.create(thread.thread_id, "ask-then-work", { command: { resume: 7 } });
  const again = await call(server.url, `/threads/${thread.thread_id}/runs`, { json: { assistant_id: "ask-then-work", command: { resume: 8 } } });
  expect(codeOf(again)).toBe("already_answered");
  await eventually(
    () => call(server.url, `/api/debug/threads/${thread.thread_id}/runs`),
    (answer) => answer.text.includes('"running"'),
  );
  await new Promise((resolve) => setTimeout(resolve, 300));
  server.killRunner();
  await eventually(
    () => runOf(run.run_id),
    (current) => current.state.status === "crashed",
  );
  expect((await client.threads.get(thread.thread_id)).status).toBe("interrupted");
  expect(await client.runs.wait(thread.thread_id, "ask-then-work", { command: { resume: 9 } })).toMatchObject({ answer: 9, n: 1 });
});
