import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { blameCheckpoint } from "../../lib/server/blame";
import { readCheckpoint } from "../../lib/store/checkpoints";
import { deleteRunWithCheckpoints } from "../../lib/store/rollback";
import { readTimeline } from "../../lib/store/timeline";
import { searchItems } from "../../lib/store/store-items";
import type { CheckpointView, TaskView, TimelineEntry } from "../../lib/schema/checkpoint";
import type { Lifecycle } from "../../lib/schema/run";
import { RunnerHarness, dataOf, lifecycleOf, type FinishedRun } from "./harness";

let runner: RunnerHarness;
beforeAll(async () => {
  runner = new RunnerHarness("features");
  await runner.ready;
});
afterAll(() => runner.close());

async function timeline(threadId: string, checkpointNs = ""): Promise<TimelineEntry[]> {
  return (await readTimeline(runner.store, threadId, { checkpoint_ns: checkpointNs, limit: 100 })).checkpoints;
}

async function viewAt(threadId: string, step: number, checkpointNs = ""): Promise<CheckpointView> {
  const entry = (await timeline(threadId, checkpointNs)).find((candidate) => candidate.step === step);
  const place = { thread_id: threadId, checkpoint_ns: checkpointNs, ...(entry === undefined ? {} : { checkpoint_id: entry.checkpoint_id }) };
  const view = await readCheckpoint(runner.store, place);
  if (view === null) throw new Error(`No checkpoint of step ${step}`);
  return view;
}

function taskOf(view: CheckpointView, name: string): TaskView {
  const task = view.tasks.find((candidate) => candidate.name === name);
  if (task === undefined) throw new Error(`No task of ${name}`);
  return task;
}

type Finished = Extract<Lifecycle, { type: "task_finished" }>;
function finishedTasks({ events }: FinishedRun): Finished[] {
  return lifecycleOf(events).filter((lifecycle) => lifecycle.type === "task_finished");
}

describe("subgraphs", () => {
  it("nested two deep in a loop have a namespace of their own for every run", async () => {
    const run = await runner.run("deep");
    const outer = (step: number) => viewAt(run.threadId, step).then((view) => taskOf(view, "outer").checkpoint_ns);
    // Called inside of a node's function: without a checkpointer of their own they save nothing, but their tasks are told.
    const namespaces = new Set(finishedTasks(run).map(({ checkpoint_ns }) => checkpoint_ns.replaceAll(/:[^|]+/g, "")));
    expect([...namespaces]).toEqual(expect.arrayContaining(["", "outer", "outer|inner"]));
    expect(await outer(1)).not.toBe(await outer(3));
    expect((await viewAt(run.threadId, 4)).values).toEqual({ round: 2, trail: ["plan 1", "dig 1", "lift 1", "plan 2", "dig 2", "lift 2"] });
  });

  it("side by side are timed one by one, also when the rows are read again", async () => {
    const run = await runner.run("parallel");
    const view = await viewAt(run.threadId, 0);
    const quick = taskOf(view, "quick");
    const slow = taskOf(view, "slow");
    expect(quick.ms).toBeLessThan(200);
    expect(slow.ms).toBeGreaterThanOrEqual(300);
    const inner = await timeline(run.threadId, slow.checkpoint_ns ?? "none");
    expect(inner.map(({ nodes }) => nodes.join())).toEqual(["report", "wait", "__start__", ""]);
    expect(new Set(inner.map(({ outer_checkpoint_id }) => outer_checkpoint_id))).toEqual(new Set([view.checkpoint_id]));
  });
});

describe("Send", () => {
  it("gives every instance its own input, and one to a subgraph its own namespace", async () => {
    const run = await runner.run("send", { input: { words: ["one", "three"] } });
    const { tasks } = await viewAt(run.threadId, 1);
    expect(tasks.map(({ name, kind, input, status }) => [name, kind, input, status])).toEqual([
      ["shout", "push", { word: "one" }, "done"],
      ["measure", "push", { word: "one" }, "done"],
      ["shout", "push", { word: "three" }, "done"],
      ["measure", "push", { word: "three" }, "done"],
    ]);
    const measured = tasks.filter(({ name }) => name === "measure").map(({ checkpoint_ns }) => checkpoint_ns ?? "none");
    expect(new Set(measured).size).toBe(2);
    expect((await viewAt(run.threadId, 1, measured[1])).values).toEqual({ word: "three", lengths: ["three=5"] });
  });
});

