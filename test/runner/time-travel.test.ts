import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { listInterrupts } from "../../lib/store/interrupts";
import { readEntry, readTimeline } from "../../lib/store/timeline";
import type { TimelineEntry } from "../../lib/schema/checkpoint";
import { RunnerHarness, dataOf, lastValues, lifecycleOf, type FinishedRun } from "./harness";

let runner: RunnerHarness;
beforeAll(async () => {
  runner = new RunnerHarness("basic");
  await runner.ready;
});
afterAll(() => runner.close());

function interruptsOf({ run }: FinishedRun) {
  if (run.state.status !== "interrupted") throw new Error(`The run is ${JSON.stringify(run.state)}`);
  return run.state.interrupts;
}

async function timeline(threadId: string): Promise<TimelineEntry[]> {
  return (await readTimeline(runner.store, threadId, { checkpoint_ns: "", limit: 100 })).checkpoints;
}

async function atStep(threadId: string, step: number): Promise<TimelineEntry> {
  const entry = (await timeline(threadId)).findLast((candidate) => candidate.step === step);
  if (entry === undefined) throw new Error(`No step ${step}`);
  return entry;
}

/** A thread that waits for two answers. */
async function asked(): Promise<FinishedRun> {
  return await runner.run("approval", { input: { topic: "tea" }, stream_modes: ["values", "updates"] });
}

function answer(finished: FinishedRun, answers: Record<string, string>, place: { checkpoint_id?: string | null } = {}) {
  const interrupts = interruptsOf(finished);
  const resume = Object.fromEntries(
    Object.entries(answers).map(([node, value]) => [interrupts.find((interrupt) => interrupt.node === node)?.id ?? "", value]),
  );
  return runner.run("approval", {
    thread_id: finished.threadId,
    cause: "resume",
    input: null,
    command: { resume },
    checkpoint_id: place.checkpoint_id ?? null,
  });
}

describe("interrupts", () => {
  it("end the run with what is asked, by whom, and save it", async () => {
    const finished = await asked();
    expect(interruptsOf(finished)).toMatchObject([
      { node: "finance", value: { question: "finance: is tea good?" } },
      { node: "legal", value: { question: "legal: is tea good?" } },
    ]);
    const waiting = await listInterrupts(runner.store, { thread_id: finished.threadId });
    expect(waiting.map(({ node, status, checkpoint_id }) => [node, status, checkpoint_id]).sort()).toEqual(
      ["finance", "legal"].map((node) => [node, "waiting", finished.run.head_checkpoint_id]),
    );
    expect(dataOf(finished.events, "values").filter((value) => JSON.stringify(value).includes("__interrupt__"))).toHaveLength(2);
    const outcomes = lifecycleOf(finished.events).flatMap((event) => (event.type === "task_finished" ? [event.outcome] : []));
    expect(outcomes).toEqual(["done", "interrupted", "interrupted"]);
  });

  it("are answered one by one by their ids, each with its own answer", async () => {
    const first = await asked();
    const second = await answer(first, { legal: "yes" });
    expect(interruptsOf(second)).toMatchObject([{ node: "finance" }]);
    const third = await answer(second, { finance: "no" });
    expect(third.run.state.status).toBe("success");
    expect(lastValues(third.events)).toEqual({ topic: "tea", answers: ["finance no", "legal yes", "published after 2"] });
  });

  it("are answered all at once by a map", async () => {
    const done = await answer(await asked(), { legal: "no", finance: "yes" });
    expect(lastValues(done.events)).toMatchObject({ answers: ["finance yes", "legal no", "published after 2"] });
  });

  it("can be answered on an older branch by its checkpoint", async () => {
    const first = await asked();
    const waitingAt = first.run.head_checkpoint_id;
    const before = await atStep(first.threadId, 0);
    const fork = await runner.run("approval", { thread_id: first.threadId, cause: "replay", input: null, checkpoint_id: before.checkpoint_id });
    expect(interruptsOf(fork)).toHaveLength(2);
    const onOld = await answer(first, { legal: "old", finance: "old" }, { checkpoint_id: waitingAt });
    expect(onOld.run.state.status).toBe("success");
    expect(lastValues(onOld.events)).toMatchObject({ answers: ["finance old", "legal old", "published after 2"] });
    const head = await readEntry(runner.store, first.threadId, "", onOld.run.head_checkpoint_id ?? "");
    const parents = new Set<string>();
    for (let entry = head; entry !== null;) {
      parents.add(entry.checkpoint_id);
      entry = entry.parent_checkpoint_id === null ? null : await readEntry(runner.store, first.threadId, "", entry.parent_checkpoint_id);
    }
    expect(parents.has(waitingAt ?? "")).toBe(true);
    expect(parents.has(fork.run.head_checkpoint_id ?? "")).toBe(false);
  });

  it("work in a functional entrypoint", async () => {
    const first = await runner.run("entry", { input: { n: 21 } });
    const [interrupt] = interruptsOf(first);
    expect(interrupt).toMatchObject({ node: "flow", value: { doubled: 42 } });
    const second = await runner.run("entry", {
      thread_id: first.threadId,
      cause: "resume",
      input: null,
      command: { resume: { [interrupt?.id ?? ""]: true } },
      stream_modes: ["updates"],
    });
    expect(second.run.state.status).toBe("success");
    expect(dataOf(second.events, "updates").at(-1)).toEqual({ flow: { doubled: 42, right: true } });
  });
});

