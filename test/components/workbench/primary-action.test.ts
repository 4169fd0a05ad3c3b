import { describe, expect, it, vi } from "vitest";
import { choosePrimary } from "@/components/debugger/top-bar/use-primary-action";
import type { WorkbenchValue } from "@/components/debugger/workbench-context";
import { entry, interrupt, run } from "./fixtures";
import { workbenchValue } from "./workbench-value";

function workbench(change: Partial<WorkbenchValue> = {}): WorkbenchValue {
  return workbenchValue({ entry: entry({ next: [] }), headId: "a", ...change });
}

const never = () => {};

describe("the main button", () => {
  it("runs again where the workflow has ended", () => {
    const value = workbench();
    const action = choosePrimary(value, never);
    action?.run();
    expect(action?.label).toBe("Run");
    expect(value.openRunForm).toHaveBeenCalled();
  });

  it("goes on where something is left to run, and says when that makes a fork", () => {
    const value = workbench({ entry: entry({ checkpoint_id: "a", step: 2, next: ["draft"] }) });
    const action = choosePrimary(value, never);
    action?.run();
    expect(action).toMatchObject({ label: "Continue", explanation: "Go on with draft" });
    expect(value.actions.continueFrom).toHaveBeenCalledWith("a");
    expect(choosePrimary({ ...value, headId: "z" }, never)?.explanation).toContain("as a fork");
  });

  it("leads to the question before anything else", () => {
    const value = workbench({ entry: entry({ next: ["approval"] }), waitingHere: [interrupt({ checkpoint_id: "a" })] });
    choosePrimary(value, never)?.run();
    expect(value.focusAnswer).toHaveBeenCalled();
  });

  it("rests while a run is under way and when the workflow does not load", () => {
    expect(choosePrimary(workbench({ activeRun: run({ state: { status: "pending" } }) }), never)).toBeNull();
    expect(choosePrimary(workbench({ isStarting: true }), never)).toBeNull();
    expect(choosePrimary(workbench({ description: null }), never)).toBeNull();
    expect(choosePrimary(workbench({ mode: "design", description: null }), never)).toBeNull();
  });

  it("begins a new thread from Design mode", () => {
    const open = vi.fn();
    choosePrimary(workbench({ mode: "design" }), open)?.run();
    expect(open).toHaveBeenCalled();
  });
});