describe("Command", () => {
  it("of a tool to the graph around its subgraph is no failure", async () => {
    const run = await runner.run("handoff");
    expect(run.run.state.status).toBe("success");
    expect(taskOf(await viewAt(run.threadId, 0), "triage").writes).toContainEqual({ channel: "branch:to:support", value: "triage" });
    const support = taskOf(await viewAt(run.threadId, 1), "support");
    const inner = await viewAt(run.threadId, 1, support.checkpoint_ns ?? "none");
    expect(taskOf(inner, "tools")).toMatchObject({ status: "done", left: true, error: null });
    expect((await timeline(run.threadId, support.checkpoint_ns ?? "none")).some(({ has_error }) => has_error)).toBe(false);
    expect(finishedTasks(run).map(({ node, outcome }) => [node, outcome])).toContainEqual(["tools", "done"]);
    expect((await viewAt(run.threadId, 2)).values).toMatchObject({ owner: "billing" });
  });
});

describe("a deferred node", () => {
  it("is next only when the longest path is at its end", async () => {
    const run = await runner.run("deferred");
    expect((await timeline(run.threadId)).map(({ next }) => next)).toEqual([[], ["summary"], ["longer"], ["short", "long"], ["__start__"]]);
    expect((await runner.describe("deferred")).nodes.find(({ name }) => name === "summary")?.defer).toBe(true);
  });
});

describe("a functional workflow", () => {
  it("shows its tasks with their results, which a resume uses again, and what it keeps", async () => {
    const asked = await runner.run("functional", { input: { n: 3 } });
    const waiting = taskOf(await viewAt(asked.threadId, -1), "flow");
    expect(waiting).toMatchObject({
      status: "interrupted",
      calls: [
        { name: "fetchNumber", status: "done", cached: false, attempts: 1, result: { value: 6, calls: expect.any(Number) } },
        { name: "label", status: "done", cached: false, result: "value 3" },
      ],
    });
    expect(await viewAt(asked.threadId, -1)).toMatchObject({ input: { n: 3 }, values: {} });

    const resume = { [waiting.interrupts[0]?.id ?? ""]: "yes" };
    const resumed = await runner.run("functional", { thread_id: asked.threadId, cause: "resume", input: null, command: { resume } });
    expect(finishedTasks(resumed).map(({ node, outcome }) => [node, outcome])).toEqual([
      ["flow", "done"],
      ["fetchNumber", "cached"],
      ["label", "cached"],
    ]);
    const done = taskOf(await viewAt(asked.threadId, -1), "flow");
    expect(done.calls?.map(({ name, cached, ms }) => [name, cached, ms !== null && ms > 0])).toEqual([
      ["fetchNumber", true, true],
      ["label", true, true],
    ]);
    expect(await viewAt(asked.threadId, 0)).toMatchObject({ values: { total: 6, before: null }, saved: { total: 6 } });

    const again = await runner.run("functional", { thread_id: asked.threadId, input: { n: 5 } });
    expect(again.run.state.status).toBe("interrupted");
    expect(await viewAt(asked.threadId, 1)).toMatchObject({ input: { n: 5 }, saved: { total: 6 } });
  });
});

