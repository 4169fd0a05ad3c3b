import { randomUUID } from "node:crypto";
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { BreakpointSpecSchema, StopSchema, type Breakpoint } from "../../lib/schema/breakpoint";
import type { RunSpec } from "../../lib/schema/run";
import { latestEntry, readTimeline } from "../../lib/store/timeline";
import { readCheckpoint } from "../../lib/store/checkpoints";
import { HOME, projectOf, RunnerHarness, type FinishedRun } from "./harness";
import type { z } from "zod";

let runner: RunnerHarness;
beforeAll(async () => {
  runner = new RunnerHarness("debugger");
  await runner.ready;
});
afterAll(() => runner.close());

type SpecInput = z.input<typeof BreakpointSpecSchema>;

function breakpoint(spec: SpecInput, enabled = true): Breakpoint {
  return { breakpoint_id: randomUUID(), graph_id: "any", enabled, spec: BreakpointSpecSchema.parse(spec), created_at: new Date().toISOString() };
}

const before = (node: string, more: { condition?: string; hits?: number } = {}) => breakpoint({ kind: "node", node, when: "before", ...more });
const after = (node: string, more: { condition?: string; hits?: number } = {}) => breakpoint({ kind: "node", node, when: "after", ...more });

/** A thread that is run piece by piece. */
class Debugged {
  last: FinishedRun | null = null;
  readonly #graph: string;

  constructor(graph: string) {
    this.#graph = graph;
  }

  async start(input: Record<string, string>, breakpoints: Breakpoint[] = [], stop: z.input<typeof StopSchema> = { at: "end" }): Promise<FinishedRun> {
    return this.#run({ input, debug: { breakpoints, stop: StopSchema.parse(stop), hits: {} } });
  }

  async go(breakpoints: Breakpoint[] = [], stop: z.input<typeof StopSchema> = { at: "end" }, spec: Partial<RunSpec> = {}): Promise<FinishedRun> {
    const state = this.last?.run.state;
    const hits = state?.status === "interrupted" ? (state.hits ?? {}) : {};
    return this.#run({ input: null, debug: { breakpoints, stop: StopSchema.parse(stop), hits }, ...spec });
  }

  async #run(spec: Partial<RunSpec>): Promise<FinishedRun> {
    const thread = this.last === null ? {} : { thread_id: this.last.threadId };
    this.last = await runner.run(this.#graph, { ...thread, ...spec });
    return this.last;
  }

  get threadId(): string {
    if (this.last === null) throw new Error("It has not been started");
    return this.last.threadId;
  }

  /** The workflow's state now. */
  async values(): Promise<Record<string, unknown>> {
    const latest = await latestEntry(runner.store, this.threadId, "");
    if (latest === null) throw new Error("It has no checkpoint");
    return (await readCheckpoint(runner.store, { thread_id: this.threadId, checkpoint_id: latest.checkpoint_id }))?.values ?? {};
  }
}

function stopOf({ run }: FinishedRun) {
  if (run.state.status !== "interrupted" || run.state.breakpoint === null) throw new Error(`It did not stop: ${JSON.stringify(run.state)}`);
  return run.state.breakpoint;
}

/** The nodes, `before` or `after`, and the names on the way to them. */
function placeOf(finished: FinishedRun): string {
  if (finished.run.state.status === "success") return "success";
  const { nodes, when, checkpoint_ns } = stopOf(finished);
  const path = checkpoint_ns.split("|").flatMap((segment) => (segment === "" ? [] : [segment.replace(/:.*/, "")]));
  return `${when} ${[...path, nodes.join("+")].join(":")}`;
}

/** Goes on until the end; where it stopped on the way. */
async function placesUntilEnd(first: FinishedRun, go: () => Promise<FinishedRun>): Promise<string[]> {
  const places: string[] = [];
  for (let finished = first; ; finished = await go()) {
    places.push(placeOf(finished));
    if (finished.run.state.status === "success" || places.length > 30) return places;
  }
}

