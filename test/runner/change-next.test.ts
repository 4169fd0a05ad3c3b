import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { StopSchema } from "../../lib/schema/breakpoint";
import type { TimelineEntry } from "../../lib/schema/checkpoint";
import type { RunnerRequest } from "../../lib/schema/ipc";
import { KEEP_NEXT } from "../../lib/schema/keep-next";
import type { RunSpec } from "../../lib/schema/run";
import { readCheckpoint } from "../../lib/store/checkpoints";
import { latestEntry, readEntry } from "../../lib/store/timeline";
import { RunnerHarness, dataOf } from "./harness";

let runner: RunnerHarness;
beforeAll(async () => {
  runner = new RunnerHarness("debugger");
  await runner.ready;
});
afterAll(() => runner.close());

type Change = Extract<RunnerRequest, { type: "change_next" }>["change"];
const PlaceSchema = z.object({ checkpoint_id: z.string(), checkpoint_ns: z.string() });
type Place = z.infer<typeof PlaceSchema>;

/** A thread that stands before a node. */
async function standing(graph: string, input: Record<string, string>, node: string): Promise<{ threadId: string; place: Place }> {
  const stop = StopSchema.parse({ at: "node", node });
  const { run, threadId } = await runner.run(graph, { input, debug: { breakpoints: [], stop, hits: {} } });
  if (run.state.status !== "interrupted" || run.state.breakpoint === null) throw new Error(`It did not stop: ${JSON.stringify(run.state)}`);
  const { checkpoint_id, checkpoint_ns } = run.state.breakpoint;
  return { threadId, place: PlaceSchema.parse({ checkpoint_id, checkpoint_ns }) };
}

async function change(graph: string, threadId: string, place: Place, wanted: Change): Promise<Place> {
  return PlaceSchema.parse(await runner.ask({ type: "change_next", graph_id: graph, thread_id: threadId, checkpoint: place, change: wanted }));
}

async function nextOf(threadId: string, place: Place): Promise<string[]> {
  const entry = await readEntry(runner.store, threadId, place.checkpoint_ns, place.checkpoint_id);
  const view = await readCheckpoint(runner.store, { thread_id: threadId, ...place });
  // The list of the timeline and the tasks of the checkpoint tell the same.
  expect([...(view?.tasks ?? [])].map(({ name }) => name).sort()).toEqual([...(entry?.next ?? [])].sort());
  return [...(entry?.next ?? [])].sort();
}

async function goOn(graph: string, threadId: string, spec: Partial<RunSpec> = {}): Promise<{ status: string; log: string[] }> {
  const { run } = await runner.run(graph, { thread_id: threadId, input: null, ...spec });
  return { status: run.state.status, log: await logOf(threadId) };
}

async function latest(threadId: string): Promise<TimelineEntry> {
  const entry = await latestEntry(runner.store, threadId, "");
  if (entry === null) throw new Error("It has no checkpoint");
  return entry;
}

async function logOf(threadId: string): Promise<string[]> {
  const { checkpoint_id } = await latest(threadId);
  return z.array(z.string()).parse((await readCheckpoint(runner.store, { thread_id: threadId, checkpoint_id }))?.values["log"] ?? []);
}

