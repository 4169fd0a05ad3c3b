import { afterAll, beforeAll, expect, test } from "vitest";
import { call, collect, eventually, sdk } from "../support/client";
import { startTestServer, type TestServer } from "../support/server";

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
}, 300_000);

afterAll(() => server.close());

const LONG = { recursion_limit: 200 };

/** The text of a message chunk, as it came over the wire. */
function textOf(data: unknown): string {
  const [chunk] = data as [{ content: string }];
  return chunk.content;
}

function names(events: { event: string }[]): string[] {
  return [...new Set(events.map((event) => event.event))];
}

test.each([
  ["values", "values"],
  ["updates", "updates"],
  ["debug", "debug"],
  ["tasks", "tasks"],
  ["checkpoints", "checkpoints"],
] as const)("stream mode %s sends metadata and then only its own events", async (mode, event) => {
  const events = await collect(sdk(server.url).runs.stream(null, "counter", { input: { n: 1 }, streamMode: mode }));
  expect(names(events)).toEqual(["metadata", event]);
  expect(events[0]?.data).toMatchObject({ attempt: 1 });
});

test("tokens arrive as message chunks, and as whole messages in the older mode", async () => {
  const input = { messages: [{ role: "user", content: "Hi" }] };
  const tuples = await collect(sdk(server.url).runs.stream(null, "chat", { input, streamMode: "messages-tuple" }));
  const chunks = tuples.filter((event) => event.event === "messages");
  expect(chunks.length).toBeGreaterThan(3);
  expect(chunks[0]?.data).toMatchObject([{ type: "ai", content: "H" }, { langgraph_node: "answer" }]);
  const text = chunks.map((event) => textOf(event.data)).join("");
  expect(text).toBe("Hello there!");
  const older = await collect(sdk(server.url).runs.stream(null, "chat", { input, streamMode: "messages" }));
  expect(names(older)).toEqual(expect.arrayContaining(["messages/metadata", "messages/partial"]));
});

test("custom events and raw events arrive", async () => {
  const custom = await collect(sdk(server.url).runs.stream(null, "custom", { input: { n: 1 }, streamMode: "custom" }));
  expect(custom.find((event) => event.event === "custom")?.data).toMatchObject({ progress: 50 });
  const raw = await collect(sdk(server.url).runs.stream(null, "counter", { input: { n: 1 }, streamMode: "events" }));
  expect(raw.filter((event) => event.event === "events").length).toBeGreaterThan(2);
});

test("events of subgraphs carry their namespace when they are asked for", async () => {
  const input = { text: "some words" };
  const without = await collect(sdk(server.url).runs.stream(null, "nested", { input, streamMode: "updates" }));
  expect(names(without).filter((name) => name.includes("|"))).toEqual([]);
  const events = await collect(sdk(server.url).runs.stream(null, "nested", { input, streamMode: "updates", streamSubgraphs: true }));
  expect(names(events).some((name) => /^updates\|child:[0-9a-f-]{36}$/.test(name))).toBe(true);
});

test("a stream can be joined again from any event, without a gap and without a repeat", async () => {
  const client = sdk(server.url);
  const thread = await client.threads.create();
  const response = await fetch(`${server.url}/threads/${thread.thread_id}/runs/stream`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ assistant_id: "counter", input: { n: 1 }, stream_mode: ["values", "updates"], stream_resumable: true }),
  });
  const location = response.headers.get("location") ?? "";
  expect(location).toMatch(new RegExp(`^/threads/${thread.thread_id}/runs/[0-9a-f-]{36}/stream$`));
  expect(response.headers.get("content-location")).toBe(location.replace(/\/stream$/, ""));
  expect(response.headers.get("content-type")).toMatch(/^text\/event-stream/);
  await response.text();
  const runId = location.split("/")[4] ?? "";
  const whole = await collect(client.runs.joinStream(thread.thread_id, runId, { lastEventId: "-1", streamMode: ["values", "updates"] }));
  const ids = whole.map((event) => Number(event.id));
  expect(ids).toEqual([...ids].sort((a, b) => a - b));
  expect(names(whole)).toEqual(["metadata", "values", "updates"]);
  for (const [index, event] of whole.entries()) {
    const rest = await collect(client.runs.joinStream(thread.thread_id, runId, { lastEventId: event.id ?? "", streamMode: ["values", "updates"] }));
    expect(rest.map((item) => item.id)).toEqual(whole.slice(index + 1).map((item) => item.id));
  }
});

