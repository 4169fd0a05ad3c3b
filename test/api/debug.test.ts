import type { Client } from "@langchain/langgraph-sdk";
import { afterAll, beforeAll, expect, test } from "vitest";
import { CheckpointDiffSchema, CheckpointViewSchema, TimelinePageSchema, type TimelineEntry } from "../../lib/schema/checkpoint";
import { ForkResultSchema, PreviewResultSchema } from "../../lib/schema/debug-api";
import { WorkflowSchema } from "../../lib/schema/graph";
import { LiveMessageSchema, type LiveMessage } from "../../lib/schema/live";
import { RunSchema, type Run } from "../../lib/schema/run";
import { ThreadSummarySchema } from "../../lib/schema/thread";
import { call, codeOf, eventually, sdk } from "../support/client";
import { startTestServer, type TestServer } from "../support/server";

let server: TestServer;
let client: Client;

beforeAll(async () => {
  server = await startTestServer();
  client = sdk(server.url);
}, 300_000);

afterAll(() => server.close());

async function get(path: string): Promise<unknown> {
  const answer = await call(server.url, path);
  expect(answer.status, answer.text).toBe(200);
  return answer.body;
}

async function post(path: string, json: unknown): Promise<unknown> {
  const answer = await call(server.url, path, { json });
  expect(answer.status, answer.text).toBe(200);
  return answer.body;
}

async function startAndFinish(body: Record<string, unknown>): Promise<Run> {
  const started = RunSchema.parse(await post("/api/debug/runs", body));
  return eventually(
    async () => RunSchema.parse(await get(`/api/debug/runs/${started.run_id}`)),
    (run) => run.state.status !== "pending" && run.state.status !== "running",
  );
}

async function timelineOf(threadId: string) {
  return TimelinePageSchema.parse(await get(`/api/debug/threads/${threadId}/timeline`)).checkpoints;
}

/** Reads a live stream until the check passes on what has come so far. */
async function readLive(path: string, isEnough: (messages: LiveMessage[]) => boolean): Promise<LiveMessage[]> {
  const stop = new AbortController();
  const response = await fetch(`${server.url}${path}`, { signal: stop.signal });
  const messages: LiveMessage[] = [];
  let text = "";
  const decoder = new TextDecoder();
  if (response.body === null) throw new Error("There is no stream");
  for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) {
    text += decoder.decode(chunk, { stream: true });
    const parts = text.split("\n\n");
    text = parts.pop() ?? "";
    for (const part of parts) {
      const data = part.split("\n").find((line) => line.startsWith("data: "));
      if (data !== undefined) messages.push(LiveMessageSchema.parse(JSON.parse(data.slice(6))));
    }
    if (isEnough(messages)) break;
  }
  stop.abort();
  return messages;
}

test("workflows are listed with what they are", async () => {
  const workflows = WorkflowSchema.array().parse(await get("/api/design/graphs"));
  expect(workflows.map((workflow) => workflow.graph_id)).toContain("counter");
  const one = WorkflowSchema.parse(await get("/api/design/graphs/counter"));
  expect(one.status).toBe("loaded");
  expect(codeOf(await call(server.url, "/api/design/graphs/none"))).toBe("graph_not_found");
});

test("a run makes its thread, titled by its input, and leaves a timeline", async () => {
  const run = await startAndFinish({ graph_id: "chat", input: { messages: [{ role: "user", content: "What is\n tea?" }] } });
  expect(run).toMatchObject({ cause: "start", state: { status: "success" } });
  const summary = ThreadSummarySchema.parse(await get(`/api/debug/threads/${run.thread_id}`));
  expect(summary).toMatchObject({ title: "What is tea?", graph_id: "chat", status: "idle", last_run: { status: "success" } });
  const entries = await timelineOf(run.thread_id);
  expect(entries.map((entry) => [entry.source, entry.step, entry.nodes])).toEqual([
    ["loop", 1, ["answer"]],
    ["loop", 0, ["__start__"]],
    ["input", -1, []],
  ]);
  expect(entries.every((entry) => entry.run_id === run.run_id)).toBe(true);
  expect(run.head_checkpoint_id).toBe(entries[0]?.checkpoint_id);
  const view = CheckpointViewSchema.parse(await get(`/api/debug/threads/${run.thread_id}/checkpoints/${entries[0]?.checkpoint_id}`));
  expect(view.values.messages).toMatchObject([{ type: "human" }, { type: "ai", content: "Hello there!" }]);
});

test("the timeline is paged", async () => {
  const run = await startAndFinish({ graph_id: "counter", input: { n: 1 } });
  const first = TimelinePageSchema.parse(await get(`/api/debug/threads/${run.thread_id}/timeline?limit=3`));
  expect(first.checkpoints).toHaveLength(3);
  const rest = TimelinePageSchema.parse(await get(`/api/debug/threads/${run.thread_id}/timeline?limit=3&before=${first.next_cursor}`));
  expect(rest).toMatchObject({ checkpoints: [{ step: -1 }], next_cursor: null });
});

