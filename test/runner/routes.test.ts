import { afterAll, beforeAll, expect, test } from "vitest";
import type { RetrographError } from "../../lib/errors";
import { RoutesSchema, type Routes } from "../../lib/schema/explain";
import { readCheckpoint } from "../../lib/store/checkpoints";
import { readTimeline } from "../../lib/store/timeline";
import { RunnerHarness } from "./harness";

let runner: RunnerHarness;

beforeAll(() => {
  runner = new RunnerHarness("explain");
});
afterAll(() => runner.close());

type Asked = { graph: string; thread: string; step: number; node: string; ns?: string };

async function checkpointAt(thread: string, step: number, ns = ""): Promise<string> {
  const { checkpoints } = await readTimeline(runner.store, thread, { checkpoint_ns: ns, limit: 100 });
  const found = checkpoints.find((entry) => entry.step === step);
  if (found === undefined) throw new Error(`no step ${step}`);
  return found.checkpoint_id;
}

async function ask({ graph, thread, step, node, ns = "" }: Asked): Promise<Routes> {
  const checkpoint = { checkpoint_id: await checkpointAt(thread, step, ns), checkpoint_ns: ns };
  return RoutesSchema.parse(await runner.ask({ type: "evaluate_routes", graph_id: graph, thread_id: thread, checkpoint, node }));
}

function rows(thread: string): unknown {
  const count = (table: string) => runner.store.prepare(`SELECT count(*) FROM ${table} WHERE thread_id = ?`).pluck().get(thread);
  return [count("checkpoints"), count("writes"), count("checkpoint_index")];
}

test("a router is asked on what it read then: its own node's writes, not those of the node beside it", async () => {
  const { threadId, run } = await runner.run("routes", { input: { notes: [] } });
  expect(run.state.status).toBe("success");
  const before = rows(threadId);
  const { routes } = await ask({ graph: "routes", thread: threadId, step: 1, node: "decide" });
  expect(routes).toMatchObject([
    {
      name: "byNotes",
      source: "decide",
      outcome: { ok: true, answer: "enough", targets: [{ node: "publish", label: "enough" }] },
      others: [
        { node: "revise", label: "too much" },
        { node: "revise", label: "too little" },
      ],
    },
  ]);
  expect(rows(threadId)).toEqual(before);
});

test("a router of a node that did not run there is asked on the checkpoint's own state", async () => {
  const { threadId } = await runner.run("routes", { input: { notes: ["beside"] } });
  const { routes } = await ask({ graph: "routes", thread: threadId, step: 0, node: "decide" });
  expect(routes).toMatchObject([{ task_id: null, outcome: { ok: true, answer: "too much", targets: [{ node: "revise" }] } }]);
});

test("a router after the start gets the configuration of the run", async () => {
  const { threadId } = await runner.run("routes", {
    input: { notes: [] },
    config: { tags: [], recursion_limit: null, configurable: { skip: true } },
  });
  runner.store
    .prepare(`UPDATE runs SET kwargs = json_set(kwargs, '$.config', json(?)) WHERE thread_id = ?`)
    .run(JSON.stringify({ tags: [], configurable: { skip: true } }), threadId);
  const { routes } = await ask({ graph: "routes", thread: threadId, step: 0, node: "__start__" });
  expect(routes).toMatchObject([
    { source: "__start__", outcome: { ok: true, targets: [{ node: "revise" }] }, others: [{ node: "decide", label: null }] },
  ]);
});

test("a router inside of a subgraph is asked in its namespace", async () => {
  const { threadId } = await runner.run("routes", { input: { notes: [] } });
  const view = await readCheckpoint(runner.store, { thread_id: threadId, checkpoint_id: await checkpointAt(threadId, 1) });
  const ns = view?.tasks.find(({ name }) => name === "publish")?.checkpoint_ns ?? "";
  expect(ns).not.toBe("");
  const { routes } = await ask({ graph: "routes", thread: threadId, step: 1, node: "read", ns });
  expect(routes).toMatchObject([
    { outcome: { ok: true, targets: [{ node: "__end__", label: "stop" }] }, others: [{ node: "more", label: "go on" }] },
  ]);
});

test("what a router throws is told with its place in the source, packets with their input, a name that is not there as such", async () => {
  const thrown = await runner.run("wild", { input: { mode: "throws", notes: ["a", "b"] } });
  expect(thrown.run.state.status).toBe("error");
  const at = (thread: string, step: number) => ask({ graph: "wild", thread, step, node: "choose" });
  expect((await at(thrown.threadId, 0)).routes[0]?.outcome).toEqual({
    ok: false,
    message: "TypeError: no way on from 2 notes (graphs/wild.ts:8)",
  });
  const sent = await runner.run("wild", { input: { mode: "sends", notes: ["a", "b"] } });
  expect((await at(sent.threadId, 1)).routes[0]?.outcome).toMatchObject({
    ok: true,
    targets: [
      { node: "work", label: null, input: { note: "a" } },
      { node: "work", label: null, input: { note: "b" } },
    ],
  });
  const lost = await runner.run("wild", { input: { mode: "elsewhere", notes: [] } });
  expect((await at(lost.threadId, 0)).routes[0]?.outcome).toMatchObject({ ok: false, message: expect.stringContaining('"elsewhere"') });
});

test("a node without conditional edges has no routes, and one that does not exist is named", async () => {
  const { threadId } = await runner.run("routes", { input: { notes: [] } });
  expect((await ask({ graph: "routes", thread: threadId, step: 1, node: "beside" })).routes).toEqual([]);
  await expect(ask({ graph: "routes", thread: threadId, step: 1, node: "gone" })).rejects.toMatchObject({
    code: "node_not_found",
    message: expect.stringContaining("decide, beside, publish, revise"),
  } satisfies Partial<Record<keyof RetrographError, unknown>>);
});

test("a router that never answers is given up, and the runner stays usable", async () => {
  const { threadId } = await runner.run("wild", { input: { mode: "work", notes: [] } });
  const { routes, ms } = await ask({ graph: "wild", thread: threadId, step: 1, node: "wait" });
  expect(routes[0]?.outcome).toMatchObject({ ok: false, message: expect.stringMatching(/no answer within \d+ seconds/) });
  expect(ms).toBeLessThan(30_000);
  expect((await ask({ graph: "wild", thread: threadId, step: 1, node: "choose" })).routes[0]?.outcome.ok).toBe(true);
}, 60_000);
