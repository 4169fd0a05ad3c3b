import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { BreakpointSpecSchema, StopSchema, type Breakpoint, type Stop } from "../../lib/schema/breakpoint";
import type { RunSpec } from "../../lib/schema/run";
import { latestEntry, readTimeline } from "../../lib/store/timeline";
import { readCheckpoint } from "../../lib/store/checkpoints";
import { RunnerHarness, type FinishedRun } from "./harness";
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
async function placesUntilEnd(debugged: Debugged, first: FinishedRun, go: () => Promise<FinishedRun>): Promise<string[]> {
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
    expect(await placesUntilEnd(debugged, first, () => debugged.go(stops))).toEqual(["before review", "before review", "before review", "success"]);
    expect(await debugged.values()).toMatchObject({ notes: ["draft 1", "review 1", "draft 2", "review 2", "draft 3", "review 3", "published"] });
  });

  it("stops after the node, with what it wrote saved", async () => {
    const debugged = new Debugged("loop");
    const stops = [after("draft")];
    const first = await debugged.start({ topic: "tea" }, stops);
    expect(placeOf(first)).toBe("after draft");
    expect(await debugged.values()).toMatchObject({ round: 1 });
    expect(await placesUntilEnd(debugged, first, () => debugged.go(stops))).toEqual(["after draft", "after draft", "after draft", "success"]);
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
    expect(await placesUntilEnd(debugged, first, () => debugged.go(stops))).toEqual([
      "before child:deep:second",
      "after child:two",
      "before child:deep:second",
      "after child:two",
      "success",
    ]);
    const round = ["one", "first", "second", "two"];
    // A subgraph starts from the whole log and gives it back together with its own lines.
    expect((await debugged.values())["log"]).toEqual(expect.arrayContaining(["before", ...round, "after"]));
    expect(JSON.stringify(await debugged.values()).split('"second"').length).toBeGreaterThan(1);
  });

  it("changes nothing in what the workflow does", async () => {
    const plain = new Debugged("family");
    await plain.start({});
    const debugged = new Debugged("family");
    const stops = [breakpoint({ kind: "all", when: "before" })];
    await placesUntilEnd(debugged, await debugged.start({}, stops), () => debugged.go(stops));
    expect(await debugged.values()).toEqual(await plain.values());
  });
});

describe("a breakpoint on all nodes", () => {
  it("stops before every node of every graph", async () => {
    const debugged = new Debugged("family");
    const stops = [breakpoint({ kind: "all", when: "before" })];
    const places = await placesUntilEnd(debugged, await debugged.start({}, stops), () => debugged.go(stops));
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