describe("breakpoints", () => {
  it("stop before a node and go on from there", async () => {
    const first = await runner.run("counter", { input: { n: 3 }, interrupt_before: ["double"] });
    expect(first.run.state).toMatchObject({ status: "interrupted", interrupts: [], breakpoint: { nodes: ["double"], when: "before" } });
    const second = await runner.run("counter", { thread_id: first.threadId, cause: "resume", input: null, interrupt_before: ["double"] });
    expect(second.run.state.status).toBe("success");
    expect(lastValues(second.events)).toMatchObject({ n: 8 });
  });

  it("stop after a node", async () => {
    const { run } = await runner.run("counter", { input: { n: 3 }, interrupt_after: ["increment"] });
    expect(run.state).toMatchObject({ status: "interrupted", breakpoint: { nodes: ["increment"], when: "after" } });
  });

  it("stop at every node when all are asked for", async () => {
    const first = await runner.run("counter", { input: { n: 3 }, interrupt_before: "*" });
    expect(first.run.state).toMatchObject({ breakpoint: { nodes: ["increment"], when: "before" } });
    const second = await runner.run("counter", { thread_id: first.threadId, cause: "step", input: null, interrupt_before: "*" });
    expect(second.run.state).toMatchObject({ breakpoint: { nodes: ["double"], when: "before" } });
  });

  it("after the last node end the run, for nothing is left to go on with", async () => {
    const first = await runner.run("counter", { input: { n: 3 }, interrupt_after: "*" });
    expect(first.run.state).toMatchObject({ breakpoint: { nodes: ["increment"], when: "after" } });
    const second = await runner.run("counter", { thread_id: first.threadId, cause: "step", input: null, interrupt_after: "*" });
    expect(second.run.state).toEqual({ status: "success" });
  });
});

it("a command that goes to a node that does not exist fails, and saves nothing", async () => {
  const first = await runner.run("counter", { input: { n: 3 } });
  const before = (await timeline(first.threadId)).length;
  const second = await runner.run("counter", { thread_id: first.threadId, command: { goto: ["double", "nowhere"] } });
  expect(second.run.state).toMatchObject({ status: "error", error: { name: "node_not_found" } });
  expect((await timeline(first.threadId)).length).toBe(before);
});