describe("a breakpoint on a node", () => {
  it("stops before the node, on every visit, and lets a continue pass it", async () => {
    const debugged = new Debugged("loop");
    const stops = [before("review")];
    const first = await debugged.start({ topic: "tea" }, stops);
    expect(stopOf(first)).toMatchObject({
      nodes: ["review"],
      when: "before",
      checkpoint_ns: "",
      checkpoint_id: first.run.head_checkpoint_id,
      reason: { kind: "breakpoint", breakpoint_id: stops[0]?.breakpoint_id, hits: 1 },
    });
    expect(await debugged.values()).toMatchObject({ notes: ["draft 1"] });
    expect(await placesUntilEnd(first, () => debugged.go(stops))).toEqual(["before review", "before review", "before review", "success"]);
    expect(await debugged.values()).toMatchObject({ notes: ["draft 1", "review 1", "draft 2", "review 2", "draft 3", "review 3", "published"] });
  });

  it("stops after the node, with what it wrote saved", async () => {
    const debugged = new Debugged("loop");
    const stops = [after("draft")];
    const first = await debugged.start({ topic: "tea" }, stops);
    expect(placeOf(first)).toBe("after draft");
    expect(await debugged.values()).toMatchObject({ round: 1 });
    expect(await placesUntilEnd(first, () => debugged.go(stops))).toEqual(["after draft", "after draft", "after draft", "success"]);
  });

  it("stops before the first node of a run with an input, and is success after the last", async () => {
    const debugged = new Debugged("loop");
    expect(placeOf(await debugged.start({ topic: "tea" }, [before("draft")]))).toBe("before draft");
    expect(await debugged.values()).toMatchObject({ topic: "tea", notes: [] });
    expect(placeOf(await debugged.go([after("publish")]))).toBe("success");
  });

  it("stops nothing where its node is not there, or while it is switched off", async () => {
    const debugged = new Debugged("loop");
    const off = { ...before("review"), enabled: false };
    expect(placeOf(await debugged.start({ topic: "tea" }, [before("vanished"), before("child:vanished"), off]))).toBe("success");
  });

  it("stops in subgraphs at any depth, again on the next visit, and goes on from there", async () => {
    const debugged = new Debugged("family");
    const stops = [before("child:deep:second"), after("child:two")];
    const first = await debugged.start({}, stops);
    expect(placeOf(first)).toBe("before child:deep:second");
    const stopped = stopOf(first);
    const inner = await readCheckpoint(runner.store, {
      thread_id: debugged.threadId,
      checkpoint_ns: stopped.checkpoint_ns,
      checkpoint_id: stopped.checkpoint_id ?? "",
    });
    expect(inner).toMatchObject({ values: { depth: 1 }, next: ["second"] });
    expect(await placesUntilEnd(first, () => debugged.go(stops))).toEqual([
      "before child:deep:second",
      "after child:two",
      "before child:deep:second",
      "after child:two",
      "success",
    ]);
  });

  it("changes nothing in what the workflow does", async () => {
    const plain = new Debugged("family");
    await plain.start({});
    const debugged = new Debugged("family");
    const stops = [breakpoint({ kind: "all", when: "before" })];
    await placesUntilEnd(await debugged.start({}, stops), () => debugged.go(stops));
    expect(await debugged.values()).toEqual(await plain.values());
  });
});

describe("a breakpoint on all nodes", () => {
  it("stops before every node of every graph", async () => {
    const debugged = new Debugged("family");
    const stops = [breakpoint({ kind: "all", when: "before" })];
    const places = await placesUntilEnd(await debugged.start({}, stops), () => debugged.go(stops));
    const child = [
      "before child",
      "before child:one",
      "before child:deep",
      "before child:deep:first",
      "before child:deep:second",
      "before child:two",
    ];
    expect(places).toEqual(["before before", ...child, "before after", ...child, "before after", "success"]);
  });
});