test("a run that goes on is joined late: what was said before comes first, then the rest", async () => {
  const client = sdk(server.url);
  const thread = await client.threads.create();
  const run = await client.runs.create(thread.thread_id, "slow", { input: { steps: 12 }, streamMode: ["updates"], streamResumable: true });
  await eventually(
    () => client.threads.getState<{ n?: number }>(thread.thread_id),
    (state) => (state.values.n ?? 0) >= 3,
  );
  const [a, b] = await Promise.all([1, 2].map(() => collect(client.runs.joinStream(thread.thread_id, run.run_id, { streamMode: "updates" }))));
  const steps = (a ?? []).filter((event) => event.event === "updates").map((event) => (event.data as { work: { n: number } }).work.n);
  expect(steps).toEqual(Array.from({ length: 12 }, (_, index) => index + 1));
  expect(b).toEqual(a);
});

test("the SDK gets the rest of a resumable stream after its connection broke", async () => {
  const client = sdk(server.url);
  const thread = await client.threads.create();
  let broken = false;
  const breaking: typeof fetch = async (input, init) => {
    const response = await fetch(input, init);
    if (broken || init?.method !== "POST" || response.body === null) return response;
    broken = true;
    let seen = 0;
    const cut = new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        seen += 1;
        if (seen > 3) controller.error(new TypeError("network error"));
        else controller.enqueue(chunk);
      },
    });
    return new Response(response.body.pipeThrough(cut), { headers: response.headers, status: response.status });
  };
  const { Client } = await import("@langchain/langgraph-sdk");
  const fragile = new Client({ apiUrl: server.url, apiKey: null, callerOptions: { fetch: breaking, maxRetries: 0 } });
  const events = await collect(
    fragile.runs.stream(thread.thread_id, "slow", { input: { steps: 8 }, streamMode: "updates", streamResumable: true, onDisconnect: "continue" }),
  );
  expect(broken).toBe(true);
  const steps = events.filter((event) => event.event === "updates").map((event) => (event.data as { work: { n: number } }).work.n);
  expect(steps).toEqual(Array.from({ length: 8 }, (_, index) => index + 1));
});

test("leaving a stream cancels the run or lets it go on, as was asked", async () => {
  const client = sdk(server.url);
  const leave = async (onDisconnect: "cancel" | "continue") => {
    const thread = await client.threads.create();
    const stop = new AbortController();
    const stream = client.runs.stream(thread.thread_id, "slow", { input: { steps: 20 }, streamMode: "updates", onDisconnect, signal: stop.signal });
    for await (const event of stream) {
      if (event.event === "updates") break;
    }
    stop.abort();
    const ended = await eventually(
      async () => (await client.runs.list(thread.thread_id))[0],
      (run) => run?.status !== "running" && run?.status !== "pending",
    );
    return ended?.status;
  };
  expect(await leave("cancel")).toBe("interrupted");
  expect(await leave("continue")).toBe("success");
});

