import { describe, expect, it } from "vitest";
import { isLifecycle, isLiveMessage } from "../../lib/client/live-shapes";
import { LiveMessageSchema, type LiveMessage } from "../../lib/schema/live";
import { LifecycleSchema, type Lifecycle } from "../../lib/schema/run";
import { entry, run, thread } from "../components/workbench/fixtures";

const at = "2026-01-01T00:00:00.000Z";
const { run_id, thread_id, graph_id } = run();
const task = { task_id: "t", node: "plan", checkpoint_ns: "", step: 1, at };

const messages: LiveMessage[] = [
  { type: "hello", thread: thread(), active_runs: [run()] },
  { type: "run", run: run() },
  { type: "events", run_id, events: [{ seq: 1, event: "values", data: "{}" }] },
  { type: "thread", thread: thread() },
  { type: "thread", thread: null },
  { type: "workflow", graph_id },
  { type: "breakpoints", graph_id },
  { type: "marks", thread_id },
  { type: "runner", responsive: true, message: "" },
];

const told: Lifecycle[] = [
  { type: "run_started", run_id, at },
  { type: "task_started", ...task },
  { type: "task_finished", ...task, ms: 3, outcome: "failed", error: { name: "TypeError", message: "no" } },
  { type: "task_finished", ...task, ms: 3, outcome: "cached", error: null },
  { type: "checkpoint", entry: entry({}) },
  { type: "run_finished", run_id, state: { status: "success" }, at },
];

/** The value with one of its fields gone, for each field. */
const broken = (value: object) => Object.keys(value).map((name) => ({ ...value, [name]: undefined }));

describe("the shapes of the event stream", () => {
  it("takes what the schemas describe", () => {
    for (const message of messages) expect([LiveMessageSchema.safeParse(message).success, isLiveMessage(message)]).toEqual([true, true]);
    for (const lifecycle of told) expect([LifecycleSchema.safeParse(lifecycle).success, isLifecycle(lifecycle)]).toEqual([true, true]);
  });

  it("takes every state that a run can come to", () => {
    const states = LiveMessageSchema.options[1].shape.run.shape.state.options.map((option) => option.shape.status.value);
    for (const status of states) {
      const state = { status, interrupts: [], breakpoint: null, error: { name: "", message: "" } };
      expect([status, isLiveMessage({ type: "run", run: { ...run(), state } })]).toEqual([status, true]);
    }
  });

  it("takes no message that lacks something the page reads", () => {
    for (const message of messages) for (const value of broken(message)) expect([value, isLiveMessage(value)]).toEqual([value, false]);
    const state = { status: "from the future" };
    expect(isLiveMessage({ type: "run", run: { ...run(), state } })).toBe(false);
    expect(isLiveMessage({ type: "events", run_id, events: [{ seq: "1", event: "values", data: "{}" }] })).toBe(false);
    expect(isLiveMessage([])).toBe(false);
  });

  it("takes nothing told of a run that lacks something the page reads", () => {
    for (const lifecycle of told)
      for (const value of broken({ ...lifecycle, at: undefined })) {
        if (value.at === undefined && "type" in value && LifecycleSchema.safeParse({ ...value, at }).success) continue;
        expect([value, isLifecycle(value)]).toEqual([value, false]);
      }
    expect(isLifecycle({ type: "checkpoint", entry: { ...entry({}), next: [1] } })).toBe(false);
    expect(isLifecycle({ type: "task_finished", ...task, ms: 3, outcome: "lost", error: null })).toBe(false);
  });
});