describe("stepping", () => {
  it("goes one superstep of the workflow, over subgraphs, to the end", async () => {
    const debugged = new Debugged("family");
    const step = { at: "step" } as const;
    const places = await placesUntilEnd(await debugged.start({}, [], step), () => debugged.go([], step));
    expect(places).toEqual(["before child", "before after", "before child", "before after", "success"]);
    expect(stopOf(await new Debugged("family").start({}, [], step)).reason).toEqual({ kind: "step" });
  });

  it("goes into subgraphs where one is next", async () => {
    const debugged = new Debugged("family");
    const into = { at: "into" } as const;
    const places = await placesUntilEnd(await debugged.start({}, [], into), () => debugged.go([], into));
    const child = [
      "before child",
      "before child:one",
      "before child:deep",
      "before child:deep:first",
      "before child:deep:second",
      "before child:two",
    ];
    expect(places).toEqual([...child, "before after", ...child, "before after", "success"]);
  });

  it("steps in the subgraph that is looked at, and leaves it with its end", async () => {
    const debugged = new Debugged("family");
    const first = await debugged.start({}, [before("child:one")]);
    const step = { at: "step", checkpoint_ns: stopOf(first).checkpoint_ns } as const;
    expect([placeOf(await debugged.go([], step)), placeOf(await debugged.go([], step)), placeOf(await debugged.go([], step))]).toEqual([
      "before child:deep",
      "before child:two",
      "before after",
    ]);
  });

  it("steps out to the graph around", async () => {
    const debugged = new Debugged("family");
    const first = await debugged.start({}, [before("child:deep:second")]);
    const out = await debugged.go([], { at: "out", checkpoint_ns: stopOf(first).checkpoint_ns });
    expect(placeOf(out)).toBe("before child:two");
    expect(placeOf(await debugged.go([], { at: "out", checkpoint_ns: stopOf(out).checkpoint_ns }))).toBe("before after");
    expect(placeOf(await debugged.go([], { at: "out", checkpoint_ns: "" }))).toBe("success");
  });

  it("stops on the way over a subgraph at a breakpoint in it", async () => {
    const debugged = new Debugged("family");
    const step = { at: "step" } as const;
    await debugged.start({}, [], step);
    const stopped = await debugged.go([before("child:deep:first")], step);
    expect(placeOf(stopped)).toBe("before child:deep:first");
    expect(stopOf(stopped).reason).toMatchObject({ kind: "breakpoint" });
  });

  it("runs to a node, before or after it, in a subgraph too", async () => {
    const debugged = new Debugged("family");
    expect(placeOf(await debugged.start({}, [], { at: "node", node: "child:deep:second" }))).toBe("before child:deep:second");
    const reached = await debugged.go([], { at: "node", node: "child:two", when: "after" });
    expect(placeOf(reached)).toBe("after child:two");
    expect(stopOf(reached).reason).toEqual({ kind: "node" });
    expect(placeOf(await debugged.go([], { at: "node", node: "nowhere" }))).toBe("success");
  });

  it("steps from a past checkpoint on a branch of its own, with its subgraphs by their names", async () => {
    const debugged = new Debugged("family");
    await debugged.start({});
    const { checkpoints } = await readTimeline(runner.store, debugged.threadId, { checkpoint_ns: "", limit: 100 });
    const past = checkpoints.findLast((entry) => entry.next.includes("child"));
    const replay = { checkpoint_id: past?.checkpoint_id ?? null, cause: "replay" } as const;
    const first = await debugged.go([before("child:one")], { at: "end" }, replay);
    expect(placeOf(first)).toBe("before child:one");
    const step = await debugged.go([], { at: "step", checkpoint_ns: stopOf(first).checkpoint_ns });
    expect(placeOf(step)).toBe("before child:deep");
  });
});

describe("a condition", () => {
  it("is asked with the state", async () => {
    const debugged = new Debugged("loop");
    const stops = [before("review", { condition: "round > 1 && notes.length > 2" })];
    const first = await debugged.start({ topic: "tea" }, stops);
    expect(stopOf(first)).toMatchObject({ nodes: ["review"], reason: { kind: "breakpoint", hits: 1 } });
    expect(await debugged.values()).toMatchObject({ round: 2 });
  });

  it("sees after a node what it wrote and how the state was before", async () => {
    const debugged = new Debugged("loop");
    const stops = [after("draft", { condition: "update.round === 2 && previous.round === 1 && len(notes) === len(previous.notes) + 1" })];
    expect(placeOf(await debugged.start({ topic: "tea" }, stops))).toBe("after draft");
    expect(await debugged.values()).toMatchObject({ round: 2 });
    expect(placeOf(await debugged.go(stops))).toBe("success");
  });

  it("that cannot be evaluated stops and says why", async () => {
    const debugged = new Debugged("loop");
    const failed = before("review", { condition: "noets.length > 3" });
    const stopped = await debugged.start({ topic: "tea" }, [failed]);
    expect(stopOf(stopped).reason).toMatchObject({
      kind: "failed_condition",
      breakpoint_id: failed.breakpoint_id,
      message: 'There is no channel "noets". The state has topic, round, notes.',
    });
    const endless = after("draft", {
      condition:
        "notes.map(a => [1,2,3,4,5,6,7,8,9].map(b => [1,2,3,4,5,6,7,8,9])).length > text(state).split('').map(a => text(state).split('').map(b => text(state).split('').length)).length",
    });
    const other = await debugged.start({ topic: "long ".repeat(200) }, [endless]);
    expect(stopOf(other).reason).toMatchObject({ kind: "failed_condition", message: expect.stringMatching(/too (long|much)/) });
  });

  it("stops from the nth time on, counted over the runs that go on from one another", async () => {
    const debugged = new Debugged("loop");
    const stops = [before("review", { hits: 2 }), after("draft", { hits: 3 })];
    const first = await debugged.start({ topic: "tea" }, stops);
    expect(stopOf(first).reason).toMatchObject({ kind: "breakpoint", hits: 2 });
    expect(await debugged.values()).toMatchObject({ round: 2 });
    expect(placeOf(await debugged.go(stops))).toBe("after draft");
    expect(await debugged.values()).toMatchObject({ round: 3 });
    // A new input counts from the start: there is one review in this round.
    expect(placeOf(await debugged.start({ topic: "again" }, stops))).toBe("success");
  });
});

