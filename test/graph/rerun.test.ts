import { describe, expect, it } from "vitest";
import { leadsTo, nodesAfter } from "../../lib/graph/rerun-then";
import { planTasks, type DueLevel } from "../../lib/graph/rerun-tasks";
import { warningsOf } from "../../lib/graph/rerun-words";
import type { TaskView } from "../../lib/schema/checkpoint";
import type { GraphEdge, GraphNode } from "../../lib/schema/graph";
import type { PastCall, PlannedTask } from "../../lib/schema/rerun";

function task(name: string, change: Partial<TaskView> = {}): TaskView {
  return {
    id: `${name}-id`,
    name,
    status: "pending",
    attempts: 0,
    error: null,
    interrupts: [],
    writes: [],
    result: null,
    checkpoint_ns: null,
    kind: "pull",
    ...change,
  };
}

const level = (tasks: TaskView[], checkpoint_ns = ""): DueLevel => ({ checkpoint_ns, checkpoint_id: `c${checkpoint_ns}`, tasks });
const asks = (name: string, id: string) => task(name, { status: "interrupted", ms: 1, interrupts: [{ id, value: null }] });
const done = (name: string) => task(name, { status: "done", attempts: 1, result: {} });

describe("the tasks that a run starts with", () => {
  const step = level([
    asks("a", "1"),
    asks("b", "2"),
    done("c"),
    task("d"),
    task("e", { status: "failed", attempts: 1 }),
    task("f", { attempts: 1 }),
  ]);
  const told = (anew: boolean, answered: Set<string> | null) => {
    const planned = planTasks({ levels: [step], anew, answered });
    return { due: planned.due.map(({ node, why, again }) => `${node} ${why}${again ? " again" : ""}`), done: planned.done.map(({ node }) => node) };
  };

  it("are those without a result, the answered and the unanswered, where the run goes on", () => {
    expect(told(false, new Set(["1"]))).toEqual({
      due: ["a answered again", "b unanswered again", "d next", "e failed again", "f stopped again"],
      done: ["c"],
    });
  });

  it("are all of them where the superstep is run anew", () => {
    expect(told(true, new Set())).toEqual({
      due: ["a unanswered again", "b unanswered again", "c replayed again", "d next", "e failed again", "f replayed again"],
      done: [],
    });
  });

  it("have the handler of an error among them, and not the task that failed", () => {
    const handled = level([task("a", { status: "failed", attempts: 1, handled_by: "h" }), { ...done("h"), handles: "a-id" }, asks("q", "1")]);
    const { due } = planTasks({ levels: [handled], anew: false, answered: null });
    expect(due.map(({ node, why }) => [node, why])).toEqual([
      ["h", "replayed"],
      ["q", "answered"],
    ]);
  });

  it("go on inside of a subgraph where it stands, and leave one alone whose result is kept", () => {
    const outer = level([
      { ...asks("child", "1"), checkpoint_ns: "child:x" },
      { ...done("other"), checkpoint_ns: "other:y" },
    ]);
    const inner = [level([done("i1"), asks("i2", "1")], "child:x"), level([task("j")], "other:y")];
    const planned = planTasks({ levels: [outer, ...inner], anew: false, answered: null });
    expect(planned.due.map(({ node }) => node)).toEqual(["child", "child:i2"]);
    expect(planned.done.map(({ node }) => node)).toEqual(["other", "child:i1"]);
  });
});

function node(id: string, change: Partial<GraphNode> = {}): GraphNode {
  const name = id.split(":").at(-1) ?? id;
  const kind = name === "__start__" ? "start" : name === "__end__" ? "end" : "node";
  return { id, name, kind, parent: null, description: null, source: null, ends: [], triggers: [], defer: false, metadata: {}, ...change };
}

const edge = (source: string, target: string, kind: GraphEdge["kind"] = "static"): GraphEdge => ({
  id: `${source}${target}${kind}`,
  source,
  target,
  kind,
  labels: [],
});
const from = (starts: string[], change: Partial<Parameters<typeof nodesAfter>[1]> = {}) => ({
  starts,
  finished: [],
  entered: new Set<string>(),
  arrived: new Map<string, string[]>(),
  ...change,
});
const words = (then: ReturnType<typeof nodesAfter>) => then.map((one) => (one.certain ? one.node : `${one.node}?`));

