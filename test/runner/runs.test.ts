import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readEvents } from "../../lib/store/run-events";
import { getThread } from "../../lib/store/threads";
import { readTimeline } from "../../lib/store/timeline";
import { RunnerHarness, dataOf, lastValues, lifecycleOf } from "./harness";

let runner: RunnerHarness;
beforeAll(async () => {
  runner = new RunnerHarness("basic");
  await runner.ready;
});
afterAll(() => runner.close());

describe("a run", () => {
  it("executes the workflow, saves its status and tells its life", async () => {
    const { run, events, threadId } = await runner.run("counter", { input: { n: 3 } });
    expect(run.state).toEqual({ status: "success" });
    expect(run.revision).toBe((await runner.describe("counter")).revision);
    expect(lastValues(events)).toMatchObject({ n: 8, log: ["increment", "double"] });
    expect((await getThread(runner.store, threadId))?.status).toBe("idle");
    const lifecycle = lifecycleOf(events);
    expect(lifecycle.map(({ type }) => type)).toEqual([
      "run_started",
      "checkpoint",
      "checkpoint",
      "task_started",
      "checkpoint",
      "task_finished",
      "task_started",
      "checkpoint",
      "task_finished",
      "run_finished",
    ]);
    expect(lifecycle.filter(({ type }) => type === "task_finished")).toMatchObject([
      { node: "increment", step: 1, outcome: "done", checkpoint_ns: "" },
      { node: "double", step: 2, outcome: "done", checkpoint_ns: "" },
    ]);
    const { checkpoints } = await readTimeline(runner.store, threadId, { checkpoint_ns: "", limit: 10 });
    expect(checkpoints.map(({ step, run_id }) => [step, run_id])).toEqual([2, 1, 0, -1].map((step) => [step, run.run_id]));
    expect(run.head_checkpoint_id).toBe(checkpoints[0]?.checkpoint_id);
  });

  it("numbers its events without a gap and keeps them in the log", async () => {
    const { run, events } = await runner.run("counter", { input: { n: 1 }, stream_resumable: true });
    expect(events.map(({ seq }) => seq)).toEqual(events.map((_, index) => index + 1));
    expect(events[0]).toMatchObject({ event: "metadata", data: JSON.stringify({ run_id: run.run_id, attempt: 1 }) });
    expect(await readEvents(runner.store, run.run_id, { after: 0 })).toEqual(events);
  });

  it("leaves what the checkpoints hold out of the log of a run that is not resumable", async () => {
    const { run, events } = await runner.run("counter", { input: { n: 1 }, stream_modes: ["values", "updates", "debug"] });
    const kept = await readEvents(runner.store, run.run_id, { after: 0 });
    expect(new Set(kept.map(({ event }) => event))).toEqual(new Set(["metadata", "lifecycle", "updates"]));
    expect(kept.length).toBeLessThan(events.length);
  });

  it("keeps what a workflow's module remembers from run to run", async () => {
    const first = await runner.run("counter", { input: { n: 1 } });
    const second = await runner.run("counter", { input: { n: 1 } });
    const calls = [first, second].map(({ events }) => (lastValues(events) as { calls: number }).calls);
    expect(calls[1]).toBe((calls[0] ?? 0) + 1);
  });

  it("goes on with the thread's state, and starts its first event at once", async () => {
    const first = await runner.run("counter", { input: { n: 1 } });
    const second = await runner.run("counter", { input: { n: 10 }, thread_id: first.threadId });
    expect(lastValues(second.events)).toMatchObject({ n: 22, log: ["increment", "double", "increment", "double"] });
    expect(second.milliseconds.first).toBeLessThan(500);
  });

  it("runs many at once without mixing them up", async () => {
    const runs = await Promise.all(Array.from({ length: 20 }, (_, n) => runner.run("counter", { input: { n } })));
    expect(runs.map(({ events }) => (lastValues(events) as { n: number }).n)).toEqual(runs.map((_, n) => (n + 1) * 2));
    for (const { run, events } of runs) {
      expect(run.state.status).toBe("success");
      expect(lifecycleOf(events).filter(({ type }) => type === "checkpoint")).toHaveLength(4);
    }
  });

  it("calls a workflow that is a function with the run's config", async () => {
    const { events } = await runner.run("factory", { input: { n: 1 }, config: { tags: [], recursion_limit: null, configurable: { by: 41 } } });
    expect(lastValues(events)).toEqual({ n: 42 });
  });

  it("hands the context to the workflow, checked by its schema", async () => {
    const good = await runner.run("typed", { input: { topic: "tea" }, context: { user: "Ada" } });
    expect(good.run.state.status).toBe("success");
    const bad = await runner.run("typed", { input: { topic: "tea" }, context: { user: 7 } });
    expect(bad.run.state).toMatchObject({ status: "error", error: { name: "ZodError", message: expect.stringMatching(/^user: /) } });
    const wrongInput = await runner.run("typed", { input: { topic: 7 }, context: { user: "Ada" } });
    expect(wrongInput.run.state).toMatchObject({ status: "error", error: { message: expect.stringContaining("topic") } });
  });

  it("saves in the store whatever checkpointer the workflow brought", async () => {
    const { run, threadId } = await runner.run("several.two", { input: { n: 1 } });
    expect(run.state.status).toBe("success");
    expect((await readTimeline(runner.store, threadId, { checkpoint_ns: "", limit: 10 })).checkpoints.length).toBeGreaterThan(0);
  });

  it("fails with a reason for a workflow that does not exist", async () => {
    const { run } = await runner.run("nowhere");
    expect(run.state).toMatchObject({ status: "error", error: { name: "graph_not_found" } });
  });

  it("refuses LangGraph's internal keys in a request's config", async () => {
    const { run } = await runner.run("counter", {
      input: { n: 1 },
      config: { tags: [], recursion_limit: null, configurable: { __pregel_read: true, __pregel_resuming: true } },
    });
    expect(run.state.status).toBe("success");
  });
});

