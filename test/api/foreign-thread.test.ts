import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { SqliteSaver } from "@langchain/langgraph-checkpoint-sqlite";
import { HumanMessage } from "@langchain/core/messages";
import { END, MessagesAnnotation, START, StateGraph } from "@langchain/langgraph";
import { afterAll, beforeAll, expect, test } from "vitest";
import { TimelinePageSchema } from "../../lib/schema/checkpoint";
import { ThreadSummarySchema } from "../../lib/schema/thread";
import { call, codeOf, eventually, sdk } from "../support/client";
import { startTestServer, type TestServer } from "../support/server";

const THREAD = "user-42";
let data: string;
let server: TestServer;

/** A program that knows nothing of Retrograph. */
async function writeForeignThread(path: string): Promise<void> {
  const saver = SqliteSaver.fromConnString(path);
  const graph = new StateGraph(MessagesAnnotation)
    .addNode("model", () => ({ messages: [{ role: "ai", content: "Order 123 is out for delivery." }] }))
    .addEdge(START, "model")
    .addEdge("model", END)
    .compile({ checkpointer: saver });
  await graph.invoke({ messages: [new HumanMessage("Where is order 123?")] }, { configurable: { thread_id: THREAD } });
  saver.db.close();
}

beforeAll(async () => {
  data = mkdtempSync(join(tmpdir(), "retrograph-foreign-"));
  await writeForeignThread(join(data, "retrograph.db"));
  server = await startTestServer({ data });
}, 300_000);

afterAll(async () => {
  await server?.close();
  rmSync(data, { recursive: true, force: true });
});

test("a thread that another program named is listed and read", async () => {
  const list = await call(server.url, "/api/debug/threads");
  expect(list.body).toMatchObject({ threads: [{ thread_id: THREAD, graph_id: null, checkpoints: 3 }] });
  const timeline = TimelinePageSchema.parse((await call(server.url, `/api/debug/threads/${THREAD}/timeline`)).body);
  expect(timeline.checkpoints.map((entry) => entry.nodes)).toEqual([["model"], ["__start__"], []]);
});

test("it is given its workflow once, and goes on there", async () => {
  const path = `/api/debug/threads/${THREAD}`;
  expect(codeOf(await call(server.url, path, { method: "PATCH", json: { graph_id: "nowhere" } }))).toBe("graph_not_found");
  expect((await call(server.url, path, { method: "PATCH", json: {} })).status).toBe(400);
  expect((await call(server.url, path, { method: "PATCH", json: { graph_id: "chat" } })).status).toBe(200);
  expect(codeOf(await call(server.url, path, { method: "PATCH", json: { graph_id: "counter" } }))).toBe("graph_mismatch");

  await sdk(server.url).runs.wait(THREAD, "chat", { input: { messages: [{ role: "user", content: "Thanks!" }] } });
  const thread = await eventually(
    async () => ThreadSummarySchema.parse((await call(server.url, path)).body),
    (summary) => summary.status !== "busy",
  );
  expect(thread).toMatchObject({ graph_id: "chat", status: "idle", branches: 1 });
  expect(thread.checkpoints).toBeGreaterThan(3);
});

test("a body that nests without end is refused, not tried", async () => {
  const deep = `{"graph_id":"chat","input":${"[".repeat(100_000)}${"]".repeat(100_000)}}`;
  const answer = await call(server.url, "/api/debug/runs", { method: "POST", body: deep, headers: { "content-type": "application/json" } });
  expect([answer.status, codeOf(answer)]).toEqual([400, "invalid_request"]);
});
