import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { listSpans, readSpan, totalsOf } from "../../lib/store/spans";
import { readTimeline } from "../../lib/store/timeline";
import type { Span } from "../../lib/schema/span";
import { RunnerHarness } from "./harness";

const KEY = 'sk-"quoted"\\slash\n0123456789';
const PIN = "8675309042";

let runner: RunnerHarness;
beforeAll(async () => {
  runner = new RunnerHarness("tracing", { env: { ...process.env, TRACE_API_KEY: KEY, TRACE_PIN_SECRET: PIN } });
  await runner.ready;
});
afterAll(() => runner.close());

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
});