describe("stream modes", () => {
  it("values: the state after each step", async () => {
    const { events } = await runner.run("counter", { input: { n: 3 } });
    expect(dataOf(events, "values")).toMatchObject([
      { n: 3, log: [] },
      { n: 4, log: ["increment"] },
      { n: 8, log: ["increment", "double"] },
    ]);
  });

  it("updates: what each node wrote", async () => {
    const { events } = await runner.run("counter", { input: { n: 3 }, stream_modes: ["updates"] });
    expect(dataOf(events, "updates")).toMatchObject([{ increment: { n: 4 } }, { double: { n: 8 } }]);
  });

  it("tasks: each task's start and end", async () => {
    const { events } = await runner.run("counter", { input: { n: 3 }, stream_modes: ["tasks"] });
    expect(dataOf(events, "tasks")).toMatchObject([
      { name: "increment", input: { n: 3 }, triggers: ["branch:to:increment"], interrupts: [] },
      { name: "increment", result: { n: 4 }, error: null },
      { name: "double", input: { n: 4 } },
      { name: "double", result: { n: 8 } },
    ]);
  });

  it("checkpoints: with the ids that the library hides in the config", async () => {
    const { events, threadId } = await runner.run("counter", { input: { n: 3 }, stream_modes: ["checkpoints"] });
    const [first, second] = dataOf(events, "checkpoints") as { checkpoint: { checkpoint_id: string }; parent_checkpoint: unknown }[];
    expect(first).toMatchObject({ next: ["__start__"], metadata: { source: "input", step: -1 }, parent_checkpoint: null });
    expect(second).toMatchObject({
      values: { n: 3 },
      next: ["increment"],
      tasks: [{ name: "increment", error: null, interrupts: [] }],
      checkpoint: { thread_id: threadId, checkpoint_ns: "" },
      parent_checkpoint: { checkpoint_id: first?.checkpoint.checkpoint_id },
    });
    expect(JSON.stringify(second)).not.toMatch(/__pregel_(read|send|checkpointer|scratchpad|stream)/);
    expect(JSON.stringify(second)).not.toContain('"$type"');
  });

  it("debug: checkpoints, tasks and results with their step", async () => {
    const { events } = await runner.run("counter", { input: { n: 3 }, stream_modes: ["debug"] });
    const debug = dataOf(events, "debug") as { type: string; step: number }[];
    expect(debug.map(({ type, step }) => `${type} ${step}`)).toEqual([
      "checkpoint -1",
      "checkpoint 0",
      "task 1",
      "task_result 1",
      "checkpoint 1",
      "task 2",
      "task_result 2",
      "checkpoint 2",
    ]);
    expect(debug[1]).toMatchObject({ payload: { checkpoint: { checkpoint_ns: "" }, config: { configurable: {} } } });
  });

  it("custom: whatever the node's writer says", async () => {
    const { events } = await runner.run("custom", { input: { n: 3 }, stream_modes: ["custom"] });
    expect(dataOf(events, "custom")).toEqual([{ progress: 50, at: { $type: "Date", value: "1970-01-01T00:00:00.000Z" } }]);
  });

  it("messages-tuple: pieces of a message with their metadata", async () => {
    const { events } = await runner.run("chat", { input: { messages: [{ role: "user", content: "Hi" }] }, stream_modes: ["messages-tuple"] });
    const pieces = dataOf(events, "messages") as [{ content: string; type: string; id: string }, { langgraph_node: string }][];
    expect(pieces.map(([message]) => message.content).join("")).toBe("Hello there!");
    expect(pieces.length).toBeGreaterThan(3);
    expect(pieces[0]?.[1]).toMatchObject({ langgraph_node: "answer" });
    expect(new Set(pieces.map(([message]) => message.id)).size).toBe(1);
  });

  it("messages: metadata once, what has come so far, and the whole", async () => {
    const { events } = await runner.run("chat", { input: { messages: [{ role: "user", content: "Hi" }] }, stream_modes: ["messages"] });
    const partial = dataOf(events, "messages/partial") as [{ content: string; id: string }][];
    expect(dataOf(events, "messages/metadata")).toHaveLength(1);
    expect(partial.at(-1)?.[0].content).toBe("Hello there!");
    expect(dataOf(events, "messages/complete")).toMatchObject([[{ type: "human", content: "Hi" }], [{ content: "Hello there!" }]]);
    expect(dataOf(events, "values")).toEqual([]);
  });

  it("events: LangChain's own events, and other modes beside them", async () => {
    const { events, run } = await runner.run("counter", { input: { n: 3 }, stream_modes: ["events", "updates"] });
    const kinds = (dataOf(events, "events") as { event: string }[]).map(({ event }) => event);
    expect(kinds).toContain("on_chain_start");
    expect(kinds).toContain("on_chain_end");
    expect(dataOf(events, "updates")).toHaveLength(2);
    expect(run.state.status).toBe("success");
  });

  it("names the subgraph in the event's name, when subgraphs are asked for", async () => {
    const { events } = await runner.run("nested", { input: { text: "a wider world" }, stream_modes: ["updates"], stream_subgraphs: true });
    const names = events.map(({ event }) => event).filter((event) => event.startsWith("updates|"));
    expect(names.length).toBeGreaterThan(0);
    for (const name of names) expect(name).toMatch(/^updates\|child:[0-9a-f-]{36}$/);
    const without = await runner.run("nested", { input: { text: "a wider world" }, stream_modes: ["updates"] });
    expect(without.events.some(({ event }) => event.includes("|"))).toBe(false);
    const inner = lifecycleOf(without.events).filter((event) => event.type === "task_started" && event.checkpoint_ns !== "");
    expect(inner.length).toBeGreaterThan(0);
  });
});
