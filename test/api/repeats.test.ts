import { resolve } from "node:path";
import type { Client } from "@langchain/langgraph-sdk";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { RepeatsSchema, type Repeat } from "../../lib/schema/effect";
import { SpanDetailSchema } from "../../lib/schema/span";
import { call, codeOf, sdk } from "../support/client";
import { startTestServer, type TestServer } from "../support/server";

let server: TestServer;
let client: Client;
beforeAll(async () => {
  server = await startTestServer({ project: resolve(import.meta.dirname, "../.."), env: { RETROGRAPH_SCRIPTED_DELAY_MS: "0" } });
  client = sdk(server.url);
}, 300_000);
afterAll(() => server.close());

const messages = [{ role: "user", content: "Schedule the review, and clear the orders." }];

/** The calendar's story through the server: proposed, asked, answered. */
async function story(input: object, answer = "approve") {
  const { thread_id } = await client.threads.create();
  await client.runs.wait(thread_id, "calendar", { input: { messages, ...input } });
  await client.runs.wait(thread_id, "calendar", { command: { resume: answer } });
  const { items } = await client.store.searchItems(["calendar", thread_id, "events"]);
  const runs = await client.runs.list(thread_id);
  return { thread_id, events: items.map(({ value }) => value), runs, repeats: await repeatsOf(`thread_id=${thread_id}`) };
}

async function repeatsOf(query: string): Promise<Repeat[]> {
  const answer = await call(server.url, `/api/debug/repeats?${query}`);
  expect(answer.status, answer.text).toBe(200);
  return RepeatsSchema.parse(answer.body).repeats;
}

const CREATED_TWICE = { cause: "resume", name: "calendar_create_event", node: "tools", same_input: true };

describe("The calendar's story through the server", () => {
  it("without a guard and without a key: the call twice, two events, and the list says so", async () => {
    const { events, repeats, runs } = await story({ guard: "none", idempotency_key: false });
    expect(events).toHaveLength(2);
    expect(repeats).toHaveLength(1);
    expect(repeats[0]).toMatchObject({ ...CREATED_TWICE, key: "missing", happened: 2, uncertain: 0 });
    expect(repeats[0]?.effects.map(({ run_id }) => run_id)).toEqual(runs.map(({ run_id }) => run_id).reverse());
    for (const { run_id, span_id } of repeats[0]?.effects ?? []) {
      const span = SpanDetailSchema.parse((await call(server.url, `/api/debug/runs/${run_id}/spans/${span_id}`)).body);
      expect(span).toMatchObject({ kind: "tool", name: "calendar_create_event", input: { title: "Review of the archive" } });
    }
  });

  it("without a guard, with a key: the call twice, one event, because the keys were equal", async () => {
    const { events, repeats } = await story({ guard: "none" });
    expect(events).toHaveLength(1);
    expect(repeats).toHaveLength(1);
    expect(repeats[0]).toMatchObject({ ...CREATED_TWICE, key: "equal", happened: 1 });
    expect(repeats[0]?.effects.map(({ deduplicated }) => deduplicated)).toEqual([false, true]);
  });

  it("with effect(): once, and the second time the kept result", async () => {
    const { events, repeats } = await story({ guard: "key" });
    expect(events).toHaveLength(1);
    expect(repeats).toHaveLength(1);
    expect(repeats[0]).toMatchObject({ ...CREATED_TWICE, name: "create_event", key: "equal", happened: 1 });
    expect(repeats[0]?.effects.map(({ source }) => source)).toEqual(["live", "kept"]);
  });

  it.each(["own_node", "node_per_call", "task"])("with the guard %s: once, and nothing to list", async (guard) => {
    const { events, repeats } = await story({ guard, idempotency_key: false });
    expect(events).toHaveLength(1);
    expect(repeats).toEqual([]);
  });

  it("a refusal is told to the agent, which goes on", async () => {
    const { thread_id } = await story({ guard: "own_node" }, "refuse");
    const { values } = await client.threads.getState<{ messages: { content: string }[] }>(thread_id);
    expect(values.messages.at(-1)?.content).toMatch(/still there: the reviewer denied/);
  });

  it("is found by workflow, cause and harm", async () => {
    const harmful = await repeatsOf("graph_id=calendar&cause=resume&harmful=true");
    expect(harmful.map(({ happened }) => happened)).toEqual([2]);
    expect(await repeatsOf("graph_id=support")).toEqual([]);
    expect(codeOf(await call(server.url, "/api/debug/repeats?cause=magic"))).toBe("invalid_request");
  });
});