test("the checkpoints of subgraphs are a timeline of their own, each with the one that encloses it", async () => {
  const run = await startAndFinish({ graph_id: "nested", input: { text: "tea kettle" } });
  const own = await timelineOf(run.thread_id);
  expect(own.every((entry) => entry.checkpoint_ns === "" && entry.outer_checkpoint_id === undefined)).toBe(true);
  const fanOut = own.find((entry) => entry.next.includes("child"))?.checkpoint_id;
  const inner: TimelineEntry[] = [];
  for (let before = ""; ;) {
    const address = `/api/debug/threads/${run.thread_id}/timeline?subgraphs=true&limit=2${before === "" ? "" : `&before=${before}`}`;
    const page = TimelinePageSchema.parse(await get(address));
    inner.push(...page.checkpoints);
    if (page.next_cursor === null) break;
    before = page.next_cursor;
  }
  expect(new Set(inner.map((entry) => entry.checkpoint_ns)).size).toBe(2);
  expect(inner.every((entry) => entry.outer_checkpoint_id === fanOut && entry.run_id === run.run_id)).toBe(true);
  expect(inner.flatMap((entry) => entry.nodes).filter((name) => name === "shout")).toHaveLength(1);

  const refused = await call(server.url, `/api/debug/threads/${run.thread_id}/timeline?subgraphs=yes`);
  expect(codeOf(refused)).toBe("invalid_request");
  expect(codeOf(await call(server.url, `/api/debug/threads/${run.thread_id}/timeline?subgraph=true`))).toBe("invalid_request");
});

test("two checkpoints are compared, with who wrote what between", async () => {
  const run = await startAndFinish({ graph_id: "counter", input: { n: 1 } });
  const entries = await timelineOf(run.thread_id);
  const [last, middle] = entries;
  const diff = CheckpointDiffSchema.parse(
    await get(`/api/debug/threads/${run.thread_id}/diff?from=${middle?.checkpoint_id}&to=${last?.checkpoint_id}`),
  );
  expect(diff.common_ancestor).toBe(middle?.checkpoint_id);
  expect(diff.channels.map((change) => change.channel).sort()).toEqual(["log", "n"]);
  expect(diff.channels.find((change) => change.channel === "n")).toMatchObject({
    kind: "changed",
    before: 2,
    after: 4,
    writers: [{ step: 2, nodes: ["double"], side: "to" }],
  });
  expect(diff.unchanged).toContain("calls");
});

test("a fork copies or edits a checkpoint, here or on a thread of its own, and runs from there", async () => {
  const run = await startAndFinish({ graph_id: "counter", input: { n: 1 } });
  const threadId = run.thread_id;
  const beforeDouble = (await timelineOf(threadId)).find((entry) => entry.next.includes("double"))?.checkpoint_id ?? "";
  const copy = ForkResultSchema.parse(await post(`/api/debug/threads/${threadId}/fork`, { checkpoint_id: beforeDouble }));
  const copied = (await timelineOf(threadId))[0];
  expect(copied).toMatchObject({ checkpoint_id: copy.checkpoint_id, source: "fork", next: ["double"] });

  const preview = PreviewResultSchema.parse(
    await post(`/api/debug/threads/${threadId}/preview`, { checkpoint_id: beforeDouble, values: { n: 21, log: ["edited"] }, as_node: "increment" }),
  );
  expect(preview).toMatchObject({ values: { n: 21, log: ["increment", "edited"] }, next: ["double"] });
  for (const path of ["preview", "fork"]) {
    const answer = await call(server.url, `/api/debug/threads/${threadId}/${path}`, {
      json: { checkpoint_id: beforeDouble, values: { nope: 1 }, as_node: "increment" },
    });
    expect([path, answer.status, answer.text]).toEqual([path, 400, expect.stringContaining('no channel \\"nope\\"')]);
  }
  expect((await timelineOf(threadId)).length).toBe(5);

  const edit = ForkResultSchema.parse(
    await post(`/api/debug/threads/${threadId}/fork`, { checkpoint_id: beforeDouble, values: { n: 21 }, as_node: "increment" }),
  );
  const rerun = await startAndFinish({ graph_id: "counter", thread_id: threadId, checkpoint_id: edit.checkpoint_id });
  expect(rerun).toMatchObject({ cause: "resume", state: { status: "success" }, from_checkpoint_id: edit.checkpoint_id });
  expect((await client.threads.getState(threadId)).values).toMatchObject({ n: 42 });

  const apart = ForkResultSchema.parse(
    await post(`/api/debug/threads/${threadId}/fork`, { checkpoint_id: beforeDouble, values: { n: 5 }, as_node: "increment", new_thread: true }),
  );
  expect(apart.thread_id).not.toBe(threadId);
  await startAndFinish({ graph_id: "counter", thread_id: apart.thread_id });
  expect((await client.threads.getState(apart.thread_id)).values).toMatchObject({ n: 10 });
  expect((await client.threads.getState(threadId)).values).toMatchObject({ n: 42 });
});

