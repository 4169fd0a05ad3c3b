import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readCheckpoint } from "../../lib/store/checkpoints";
import { reconcile } from "../../lib/store/reconcile";
import { readEvents } from "../../lib/store/run-events";
import { listSpans, readSpan, totalsOf } from "../../lib/store/spans";
import { readTimeline } from "../../lib/store/timeline";
import type { Span } from "../../lib/schema/span";
import { startOpenAiServer, type OpenAiServer } from "../kit/openai-server";
import { RunnerHarness } from "./harness";

const KEY = 'sk-"quoted"\\slash0123456789';
const PIN = "8675309042";

let provider: OpenAiServer;
let runner: RunnerHarness;
beforeAll(async () => {
  provider = await startOpenAiServer(() => "Forty-two.", KEY);
  const env = { ...process.env, TRACE_API_KEY: KEY, TRACE_PIN_SECRET: PIN, TRACE_PROVIDER_URL: provider.baseURL };
  runner = new RunnerHarness("tracing", { env });
  await runner.ready;
});
afterAll(async () => {
  await runner.close();
  await provider.close();
});

async function spansOf(graphId: string, spec: Parameters<RunnerHarness["run"]>[1] = {}) {
  const finished = await runner.run(graphId, spec);
  return { ...finished, spans: await listSpans(runner.store, finished.run.run_id) };
}

/** Name and status of every span, indented by its place in the tree. */
function outline(spans: readonly Span[]): string[] {
  const depths = new Map<string, number>();
  return spans.map((span) => {
    const depth = span.parent_span_id === null ? 0 : (depths.get(span.parent_span_id) ?? NaN) + 1;
    depths.set(span.span_id, depth);
    return `${"  ".repeat(depth)}${span.kind} ${span.name} ${span.status}`;
  });
}

