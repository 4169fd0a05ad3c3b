import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { TryNodeResultSchema, type TryNodeResult } from "../../lib/schema/design-api";
import { countThreads } from "../../lib/store/threads";
import { listSpans } from "../../lib/store/spans";
import { readTimeline } from "../../lib/store/timeline";
import { readCheckpoint } from "../../lib/store/checkpoints";
import { RunnerHarness } from "./harness";

let runner: RunnerHarness;
beforeAll(async () => {
  runner = new RunnerHarness("design");
  await runner.ready;
});
afterAll(() => runner.close());

type Asked = {
  values?: Record<string, string | string[]>;
  from?: { thread_id: string; checkpoint_id: string; checkpoint_ns: string };
  answers?: string[];
};

async function tryNode(node: string, { values = {}, from, answers = [] }: Asked = {}): Promise<TryNodeResult> {
  return TryNodeResultSchema.parse(await runner.ask({ type: "try_node", graph_id: "desk", node, values, from: from ?? null, answers }));
}

describe("a node that is tried alone", () => {
  it("runs on values of one's own, and says what it wrote and what would be next", async () => {
    const result = await tryNode("gather", { values: { topic: "maps", notes: ["old"] } });
    expect(result).toMatchObject({
      outcome: "done",
      update: { notes: ["first on maps", "second on maps"] },
      values: { topic: "maps", notes: ["old", "first on maps", "second on maps"] },
      next: ["desk"],
      error: null,
    });
  });

  it("runs on an empty state", async () => {
    expect(await tryNode("gather")).toMatchObject({ outcome: "done", update: { notes: ["first on undefined", "second on undefined"] } });
  });

  it("may be a subgraph", async () => {
    expect(await tryNode("desk", { values: { topic: "maps" } })).toMatchObject({
      outcome: "done",
      values: { notes: ["written on maps"] },
      next: ["review"],
    });
  });

  it("asks its routers", async () => {
    expect((await tryNode("desk", { values: { topic: "wait" } })).next).toEqual(["wait"]);
  });

  it("stops at its questions, and goes on with as many answers as it is given", async () => {
    expect(await tryNode("review")).toMatchObject({ outcome: "interrupted", interrupts: [{ value: { question: "Are 0 notes enough?" } }] });
    expect(await tryNode("review", { answers: ["yes"] })).toMatchObject({ outcome: "interrupted", interrupts: [{ value: { question: "Sure?" } }] });
    expect(await tryNode("review", { answers: ["yes", "quite"] })).toMatchObject({
      outcome: "done",
      update: { verdict: "yes, quite" },
      next: ["decide"],
    });
  });

  it("follows a command", async () => {
    expect(await tryNode("decide", { values: { verdict: "again" } })).toMatchObject({
      outcome: "done",
      next: ["gather"],
      values: { notes: ["decided"] },
    });
  });

  it("says what it threw", async () => {
    const { outcome, error } = await tryNode("fail");
    expect(outcome).toBe("error");
    expect(error?.message).toBe("The printer is on fire");
    expect(error?.stack).toContain("graphs/desk.ts");
  });

  it("is refused by a name that is not there", async () => {
    await expect(tryNode("gone")).rejects.toMatchObject({ code: "node_not_found" });
  });

  it("runs on the state of a checkpoint, with values in its place, and leaves the thread as it was", async () => {
    const { threadId } = await runner.run("desk", { input: { topic: "maps" } });
    const before = await readTimeline(runner.store, threadId, { checkpoint_ns: "", limit: 100 });
    const latest = before.checkpoints[0];
    if (latest === undefined) throw new Error("Nothing was saved");
    const collected = ["first on maps", "second on maps"];
    const from = { thread_id: threadId, checkpoint_id: latest.checkpoint_id, checkpoint_ns: "" };
    expect(await tryNode("gather", { from })).toMatchObject({
      // The subgraph gives back what it got, and the list takes it again.
      values: { notes: [...collected, ...collected, "written on maps", ...collected] },
      next: ["desk"],
    });
    expect(await tryNode("gather", { from, values: { notes: ["mine"], topic: "tea" } })).toMatchObject({
      values: { topic: "tea", notes: ["mine", "first on tea", "second on tea"] },
    });
    expect(await readTimeline(runner.store, threadId, { checkpoint_ns: "", limit: 100 })).toEqual(before);
    expect(await countThreads(runner.store, {})).toBe(1);
  });
});

describe("an output that stands in for a node", () => {
  it("is written in the node's place, and its edges are followed", async () => {
    const pins = { review: { verdict: "again" }, desk: { notes: ["pinned"] } };
    const { run, threadId } = await runner.run("desk", {
      input: { topic: "maps" },
      config: { tags: [], recursion_limit: 6, configurable: {} },
      debug: { breakpoints: [], stop: { at: "node", node: "decide", when: "before" }, hits: {}, pins },
    });
    expect(run.state.status).toBe("interrupted");
    const { checkpoints } = await readTimeline(runner.store, threadId, { checkpoint_ns: "", limit: 1 });
    const view = await readCheckpoint(runner.store, { thread_id: threadId, checkpoint_ns: "", checkpoint_id: checkpoints[0]?.checkpoint_id ?? "" });
    expect(view).toMatchObject({ values: { verdict: "again", notes: ["first on maps", "second on maps", "pinned"] }, next: ["decide"] });
    const spans = await listSpans(runner.store, run.run_id);
    expect(spans.find(({ name }) => name === "review")).toMatchObject({ status: "done" });
    expect(spans.some(({ name }) => name === "write")).toBe(false);
  });

  it("may stand inside of a subgraph", async () => {
    const { threadId } = await runner.run("desk", {
      input: { topic: "maps" },
      debug: { breakpoints: [], stop: { at: "end" }, hits: {}, pins: { "desk:write": { notes: ["inner pin"] } } },
    });
    const { checkpoints } = await readTimeline(runner.store, threadId, { checkpoint_ns: "", limit: 1 });
    const view = await readCheckpoint(runner.store, { thread_id: threadId, checkpoint_ns: "", checkpoint_id: checkpoints[0]?.checkpoint_id ?? "" });
    expect(view).toMatchObject({ values: { notes: ["first on maps", "second on maps", "first on maps", "second on maps", "inner pin"] } });
  });
});
