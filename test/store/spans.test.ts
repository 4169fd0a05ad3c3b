import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { deleteThread } from "../../lib/store/threads";
import { costBy, readPrices, writePrices } from "../../lib/store/prices";
import { appendEvents } from "../../lib/store/run-events";
import { deleteRun, finishRun, insertRun } from "../../lib/store/runs";
import { listSpans, readSpan, saveSpans, totalsOf, totalsOfSteps, type SpanRecord } from "../../lib/store/spans";
import { createThread } from "../../lib/store/threads";
import type { Store } from "../../lib/store/open";
import { fullSpec, pendingRun } from "../runner/harness";
import { tempStore } from "./temp-store";

const STEP_1 = "1f1ece52-1471-6ad0-8000-db02dc7f73c3";
const STEP_2 = "1f1ece52-149d-69f0-8001-ffee7f8077ac";

async function storedRun(): Promise<{ store: Store; runId: string; threadId: string }> {
  const store = tempStore();
  const runId = randomUUID();
  const threadId = randomUUID();
  await createThread(store, { thread_id: threadId, graph_id: "any", metadata: {}, title: "any" });
  await insertRun(store, pendingRun(fullSpec(runId, threadId, "any", {})));
  return { store, runId, threadId };
}

function spanOf(runId: string, id: string, more: Partial<SpanRecord> = {}): SpanRecord {
  return {
    run_id: runId,
    thread_id: "t",
    span_id: id,
    parent_span_id: null,
    kind: "node",
    name: id,
    checkpoint_ns: "",
    task_id: null,
    checkpoint_id: null,
    step: 1,
    attempt: 1,
    status: "done",
    started_at: "2026-11-30T12:00:00.000Z",
    ms: 1,
    first_token_ms: null,
    error: null,
    model: null,
    tokens: null,
    tool_call_id: null,
    source: null,
    input: "null",
    output: "null",
    parameters: "{}",
    truncated: false,
    effect: null,
    ...more,
  };
}

const tokens = (input: number, output: number, cache_read: number | null = null) => ({
  input,
  output,
  total: input + output,
  cache_read,
  reasoning: null,
});

describe("stored spans", () => {
  it("keep their order when they are saved again, also within one millisecond", async () => {
    const { store, runId } = await storedRun();
    saveSpans(store, [spanOf(runId, "b", { status: "running", ms: null }), spanOf(runId, "a")]);
    saveSpans(store, [spanOf(runId, "b", { status: "failed", error: { name: "Error", message: "no" } }), spanOf(runId, "c")]);
    const spans = await listSpans(store, runId);
    expect(spans.map(({ span_id, status }) => [span_id, status])).toEqual([
      ["b", "failed"],
      ["a", "done"],
      ["c", "done"],
    ]);
    expect(spans[0]?.error).toEqual({ name: "Error", message: "no" });
  });

  it("keep what is known only at the start when their end is saved", async () => {
    const { store, runId } = await storedRun();
    saveSpans(store, [spanOf(runId, "m", { kind: "model", input: '["in"]', parameters: '{"temperature":1}', status: "running", ms: null })]);
    saveSpans(store, [spanOf(runId, "m", { kind: "model", input: '["in"]', parameters: '{"temperature":1}', output: '"out"', truncated: true })]);
    expect(await readSpan(store, runId, "m")).toMatchObject({ input: ["in"], output: "out", parameters: { temperature: 1 }, truncated: true });
    expect(await readSpan(store, runId, "nothing")).toBeNull();
  });

  it("that a run left open are lost when it ends", async () => {
    const { store, runId } = await storedRun();
    appendEvents(store, runId, [], [spanOf(runId, "open", { status: "running", ms: null }), spanOf(runId, "done")]);
    const end = spanOf(runId, "last", { status: "running", ms: null });
    finishRun(store, { run_id: runId, state: { status: "cancelled", by: "test" }, events: [], spans: [end], thread_status: "idle" });
    expect((await listSpans(store, runId)).map(({ status }) => status)).toEqual(["lost", "done", "lost"]);
  });

  it("go with their run, and with their thread", async () => {
    const one = await storedRun();
    saveSpans(one.store, [spanOf(one.runId, "a")]);
    await deleteRun(one.store, one.runId);
    expect(await listSpans(one.store, one.runId)).toEqual([]);
    const other = await storedRun();
    saveSpans(other.store, [spanOf(other.runId, "a", { thread_id: other.threadId })]);
    await deleteThread(other.store, other.threadId);
    expect(await listSpans(other.store, other.runId)).toEqual([]);
  });
});

