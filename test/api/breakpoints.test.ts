import { randomUUID } from "node:crypto";
import { resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { BreakpointSchema, type Breakpoint } from "../../lib/schema/breakpoint";
import { ForkResultSchema } from "../../lib/schema/debug-api";
import { RunSchema, type Run } from "../../lib/schema/run";
import { InterruptSchema } from "../../lib/schema/thread";
import { call, codeOf, eventually, sdk } from "../support/client";
import { startTestServer, type TestServer } from "../support/server";

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer({ project: resolve(import.meta.dirname, "../support/graphs/debugger") });
}, 300_000);

afterAll(() => server.close());

async function send(path: string, json: unknown, method = "POST"): Promise<unknown> {
  const answer = await call(server.url, path, { json, method });
  expect(answer.status, answer.text).toBeLessThan(300);
  return answer.body;
}

const breakpointsOf = (graph: string) => `/api/debug/graphs/${graph}/breakpoints`;

async function list(graph: string): Promise<Breakpoint[]> {
  return BreakpointSchema.array().parse((await call(server.url, breakpointsOf(graph))).body);
}

async function create(graph: string, spec: Record<string, unknown>): Promise<Breakpoint> {
  return BreakpointSchema.parse(await send(breakpointsOf(graph), { spec }));
}

async function clear(graph: string): Promise<void> {
  for (const { breakpoint_id } of await list(graph)) await call(server.url, `${breakpointsOf(graph)}/${breakpoint_id}`, { method: "DELETE" });
}

async function start(body: Record<string, unknown>): Promise<Run> {
  return RunSchema.parse(await send("/api/debug/runs", body));
}

function readRun(runId: string): Promise<Run> {
  return call(server.url, `/api/debug/runs/${runId}`).then(({ body }) => RunSchema.parse(body));
}

function ended({ state }: Run): boolean {
  return state.status !== "pending" && state.status !== "running";
}

async function finish(body: Record<string, unknown>): Promise<Run> {
  const { run_id } = await start(body);
  return eventually(() => readRun(run_id), ended);
}

function stopOf({ state }: Run) {
  if (state.status !== "interrupted" || state.breakpoint === null) throw new Error(`It did not stop: ${JSON.stringify(state)}`);
  return state.breakpoint;
}

describe("breakpoints of a workflow", () => {
  test("are kept, changed and deleted", async () => {
    const made = await create("family", { kind: "node", node: "child:deep:first", when: "before" });
    expect(made).toMatchObject({ graph_id: "family", enabled: true, spec: { condition: null, hits: null } });
    const path = `${breakpointsOf("family")}/${made.breakpoint_id}`;
    const other = await create("family", { kind: "channel", channel: "log" });
    expect(await list("family")).toEqual([made, other]);
    expect(await list("loop")).toEqual([]);
    const off = BreakpointSchema.parse(await send(path, { enabled: false }, "PATCH"));
    expect(off).toEqual({ ...made, enabled: false });
    const spec = { kind: "all", when: "after", condition: "len(log) > 3", hits: 2 };
    expect(await send(path, { spec }, "PATCH")).toEqual({ ...off, spec });
    expect((await call(server.url, path, { method: "DELETE" })).status).toBe(204);
    expect(await list("family")).toEqual([other]);
    expect(codeOf(await call(server.url, path, { json: { enabled: true }, method: "PATCH" }))).toBe("breakpoint_not_found");
    expect(codeOf(await call(server.url, path, { method: "DELETE" }))).toBe("breakpoint_not_found");
    await clear("family");
  });

  test("are refused with the place where their condition is wrong", async () => {
    const spec = { kind: "node", node: "draft", when: "before", condition: "notes.length >" };
    const refused = await call(server.url, breakpointsOf("loop"), { json: { spec } });
    expect(refused.status).toBe(422);
    expect(refused.body).toEqual({
      error: {
        code: "invalid_expression",
        message: "The condition cannot be read: Something is missing at the end.",
        details: { field: "spec.condition", message: "Something is missing at the end.", index: 14 },
      },
    });
    const made = await create("loop", { kind: "condition", condition: "round > 1" });
    const path = `${breakpointsOf("loop")}/${made.breakpoint_id}`;
    const change = { spec: { kind: "condition", condition: "process.exit()" } };
    expect(codeOf(await call(server.url, path, { json: change, method: "PATCH" }))).toBe("invalid_expression");
    expect(await list("loop")).toEqual([made]);
    for (const wrong of [{ spec: { kind: "node", node: "draft" } }, { spec: { kind: "channel", channel: "" } }, { spec: null }, {}])
      expect((await call(server.url, breakpointsOf("loop"), { json: wrong })).status, JSON.stringify(wrong)).toBeGreaterThanOrEqual(400);
    expect(codeOf(await call(server.url, breakpointsOf("nothing")))).toBe("graph_not_found");
    expect(codeOf(await call(server.url, breakpointsOf("nothing"), { json: { spec: made.spec } }))).toBe("graph_not_found");
    await clear("loop");
  });

  test("are no more than two hundred", async () => {
    const spec = { kind: "node", node: "gone", when: "before" };
    for (let made = 0; made < 200; made++) await create("pair", spec);
    const refused = await call(server.url, breakpointsOf("pair"), { json: { spec } });
    expect(refused.body).toMatchObject({ error: { message: "The workflow has 200 breakpoints already. Delete some first." } });
    await clear("pair");
  });
});

