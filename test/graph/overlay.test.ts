import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { computeOverlay, type CanvasOverlay, type LiveTask, type OverlayInput } from "../../lib/graph/overlay";
import { countVisits, toNodePrefix } from "../../lib/graph/visits";
import type { TaskView, TimelineEntry } from "../../lib/schema/checkpoint";
import { drawing, edge, node, RESEARCH, REVIEW } from "./drawings";
import { entry } from "./entries";

const START = "__start__";

/** A run's checkpoints from its supersteps: the input, then one per list of nodes; `due` is what runs after the last. */
function run(supersteps: string[][], due: string[] = []): TimelineEntry[] {
  const all = [[START], ...supersteps];
  const next = (index: number) => all[index] ?? due;
  return [
    entry("c-1", null, -1, { next: [START], nodes: [] }),
    ...all.map((nodes, index) => entry(`c${index}`, `c${index - 1}`, index, { nodes: [...new Set(nodes)], next: next(index + 1) })),
  ];
}

function task(name: string, status: TaskView["status"], rest: Partial<TaskView> = {}): TaskView {
  return { id: name, name, status, attempts: 1, error: null, interrupts: [], writes: [], result: null, checkpoint_ns: null, kind: "pull", ...rest };
}

function live(node: string, step: number, status: LiveTask["status"], rest: Partial<LiveTask> = {}): LiveTask {
  return { task_id: `${node}-${step}`, node, checkpoint_ns: "", step, status, ms: null, error: null, ...rest };
}

function overlayOf(input: Partial<OverlayInput>): CanvasOverlay {
  return computeOverlay({ description: RESEARCH, path: [], tasks: [], live: [], ...input });
}

function statuses(overlay: CanvasOverlay): Record<string, string> {
  return Object.fromEntries(Object.entries(overlay.nodes).flatMap(([id, { status }]) => (status === "idle" ? [] : [[id, status]])));
}

function taken({ edges }: CanvasOverlay): Record<string, number> {
  return Object.fromEntries(Object.entries(edges).flatMap(([id, edge]) => (edge.taken === 0 ? [] : [[id, edge.taken]])));
}

const last = ({ edges }: CanvasOverlay) => Object.keys(edges).filter((id) => edges[id]?.last);

