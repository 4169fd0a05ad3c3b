import { describe, expect, it, vi } from "vitest";
import { chooseSteps, isAtEnd, steppedNamespace } from "@/components/debugger/stepping/choose-steps";
import { findStop, isShown, type DebugStop } from "@/components/debugger/stepping/find-stop";
import { chooseNodeCommands, type NodeCommand } from "@/components/debugger/stepping/node-commands";
import { findDue, findLastRun } from "@/components/debugger/stepping/node-places";
import type { WorkbenchValue } from "@/components/debugger/workbench-context";
import type { GraphNode } from "@/lib/schema/graph";
import { description, entry, interrupt, run } from "../workbench/fixtures";
import { runActions, workbenchValue } from "../workbench/workbench-value";

function node(id: string, parent: string | null = null): GraphNode {
  const name = parent === null ? id : id.slice(parent.length + 1);
  const kind = id === "review" ? ("subgraph" as const) : ("node" as const);
  return { id, name, kind, parent, description: null, source: null, ends: [], triggers: [], defer: false, metadata: {} };
}

const WORKFLOW = description({ nodes: [node("gather"), node("review"), node("review:check", "review"), node("draft"), node("side")] });
const NS = "review:11111111-1111-4111-8111-111111111111";

const START = entry({ checkpoint_id: "a", step: 0, next: ["gather"] });
const HEAD = entry({ checkpoint_id: "b", parent_checkpoint_id: "a", step: 1, nodes: ["gather"], next: ["draft", "side"] });

function workbench(change: Partial<WorkbenchValue> = {}): WorkbenchValue {
  return workbenchValue({ description: WORKFLOW, entry: HEAD, path: [START, HEAD], canvasPath: [START, HEAD], headId: "b", ...change });
}

function stopIn(checkpointNs: string): DebugStop {
  return { runId: "r", nodes: ["review:check"], when: "before", checkpointNs, checkpointId: "c", reason: { kind: "step" } };
}

describe("the three steps", () => {
  it("run one superstep of the workflow, into what is next, and nothing out of the workflow", () => {
    const value = workbench();
    const steps = chooseSteps(value, null);
    steps.over.run();
    steps.into.run();
    expect(value.actions.continueFrom).toHaveBeenNthCalledWith(1, "b", { at: "step", checkpoint_ns: "" });
    expect(value.actions.continueFrom).toHaveBeenNthCalledWith(2, "b", { at: "into" });
    expect(steps.over).toMatchObject({ reason: null, explanation: "Run draft, side and stop after it" });
    expect(steps.out.reason).toBe("The thread does not stand inside of a subgraph");
  });

  it("step the graph that the run was stopped in, and out of it", () => {
    const value = workbench();
    const steps = chooseSteps(value, stopIn(NS));
    steps.over.run();
    steps.out.run();
    expect(value.actions.continueFrom).toHaveBeenNthCalledWith(1, "b", { at: "step", checkpoint_ns: NS });
    expect(value.actions.continueFrom).toHaveBeenNthCalledWith(2, "b", { at: "out", checkpoint_ns: NS });
    expect(steps.out.reason).toBeNull();
  });

  it("step the graph that is looked into where it is one around the stop, or away from the present", () => {
    const inner = `${NS}|deep:22222222-2222-4222-8222-222222222222`;
    expect(steppedNamespace(NS, true, stopIn(inner))).toBe(NS);
    expect(steppedNamespace("other:1", true, stopIn(inner))).toBe(inner);
    expect(steppedNamespace("other:1", false, stopIn(inner))).toBe("other:1");
    expect(steppedNamespace(NS, true, null)).toBe(NS);
  });

  it("say why they cannot be made", () => {
    const reason = (change: Partial<WorkbenchValue>) => chooseSteps(workbench(change), null).over.reason;
    expect(reason({ activeRun: run({ state: { status: "running", pid: 1 } }) })).toMatch(/pause it first/);
    expect(reason({ entry: entry({ next: [] }) })).toMatch(/ended here/);
    expect(reason({ description: null })).toMatch(/does not load/);
    expect(reason({ entry: null })).toMatch(/Nothing has run/);
    expect(reason({ mode: "design" })).toMatch(/Open a thread/);
    expect(reason({ waitingHere: [interrupt({ checkpoint_id: "b" })] })).toMatch(/your answer/);
    expect(chooseSteps(workbench({ isPast: true }), null).over.explanation).toContain("as a fork");
  });
});

describe("the end", () => {
  const inner = entry({ checkpoint_id: "i1", checkpoint_ns: NS, next: [] });
  const around = entry({ checkpoint_id: "b", next: ["review"] });

  it("of a subgraph is none while the graph around it waits for it", () => {
    const inside = { entry: inner, checkpointNs: NS, outerEntry: around };
    expect(isAtEnd(workbench({ ...inside, outerIsNewest: true }))).toBe(false);
    expect(isAtEnd(workbench({ ...inside, outerIsNewest: false }))).toBe(true);
    expect(isAtEnd(workbench({ ...inside, entry: { ...inner, source: "update" }, outerIsNewest: false }))).toBe(false);
  });

  it("of the workflow is where nothing is next", () => {
    expect(isAtEnd(workbench({ entry: entry({ next: [] }) }))).toBe(true);
    expect(isAtEnd(workbench())).toBe(false);
  });
});