describe("skipping a node", () => {
  it("follows its edges, and leaves what runs beside it next", async () => {
    const { threadId, place } = await standing("crossing", { mode: "plain" }, "left");
    expect(await nextOf(threadId, place)).toEqual(["beside", "left", "right"]);
    const skipped = await change("crossing", threadId, place, { kind: "skip", node: "left" });
    expect(await nextOf(threadId, skipped)).toEqual(["beside", "follow", "right"]);
    expect(await readEntry(runner.store, threadId, "", skipped.checkpoint_id)).toMatchObject({
      source: "update",
      parent_checkpoint_id: place.checkpoint_id,
      nodes: ["left"],
    });
    const { status, log } = await goOn("crossing", threadId);
    expect(status).toBe("success");
    expect([...log].sort()).toEqual(["beside", "follow", "join", "late", "low", "plan", "right"]);
  });

  it("uses up the join before it", async () => {
    const { threadId, place } = await standing("crossing", { mode: "plain" }, "join");
    expect(await nextOf(threadId, place)).toEqual(["follow", "join"]);
    const skipped = await change("crossing", threadId, place, { kind: "skip", node: "join" });
    expect(await nextOf(threadId, skipped)).toEqual(["follow"]);
    const { status, log } = await goOn("crossing", threadId);
    expect([status, log.includes("join"), log.filter((line) => line === "late").length]).toEqual(["success", false, 1]);
  });

  it("uses up the wait of a deferred node, and asks its router", async () => {
    const { threadId, place } = await standing("crossing", { mode: "plain" }, "late");
    const skipped = await change("crossing", threadId, place, { kind: "skip", node: "late" });
    expect(await nextOf(threadId, skipped)).toEqual(["low"]);
    expect((await goOn("crossing", threadId)).log.slice(-1)).toEqual(["low"]);
  });

  it("keeps Sends beside it, each with its own input", async () => {
    const { threadId, place } = await standing("crossing", { mode: "send" }, "left");
    const skipped = await change("crossing", threadId, place, { kind: "skip", node: "left" });
    expect(await nextOf(threadId, skipped)).toEqual(["follow", "item", "item", "right"]);
    const { log } = await goOn("crossing", threadId);
    expect(log.filter((line) => line.startsWith("item")).sort()).toEqual(["item a", "item b"]);
    const other = await standing("crossing", { mode: "send" }, "left");
    const none = await change("crossing", other.threadId, other.place, { kind: "skip", node: "item" });
    expect(await nextOf(other.threadId, none)).toEqual(["left", "right"]);
  });

  it("goes past one that failed, and past one that asks, with the results beside it kept", async () => {
    for (const mode of ["fail", "ask"]) {
      const { run, threadId } = await runner.run("crossing", { input: { mode } });
      expect(run.state.status).toBe(mode === "fail" ? "error" : "interrupted");
      const { checkpoint_id } = await latest(threadId);
      const skipped = await change("crossing", threadId, { checkpoint_id, checkpoint_ns: "" }, { kind: "skip", node: "right" });
      expect(await nextOf(threadId, skipped)).toEqual(["follow", "join"]);
      const { status, log } = await goOn("crossing", threadId);
      expect(status).toBe("success");
      expect([...log].sort()).toEqual(["beside", "follow", "join", "late", "left", "low", "plan"]);
    }
  });

  it("works inside of a subgraph, and of one inside of that", async () => {
    const { threadId, place } = await standing("family", {}, "child:deep:first");
    const skipped = await change("family", threadId, place, { kind: "skip", node: "first" });
    expect(skipped.checkpoint_ns).toBe(place.checkpoint_ns);
    expect(await nextOf(threadId, skipped)).toEqual(["second"]);
    const { status, log } = await goOn("family", threadId);
    expect(status).toBe("success");
    // It ran in the second round alone.
    expect(log.indexOf("second")).toBeLessThan(log.indexOf("first"));
  });
});

describe("what is next in a subgraph", () => {
  it("may be a node that asks: it is skipped together with its question", async () => {
    const { run, threadId } = await runner.run("asking", { input: {} });
    expect(run.state).toMatchObject({ status: "interrupted", interrupts: [{ node: "child" }] });
    const root = await readCheckpoint(runner.store, { thread_id: threadId, checkpoint_id: (await latest(threadId)).checkpoint_id });
    const checkpoint_ns = root?.tasks[0]?.checkpoint_ns ?? "";
    const inner = await latestEntry(runner.store, threadId, checkpoint_ns);
    const place = { checkpoint_id: inner?.checkpoint_id ?? "", checkpoint_ns };
    const skipped = await change("asking", threadId, place, { kind: "skip", node: "ask" });
    expect(await nextOf(threadId, skipped)).toEqual(["end"]);
    expect(await goOn("asking", threadId)).toEqual({ status: "success", log: ["other", "end", "after"] });
  });

  it("is left behind when the subgraph itself is skipped", async () => {
    const { threadId } = await standing("family", {}, "child:deep:first");
    const { checkpoint_id } = await latest(threadId);
    const skipped = await change("family", threadId, { checkpoint_id, checkpoint_ns: "" }, { kind: "skip", node: "child" });
    expect(await nextOf(threadId, skipped)).toEqual(["after"]);
  });

  it("is where one jumps to", async () => {
    const { threadId, place } = await standing("family", {}, "child:one");
    const gone = await change("family", threadId, place, { kind: "goto", goto: "two" });
    expect(await nextOf(threadId, gone)).toEqual(["two"]);
    const { run } = await runner.run("family", {
      thread_id: threadId,
      input: null,
      debug: { breakpoints: [], stop: StopSchema.parse({ at: "node", node: "after" }), hits: {} },
    });
    expect(run.state.status).toBe("interrupted");
    expect(await logOf(threadId)).toEqual(expect.arrayContaining(["before", "two"]));
    expect(await logOf(threadId)).not.toContain("one");
    await expect(change("family", threadId, place, { kind: "goto", goto: "after" })).rejects.toMatchObject({ code: "node_not_found" });
  });
});