describe("forks", () => {
  it("replay from a past checkpoint as a branch", async () => {
    const first = await runner.run("counter", { input: { n: 3 } });
    const past = await atStep(first.threadId, 1);
    const replay = await runner.run("counter", { thread_id: first.threadId, cause: "replay", input: null, checkpoint_id: past.checkpoint_id });
    expect(lastValues(replay.events)).toMatchObject({ n: 8 });
    const fork = (await timeline(first.threadId)).find(({ source }) => source === "fork");
    expect(fork?.parent_checkpoint_id).toBe(past.checkpoint_id);
  });

  it("edit a past checkpoint and go on from the edit", async () => {
    const first = await runner.run("counter", { input: { n: 3 } });
    const past = await atStep(first.threadId, 1);
    const place = await runner.ask({
      type: "update_state",
      graph_id: "counter",
      thread_id: first.threadId,
      checkpoint: { checkpoint_id: past.checkpoint_id, checkpoint_ns: "" },
      supersteps: [[{ values: { n: 50, log: ["edited"] }, as_node: "increment" }]],
    });
    const [newest] = await timeline(first.threadId);
    expect(newest).toMatchObject({
      ...(place as object),
      source: "update",
      parent_checkpoint_id: past.checkpoint_id,
      nodes: ["increment"],
      next: ["double"],
      run_id: null,
    });
    const run = await runner.run("counter", {
      thread_id: first.threadId,
      cause: "fork",
      input: null,
      checkpoint_id: newest?.checkpoint_id ?? null,
    });
    expect(lastValues(run.events)).toMatchObject({ n: 100, log: ["increment", "edited", "double"] });
    expect((await timeline(first.threadId)).filter(({ parent_checkpoint_id }) => parent_checkpoint_id === past.checkpoint_id)).toHaveLength(2);
  });

  it("copy a checkpoint as its sibling", async () => {
    const first = await runner.run("counter", { input: { n: 3 } });
    const past = await atStep(first.threadId, 1);
    await runner.ask({
      type: "update_state",
      graph_id: "counter",
      thread_id: first.threadId,
      checkpoint: { checkpoint_id: past.checkpoint_id, checkpoint_ns: "" },
      supersteps: [[{ values: null, as_node: "__copy__" }]],
    });
    expect((await timeline(first.threadId))[0]).toMatchObject({ source: "fork", parent_checkpoint_id: past.parent_checkpoint_id, next: ["double"] });
  });

  it("preview an edit with the reducers and save nothing", async () => {
    const first = await runner.run("counter", { input: { n: 3 } });
    const past = await atStep(first.threadId, 1);
    const before = await timeline(first.threadId);
    const preview = await runner.ask({
      type: "preview_update",
      graph_id: "counter",
      thread_id: first.threadId,
      checkpoint: { checkpoint_id: past.checkpoint_id, checkpoint_ns: "" },
      values: { n: 7, log: ["more"] },
      as_node: "increment",
    });
    expect(preview).toEqual({ values: { n: 7, calls: expect.any(Number), log: ["increment", "more"] }, next: ["double"] });
    expect(await timeline(first.threadId)).toEqual(before);
  });

  it("coerce message dicts and revive dates of an edit", async () => {
    const first = await runner.run("chat", { input: { messages: [{ role: "user", content: "Hi" }] } });
    const [head] = await timeline(first.threadId);
    const preview = await runner.ask({
      type: "preview_update",
      graph_id: "chat",
      thread_id: first.threadId,
      checkpoint: { checkpoint_id: head?.checkpoint_id ?? null, checkpoint_ns: "" },
      values: { messages: [{ type: "ai", content: "Edited", id: "m1" }] },
      as_node: "answer",
    });
    expect(preview).toMatchObject({ values: { messages: [{ type: "human" }, { type: "ai" }, { type: "ai", content: "Edited", id: "m1" }] } });
  });

  it("tell in words what the schema has against an edit", async () => {
    const first = await runner.run("typed", { input: { topic: "tea" }, context: { user: "ann" } });
    const [head] = await timeline(first.threadId);
    const preview = runner.ask({
      type: "preview_update",
      graph_id: "typed",
      thread_id: first.threadId,
      checkpoint: { checkpoint_id: head?.checkpoint_id ?? null, checkpoint_ns: "" },
      values: { topic: 5 },
      as_node: null,
    });
    await expect(preview).rejects.toMatchObject({
      code: "invalid_state",
      message: "The state could not be changed: topic: Invalid input: expected string, received number",
    });
  });

  it("edit a subgraph's checkpoint and run on from it", async () => {
    const first = await runner.run("nested", { input: { text: "wider world" }, interrupt_before: ["join"], stream_subgraphs: true });
    expect(first.run.state).toMatchObject({ breakpoint: { nodes: ["join"] } });
    const inner = lifecycleOf(first.events).flatMap((event) =>
      event.type === "checkpoint" && event.entry.checkpoint_ns !== "" ? [event.entry] : [],
    );
    const checked = inner.find(({ next }) => next.includes("shout"));
    expect(checked).toBeDefined();
    const replay = await runner.run("nested", {
      thread_id: first.threadId,
      cause: "replay",
      input: null,
      checkpoint_id: checked?.checkpoint_id ?? null,
      checkpoint_ns: checked?.checkpoint_ns ?? "",
    });
    expect(replay.run.state.status).toBe("success");
    expect((lastValues(replay.events) as { words: string[] }).words.sort()).toEqual(["WIDER", "WORLD", "checked wider", "checked world"]);
  });

  it("refuse a checkpoint or a node that does not exist, and an ambiguous update", async () => {
    const first = await runner.run("approval", { input: { topic: "tea" } });
    const update = (as_node: string | null, checkpoint_id: string | null, values: { [key: string]: string } | null = { topic: "x" }) =>
      runner.ask({
        type: "update_state",
        graph_id: "approval",
        thread_id: first.threadId,
        checkpoint: { checkpoint_id, checkpoint_ns: "" },
        supersteps: [[{ values, as_node }]],
      });
    await expect(update("legal", "1efffff0-0000-6000-8000-000000000000")).rejects.toMatchObject({ code: "checkpoint_not_found" });
    await expect(update("nobody", null)).rejects.toMatchObject({ code: "node_not_found" });
    await expect(update("legal", null, null)).resolves.toBeDefined();
    const { run } = await runner.run("approval", { thread_id: first.threadId, input: null, checkpoint_id: "1efffff0-0000-6000-8000-000000000000" });
    expect(run.state).toMatchObject({ status: "error", error: { name: "checkpoint_not_found" } });
  });

  it("go where a command says, with a Send too", async () => {
    const { events } = await runner.run("counter", { input: null, command: { goto: { node: "double", input: { n: 21 } }, update: { n: 5 } } });
    expect(lastValues(events)).toMatchObject({ n: 42 });
  });
});
