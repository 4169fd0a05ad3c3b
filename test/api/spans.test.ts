import { resolve } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { RunSchema, type Run } from "../../lib/schema/run";
import { PriceTableSchema, RunSpansSchema, SpanDetailSchema } from "../../lib/schema/span";
import { call, codeOf, eventually } from "../support/client";
import { startTestServer, type TestServer } from "../support/server";

const UNKNOWN = "00000000-0000-4000-8000-000000000000";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ project: resolve(import.meta.dirname, "../support/graphs/tracing") });
}, 300_000);
afterAll(() => server.close());

async function get(path: string): Promise<unknown> {
  const answer = await call(server.url, path);
  expect(answer.status, answer.text).toBe(200);
  return answer.body;
}

async function start(graphId: string, input: unknown): Promise<Run> {
  return RunSchema.parse((await call(server.url, "/api/debug/runs", { json: { graph_id: graphId, input } })).body);
}

function ended(run: Run): Promise<Run> {
  return eventually(
    async () => RunSchema.parse(await get(`/api/debug/runs/${run.run_id}`)),
    ({ state }) => state.status !== "pending" && state.status !== "running",
  );
}

async function spansOf(run: Run) {
  return RunSpansSchema.parse(await get(`/api/debug/runs/${run.run_id}/spans`));
}

test("a run's spans come with their sums, and each with its details", async () => {
  const run = await ended(await start("agent", { question: "How many?" }));
  const { spans, totals } = await spansOf(run);
  expect(spans.map(({ kind, name }) => `${kind} ${name}`)).toContain("tool count");
  expect(totals).toMatchObject({ model_calls: 2, tool_calls: 2, cost: 0 });
  const model = spans.find(({ kind }) => kind === "model");
  const detail = SpanDetailSchema.parse(await get(`/api/debug/runs/${run.run_id}/spans/${model?.span_id ?? ""}`));
  expect(detail.input).toMatchObject([{ type: "human", content: "How many?" }]);
  expect(detail.first_token_ms).toBeGreaterThan(0);
});

test("a run or a span that is not there is said to be missing", async () => {
  const run = await ended(await start("agent", { question: "?" }));
  expect(codeOf(await call(server.url, `/api/debug/runs/${UNKNOWN}/spans`))).toBe("run_not_found");
  expect(codeOf(await call(server.url, `/api/debug/runs/${run.run_id}/spans/nothing`))).toBe("span_not_found");
});

test("spans can be read while the run goes on, and are kept when its process is killed", async () => {
  const run = await start("troubles", { mode: "slow" });
  const live = await eventually(
    () => spansOf(run),
    ({ spans }) => spans.some(({ name }) => name === "slow"),
  );
  expect(live.spans.map(({ status }) => status)).toEqual(["done", "running"]);
  server.killRunner();
  expect((await ended(run)).state.status).toBe("crashed");
  expect((await spansOf(run)).spans.map(({ name, status }) => `${name} ${status}`)).toEqual(["choose done", "slow lost"]);
});

test("prices can be changed, and what makes no sense is refused", async () => {
  const before = PriceTableSchema.parse(await get("/api/debug/prices"));
  expect(before.prices.length).toBeGreaterThan(5);
  const table = { prices: [{ model: "scripted*", input: 1000, output: 1000, cache_read: null }] };
  const saved = await call(server.url, "/api/debug/prices", { method: "PUT", json: table });
  expect([saved.status, saved.body]).toEqual([200, table]);
  expect(await get("/api/debug/prices")).toEqual(table);
  const run = await ended(await start("agent", { question: "What does it cost?" }));
  const { totals } = await spansOf(run);
  expect(totals.cost).toBeCloseTo(totals.tokens.total / 1000, 10);
  const negative = await call(server.url, "/api/debug/prices", {
    method: "PUT",
    json: { prices: [{ model: "m", input: -1, output: 0, cache_read: null }] },
  });
  expect([negative.status, codeOf(negative)]).toEqual([400, "invalid_request"]);
  const unnamed = await call(server.url, "/api/debug/prices", { method: "PUT", json: { prices: [{ model: "", input: 1, output: 0 }] } });
  expect(codeOf(unnamed)).toBe("invalid_request");
  const twice = await call(server.url, "/api/debug/prices", { method: "PUT", json: { prices: [...table.prices, ...table.prices] } });
  expect(twice.status).toBe(400);
});
