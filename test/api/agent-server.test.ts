import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { call, collect, eventually, sdk } from "../support/client";
import { startTestServer, type TestServer } from "../support/server";

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
}, 300_000);

afterAll(() => server.close());

describe.each(["", "/api"])("the official SDK pointed at http://host:port%s", (path) => {
  const client = () => sdk(`${server.url}${path}`);

  test("says that it is there and what it is", async () => {
    expect((await call(server.url + path, "/ok")).body).toEqual({ ok: true });
    expect((await call(server.url + path, "/info")).body).toMatchObject({ context: "js", flags: { assistants: true, crons: false } });
  });

  test("finds an assistant for every workflow", async () => {
    const found = await client().assistants.search({ limit: 100 });
    expect(found.map((assistant) => assistant.graph_id)).toEqual(expect.arrayContaining(["counter", "approval", "nested"]));
    expect(await client().assistants.count()).toBe(found.length);
    const page = await client().assistants.search({ limit: 1, offset: 1, includePagination: true });
    expect(page.assistants).toHaveLength(1);
    expect(page.next).toBe("2");
    const [one] = await client().assistants.search({ graphId: "counter" });
    expect(await client().assistants.get(one?.assistant_id ?? "")).toEqual(one);
    expect(await client().assistants.get("counter")).toEqual(one);
  });

  test("draws a workflow and gives its schemas", async () => {
    const graph = await client().assistants.getGraph("counter");
    expect(graph.nodes.map((node) => node.id)).toEqual(expect.arrayContaining(["__start__", "increment", "double"]));
    expect(graph.edges.length).toBeGreaterThanOrEqual(3);
    const opened = await client().assistants.getGraph("nested", { xray: true });
    expect(opened.nodes.map((node) => node.id)).toEqual(expect.arrayContaining(["child:check"]));
    expect(await client().assistants.getSchemas("typed")).toMatchObject({ graph_id: "typed" });
  });

  test("makes, finds, changes, counts and deletes threads", async () => {
    const mark = crypto.randomUUID();
    const thread = await client().threads.create({ metadata: { mark }, graphId: "counter" });
    expect(thread.status).toBe("idle");
    await expect(client().threads.create({ threadId: thread.thread_id })).rejects.toThrow(/409/);
    const again = await client().threads.create({ threadId: thread.thread_id, ifExists: "do_nothing" });
    expect(again.metadata).toMatchObject({ mark, graph_id: "counter" });
    expect(await client().threads.search({ metadata: { mark } })).toHaveLength(1);
    expect(await client().threads.search({ ids: [thread.thread_id], select: ["thread_id", "status"] })).toEqual([
      { thread_id: thread.thread_id, status: "idle" },
    ]);
    expect(await client().threads.count({ metadata: { mark } })).toBe(1);
    const changed = await client().threads.update(thread.thread_id, { metadata: { colour: "red" } });
    expect(changed.metadata).toMatchObject({ mark, colour: "red" });
    await client().threads.delete(thread.thread_id);
    await expect(client().threads.get(thread.thread_id)).rejects.toThrow(/404/);
  });

  test("runs a workflow, waits for it, lists and joins it", async () => {
    const thread = await client().threads.create();
    expect(await client().runs.wait(thread.thread_id, "counter", { input: { n: 1 } })).toMatchObject({ n: 4, log: ["increment", "double"] });
    let created: unknown = null;
    const run = await client().runs.create(thread.thread_id, "counter", { input: { n: 2 }, onRunCreated: (params) => (created = params) });
    expect(created).toEqual({ run_id: run.run_id, thread_id: thread.thread_id });
    expect(await client().runs.join(thread.thread_id, run.run_id)).toMatchObject({ n: 6 });
    expect(await client().runs.get(thread.thread_id, run.run_id)).toMatchObject({ status: "success", multitask_strategy: "enqueue" });
    const runs = await client().runs.list(thread.thread_id);
    expect(runs).toHaveLength(2);
    expect(runs[0]?.run_id).toBe(run.run_id);
    expect(await client().runs.list(thread.thread_id, { limit: 1, offset: 1 })).toHaveLength(1);
    expect(await client().runs.list(thread.thread_id, { status: "error" })).toEqual([]);
    await client().runs.delete(thread.thread_id, run.run_id);
    await expect(client().runs.get(thread.thread_id, run.run_id)).rejects.toThrow(/404/);
  });

  test("gives the thread's state, its history, and what it was at each checkpoint", async () => {
    const thread = await client().threads.create();
    expect(await client().threads.getState(thread.thread_id)).toMatchObject({ values: {}, next: [], checkpoint: null });
    await client().runs.wait(thread.thread_id, "counter", { input: { n: 1 } });
    const state = await client().threads.getState<{ n: number }>(thread.thread_id);
    expect(state).toMatchObject({ values: { n: 4 }, next: [], metadata: { source: "loop", step: 2 } });
    const history = await client().threads.getHistory<{ n: number }>(thread.thread_id);
    expect(history.map((entry) => entry.next)).toEqual([[], ["double"], ["increment"], ["__start__"]]);
    expect(history.map((entry) => entry.metadata?.step)).toEqual([2, 1, 0, -1]);
    const middle = history[1];
    const at = middle?.checkpoint.checkpoint_id ?? "";
    expect(await client().threads.getState(thread.thread_id, at)).toMatchObject({ values: { n: 2 }, next: ["double"] });
    if (middle === undefined) throw new Error("There is no second entry");
    expect(await client().threads.getState(thread.thread_id, middle.checkpoint)).toMatchObject({ values: { n: 2 } });
    const older = await client().threads.getHistory(thread.thread_id, { before: { configurable: { checkpoint_id: at } }, limit: 1 });
    expect(older.map((entry) => entry.metadata?.step)).toEqual([0]);
  });

  test("edits the state, and goes on from the edit and from a past checkpoint", async () => {
    const thread = await client().threads.create();
    await client().runs.wait(thread.thread_id, "counter", { input: { n: 1 } });
    const history = await client().threads.getHistory(thread.thread_id);
    const beforeDouble = history[1]?.checkpoint.checkpoint_id ?? "";
    const written = await client().threads.updateState(thread.thread_id, { values: { n: 10 }, asNode: "increment", checkpointId: beforeDouble });
    expect(written.configurable?.thread_id).toBe(thread.thread_id);
    expect(await client().threads.getState(thread.thread_id)).toMatchObject({ values: { n: 10 }, next: ["double"], metadata: { source: "update" } });
    expect((await client().threads.get(thread.thread_id)).status).toBe("interrupted");
    expect(await client().runs.wait(thread.thread_id, "counter", { input: null })).toMatchObject({ n: 20 });
    expect(await client().runs.wait(thread.thread_id, "counter", { input: null, checkpointId: beforeDouble })).toMatchObject({ n: 4 });
    const forked = await client().threads.getHistory(thread.thread_id, { limit: 100 });
    expect(forked.filter((entry) => entry.parent_checkpoint?.checkpoint_id === beforeDouble).length).toBeGreaterThanOrEqual(3);
  });

  test("seeds a new thread with supersteps", async () => {
    const thread = await client().threads.create({
      graphId: "counter",
      supersteps: [
        { updates: [{ values: { n: 5 }, asNode: "__input__" }] },
        { updates: [{ values: { n: 7, log: ["seeded"] }, asNode: "increment" }] },
      ],
    });
    expect(await client().threads.getState(thread.thread_id)).toMatchObject({ values: { n: 7, log: ["seeded"] }, next: ["double"] });
    expect(await client().runs.wait(thread.thread_id, "counter", { input: null })).toMatchObject({ n: 14 });
  });

  test("runs without a thread leave none behind, unless it is to be kept", async () => {
    const before = await client().threads.count();
    expect(await client().runs.wait(null, "counter", { input: { n: 1 } })).toMatchObject({ n: 4 });
    const events = await collect(client().runs.stream(null, "counter", { input: { n: 3 }, streamMode: "values" }));
    expect(events.at(-1)?.data).toMatchObject({ n: 8 });
    await eventually(
      () => client().threads.count(),
      (count) => count === before,
    );
    await call(server.url + path, "/runs/wait", { json: { assistant_id: "counter", input: { n: 1 }, on_completion: "keep" } });
    expect(await client().threads.count()).toBe(before + 1);
    const batch = await client().runs.createBatch([
      { assistantId: "counter", input: { n: 1 } },
      { assistantId: "counter", input: { n: 2 } },
    ]);
    expect(batch).toHaveLength(2);
    await eventually(
      () => client().threads.count(),
      (count) => count === before + 1,
    );
  });

  test("stops before and after nodes, and goes on", async () => {
    const thread = await client().threads.create();
    await client().runs.wait(thread.thread_id, "counter", { input: { n: 1 }, interruptBefore: ["double"] });
    expect(await client().threads.getState(thread.thread_id)).toMatchObject({ next: ["double"] });
    expect((await client().threads.get(thread.thread_id)).status).toBe("interrupted");
    expect(await client().runs.wait(thread.thread_id, "counter", { input: null })).toMatchObject({ n: 4 });
    await client().runs.wait(thread.thread_id, "counter", { input: { n: 1 }, interruptAfter: "*" });
    expect(await client().threads.getState(thread.thread_id)).toMatchObject({ next: ["double"] });
  });

  test("commands update the state and choose the next node", async () => {
    const thread = await client().threads.create();
    await client().runs.wait(thread.thread_id, "counter", { input: { n: 1 } });
    const result = await client().runs.wait(thread.thread_id, "counter", { command: { update: { n: 100 }, goto: "double" } });
    expect(result).toMatchObject({ n: 200 });
  });

  test("passes configuration, and stops at the recursion limit with what to do", async () => {
    const thread = await client().threads.create();
    expect(await client().runs.wait(thread.thread_id, "factory", { input: { n: 1 }, config: { configurable: { by: 5 } } })).toMatchObject({ n: 6 });
    const other = await client().threads.create();
    await expect(client().runs.wait(other.thread_id, "counter", { input: { n: 1 }, config: { recursion_limit: 1 } })).rejects.toThrow(
      /GraphRecursionError/,
    );
    const [run] = await client().runs.list(other.thread_id);
    expect(run?.status).toBe("error");
    expect((await client().threads.get(other.thread_id)).status).toBe("error");
  });
});

