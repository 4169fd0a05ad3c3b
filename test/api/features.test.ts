import { join, resolve } from "node:path";
import type { Client } from "@langchain/langgraph-sdk";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { CheckpointViewSchema, TimelinePageSchema, type CheckpointView, type TimelineEntry } from "../../lib/schema/checkpoint";
import { ForkResultSchema, PreviewResultSchema } from "../../lib/schema/debug-api";
import { RunSchema, type Run } from "../../lib/schema/run";
import { call, codeOf, eventually, sdk } from "../support/client";
import { startTestServer, type TestServer } from "../support/server";

let server: TestServer;
let client: Client;

beforeAll(async () => {
  server = await startTestServer({ project: join(resolve(import.meta.dirname, "../support/graphs"), "features") });
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

async function runToEnd(body: Record<string, unknown>): Promise<Run> {
  const started = RunSchema.parse(await post("/api/debug/runs", body));
  return eventually(
    async () => RunSchema.parse(await get(`/api/debug/runs/${started.run_id}`)),
    (run) => run.state.status !== "pending" && run.state.status !== "running",
  );
}

async function timelineOf(threadId: string, checkpointNs = ""): Promise<TimelineEntry[]> {
  const query = checkpointNs === "" ? "" : `?checkpoint_ns=${encodeURIComponent(checkpointNs)}`;
  return TimelinePageSchema.parse(await get(`/api/debug/threads/${threadId}/timeline${query}`)).checkpoints;
}

async function viewOf(threadId: string, entry: TimelineEntry): Promise<CheckpointView> {
  const query = new URLSearchParams({ checkpoint_ns: entry.checkpoint_ns });
  return CheckpointViewSchema.parse(await get(`/api/debug/threads/${threadId}/checkpoints/${entry.checkpoint_id}?${query.toString()}`));
}

/** The newest checkpoint of each graph, from the workflow down to the subgraph that waits. */
async function heads(threadId: string): Promise<CheckpointView[]> {
  const found: CheckpointView[] = [];
  for (let namespace: string | null = ""; namespace !== null;) {
    const [newest] = await timelineOf(threadId, namespace);
    if (newest === undefined) break;
    const view = await viewOf(threadId, newest);
    found.push(view);
    namespace = view.tasks.find((task) => task.status === "interrupted")?.checkpoint_ns ?? null;
  }
  return found;
}

function questionOf(run: Run): string {
  return run.state.status === "interrupted" ? JSON.stringify(run.state.interrupts[0]?.value) : run.state.status;
}

async function answer(threadId: string, run: Run, value: string): Promise<Run> {
  const id = run.state.status === "interrupted" ? (run.state.interrupts[0]?.id ?? "") : "";
  return runToEnd({ graph_id: "nested-ask", thread_id: threadId, answers: { [id]: value } });
}

async function endOf(threadId: string): Promise<unknown> {
  const [newest] = await timelineOf(threadId);
  return newest === undefined ? null : (await viewOf(threadId, newest)).values["trail"];
}

describe("the state of a subgraph in a subgraph", () => {
  test("has its own timeline, and is found from the task that runs it", async () => {
    const run = await runToEnd({ graph_id: "nested-ask", input: { topic: "tea" } });
    const [outer, middle, innermost] = await heads(run.thread_id);
    expect(outer?.values).toEqual({ topic: "tea", trail: [] });
    expect(middle?.values).toEqual({ topic: "tea!", trail: [] });
    expect(innermost?.values).toEqual({ topic: "TEA!", trail: [] });
    expect(innermost?.checkpoint_ns.replaceAll(/:[^|]+/g, "")).toBe("middle|innermost");
    const entries = await timelineOf(run.thread_id, innermost?.checkpoint_ns);
    expect(entries.map(({ nodes, next }) => [nodes, next])).toEqual([
      [["read"], ["ask"]],
      [["__start__"], ["read"]],
      [[], ["__start__"]],
    ]);
    expect(entries[0]?.outer_checkpoint_id).toBe(middle?.checkpoint_id);
  });

  test("is edited where it waits, and the run goes on with the edit", async () => {
    const run = await runToEnd({ graph_id: "nested-ask", input: { topic: "tea" } });
    const innermost = (await heads(run.thread_id))[2];
    const at = { checkpoint_id: innermost?.checkpoint_id, checkpoint_ns: innermost?.checkpoint_ns, values: { topic: "coffee" }, as_node: "read" };
    const preview = PreviewResultSchema.parse(await post(`/api/debug/threads/${run.thread_id}/preview`, at));
    expect(preview).toMatchObject({ values: { topic: "coffee" }, next: ["ask"] });
    const fork = ForkResultSchema.parse(await post(`/api/debug/threads/${run.thread_id}/fork`, at));
    expect(fork.checkpoint_ns).toBe(innermost?.checkpoint_ns);
    expect((await timelineOf(run.thread_id, fork.checkpoint_ns))[0]).toMatchObject({
      checkpoint_id: fork.checkpoint_id,
      source: "update",
      nodes: ["read"],
      next: ["ask"],
    });
    // The workflow's own checkpoints stay as they were.
    expect(await timelineOf(run.thread_id)).toHaveLength(2);
    // What was asked is no longer what stands there: it is asked again, and the answer to the old question is not used.
    const again = await answer(run.thread_id, run, "old answer");
    expect(questionOf(again)).toContain("Is coffee right?");
    expect((await answer(run.thread_id, again, "yes")).state.status).toBe("success");
    expect(await endOf(run.thread_id)).toEqual(["coffee yes", "finished"]);
  });

  test("is edited at a past checkpoint, and everything from there runs again", async () => {
    const run = await runToEnd({ graph_id: "nested-ask", input: { topic: "tea" } });
    const namespace = (await heads(run.thread_id))[2]?.checkpoint_ns ?? "";
    const past = (await timelineOf(run.thread_id, namespace)).find(({ step }) => step === 0);
    const edit = { checkpoint_id: past?.checkpoint_id, checkpoint_ns: namespace, values: { topic: "cocoa" }, as_node: "__start__" };
    const fork = ForkResultSchema.parse(await post(`/api/debug/threads/${run.thread_id}/fork`, edit));
    const again = await runToEnd({
      graph_id: "nested-ask",
      thread_id: run.thread_id,
      checkpoint_id: fork.checkpoint_id,
      checkpoint_ns: fork.checkpoint_ns,
    });
    expect(questionOf(again)).toContain("Is COCOA right?");
    expect((await answer(run.thread_id, again, "no")).state.status).toBe("success");
    expect(await endOf(run.thread_id)).toEqual(["COCOA no", "finished"]);
  });

  test("is gone back to after the run has ended", async () => {
    const run = await runToEnd({ graph_id: "nested-ask", input: { topic: "tea" } });
    const namespace = (await heads(run.thread_id))[2]?.checkpoint_ns ?? "";
    await answer(run.thread_id, run, "yes");
    const past = (await timelineOf(run.thread_id, namespace)).find(({ step }) => step === 0);
    const again = await runToEnd({
      graph_id: "nested-ask",
      thread_id: run.thread_id,
      checkpoint_id: past?.checkpoint_id,
      checkpoint_ns: namespace,
    });
    expect(questionOf(again)).toContain("Is TEA! right?");
    expect((await answer(run.thread_id, again, "later")).state.status).toBe("success");
    expect(await endOf(run.thread_id)).toEqual(["TEA! later", "finished"]);
  });
});

test("delta channels are read with the workflow's own reducers, in the state, the history and the difference", async () => {
  const run = await runToEnd({ graph_id: "delta", input: {} });
  const entries = await timelineOf(run.thread_id);
  const at = (step: number) => entries.find((entry) => entry.step === step)?.checkpoint_id ?? "";
  const seventh = entries.find(({ step }) => step === 7);
  expect(seventh === undefined ? null : (await viewOf(run.thread_id, seventh)).values["words"]).toEqual(["word 3", "word 4", "word 5", "word 6"]);
  const state = await client.threads.getState<{ words: string[] }>(run.thread_id, at(3));
  expect(state.values.words).toEqual(["word 0", "word 1", "word 2"]);
  const history = await client.threads.getHistory<{ words: string[] }>(run.thread_id, { limit: 3 });
  expect(history.map(({ values }) => values.words.at(-1))).toEqual(["again", "word 7", "word 6"]);
  const diff = await get(`/api/debug/threads/${run.thread_id}/diff?from=${at(3)}&to=${at(7)}`);
  expect(diff).toMatchObject({ channels: expect.arrayContaining([expect.objectContaining({ channel: "words", kind: "changed" })]) });
});

describe("the store", () => {
  test("is read and written by the official client, and by workflows", async () => {
    await client.store.putItem(["people", "Ada"], "tea", { likes: "tea", times: 1 });
    await client.store.putItem(["people", "Ada"], "rum", { likes: "rum", times: 3 });
    await client.store.putItem(["people", "Adam"], "beer", { likes: "beer", times: 1 });
    await client.store.putItem(["places"], "home", { town: "London" });
    expect(await client.store.getItem(["people", "Ada"], "tea")).toMatchObject({ namespace: ["people", "Ada"], key: "tea", value: { likes: "tea" } });
    expect(await client.store.getItem(["people", "Ada"], "milk")).toBeNull();

    const found = await client.store.searchItems(["people"], { filter: { times: { $lt: 2 } } });
    expect(found.items.map(({ key }) => key)).toEqual(["beer", "tea"]);
    expect((await client.store.searchItems(["people", "Ada"])).items.map(({ key }) => key)).toEqual(["rum", "tea"]);
    expect((await client.store.searchItems(["people"], { limit: 1, offset: 1 })).items).toHaveLength(1);
    expect((await client.store.listNamespaces({ prefix: ["people"] })).namespaces).toEqual([
      ["people", "Ada"],
      ["people", "Adam"],
    ]);
    expect((await client.store.listNamespaces({ maxDepth: 1 })).namespaces).toEqual([["people"], ["places"]]);

    const run = await runToEnd({ graph_id: "memory", input: { user: "Ada" } });
    expect(run.state.status).toBe("success");
    const [newest] = await timelineOf(run.thread_id);
    expect(newest === undefined ? null : (await viewOf(run.thread_id, newest)).values["known"]).toEqual(["tea"]);
    await client.store.deleteItem(["people", "Ada"], "tea");
    expect(await client.store.getItem(["people", "Ada"], "tea")).toBeNull();
  });

  test("finds text in keys and values for the interface", async () => {
    await client.store.putItem(["notes"], "first", { text: "A Walrus" });
    const { items } = (await post("/store/items/search", { contains: "walrus" })) as { items: { key: string }[] };
    expect(items.map(({ key }) => key)).toEqual(["first"]);
  });

  test("refuses names and values that LangGraph could not use", async () => {
    const put = async (item: unknown) => codeOf(await call(server.url, "/store/items", { method: "PUT", json: item }));
    expect(await put({ namespace: [], key: "a", value: {} })).toBe("invalid_request");
    expect(await put({ namespace: ["a.b"], key: "a", value: {} })).toBe("invalid_request");
    expect(await put({ namespace: ["langgraph"], key: "a", value: {} })).toBe("invalid_request");
    expect(await put({ namespace: ["a"], key: "", value: {} })).toBe("invalid_request");
    expect(await put({ namespace: ["a"], key: "a", value: [1] })).toBe("invalid_request");
    expect(await put({ namespace: ["a"], key: "a", value: {}, ttl: 5 })).toBe("invalid_request");
  });
});

test("assistants are given with the asked fields", async () => {
  const assistants = await client.assistants.search({ graphId: "deep", select: ["name", "graph_id"] });
  expect(assistants).toEqual([{ assistant_id: expect.any(String), graph_id: "deep", name: "Deep" }]);
});

test("a method that a path does not take is refused in JSON", async () => {
  for (const path of ["/threads/search", "/api/debug/runs", "/store/namespaces"]) {
    const refused = await call(server.url, path, { method: "DELETE" });
    expect([refused.status, codeOf(refused)]).toEqual([405, "method_not_allowed"]);
  }
});