describe("a data breakpoint", () => {
  it("stops when a step changes the channel, not when the input does", async () => {
    const debugged = new Debugged("loop");
    const stops = [breakpoint({ kind: "channel", channel: "round" }), breakpoint({ kind: "channel", channel: "topic" })];
    const places = await placesUntilEnd(await debugged.start({ topic: "tea" }, stops), () => debugged.go(stops));
    expect(places).toEqual(["after draft", "after draft", "after draft", "success"]);
  });

  it("stops in the subgraph that changes its own channel", async () => {
    const debugged = new Debugged("family");
    const stopped = await debugged.start({}, [breakpoint({ kind: "channel", channel: "depth", condition: "depth === 2" })]);
    expect(placeOf(stopped)).toBe("after child:deep:second");
  });

  it("stops when an expression becomes true, once", async () => {
    const debugged = new Debugged("loop");
    const stops = [breakpoint({ kind: "condition", condition: "notes.length > 2" })];
    const places = await placesUntilEnd(await debugged.start({ topic: "tea" }, stops), () => debugged.go(stops));
    expect(places).toEqual(["after draft", "success"]);
    const other = new Debugged("loop");
    expect(placeOf(await other.start({ topic: "tea" }, [breakpoint({ kind: "condition", condition: "topic === 'tea'" })]))).toBe("success");
  });

  it("asks an expression in the graph that has its channels, and says so where none has", async () => {
    const debugged = new Debugged("family");
    expect(placeOf(await debugged.start({}, [breakpoint({ kind: "condition", condition: "depth > 1" })]))).toBe("after child:deep:second");
    const failed = await new Debugged("family").start({}, [breakpoint({ kind: "condition", condition: "deepness > 1" })]);
    expect(stopOf(failed).reason).toMatchObject({ kind: "failed_condition", message: expect.stringContaining('There is no channel "deepness"') });
  });

  it("is told first where several match, with the nodes of all", async () => {
    const debugged = new Debugged("loop");
    const stops = [
      after("review"),
      breakpoint({ kind: "condition", condition: "len(notes) > 1" }),
      breakpoint({ kind: "channel", channel: "notes" }),
    ];
    await debugged.start({ topic: "tea" }, stops);
    const second = await debugged.go(stops);
    expect(stopOf(second)).toMatchObject({ nodes: ["review"], reason: { breakpoint_id: stops[0]?.breakpoint_id } });
  });
});

describe("parallel tasks", () => {
  it("stop together, and go on together", async () => {
    const debugged = new Debugged("pair");
    const stops = [before("right:b")];
    const first = await debugged.start({}, stops);
    expect(placeOf(first)).toBe("before right:b");
    const notes = await placesUntilEnd(first, () => debugged.go(stops));
    expect(notes).toEqual(["before right:b", "success"]);
    const log = (await debugged.values())["log"];
    expect([...(log as string[])].sort()).toEqual(["join", "left a", "left b", "left c", "plain", "right a", "right b", "right c"]);
  });

  it("stop in a subgraph that a node's code calls", async () => {
    const debugged = new Debugged("pair");
    const stops = [after("left:b")];
    expect(await placesUntilEnd(await debugged.start({}, stops), () => debugged.go(stops))).toEqual(["after left:b", "success"]);
    const log = (await debugged.values())["log"];
    expect([...(log as string[])].sort()).toEqual(["join", "left a", "left b", "left c", "plain", "right a", "right b", "right c"]);
  });

  it("of Sends stop in each instance", async () => {
    const debugged = new Debugged("many");
    const stops = [before("child:shout")];
    const reached: string[] = [];
    for (
      let one = await debugged.start({ text: "some tea from the hills" }, stops);
      one.run.state.status !== "success";
      one = await debugged.go(stops)
    ) {
      const { also = [], ...first } = stopOf(one);
      for (const place of [first, ...also]) reached.push(`${place.when} ${place.nodes.join()} in ${place.checkpoint_ns}`);
    }
    expect(new Set(reached).size).toBe(3);
    expect(reached).toHaveLength(3);
    expect([...((await debugged.values())["words"] as string[])].sort()).toEqual(["FROM", "HILLS", "SOME", "tea", "the"]);
  });
});