test("a workflow's module lives across runs and threads", async () => {
  const client = sdk(server.url);
  const first = await client.runs.wait(null, "counter", { input: { n: 1 } });
  const second = await client.runs.wait(null, "counter", { input: { n: 1 } });
  const calls = (result: unknown) => (result as { calls: number }).calls;
  expect(calls(second)).toBe(calls(first) + 1);
});

test("many runs go on at once, each with its own state", async () => {
  const client = sdk(server.url);
  const results = await Promise.all(Array.from({ length: 20 }, (_, n) => client.runs.wait(null, "counter", { input: { n } })));
  expect(results.map((result) => (result as { n: number }).n)).toEqual(Array.from({ length: 20 }, (_, n) => (n + 1) * 2));
  expect(server.runnerPids()).toHaveLength(1);
});

test("runs of one thread go one after the other, in order", async () => {
  const client = sdk(server.url);
  const thread = await client.threads.create();
  const runs = await Promise.all([1, 2, 3].map((n) => client.runs.create(thread.thread_id, "counter", { input: { n } })));
  await Promise.all(runs.map((run) => client.runs.join(thread.thread_id, run.run_id)));
  const state = await client.threads.getState<{ log: string[] }>(thread.thread_id);
  expect(state.values.log).toHaveLength(6);
  expect((await client.threads.get(thread.thread_id)).status).toBe("idle");
});

test("a thread is not run by another workflow", async () => {
  const client = sdk(server.url);
  const thread = await client.threads.create({ graphId: "counter" });
  await expect(client.runs.wait(thread.thread_id, "chat", { input: {} })).rejects.toThrow(/409/);
});