describe("giving a node's output by hand", () => {
  it("counts as its result, through the reducers, and is read by its router", async () => {
    const { threadId, place } = await standing("crossing", { mode: "plain" }, "late");
    const given = await change("crossing", threadId, place, { kind: "output", node: "late", values: { score: 9, log: ["by hand"] } });
    expect(await nextOf(threadId, given)).toEqual(["high"]);
    const { log } = await goOn("crossing", threadId);
    expect(log.slice(-2)).toEqual(["by hand", "high"]);
    expect(log).not.toContain("late");
  });

  it("is refused with what the state or its reducer has against it", async () => {
    const { threadId, place } = await standing("crossing", { mode: "plain" }, "late");
    const attempt = (values: Record<string, string | number>) => change("crossing", threadId, place, { kind: "output", node: "late", values });
    await expect(attempt({ scroe: 1 })).rejects.toMatchObject({ code: "invalid_state", message: expect.stringContaining('no channel "scroe"') });
    await expect(attempt({ strict: 11 })).rejects.toMatchObject({
      code: "invalid_state",
      message: expect.stringContaining("It is at most 10, not 11"),
    });
    expect((await latest(threadId)).checkpoint_id).toBe(place.checkpoint_id);
  });

  it("is refused for a node that is not next or not there", async () => {
    const { threadId, place } = await standing("crossing", { mode: "plain" }, "late");
    await expect(change("crossing", threadId, place, { kind: "skip", node: "plan" })).rejects.toMatchObject({
      code: "nothing_to_run",
      message: '"plan" is not next at this checkpoint. Only late is.',
    });
    await expect(change("crossing", threadId, place, { kind: "skip", node: "gone" })).rejects.toMatchObject({ code: "node_not_found" });
    const missing = { ...place, checkpoint_id: randomUUID() };
    await expect(change("crossing", threadId, missing, { kind: "skip", node: "late" })).rejects.toMatchObject({ code: "checkpoint_not_found" });
  });
});

describe("going elsewhere", () => {
  it("makes exactly the given nodes next, and runs none", async () => {
    const { threadId, place } = await standing("crossing", { mode: "plain" }, "join");
    const gone = await change("crossing", threadId, place, { kind: "goto", goto: ["low", "beside"] });
    expect(await nextOf(threadId, gone)).toEqual(["beside", "low"]);
    const before = await logOf(threadId);
    const { status, log } = await goOn("crossing", threadId);
    expect(status).toBe("success");
    expect([...log].sort()).toEqual([...before, "beside", "low"].sort());
  });

  it("sends a node its own input", async () => {
    const { threadId, place } = await standing("crossing", { mode: "plain" }, "left");
    const gone = await change("crossing", threadId, place, { kind: "goto", goto: [{ node: "item", input: { word: "by hand" } }, "follow"] });
    expect(await nextOf(threadId, gone)).toEqual(["follow", "item"]);
    const view = await readCheckpoint(runner.store, { thread_id: threadId, ...gone });
    expect(view?.tasks.find(({ name }) => name === "item")).toMatchObject({ kind: "push", input: { word: "by hand" } });
    expect((await goOn("crossing", threadId)).log).toContain("item by hand");
  });

  it("may end the workflow, and goes on from a checkpoint of the past as well", async () => {
    const { threadId, place } = await standing("crossing", { mode: "plain" }, "left");
    await goOn("crossing", threadId);
    const ended = await change("crossing", threadId, place, { kind: "goto", goto: "__end__" });
    expect(await nextOf(threadId, ended)).toEqual([]);
    expect((await latest(threadId)).checkpoint_id).toBe(ended.checkpoint_id);
    expect(await logOf(threadId)).toEqual(["plan"]);
  });

  it("is refused for a node that is not there", async () => {
    const { threadId, place } = await standing("crossing", { mode: "plain" }, "left");
    await expect(change("crossing", threadId, place, { kind: "goto", goto: "gone" })).rejects.toMatchObject({ code: "node_not_found" });
  });
});

describe("running one node again", () => {
  it("starts from the checkpoint before it and stops right after it", async () => {
    const { threadId, place } = await standing("crossing", { mode: "plain" }, "late");
    await goOn("crossing", threadId);
    const stop = StopSchema.parse({ at: "node", node: "late", when: "after" });
    const { run } = await runner.run("crossing", {
      thread_id: threadId,
      input: null,
      cause: "replay",
      checkpoint_id: place.checkpoint_id,
      debug: { breakpoints: [], stop, hits: {} },
    });
    expect(run.state).toMatchObject({ status: "interrupted", breakpoint: { nodes: ["late"], when: "after", reason: { kind: "node" } } });
    expect((await logOf(threadId)).slice(-1)).toEqual(["late"]);
    expect((await latest(threadId)).next).toEqual(["low"]);
  });
});