describe("the overlay of a moment", () => {
  it("shows everything as not reached before the first run", () => {
    const overlay = overlayOf({});
    expect(statuses(overlay)).toEqual({});
    expect(taken(overlay)).toEqual({});
    expect(Object.keys(overlay.nodes)).toHaveLength(RESEARCH.nodes.length);
    expect(Object.keys(overlay.edges)).toHaveLength(RESEARCH.edges.length);
  });

  it("fills what ran, lets what is due glow, and follows the way that was taken", () => {
    const overlay = overlayOf({ path: run([["plan"], ["search"], ["note"], ["plan"], ["read"], ["note"]], ["draft"]) });
    expect(statuses(overlay)).toEqual({ [START]: "done", plan: "done", search: "done", read: "done", note: "done", draft: "next" });
    expect(overlay.nodes.note).toMatchObject({ visits: 2, attempts: 1, tasks: 1 });
    expect(taken(overlay)).toEqual({
      "__start__>plan": 1,
      "plan>search conditional": 1,
      "plan>read conditional": 1,
      "search>note": 1,
      "read>note": 1,
      "note>plan conditional": 1,
      "note>draft conditional": 1,
    });
    expect(last(overlay)).toEqual(["note>draft conditional"]);
  });

  it("says who waits, who failed and why, from the tasks of the moment", () => {
    const path = run([["plan"], ["search"], ["note"], ["draft"]], ["approval"]);
    const waiting = overlayOf({ path, tasks: [task("approval", "interrupted")], durations: { draft: 1200 } });
    expect(waiting.nodes.approval).toEqual({ status: "interrupted", visits: 1, ms: null, attempts: 1, tasks: 1, error: null });
    expect(waiting.nodes.draft?.ms).toBe(1200);
    const error = { name: "Error", message: "no such file", stack: null };
    const failed = overlayOf({ path, tasks: [task("approval", "failed", { attempts: 3, error })] });
    expect(failed.nodes.approval).toMatchObject({ status: "failed", attempts: 3, error: "no such file" });
  });

  it("takes outcome from the index as long as the tasks are not there", () => {
    const path = run([["plan"]], ["search"]);
    const head = path.at(-1);
    if (head === undefined) throw new Error("a run has checkpoints");
    expect(overlayOf({ path: [...path.slice(0, -1), { ...head, has_error: true }] }).nodes.search?.status).toBe("failed");
    expect(overlayOf({ path: [...path.slice(0, -1), { ...head, has_interrupt: true }] }).nodes.search?.status).toBe("interrupted");
    const two = { ...head, next: ["search", "read"], has_error: true };
    expect(overlayOf({ path: [...path.slice(0, -1), two] }).nodes.search?.status).toBe("next");
  });

  it("reaches the end only when nothing else is due", () => {
    const done = overlayOf({ path: run([["plan"], ["read"], ["note"], ["draft"], ["approval"], ["publish"]]) });
    expect(done.nodes.__end__?.status).toBe("done");
    expect(last(done)).toEqual(["publish>__end__"]);
    const again = [
      ...run([["plan"], ["read"], ["note"], ["draft"], ["approval"], ["publish"]]),
      entry("c7", "c6", 7, { source: "input", nodes: [], next: [START] }),
    ];
    expect(overlayOf({ path: again }).nodes.__end__?.status).toBe("idle");
    expect(taken(overlayOf({ path: again }))["publish>__end__"]).toBe(1);
  });

  it("counts parallel instances of one node as one visit with several tasks", () => {
    const fan = drawing([edge(START, "split"), edge("split", "work", "command"), edge("work", "join"), edge("join", "__end__")]);
    const due = overlayOf({ description: fan, path: run([["split"]], ["work", "work", "work"]) });
    expect(due.nodes.work).toMatchObject({ status: "next", tasks: 3, visits: 0 });
    const tasks = [task("work", "done", { id: "1" }), task("work", "pending", { id: "2" }), task("work", "failed", { id: "3" })];
    expect(overlayOf({ description: fan, path: run([["split"]], ["work", "work", "work"]), tasks }).nodes.work).toMatchObject({
      status: "failed",
      tasks: 3,
      visits: 1,
    });
    const done = overlayOf({ description: fan, path: run([["split"], ["work", "work", "work"]], ["join"]) });
    expect(done.nodes.work).toMatchObject({ status: "done", visits: 1 });
    expect(taken(done)["work>join"]).toBe(1);
  });

  it("counts both edges into a join, also when one of them had to wait", () => {
    const join = drawing([edge(START, "a"), edge(START, "b"), edge("b", "b2"), edge("a", "c"), edge("b2", "c"), edge("c", "__end__")]);
    const overlay = overlayOf({ description: join, path: run([["a", "b"], ["b2"]], ["c"]) });
    expect(taken(overlay)).toMatchObject({ "a>c": 1, "b2>c": 1, "b>b2": 1 });
    expect(last(overlay)).toEqual(["a>c", "b2>c"]);
  });

  it("counts a node that runs in a loop on itself", () => {
    const poll = drawing([edge(START, "poll"), edge("poll", "poll", "conditional", ["not yet"]), edge("poll", "__end__", "conditional", ["ready"])]);
    const overlay = overlayOf({ description: poll, path: run([["poll"], ["poll"], ["poll"]]) });
    expect(overlay.nodes.poll?.visits).toBe(3);
    expect(taken(overlay)).toEqual({ "__start__>poll": 1, "poll>poll conditional": 2, "poll>__end__ conditional": 1 });
  });
});

describe("ways that no edge declares", () => {
  it("are shown once a run took them, and marked so", () => {
    const overlay = overlayOf({ path: run([["plan"], ["draft"], ["plan"]], ["draft"]) });
    expect(overlay.undeclared?.map(({ source, target }) => [source, target])).toEqual([
      ["plan", "draft"],
      ["draft", "plan"],
    ]);
    const [first] = overlay.undeclared ?? [];
    expect(overlay.edges[first?.id ?? ""]).toEqual({ taken: 2, last: false });
  });

  it("are not guessed where several nodes ran at once, or where an edge explains them", () => {
    expect(overlayOf({ path: run([["plan", "search"]], ["draft"]) })).not.toHaveProperty("undeclared");
    expect(overlayOf({ path: run([["plan"], ["search"], ["note"]], ["plan"]) })).not.toHaveProperty("undeclared");
  });
});