describe("a node that fails", () => {
  it("is tried again by its retry policy, and every try is counted, live and afterwards", async () => {
    const run = await runner.run("retries", { input: { fails: 2 } });
    const starts = lifecycleOf(run.events).flatMap((lifecycle) => (lifecycle.type === "task_started" ? [lifecycle.attempt ?? 1] : []));
    expect(starts).toEqual([1, 2, 3]);
    expect(taskOf(await viewAt(run.threadId, 0), "flaky")).toMatchObject({ status: "done", attempts: 3 });
  });

  it("keeps the count of its tries when it fails for good", async () => {
    const run = await runner.run("retries", { input: { fails: 9 } });
    expect(run.run.state).toMatchObject({ status: "error", error: { node: "flaky", message: "Not yet (3)" } });
    expect(taskOf(await viewAt(run.threadId, 0), "flaky")).toMatchObject({ status: "failed", attempts: 3, error: { message: "Not yet (3)" } });
  });

  it("for it took too long says so, and what can be done", async () => {
    const run = await runner.run("timeouts", { input: { ms: 500 } });
    expect(run.run.state).toMatchObject({
      status: "error",
      error: { name: "NodeTimeoutError", node: "work", message: expect.stringContaining("100ms"), hint: expect.stringContaining("timeout") },
    });
    expect(taskOf(await viewAt(run.threadId, 0), "work")).toMatchObject({ status: "failed", error: { name: "NodeTimeoutError" } });
    expect((await runner.run("timeouts", { input: { ms: 1 } })).run.state.status).toBe("success");
  });

  it("is handled by its error handler: both are shown, and the checkpoint is no failure", async () => {
    const run = await runner.run("handler");
    expect(run.run.state.status).toBe("success");
    const view = await viewAt(run.threadId, 0);
    const failed = taskOf(view, "risky");
    expect(failed).toMatchObject({ status: "failed", error: { name: "TypeError", message: "Too risky" }, handled_by: "__error_handler__risky" });
    expect(taskOf(view, "__error_handler__risky")).toMatchObject({ status: "done", handles: failed.id, result: { log: ["risky: Too risky"] } });
    expect(view.next).toEqual(["risky"]);
    const entries = await timeline(run.threadId);
    expect(entries.map(({ nodes }) => nodes)).toEqual([["after"], ["risky", "__error_handler__risky"], ["__start__"], []]);
    expect(entries.some(({ has_error }) => has_error)).toBe(false);
    const head = entries[0]?.checkpoint_id ?? "";
    const blamed = await blameCheckpoint(runner.store, { thread_id: run.threadId, checkpoint_ns: "" }, head);
    const writers = (blamed.channels["log"]?.items ?? []).map((index) => (index === null ? null : blamed.writers[index]?.node));
    expect(writers).toEqual(["__error_handler__risky", "after"]);
  });
});

describe("a cached node", () => {
  it("is shown as cached when nothing ran, live and afterwards", async () => {
    const input = { n: Math.floor(Math.random() * 1e9) };
    const first = await runner.run("cached", { input });
    expect(taskOf(await viewAt(first.threadId, 0), "square")).not.toHaveProperty("cached");
    const second = await runner.run("cached", { input });
    expect(finishedTasks(second).map(({ node, outcome }) => [node, outcome])).toEqual([
      ["square", "cached"],
      ["after", "done"],
    ]);
    expect(taskOf(await viewAt(second.threadId, 0), "square")).toMatchObject({ status: "done", cached: true, attempts: 0 });
    expect((await viewAt(second.threadId, 2)).values).toEqual((await viewAt(first.threadId, 2)).values);
  });
});

describe("channels", () => {
  it("that are untracked are in no checkpoint, and are described as not saved", async () => {
    const run = await runner.run("untracked");
    expect((await viewAt(run.threadId, 1)).values).toEqual({ n: 1 });
    expect((await viewAt(run.threadId, 2)).values).toEqual({ n: 42 });
    const channel = (await runner.describe("untracked")).channels.find(({ name }) => name === "connection");
    expect(channel).toMatchObject({ type: "UntrackedValue", reducer: { kind: "ephemeral", label: "not saved" } });
  });

  it("that are overwritten show the write as such, live and afterwards", async () => {
    const run = await runner.run("untracked.overwriting", { stream_modes: ["updates"] });
    const overwrite = { items: { __overwrite__: ["fresh"] } };
    expect(taskOf(await viewAt(run.threadId, 1), "replace").result).toEqual(overwrite);
    expect(dataOf(run.events, "updates")).toContainEqual({ replace: overwrite });
    expect((await viewAt(run.threadId, 3)).values).toEqual({ items: ["fresh", "c"] });
  });

  it("that keep only what was written show what they hold at every checkpoint", async () => {
    const run = await runner.run("delta");
    const entries = (await timeline(run.threadId)).reverse();
    const places = entries.map(({ checkpoint_id }) => ({ checkpoint_id, checkpoint_ns: "", channels: ["words", "messages"] }));
    // LangGraph's own reading of the same checkpoints.
    const told = (await runner.ask({ type: "delta_values", graph_id: "delta", thread_id: run.threadId, places })) as {
      values: { words: string[]; messages: { id: string }[] }[];
    };
    expect(told.values.map(({ words }) => words.at(-1))).toEqual([
      undefined,
      undefined,
      ...Array.from({ length: 8 }, (_, n) => `word ${n}`),
      "again",
    ]);
    const views = await Promise.all(entries.map(({ step }) => viewAt(run.threadId, step)));
    expect(views.map(({ values }) => values["messages"])).toEqual(told.values.map(({ messages }) => messages));
    expect(told.values.at(-1)?.messages.map(({ id }) => id)).toEqual(["said-1", "said-2", "said-4", "said-5", "said-6", "said-7"]);
    // A reducer of the workflow's own is not in the database: there stands what it has to fold.
    expect(views[3]?.values["words"]).toEqual({ $type: "delta", value: null, values: ["word 0", "word 1"] });
    expect(views[6]?.values["words"]).toEqual(["word 1", "word 2", "word 3", "word 4"]);
    expect(views[7]?.values["words"]).toEqual({ $type: "delta", value: ["word 1", "word 2", "word 3", "word 4"], values: ["word 5"] });
  });

  it("that keep only what was written stay readable around a damaged checkpoint", async () => {
    const run = await runner.run("delta");
    const entries = await timeline(run.threadId);
    const damaged = entries.find(({ step }) => step === 6);
    runner.store.sqlite
      .prepare(`UPDATE checkpoints SET checkpoint = CAST('{"v":' AS BLOB) WHERE thread_id = ? AND checkpoint_id = ?`)
      .run(run.threadId, damaged?.checkpoint_id);
    expect((await viewAt(run.threadId, 5)).values["messages"]).toHaveLength(3);
    const after = (await viewAt(run.threadId, 7)).values;
    expect(after["n"]).toBe(7);
    expect(after["messages"]).toMatchObject({ $type: "delta", damaged: true });
  });
});