describe("the trace of a run", () => {
  it("nests model and tool calls under their tasks, with and without a config handed on", async () => {
    const { spans, run } = await spansOf("agent", { input: { question: "How many letters?" } });
    expect(outline(spans)).toEqual([
      "node ask done",
      "  model scripted done",
      "  tool count done",
      "node inside done",
      "  node think done",
      "    model scripted done",
      "  node fail done",
      "    tool count failed",
    ]);
    expect(spans.find(({ kind }) => kind === "tool")).toMatchObject({ tool_call_id: "call_1", error: null });
    expect(spans.at(-1)?.error).toEqual({ name: "Error", message: "There is nothing to count." });
    const totals = await totalsOf(runner.store, [run.run_id]);
    expect(totals).toMatchObject({ model_calls: 2, tool_calls: 2, cost: 0, unpriced_calls: 0 });
    expect(totals.tokens.total).toBe(totals.tokens.input + totals.tokens.output);
    expect(totals.tokens.output).toBeGreaterThan(0);
  });

  it("keeps what went in and came out, with parameters, tokens and the time of the first token", async () => {
    const { spans, run } = await spansOf("agent", { input: { question: "How many letters?" }, stream_modes: ["messages-tuple"] });
    const model = await readSpan(runner.store, run.run_id, spans[1]?.span_id ?? "");
    expect(model).toMatchObject({
      model: "scripted",
      input: [{ type: "human", content: "How many letters?" }],
      output: { type: "ai", content: "Let me count.", tool_calls: [{ name: "count", args: { text: "abc" } }] },
      parameters: { tool_choice: "auto", tools: [{ type: "function", function: { name: "count", description: "Counts letters." } }] },
      truncated: false,
    });
    expect(Object.keys(model?.parameters ?? {}).sort()).toEqual(["model", "tool_choice", "tools"]);
    expect(model?.first_token_ms).toBeGreaterThan(0);
    expect(model?.ms).toBeGreaterThanOrEqual(model?.first_token_ms ?? Infinity);
    const tool = await readSpan(runner.store, run.run_id, spans[2]?.span_id ?? "");
    expect(tool).toMatchObject({ input: { text: "abc" }, output: { type: "tool", content: "3" } });
    const node = await readSpan(runner.store, run.run_id, spans[0]?.span_id ?? "");
    expect(node).toMatchObject({ input: { question: "How many letters?", answers: [] }, output: { answers: ["Let me count."] } });
  });

  it("links every span to the checkpoint that its task started from, in its own namespace", async () => {
    const { spans, threadId } = await spansOf("agent", { input: { question: "?" } });
    for (const span of spans) {
      const { checkpoints } = await readTimeline(runner.store, threadId, { checkpoint_ns: span.checkpoint_ns, limit: 10 });
      const entry = checkpoints.find(({ checkpoint_id }) => checkpoint_id === span.checkpoint_id);
      expect([span.name, entry?.step]).toEqual([span.name, (span.step ?? NaN) - 1]);
    }
    expect(new Set(spans.map(({ checkpoint_ns }) => checkpoint_ns.split(":")[0]))).toEqual(new Set(["", "inside"]));
  });

  it("counts attempts, and keeps the error of each", async () => {
    const { spans } = await spansOf("troubles", { input: { mode: "flaky" } });
    expect(spans.map(({ name, attempt, status, error }) => [name, attempt, status, error?.message ?? null])).toEqual([
      ["choose", 1, "done", null],
      ["flaky", 1, "failed", "attempt 1 failed"],
      ["flaky", 2, "failed", "attempt 2 failed"],
      ["flaky", 3, "done", null],
    ]);
  });

  it("tells a node that asks from one that fails, and goes on after the answer", async () => {
    const { spans, threadId, run } = await spansOf("troubles", { input: { mode: "asks" } });
    expect(outline(spans)).toEqual(["node choose done", "node asks interrupted"]);
    const id = run.state.status === "interrupted" ? (run.state.interrupts[0]?.id ?? "") : "";
    const resumed = await spansOf("troubles", { thread_id: threadId, input: null, command: { resume: { [id]: 5 } }, cause: "resume" });
    expect(outline(resumed.spans)).toEqual(["node asks done"]);
    expect(resumed.spans[0]?.checkpoint_id).toBe(spans[1]?.checkpoint_id);
  });

  it("shows the tasks of a functional workflow, and that a resumed one uses their results again", async () => {
    const { spans, threadId, run } = await spansOf("flow", { input: { n: 2 } });
    expect(outline(spans)).toEqual(["node flow interrupted", "  task double done", "  task double done"]);
    expect(new Set(spans.map(({ checkpoint_id }) => checkpoint_id)).size).toBe(1);
    const id = run.state.status === "interrupted" ? (run.state.interrupts[0]?.id ?? "") : "";
    const resumed = await spansOf("flow", { thread_id: threadId, input: null, command: { resume: { [id]: 5 } }, cause: "resume" });
    expect(outline(resumed.spans)).toEqual(["node flow done", "  task double cached", "  task double cached"]);
  });

  it("says which nodes did not run because their result was cached", async () => {
    const first = await spansOf("troubles", { input: { mode: "cached" } });
    expect(outline(first.spans)).toEqual(["node choose done", "node cached done"]);
    const second = await spansOf("troubles", { input: { mode: "cached" } });
    expect(outline(second.spans)).toEqual(["node choose done", "node cached cached"]);
  });

  it("marks what was cut short by a person", async () => {
    const { runId, done } = await runner.start("troubles", { input: { mode: "slow" } });
    await runner.waitFor(runId, ({ event, data }) => event === "lifecycle" && data.includes('"slow"') && data.includes("task_started"));
    runner.child.send({ type: "cancel", run_id: runId, by: "test" });
    await done;
    expect((await listSpans(runner.store, runId)).map(({ name, status }) => [name, status])).toEqual([
      ["choose", "done"],
      ["slow", "lost"],
    ]);
  });

  it("takes name, tokens and price of a model from what its provider answers", async () => {
    const { spans, run } = await spansOf("provider", { input: { question: "What is the answer?" } });
    expect(outline(spans)).toEqual(["node ask done", "  model gpt-5-mini done"]);
    const model = await readSpan(runner.store, run.run_id, spans[1]?.span_id ?? "");
    expect(model).toMatchObject({
      model: "gpt-5-mini",
      tokens: { input: 11, output: 7, total: 18 },
      input: [{ type: "human", content: "What is the answer?" }],
      output: { type: "ai", content: "Forty-two." },
      parameters: { model: "gpt-5-mini", temperature: 0.5 },
    });
    expect(model?.cost).toBeCloseTo((11 * 0.25 + 7 * 2) / 1_000_000, 12);
    expect(JSON.stringify(model)).not.toContain("sk-");
  });

  it("outlives its process, and says what was cut off", async () => {
    const doomed = new RunnerHarness("tracing");
    try {
      const { runId } = await doomed.start("troubles", { input: { mode: "dies" } });
      await doomed.exited;
      await reconcile(doomed.store, "The test killed it");
      const spans = await listSpans(doomed.store, runId);
      expect(outline(spans)).toEqual(["node choose done", "node dies lost"]);
      expect(spans[1]).toMatchObject({ ms: null, step: 2 });
      expect(spans[1]?.checkpoint_id).not.toBeNull();
    } finally {
      await doomed.close();
    }
  });

  it("is written as things happen, not when they are over", async () => {
    const { runId, done } = await runner.start("troubles", { input: { mode: "slow" } });
    await expect.poll(async () => outline(await listSpans(runner.store, runId))).toEqual(["node choose done", "node slow running"]);
    runner.child.send({ type: "cancel", run_id: runId, by: "test" });
    await done;
  });

  it("keeps only the beginning of what is very large", async () => {
    const { spans, run } = await spansOf("agent", { input: { question: "long ".repeat(500_000) } });
    const [node, model] = await Promise.all(spans.slice(0, 2).map((span) => readSpan(runner.store, run.run_id, span.span_id)));
    expect(node?.truncated).toBe(true);
    expect(JSON.stringify(node?.input).length).toBeLessThan(10_000);
    expect(model?.truncated).toBe(true);
    const text = JSON.stringify(model?.input);
    expect(text.length).toBeGreaterThan(900_000);
    expect(text.length).toBeLessThan(1_010_000);
    expect(text.slice(-200)).toMatch(/… \(15\d\d\d\d\d more characters\)/);
  });
});