describe("edits and forks on the way", () => {
  const before = run([["plan"], ["search"], ["note"]], ["draft"]);

  it("do not count an edit as a run of the node that it speaks for", () => {
    const edited = entry("u", "c3", 4, { source: "update", nodes: ["note"], next: ["draft"] });
    const overlay = overlayOf({ path: [...before, edited] });
    expect(overlay.nodes.note).toMatchObject({ status: "done", visits: 1 });
    expect(taken(overlay)["note>draft conditional"]).toBe(1);
    expect(last(overlay)).toEqual(["note>draft conditional"]);
  });

  it("follow an edit that goes another way than the node did", () => {
    const edited = entry("u", "c3", 4, { source: "update", nodes: ["note"], next: ["plan"] });
    const overlay = overlayOf({ path: [...before, edited] });
    expect(taken(overlay)).not.toHaveProperty("note>draft conditional");
    expect(last(overlay)).toEqual(["note>plan conditional"]);
  });

  it("let an edit speak for a node that never ran", () => {
    const edited = entry("u", "c3", 4, { source: "update", nodes: ["approval"], next: ["publish"] });
    const overlay = overlayOf({ path: [...before, edited] });
    expect(overlay.nodes.approval).toMatchObject({ status: "done", visits: 0, attempts: 0 });
    expect(last(overlay)).toEqual(["approval>publish conditional"]);
  });

  it("count nothing for a replay that only writes its moment again", () => {
    const replay = entry("f", "c3", 4, { source: "fork", nodes: [], next: ["draft"] });
    const overlay = overlayOf({ path: [...before, replay, entry("g", "f", 5, { nodes: ["draft"], next: ["approval"] })] });
    expect(overlay.nodes.note?.visits).toBe(1);
    expect(overlay.nodes.draft?.visits).toBe(1);
    expect(taken(overlay)["note>draft conditional"]).toBe(1);
  });

  it("count a copied superstep as the one that it stands for", () => {
    const copy = entry("f", "c2", 3, { source: "fork", nodes: [], next: ["draft"] });
    const overlay = overlayOf({ path: [...before.slice(0, -1), copy] });
    expect(overlay.nodes.note).toMatchObject({ status: "done", visits: 1 });
    expect(last(overlay)).toEqual(["note>draft conditional"]);
  });
});

describe("a run that goes on", () => {
  const path = run([["plan"]], ["search"]);

  it("shows what runs before its checkpoint is written", () => {
    const overlay = overlayOf({ path, live: [live("plan", 1, "done", { ms: 40 }), live("search", 2, "running")] });
    expect(overlay.nodes.plan).toMatchObject({ status: "done", visits: 1, ms: 40 });
    expect(overlay.nodes.search).toMatchObject({ status: "running", visits: 1, ms: null });
  });

  it("believes the newer of path and events about a node that is due again", () => {
    const ahead = run([["plan"], ["search"], ["note"]], ["plan"]);
    const overlay = overlayOf({ path: ahead, live: [live("plan", 1, "done", { ms: 40 })] });
    expect(overlay.nodes.plan).toMatchObject({ status: "next", visits: 1, ms: 40 });
  });

  it("does not count a task twice that both the checkpoint and the events tell of", () => {
    const overlay = overlayOf({ path, tasks: [task("search", "interrupted")], live: [live("search", 2, "running")] });
    expect(overlay.nodes.search).toMatchObject({ status: "running", visits: 1 });
  });

  it("runs as long as one of several instances does, and fails with the first", () => {
    const both = (status: LiveTask["status"]) => [
      live("search", 2, "done", { task_id: "1" }),
      live("search", 2, status, { task_id: "2", error: "gone" }),
    ];
    expect(overlayOf({ path, live: both("running") }).nodes.search).toMatchObject({ status: "running", tasks: 2, error: null });
    expect(overlayOf({ path, live: both("failed") }).nodes.search).toMatchObject({ status: "failed", tasks: 2, error: "gone" });
  });

  it("ignores tasks of nodes that the drawing does not have", () => {
    expect(() => overlayOf({ path, live: [live("hidden", 1, "running", { checkpoint_ns: "search:1|hidden:2" })] })).not.toThrow();
  });
});