describe("a run of the workbench", () => {
  test("is sent with the enabled breakpoints, counts on when it continues, and keeps what it was sent with", async () => {
    const counted = await create("loop", { kind: "node", node: "review", when: "before", hits: 2 });
    const off = BreakpointSchema.parse(await send(breakpointsOf("loop"), { spec: { kind: "all", when: "before" }, enabled: false }));
    const first = await finish({ graph_id: "loop", input: { topic: "tea" } });
    expect(stopOf(first)).toMatchObject({ nodes: ["review"], reason: { kind: "breakpoint", breakpoint_id: counted.breakpoint_id, hits: 2 } });
    expect(first.kwargs).toMatchObject({ debug: { breakpoints: [{ breakpoint_id: counted.breakpoint_id }], stop: { at: "end" } } });
    expect(JSON.stringify(first.kwargs)).not.toContain(off.breakpoint_id);
    const second = await finish({ graph_id: "loop", thread_id: first.thread_id });
    expect(stopOf(second).reason).toMatchObject({ hits: 3 });
    expect((await finish({ graph_id: "loop", thread_id: first.thread_id })).state.status).toBe("success");
    expect((await finish({ graph_id: "loop", input: { topic: "tea" }, breakpoints: false })).state.status).toBe("success");
    await clear("loop");
  });

  test("steps as a step", async () => {
    const first = await finish({ graph_id: "family", input: {}, stop: { at: "step" } });
    expect(first).toMatchObject({ cause: "start", state: { breakpoint: { nodes: ["child"], reason: { kind: "step" } } } });
    const into = await finish({ graph_id: "family", thread_id: first.thread_id, stop: { at: "into" } });
    expect(into).toMatchObject({ cause: "step", state: { breakpoint: { nodes: ["one"], when: "before" } } });
    const { checkpoint_ns } = stopOf(into);
    const out = await finish({ graph_id: "family", thread_id: first.thread_id, stop: { at: "out", checkpoint_ns } });
    expect(out).toMatchObject({ cause: "step", state: { breakpoint: { nodes: ["after"], checkpoint_ns: "" } } });
  });

  test("is paused at its next superstep, and what has ended is not", async () => {
    const run = await start({ graph_id: "slow", input: {} });
    await send(`/api/debug/runs/${run.run_id}/pause`, {});
    const paused = await eventually(() => readRun(run.run_id), ended);
    expect(stopOf(paused)).toMatchObject({ when: "before", reason: { kind: "pause", by: "a person" } });
    await send(`/api/debug/runs/${run.run_id}/pause`, {});
    expect(await readRun(run.run_id)).toEqual(paused);
    expect(codeOf(await call(server.url, `/api/debug/runs/${randomUUID()}/pause`, { json: {} }))).toBe("run_not_found");
  });
});

test("a run of a program passes the breakpoints of the workbench", async () => {
  await create("loop", { kind: "all", when: "before" });
  const values = await sdk(server.url).runs.wait(null, "loop", { input: { topic: "tea" } });
  expect(values).toMatchObject({ notes: expect.arrayContaining(["published"]) });
  await clear("loop");
});

describe("what is next at a checkpoint", () => {
  test("is skipped, and its question with it", async () => {
    const asked = await finish({ graph_id: "crossing", input: { mode: "ask" } });
    const thread = `/api/debug/threads/${asked.thread_id}`;
    const waiting = InterruptSchema.array().parse((await call(server.url, `${thread}/interrupts`)).body);
    expect(waiting).toMatchObject([{ status: "waiting", node: "right" }]);
    const change = { checkpoint_id: asked.head_checkpoint_id, change: { kind: "skip", node: "right" } };
    const skipped = ForkResultSchema.parse(await send(`${thread}/next`, change));
    expect(skipped).toMatchObject({ thread_id: asked.thread_id, checkpoint_ns: "" });
    expect(InterruptSchema.array().parse((await call(server.url, `${thread}/interrupts`)).body)).toMatchObject([{ status: "gone" }]);
    expect((await finish({ graph_id: "crossing", thread_id: asked.thread_id })).state.status).toBe("success");
  });

  test("is refused as it is told", async () => {
    const stopped = await finish({ graph_id: "loop", input: { topic: "tea" }, stop: { at: "node", node: "review" } });
    const next = `/api/debug/threads/${stopped.thread_id}/next`;
    const at = { checkpoint_id: stopped.head_checkpoint_id };
    const codes = await Promise.all(
      [
        { ...at, change: { kind: "skip", node: "gone" } },
        { ...at, change: { kind: "skip", node: "draft" } },
        { ...at, change: { kind: "output", node: "review", values: { nothing: 1 } } },
        { ...at, change: { kind: "goto", goto: ["publish", "gone"] } },
        { checkpoint_id: randomUUID(), change: { kind: "skip", node: "review" } },
        { ...at, change: { kind: "vanish", node: "review" } },
      ].map(async (json) => codeOf(await call(server.url, next, { json }))),
    );
    expect(codes).toEqual(["node_not_found", "nothing_to_run", "invalid_state", "node_not_found", "checkpoint_not_found", "invalid_request"]);
    expect(codeOf(await call(server.url, `/api/debug/threads/${randomUUID()}/next`, { json: { ...at, change: { kind: "skip", node: "x" } } }))).toBe(
      "thread_not_found",
    );
  });

  test("is not changed while the thread runs", async () => {
    const run = await start({ graph_id: "slow", input: {} });
    const change = { checkpoint_id: randomUUID(), change: { kind: "skip", node: "child" } };
    expect(codeOf(await call(server.url, `/api/debug/threads/${run.thread_id}/next`, { json: change }))).toBe("thread_busy");
    await send(`/api/debug/runs/${run.run_id}/cancel`, {});
  });
});