describe("secrets of the environment", () => {
  it("are kept out of spans and events, however they are written, and the checkpoint stays as it is", async () => {
    const { spans, events, run, threadId } = await spansOf("secret", {
      input: { text: "" },
      stream_modes: ["values", "updates"],
      stream_resumable: true,
    });
    const detail = await readSpan(runner.store, run.run_id, spans[0]?.span_id ?? "");
    expect(detail?.output).toEqual({
      text: "the key is [redacted TRACE_API_KEY].",
      nested: {
        "[redacted TRACE_API_KEY]": ["[redacted TRACE_API_KEY]"],
        json: '{"inner":"{\\"key\\":\\"[redacted TRACE_API_KEY]\\"}"}',
        pin: "[redacted TRACE_PIN_SECRET]",
      },
    });
    for (const text of [JSON.stringify(events), JSON.stringify(await readEvents(runner.store, run.run_id, { after: 0 }))]) {
      expect(text).toContain("[redacted TRACE_API_KEY]");
      expect(text).not.toContain("slash0123456789");
      expect(text).not.toContain(PIN);
    }
    const state = await readCheckpoint(runner.store, { thread_id: threadId });
    expect(state?.values["text"]).toBe(`the key is ${KEY}.`);
  });

  it("are kept out of the error that a run is saved with", async () => {
    const { run, spans, threadId } = await spansOf("troubles", { input: { mode: "broken" } });
    const message = "cannot reach https://example.test/?key=[redacted TRACE_API_KEY]";
    expect(run.state).toMatchObject({ status: "error", error: { message } });
    expect(JSON.stringify(run.state)).not.toContain("slash0123456789");
    expect(spans.at(-1)?.error?.message).toBe(message);
    const view = await readCheckpoint(runner.store, { thread_id: threadId });
    expect(view?.tasks.map((task) => task.error?.message)).toEqual([message]);
  });
});