describe("what a run tells while it runs", () => {
  it("has the events that a node writes", async () => {
    const run = await runner.run("writer", { stream_modes: ["custom"] });
    expect(dataOf(run.events, "custom")).toEqual([25, 50, 100].map((percent) => ({ percent, text: `${percent} % done` })));
  });

  it("keeps messages with their content blocks and tool calls", async () => {
    const run = await runner.run("content");
    const { messages } = (await viewAt(run.threadId, 1)).values as { messages: { type: string; content: unknown; tool_calls?: unknown }[] };
    expect(messages.map(({ type }) => type)).toEqual(["ai", "tool", "ai"]);
    expect(messages[0]).toMatchObject({
      content: [
        { type: "reasoning", reasoning: "The sky scatters blue light." },
        { type: "text", text: "Because of **scattering**." },
        { type: "image", mimeType: "image/png" },
      ],
      tool_calls: [{ id: "call-1", name: "look_up", args: { word: "sky" } }],
    });
    expect(messages[1]).toMatchObject({ tool_call_id: "call-1", content: "A definition" });
  });
});

describe("the store", () => {
  it("remembers from thread to thread, in the database", async () => {
    await runner.run("memory", { input: { user: "Ada", likes: "tea" } });
    const second = await runner.run("memory", { input: { user: "Ada", likes: "coffee" } });
    expect((await viewAt(second.threadId, 1)).values["known"]).toEqual(["coffee", "tea"]);
    expect(searchItems(runner.store, { prefix: ["people", "Ada"], limit: 10, offset: 0 }).map(({ key }) => key)).toEqual(["coffee", "tea"]);
    expect(await runner.describe("memory")).not.toHaveProperty("own_store");
  });

  it("of a workflow that brings its own stays its own, and is said to be", async () => {
    const run = await runner.run("memory.own", { input: { user: "Bob", likes: "rum" } });
    expect((await viewAt(run.threadId, 1)).values["known"]).toEqual(["rum"]);
    expect(searchItems(runner.store, { prefix: ["people", "Bob"], limit: 10, offset: 0 })).toEqual([]);
    expect(await runner.describe("memory.own")).toMatchObject({ own_store: true });
  });
});

describe("a run that is rolled back", () => {
  it("takes along what it wrote on the checkpoint that it went on from, and leaves the question", async () => {
    const asked = await runner.run("functional", { input: { n: 4 } });
    const before = taskOf(await viewAt(asked.threadId, -1), "flow");
    const resume = { [before.interrupts[0]?.id ?? ""]: "yes" };
    const resumed = await runner.run("functional", { thread_id: asked.threadId, cause: "resume", input: null, command: { resume } });
    expect(taskOf(await viewAt(asked.threadId, -1), "flow").status).toBe("done");
    await deleteRunWithCheckpoints(runner.store, resumed.run.run_id);
    expect(await timeline(asked.threadId)).toHaveLength(1);
    expect(taskOf(await viewAt(asked.threadId, -1), "flow")).toEqual(before);
  });
});