describe("the inside of a subgraph", () => {
  const inside = { checkpoint_ns: "review:t" };
  const path = run([["intake"]], ["review"]);
  const review = live("review", 2, "running", { task_id: "t" });

  it("follows its tasks while it runs", () => {
    const overlay = overlayOf({ description: REVIEW, path, live: [review, live("style", 1, "done", inside), live("facts", 1, "running", inside)] });
    expect(statuses(overlay)).toMatchObject({ review: "running", "review:style": "done", "review:facts": "running", "review:__start__": "done" });
    expect(taken(overlay)).toMatchObject({ "intake>review": 1, "review:__start__>review:style": 1, "review:__start__>review:facts": 1 });
    expect(overlay.nodes["review:__end__"]?.status).toBe("idle");
  });

  it("reaches its end when the task that runs it is done", () => {
    const tasks = [
      { ...review, status: "done" as const },
      live("style", 1, "done", inside),
      live("facts", 1, "done", inside),
      live("verdict", 2, "done", inside),
    ];
    const overlay = overlayOf({ description: REVIEW, path, live: tasks });
    expect(overlay.nodes["review:__end__"]?.status).toBe("done");
    expect(taken(overlay)).toMatchObject({ "review:style>review:verdict": 1, "review:facts>review:verdict": 1, "review:verdict>review:__end__": 1 });
  });

  it("counts its own checkpoints apart from those around it", () => {
    const child = run([["style", "facts"]], ["verdict"]).map((row) => ({ ...row, checkpoint_ns: "review:t" }));
    const overlay = overlayOf({ description: REVIEW, path: [...path, ...child] });
    expect(statuses(overlay)).toEqual({
      [START]: "done",
      intake: "done",
      review: "next",
      "review:__start__": "done",
      "review:style": "done",
      "review:facts": "done",
      "review:verdict": "next",
    });
  });

  it("takes the edge to an inner node for the way into the subgraph", () => {
    const xray = drawing([edge(START, "sub:a"), edge("sub:a", "sub:b"), edge("sub:b", "out", "conditional"), edge("out", "__end__")]);
    const description = { ...xray, nodes: [...xray.nodes, ...drawing([edge("sub", "sub")]).nodes] };
    const overlay = overlayOf({ description, path: run([["sub"]], ["out"]) });
    expect(taken(overlay)).toEqual({ "__start__>sub:a": 1, "sub:b>out conditional": 1 });
  });

  it("names nodes after the namespace that they run in", () => {
    expect(toNodePrefix("")).toBe("");
    expect(toNodePrefix("child:1f0")).toBe("child:");
    expect(toNodePrefix("child:1f0|inner:2a1")).toBe("child:inner:");
  });
});

describe("counting visits", () => {
  /** Walks along the research workflow, choosing one edge out of each node. */
  const walks = fc.array(fc.nat(), { maxLength: 40 }).map((choices) => {
    const nodes = ["plan"];
    for (const choice of choices) {
      const ways = RESEARCH.edges.filter(({ source, target }) => source === nodes.at(-1) && target !== "__end__");
      const way = ways[choice % Math.max(ways.length, 1)];
      if (way === undefined) break;
      nodes.push(way.target);
    }
    return nodes;
  });

  it("enters every node by an edge as often as it runs", () => {
    fc.assert(
      fc.property(walks, (walk) => {
        const visits = countVisits(RESEARCH, run(walk.map((name) => [name])));
        for (const { id, kind } of RESEARCH.nodes) {
          if (kind !== "node") continue;
          const entered = RESEARCH.edges.reduce((sum, { id: way, target }) => sum + (target === id ? (visits.edges.get(way) ?? 0) : 0), 0);
          expect(entered).toBe(walk.filter((name) => name === id).length);
          expect(visits.nodes.get(id) ?? 0).toBe(entered);
        }
      }),
    );
  });
});

describe("a node whose error handler took over", () => {
  const handler = "__error_handler__risky";
  const HANDLED = drawing(
    [
      edge("__start__", "risky"),
      edge("risky", "after"),
      edge("risky", handler, "conditional", ["error"]),
      edge(handler, "__end__"),
      edge("after", "__end__"),
    ],
    [node(handler, { kind: "error_handler" })],
  );

  it("has failed, and was left for the handler, whose way on no edge tells", () => {
    const overlay = overlayOf({ description: HANDLED, path: run([["risky", handler], ["after"]]) });
    expect([overlay.nodes["risky"]?.status, overlay.nodes[handler]?.status, overlay.nodes["after"]?.status]).toEqual(["failed", "done", "done"]);
    const taken = Object.entries(overlay.edges).flatMap(([id, { taken: times }]) => (times > 0 ? [id] : []));
    expect(taken.sort()).toEqual(
      ["__start__>risky", `risky>${handler} conditional`, "after>__end__", JSON.stringify(["undeclared", handler, "after"])].sort(),
    );
  });

  it("is done again once it runs without failing", () => {
    const overlay = overlayOf({ description: HANDLED, path: run([["risky", handler], ["risky"], ["after"]]) });
    expect(overlay.nodes["risky"]).toMatchObject({ status: "done", visits: 2 });
  });
});