describe("what follows", () => {
  it("is certain along plain edges, and not behind a router", () => {
    const drawing = {
      nodes: ["a", "b", "c", "d", "__end__"].map((id) => node(id)),
      edges: [edge("a", "b"), edge("b", "c", "conditional"), edge("c", "d"), edge("d", "__end__")],
    };
    expect(words(nodesAfter(drawing, from(["a"])))).toEqual(["b", "c?", "d?"]);
  });

  it("waits at a join for whoever is not there", () => {
    const join = node("z", { triggers: ["join:a+b:z"] });
    const drawing = { nodes: [node("a"), node("b"), join], edges: [edge("a", "z"), edge("b", "z")] };
    expect(words(nodesAfter(drawing, from(["a"])))).toEqual(["z?"]);
    expect(words(nodesAfter(drawing, from(["a"], { finished: ["b"] })))).toEqual(["z"]);
    expect(words(nodesAfter(drawing, from(["a"], { arrived: new Map([["join:a+b:z", ["b"]]]) })))).toEqual(["z"]);
    expect(leadsTo(drawing, "a", new Map())).toEqual({ certain: [], possible: [] });
    expect(leadsTo(drawing, "a", new Map([["join:a+b:z", ["b"]]]))).toEqual({ certain: ["z"], possible: [] });
  });

  it("leads into a subgraph, through it and on, and not once more into one that has begun", () => {
    const inner = ["child:__start__", "child:i", "child:__end__"].map((id) => node(id, { parent: "child" }));
    const drawing = {
      nodes: [node("a"), node("child", { kind: "subgraph" }), node("z"), ...inner],
      edges: [edge("a", "child"), edge("child", "z"), edge("child:__start__", "child:i"), edge("child:i", "child:__end__")],
    };
    expect(words(nodesAfter(drawing, from(["a"])))).toEqual(["child", "child:i", "z"]);
    expect(words(nodesAfter(drawing, from(["child", "child:i"], { entered: new Set(["child"]) })))).toEqual(["z"]);
  });
});

function call(name: string, change: Partial<PastCall> = {}): PastCall {
  return {
    run_id: "11111111-1111-4111-8111-111111111111",
    span_id: name,
    name,
    kind: "tool",
    input: {},
    started_at: "2026-01-01T00:00:00.000Z",
    is_effect: true,
    again: "repeats",
    idempotency_key: null,
    deduplicated: null,
    ...change,
  };
}

const planned = (past: PastCall[], change: Partial<PlannedTask> = {}): PlannedTask => ({
  node: "tools",
  checkpoint_ns: "",
  task_id: "t",
  again: true,
  why: "answered",
  code: null,
  past,
  ...change,
});

const sentences = (tasks: PlannedTask[], later: Parameters<typeof warningsOf>[2] = [], action: "resume" | "fork" | "replay" = "resume") =>
  warningsOf(action, tasks, later).map(({ severity, text }) => `${severity}: ${text}`);

describe("what is warned of", () => {
  it("is a side effect that happens again, with what is known of its key", () => {
    expect(sentences([planned([call("book_room")])])).toEqual([
      "danger: `book_room` will be called again with the same arguments. It stands before the question in `tools`, which runs again from its first line. It carries no idempotency key.",
    ]);
    expect(sentences([planned([call("book_room", { idempotency_key: "k", deduplicated: true })])])[0]).toContain(
      "It carries an idempotency key; the service kept one the last time it was repeated.",
    );
  });

  it("says each name once, however often it was called", () => {
    expect(sentences([planned([call("send"), call("send", { span_id: "2" }), call("send", { span_id: "3" })])])).toHaveLength(1);
    expect(sentences([planned([call("send"), call("send"), call("send")])])[0]).toContain("called again 3 times");
  });

  it("puts what is worst first, and what is kept last", () => {
    const past = [call("keep", { again: "kept" }), call("gpt", { kind: "model", is_effect: false }), call("send")];
    expect(sentences([planned(past)]).map((text) => text.split(":")[0])).toEqual(["danger", "warning", "info"]);
  });

  it("is what the text shows and no trace can", () => {
    const place = { file: "a.ts", start: 0, end: 1, line: 4, column: 1 };
    const code = { file: "a.ts", source: "", first_line: 1, interrupt_lines: [5], before: [2, 4] satisfies [number, number] };
    const calls = [
      { name: "writeFile", kind: "effect" as const, place, kept: false },
      { name: "bookRoom.invoke", kind: "effect" as const, place, kept: false },
      { name: "sendOnce", kind: "effect" as const, place, kept: true },
    ];
    expect(sentences([planned([call("book_room")], { code: { ...code, calls } })]).map((text) => text.slice(0, 22))).toEqual([
      "danger: `book_room` wi",
      "danger: `writeFile` (l",
    ]);
  });

  it("is nothing of a task that has not begun", () => {
    expect(sentences([planned([call("send")], { again: false, why: "next" })])).toEqual([]);
  });

  it("counts what ran behind the point the last time", () => {
    const later = [
      { kind: "model" as const, name: "gpt", count: 3, is_effect: false },
      { kind: "tool" as const, name: "search", count: 1, is_effect: false },
      { kind: "tool" as const, name: "send", count: 2, is_effect: true },
    ];
    expect(sentences([], later, "fork")).toEqual([
      "danger: `send` twice ran after this the last time and may happen again, if the run goes the same way.",
      "warning: 3 model calls and 1 tool call ran after this the last time; they may be made, and paid for, again.",
    ]);
  });
});