test("a step is run again from the past, and a step at a time", async () => {
  const run = await startAndFinish({ graph_id: "counter", input: { n: 1 } });
  const start = (await timelineOf(run.thread_id)).find((entry) => entry.next.includes("increment"))?.checkpoint_id;
  const replay = await startAndFinish({ graph_id: "counter", thread_id: run.thread_id, checkpoint_id: start });
  expect(replay).toMatchObject({ cause: "replay", from_checkpoint_id: start });
  const step = await startAndFinish({ graph_id: "counter", thread_id: run.thread_id, checkpoint_id: start, interrupt_after: "*" });
  expect(step).toMatchObject({ cause: "step", state: { status: "interrupted", breakpoint: { nodes: ["increment"], when: "after" } } });
  const rest = await startAndFinish({ graph_id: "counter", thread_id: run.thread_id });
  expect(rest.state.status).toBe("success");
  const nothing = await call(server.url, "/api/debug/runs", { json: { graph_id: "counter", thread_id: run.thread_id } });
  expect([nothing.status, codeOf(nothing)]).toEqual([409, "nothing_to_run"]);
});

test("a thread's live stream starts with where it stands and tells everything once", async () => {
  const thread = await client.threads.create({ graphId: "slow" });
  const isDone = (messages: LiveMessage[]) => messages.some((message) => message.type === "run" && message.run.state.status === "success");
  const early = readLive(`/api/debug/threads/${thread.thread_id}/events`, isDone);
  await new Promise((resolve) => setTimeout(resolve, 100));
  await post("/api/debug/runs", { graph_id: "slow", thread_id: thread.thread_id, input: { steps: 12 } });
  await new Promise((resolve) => setTimeout(resolve, 250));
  const late = readLive(`/api/debug/threads/${thread.thread_id}/events`, isDone);
  const seqs = (messages: LiveMessage[]) => [
    ...new Set(messages.flatMap((message) => (message.type === "events" ? message.events.map((event) => event.seq) : []))),
  ];
  const [a, b] = [await early, await late];
  expect(a[0]).toMatchObject({ type: "hello", active_runs: [] });
  expect(b[0]).toMatchObject({ type: "hello", active_runs: [{ state: { status: "running" } }], thread: { status: "busy" } });
  expect(seqs(a)).toEqual(seqs(b));
  expect(seqs(a)).toEqual([...seqs(a)].sort((x, y) => x - y));
  const lifecycle = a.flatMap((message) => (message.type === "events" ? message.events.filter((event) => event.event === "lifecycle") : []));
  const types = new Set(lifecycle.map((event) => (JSON.parse(event.data) as { type: string }).type));
  expect([...types].sort()).toEqual(["checkpoint", "run_finished", "run_started", "task_finished", "task_started"]);
});

test("a run's event log is streamed whole, and from where a reader left", async () => {
  const run = await startAndFinish({ graph_id: "counter", input: { n: 1 } });
  const whole = await call(server.url, `/api/debug/runs/${run.run_id}/events`);
  const ids = [...whole.text.matchAll(/^id: (\d+)$/gm)].map((match) => Number(match[1]));
  expect(ids.length).toBeGreaterThan(6);
  const rest = await call(server.url, `/api/debug/runs/${run.run_id}/events`, { headers: { "last-event-id": String(ids[2]) } });
  expect([...rest.text.matchAll(/^id: (\d+)$/gm)].map((match) => Number(match[1]))).toEqual(ids.slice(3));
});

test("threads are listed, searched, renamed and deleted, and listeners are told", async () => {
  const run = await startAndFinish({ graph_id: "counter", input: { n: 1 } });
  const path = `/api/debug/threads/${run.thread_id}`;
  const isGone = (messages: LiveMessage[]) => messages.some((message) => message.type === "thread" && message.thread === null);
  const live = readLive(`${path}/events`, isGone);
  await new Promise((resolve) => setTimeout(resolve, 100));
  const title = `Named ${crypto.randomUUID()}`;
  const renamed = await call(server.url, path, { method: "PATCH", json: { title } });
  expect(renamed.body).toMatchObject({ title });
  const found = await get(`/api/debug/threads?q=${encodeURIComponent(title)}`);
  expect(found).toMatchObject({ total: 1, threads: [{ thread_id: run.thread_id, checkpoints: 4 }] });
  expect((await call(server.url, path, { method: "DELETE" })).status).toBe(204);
  expect((await call(server.url, path)).status).toBe(404);
  const messages = await live;
  expect(messages.some((message) => message.type === "thread" && message.thread?.title === title)).toBe(true);
});

test("a run is stopped from the workbench", async () => {
  const started = RunSchema.parse(await post("/api/debug/runs", { graph_id: "slow", input: { steps: 20 } }));
  await eventually(
    () => timelineOf(started.thread_id),
    (entries) => entries.length > 3,
  );
  expect((await call(server.url, `/api/debug/runs/${started.run_id}/cancel`, { json: {} })).status).toBe(204);
  const run = await eventually(
    async () => RunSchema.parse(await get(`/api/debug/runs/${started.run_id}`)),
    (candidate) => candidate.state.status === "cancelled",
  );
  expect(run.state).toMatchObject({ by: "a person" });
});