describe("a pause", () => {
  it("stops at the next superstep of any graph, and nothing is lost", async () => {
    const debugged = new Debugged("slow");
    const { runId, threadId, done } = await runner.start("slow", { input: {} });
    await runner.waitFor(runId, ({ data }) => data.includes('"tick"'));
    runner.child.send({ type: "pause", run_id: runId, by: "a person" });
    const paused = await done;
    debugged.last = paused;
    expect(stopOf(paused)).toMatchObject({ nodes: ["tick"], when: "before", reason: { kind: "pause", by: "a person" } });
    const { checkpoint_ns, checkpoint_id } = stopOf(paused);
    const inner = await readCheckpoint(runner.store, { thread_id: threadId, checkpoint_ns, checkpoint_id: checkpoint_id ?? "" });
    const n = Number(inner?.values["n"]);
    expect(n).toBeGreaterThan(0);
    const next = await debugged.go([], { at: "step", checkpoint_ns });
    const after = stopOf(next);
    const later = await readCheckpoint(runner.store, {
      thread_id: threadId,
      checkpoint_ns: after.checkpoint_ns,
      checkpoint_id: after.checkpoint_id ?? "",
    });
    expect(later?.values["n"]).toBe(n + 1);
  });
});

describe("a workflow of CommonJS", () => {
  it("stops at its breakpoints too, in its own copy of LangGraph", async () => {
    const commonJs = new RunnerHarness("commonjs");
    try {
      const stop = StopSchema.parse({ at: "end" });
      const { run } = await commonJs.run("good", {
        input: {},
        debug: { breakpoints: [breakpoint({ kind: "all", when: "before" })], stop, hits: {} },
      });
      expect(run.state).toMatchObject({ status: "interrupted", breakpoint: { when: "before", reason: { kind: "breakpoint" } } });
    } finally {
      await commonJs.close();
    }
  });

  it("stops where the project's packages are links, as some package managers make them", async () => {
    const project = mkdtempSync(join(tmpdir(), "retrograph-linked-"));
    mkdirSync(join(project, "graphs"));
    cpSync(join(projectOf("commonjs"), "graphs/good.ts"), join(project, "graphs/good.ts"));
    symlinkSync(join(HOME, "node_modules"), join(project, "node_modules"));
    const linked = new RunnerHarness(relative(projectOf("."), project));
    try {
      const stop = StopSchema.parse({ at: "end" });
      const debug = { breakpoints: [breakpoint({ kind: "all", when: "before" })], stop, hits: {} };
      const { run } = await linked.run("good", { input: {}, debug });
      expect(run.state).toMatchObject({ status: "interrupted", breakpoint: { when: "before", reason: { kind: "breakpoint" } } });
    } finally {
      await linked.close();
      rmSync(project, { recursive: true, force: true });
    }
  });
});

describe("a graph that asks", () => {
  it("tells its question and where it was stopped beside it", async () => {
    const stops = [before("child:end")];
    const asked = await runner.run("asking", { input: {}, debug: { breakpoints: stops, stop: StopSchema.parse({ at: "end" }), hits: {} } });
    if (asked.run.state.status !== "interrupted") throw new Error(JSON.stringify(asked.run.state));
    expect(asked.run.state).toMatchObject({ interrupts: [{ node: "child" }], breakpoint: null });
    const resume = Object.fromEntries(asked.run.state.interrupts.map(({ id }) => [id, "yes"]));
    const debugged = new Debugged("asking");
    debugged.last = asked;
    const stopped = await debugged.go(stops, { at: "end" }, { cause: "resume", command: { resume } });
    expect(placeOf(stopped)).toBe("before child:end");
    expect(placeOf(await debugged.go(stops))).toBe("success");
    expect((await debugged.values())["log"]).toEqual(["asked yes", "other", "end", "after"]);
  });
});