describe("a channel that is saved as what was written to it", () => {
  it("takes what is given by hand once, and goes on from it", async () => {
    const features = new RunnerHarness("features");
    try {
      const step = { breakpoints: [], stop: StopSchema.parse({ at: "step" }), hits: {} };
      const { threadId } = await features.run("delta", { input: {}, debug: step });
      // The last event says that it was stopped.
      const goOnce = async () => dataOf((await features.run("delta", { thread_id: threadId, input: null, debug: step })).events, "values").at(-2);
      expect(await goOnce()).toMatchObject({ words: ["word 0", "word 1"] });
      const at = await latestEntry(features.store, threadId, "");
      const checkpoint = { checkpoint_id: at?.checkpoint_id ?? "", checkpoint_ns: "" };
      const given: Change = { kind: "output", node: "speak", values: { n: 2, words: "by hand" } };
      await features.ask({ type: "change_next", graph_id: "delta", thread_id: threadId, checkpoint, change: given });
      expect(await goOnce()).toMatchObject({ words: ["word 0", "word 1", "by hand", "word 2"] });
    } finally {
      await features.close();
    }
  });
});

describe("editing in nobody's name", () => {
  it("leaves parallel nodes and Sends next, each with its own input", async () => {
    const { threadId, place } = await standing("crossing", { mode: "send" }, "left");
    const due = await nextOf(threadId, place);
    const edited = await change("crossing", threadId, place, { kind: "edit", values: { log: ["by hand"], score: 9 } });
    expect(await nextOf(threadId, edited)).toEqual(due);
    expect(await logOf(threadId)).toEqual(["plan", "by hand"]);
    const { status, log } = await goOn("crossing", threadId);
    expect(status).toBe("success");
    expect([...log].sort()).toEqual(["by hand", "follow", "high", "item a", "item b", "join", "late", "left", "plan", "right"]);
  });

  it("leaves a join and a deferred node next", async () => {
    for (const node of ["join", "late"]) {
      const { threadId, place } = await standing("crossing", { mode: "plain" }, node);
      const due = await nextOf(threadId, place);
      const edited = await change("crossing", threadId, place, { kind: "edit", values: { score: 9 } });
      expect([node, await nextOf(threadId, edited)]).toEqual([node, due]);
      const { status, log } = await goOn("crossing", threadId);
      expect([node, status, log.filter((line) => line === node).length, log.at(-1)]).toEqual([node, "success", 1, "high"]);
    }
  });

  it("keeps what parallel nodes have done, and tries the one that failed again", async () => {
    const { threadId } = await runner.run("crossing", { input: { mode: "fail" } });
    const { checkpoint_id, checkpoint_ns } = await latest(threadId);
    const edited = await change("crossing", threadId, { checkpoint_id, checkpoint_ns }, { kind: "edit", values: { mode: "plain" } });
    expect(await nextOf(threadId, edited)).toContain("right");
    const { status, log } = await goOn("crossing", threadId);
    expect([status, log.filter((line) => line === "left").length, log.filter((line) => line === "right").length]).toEqual(["success", 1, 1]);
  });

  it("is shown beforehand without being saved, and refuses what the state does not have", async () => {
    const { threadId, place } = await standing("crossing", { mode: "plain" }, "left");
    const before = await latest(threadId);
    const preview = await runner.ask({
      type: "preview_update",
      graph_id: "crossing",
      thread_id: threadId,
      checkpoint: place,
      values: { log: ["by hand"] },
      as_node: KEEP_NEXT,
    });
    expect(preview).toMatchObject({ values: { log: ["plan", "by hand"] } });
    expect(
      z
        .object({ next: z.array(z.string()) })
        .parse(preview)
        .next.sort(),
    ).toEqual(["beside", "left", "right"]);
    expect((await latest(threadId)).checkpoint_id).toBe(before.checkpoint_id);
    await expect(change("crossing", threadId, place, { kind: "edit", values: { nope: 1 } })).rejects.toMatchObject({ code: "invalid_state" });
    await expect(change("crossing", threadId, place, { kind: "edit", values: { strict: 11 } })).rejects.toMatchObject({ code: "invalid_state" });
  });
});