test("waiting for a long run keeps the connection alive with white space", async () => {
  const thread = await sdk(server.url).threads.create();
  const answer = await call(server.url, `/threads/${thread.thread_id}/runs/wait`, { json: { assistant_id: "slow", input: { steps: 24 } } });
  expect(answer.text).toMatch(/^\n+\{/);
  expect(answer.body).toMatchObject({ n: 24 });
});

test("a run is stopped with its checkpoints kept, or rolled back with them", async () => {
  const client = sdk(server.url);
  const stopAfter3 = async (action: "interrupt" | "rollback") => {
    const thread = await client.threads.create();
    const run = await client.runs.create(thread.thread_id, "slow", { input: { steps: 100 }, config: LONG });
    await eventually(
      () => client.threads.getState<{ n?: number }>(thread.thread_id),
      (state) => (state.values.n ?? 0) >= 3,
    );
    await client.runs.cancel(thread.thread_id, run.run_id, true, action);
    return { thread, run };
  };
  const kept = await stopAfter3("interrupt");
  expect((await client.runs.get(kept.thread.thread_id, kept.run.run_id)).status).toBe("interrupted");
  const state = await client.threads.getState<{ n: number }>(kept.thread.thread_id);
  expect(state.values.n).toBeGreaterThanOrEqual(3);
  expect(state.next).toEqual(["work"]);
  expect((await client.threads.get(kept.thread.thread_id)).status).not.toBe("busy");
  const gone = await stopAfter3("rollback");
  await expect(client.runs.get(gone.thread.thread_id, gone.run.run_id)).rejects.toThrow(/404/);
  expect(await client.threads.getState(gone.thread.thread_id)).toMatchObject({ values: {}, checkpoint: null });
});

test("what happens to a second run is what its strategy says", async () => {
  const client = sdk(server.url);
  const busy = async () => {
    const thread = await client.threads.create();
    const run = await client.runs.create(thread.thread_id, "slow", { input: { steps: 60 }, config: LONG });
    await eventually(
      () => client.threads.getState<{ n?: number }>(thread.thread_id),
      (state) => (state.values.n ?? 0) >= 2,
    );
    return { threadId: thread.thread_id, first: run.run_id };
  };
  const rejected = await busy();
  await expect(client.runs.wait(rejected.threadId, "slow", { input: { steps: 1 }, multitaskStrategy: "reject" })).rejects.toThrow(/409/);
  await expect(client.threads.updateState(rejected.threadId, { values: { steps: 1 } })).rejects.toThrow(/409/);
  await client.runs.cancel(rejected.threadId, rejected.first, true);

  const interrupted = await busy();
  await client.runs.wait(interrupted.threadId, "slow", { input: { steps: 1 }, multitaskStrategy: "interrupt" });
  expect((await client.runs.get(interrupted.threadId, interrupted.first)).status).toBe("interrupted");

  const rolledBack = await busy();
  expect(await client.runs.wait(rolledBack.threadId, "slow", { input: { steps: 2 }, multitaskStrategy: "rollback" })).toMatchObject({ n: 2 });
  await expect(client.runs.get(rolledBack.threadId, rolledBack.first)).rejects.toThrow(/404/);

  const queued = await busy();
  const second = await client.runs.create(queued.threadId, "slow", { input: { steps: 1 }, multitaskStrategy: "enqueue" });
  expect(second.status).toBe("pending");
  await client.runs.cancel(queued.threadId, second.run_id, true);
  expect((await client.runs.get(queued.threadId, second.run_id)).status).toBe("interrupted");
  expect((await client.runs.get(queued.threadId, queued.first)).status).toBe("running");
  await client.runs.cancelMany({ threadId: queued.threadId, status: "all" });
  expect((await client.runs.get(queued.threadId, queued.first)).status).toBe("interrupted");
});

test("a thread is deleted while it runs, and stays deleted", async () => {
  const client = sdk(server.url);
  const thread = await client.threads.create();
  await client.runs.create(thread.thread_id, "slow", { input: { steps: 100 }, config: LONG });
  await client.runs.create(thread.thread_id, "slow", { input: { steps: 100 }, config: LONG });
  await eventually(
    () => client.threads.getState<{ n?: number }>(thread.thread_id),
    (state) => (state.values.n ?? 0) >= 2,
  );
  await client.threads.delete(thread.thread_id);
  await expect(client.threads.get(thread.thread_id)).rejects.toThrow(/404/);
  await new Promise((resolve) => setTimeout(resolve, 500));
  await expect(client.threads.get(thread.thread_id)).rejects.toThrow(/404/);
  expect(await client.threads.search({ ids: [thread.thread_id] })).toEqual([]);
});

test("a run can be told to start later", async () => {
  const client = sdk(server.url);
  const thread = await client.threads.create();
  const startedAt = Date.now();
  const run = await client.runs.create(thread.thread_id, "counter", { input: { n: 1 }, afterSeconds: 1 });
  expect(await client.runs.join(thread.thread_id, run.run_id)).toMatchObject({ n: 4 });
  expect(Date.now() - startedAt).toBeGreaterThanOrEqual(950);
});

test("values that JSON has no word for arrive as JSON.stringify makes them, in streams and in states", async () => {
  const events = await collect(sdk(server.url).runs.stream(null, "custom", { input: { n: 1 }, streamMode: ["custom", "updates"] }));
  expect(events.find((event) => event.event === "custom")?.data).toEqual({ progress: 50, at: "1970-01-01T00:00:00.000Z" });
  const result = await sdk(server.url).runs.wait(null, "chat", { input: { messages: [{ role: "user", content: "Hi" }] } });
  expect(JSON.stringify(result)).not.toContain("$type");
});