describe("what runs used", () => {
  it("is summed over model and tool calls alone", async () => {
    const { store, runId } = await storedRun();
    writePrices(store, { prices: [{ model: "m", input: 1, output: 2, cache_read: null }] });
    saveSpans(store, [
      spanOf(runId, "n", { tokens: tokens(99, 99) }),
      spanOf(runId, "m1", { kind: "model", model: "m", tokens: tokens(1_000_000, 500_000, 10) }),
      spanOf(runId, "m2", { kind: "model", model: "unknown", tokens: tokens(5, 5) }),
      spanOf(runId, "t1", { kind: "tool" }),
    ]);
    expect(await totalsOf(store, [runId])).toEqual({
      model_calls: 2,
      tool_calls: 1,
      tokens: { input: 1_000_005, output: 500_005, total: 1_500_010, cache_read: 10, reasoning: null },
      cost: 2,
      unpriced_calls: 1,
    });
    expect(await totalsOf(store, [])).toMatchObject({ model_calls: 0, cost: null });
  });

  it("can be told for some steps, with everything inside of them", async () => {
    const { store, runId } = await storedRun();
    const model = { kind: "model" as const, model: "m", tokens: tokens(10, 1) };
    saveSpans(store, [
      spanOf(runId, "first", { checkpoint_id: STEP_1 }),
      spanOf(runId, "inner", { parent_span_id: "first", checkpoint_ns: "first:1", checkpoint_id: null }),
      spanOf(runId, "deep", { ...model, parent_span_id: "inner" }),
      spanOf(runId, "second", { checkpoint_id: STEP_2 }),
      spanOf(runId, "other", { ...model, parent_span_id: "second" }),
    ]);
    expect(await totalsOfSteps(store, [runId], new Set([STEP_1]))).toMatchObject({ model_calls: 1, tokens: { total: 11 } });
    expect(await totalsOfSteps(store, [runId], new Set([STEP_1, STEP_2]))).toMatchObject({ model_calls: 2, tokens: { total: 22 } });
  });
});

describe("prices", () => {
  const costOf = costBy({
    prices: [
      { model: "gpt-5*", input: 1, output: 10, cache_read: 0.1 },
      { model: "gpt-5-mini*", input: 0.5, output: 5, cache_read: null },
      { model: "gpt-5-mini", input: 7, output: 7, cache_read: null },
    ],
  });

  it("are found by the whole name, else by its longest beginning", () => {
    const million = tokens(1_000_000, 0);
    expect(costOf("gpt-5-mini", million)).toBe(7);
    expect(costOf("gpt-5-mini-2025-08-07", million)).toBe(0.5);
    expect(costOf("gpt-5.1", million)).toBe(1);
    expect(costOf("openai/gpt-5.1", million)).toBe(1);
    expect(costOf("claude", million)).toBeNull();
    expect(costOf(null, million)).toBeNull();
    expect(costOf("gpt-5", null)).toBeNull();
  });

  it("count cached tokens at their own price, or as input where there is none", () => {
    expect(costOf("gpt-5", tokens(1_000_000, 100_000, 400_000))).toBeCloseTo(0.6 + 0.04 + 1, 10);
    expect(costOf("gpt-5-mini-x", tokens(1_000_000, 0, 400_000))).toBeCloseTo(0.5, 10);
  });

  it("that a person changes count for the past", async () => {
    const { store, runId } = await storedRun();
    saveSpans(store, [spanOf(runId, "m", { kind: "model", model: "mine", tokens: tokens(2_000_000, 0) })]);
    expect((await listSpans(store, runId))[0]?.cost).toBeNull();
    writePrices(store, { prices: [{ model: "mine", input: 3, output: 0, cache_read: null }] });
    expect((await listSpans(store, runId))[0]?.cost).toBe(6);
    expect(readPrices(store).prices).toHaveLength(1);
  });
});