describe("the stop that a thread stands at", () => {
  const place = { nodes: ["check"], when: "before" as const, checkpoint_ns: NS, checkpoint_id: "c", reason: { kind: "step" as const } };
  const stopped = run({ state: { status: "interrupted", interrupts: [], breakpoint: place } });

  it("names nodes of subgraphs as they are drawn", () => {
    expect(findStop(stopped, undefined, WORKFLOW)).toMatchObject({ nodes: ["review:check"], checkpointNs: NS });
  });

  it("is over once something newer was written, and none where the workflow asks", () => {
    const newer = entry({ run_id: null, created_at: "2027-01-01T00:00:00.000Z" });
    expect(findStop(stopped, newer, WORKFLOW)).toBeNull();
    expect(findStop(run({ state: { status: "interrupted", interrupts: [], breakpoint: null } }), undefined, WORKFLOW)).toBeNull();
    expect(findStop(run(), undefined, WORKFLOW)).toBeNull();
  });

  it("is shown where its own checkpoint is the newest of its graph", () => {
    const stop = findStop(stopped, undefined, WORKFLOW);
    if (stop === null) throw new Error("there is a stop");
    const inner = (id: string) => entry({ checkpoint_id: id, checkpoint_ns: NS });
    expect(isShown(stop, [HEAD, inner("c")], false)).toBe(true);
    expect(isShown(stop, [HEAD, inner("c"), inner("d")], true)).toBe(false);
    expect(isShown(stop, [HEAD], true)).toBe(true);
  });
});

describe("where a node is due, and where it ran", () => {
  const before = entry({ checkpoint_id: "i0", checkpoint_ns: NS, next: ["check"], outer_checkpoint_id: "b" });
  const after = entry({ checkpoint_id: "i1", parent_checkpoint_id: "i0", checkpoint_ns: NS, nodes: ["check"], next: ["polish"] });

  it("is the newest checkpoint of its own graph", () => {
    expect(findDue("gather", [START, HEAD], "")).toBeNull();
    expect(findDue("draft", [START, HEAD], "")).toEqual({ name: "draft", entry: HEAD });
    expect(findDue("review:check", [HEAD, before], "")).toEqual({ name: "check", entry: before });
    expect(findDue("review:check", [HEAD, before, after], "")).toBeNull();
  });

  it("is the step that it came to its end in, with the checkpoint that it started from", () => {
    expect(findLastRun("gather", [START, HEAD])).toMatchObject({ startId: "a", name: "gather" });
    expect(findLastRun("review:check", [HEAD, before, after])).toMatchObject({ startId: "i0", name: "check" });
    expect(findLastRun("check", [HEAD, before, after])).toBeNull();
  });

  it("prefers the execution that is looked into where a subgraph runs several times", () => {
    const other = { ...before, checkpoint_id: "o0", checkpoint_ns: "review:2" };
    expect(findDue("review:check", [HEAD, before, other], NS)?.entry).toBe(before);
    expect(findDue("review:check", [HEAD, before, other], "")?.entry).toBe(other);
  });
});

describe("what can be done with a node", () => {
  function commands(nodeId: string, change: Partial<WorkbenchValue> = {}) {
    const value = workbench({ actions: runActions(), ...change });
    const deps = { workbench: value, openDialog: vi.fn(), skip: vi.fn() };
    const byId = Object.fromEntries(chooseNodeCommands(nodeId, deps).map((command) => [command.id, command]));
    const command = (id: NodeCommand["id"]): NodeCommand => {
      const found = byId[id];
      if (found === undefined) throw new Error(`no ${id}`);
      return found;
    };
    return { ...deps, command, continueFrom: value.actions.continueFrom };
  }

  it("skips a due node, and says which others stay next", () => {
    const { command, skip } = commands("draft");
    expect(command("skip").explanation).toContain("side stays next");
    command("skip").run();
    expect(skip).toHaveBeenCalledWith({ name: "draft", entry: HEAD });
    expect(commands("gather").command("skip").reason).toBe("gather is not next at this checkpoint");
  });

  it("runs a due node and stops after it, and an earlier one from where it had started", () => {
    const due = commands("draft");
    due.command("run").run();
    expect(due.continueFrom).toHaveBeenCalledWith("b", { at: "node", node: "draft", when: "after" });
    const earlier = commands("gather");
    earlier.command("run").run();
    expect(earlier.continueFrom).toHaveBeenCalledWith("a", { at: "node", node: "gather", when: "after" });
    expect(commands("review").command("run").reason).toBe("review has not run on the way here");
  });

  it("runs to a node, but not to one that is next", () => {
    const { command, continueFrom } = commands("review");
    command("run-to").run();
    expect(continueFrom).toHaveBeenCalledWith("b", { at: "node", node: "review", when: "before" });
    expect(commands("draft").command("run-to").reason).toBe("draft is next already");
  });

  it("jumps from the graph that the node belongs to", () => {
    const inner = entry({ checkpoint_id: "i0", checkpoint_ns: NS, next: ["check"] });
    const { command, openDialog } = commands("review:check", { canvasPath: [START, HEAD, inner] });
    command("jump").run();
    expect(openDialog).toHaveBeenCalledWith({ kind: "jump", place: { name: "check", entry: inner }, target: "review:check" });
  });

  it("does nothing while a run is under way", () => {
    const { command } = commands("draft", { activeRun: run({ state: { status: "running", pid: 1 } }) });
    for (const id of ["run-to", "run", "skip", "output", "jump", "write"] as const) expect(command(id).reason).toMatch(/pause it first/);
  });
});
