import { describe, expect, it } from "vitest";
import { noticeFor } from "@/components/debugger/side/run-notice";
import { run } from "./fixtures";

describe("what is said about the end of a run", () => {
  it("is nothing where all went well or a question says it", () => {
    expect(noticeFor(run(), 3, [])).toBeNull();
    expect(noticeFor(run({ state: { status: "interrupted", interrupts: [], breakpoint: null } }), 3, ["approval"])).toBeNull();
  });

  it("names the node, the error and what to do about it", () => {
    const error = { name: "TypeError", message: "x is not a function", stack: "at plan", node: "plan", task_id: null, hint: "Look at line 3." };
    expect(noticeFor(run({ state: { status: "error", error } }), 3, ["plan"])).toMatchObject({
      title: "plan failed: TypeError",
      text: "x is not a function",
      hint: "Look at line 3.",
    });
  });

  it("keeps a code for programs out of the title", () => {
    const error = { name: "unserializable_state", message: "“n” cannot be saved.", stack: null, node: null, task_id: null, hint: null };
    expect(noticeFor(run({ state: { status: "error", error } }), 3, [])).toMatchObject({ title: "The run failed", text: "“n” cannot be saved." });
  });

  it("says of a dead process what it did, why it died and what is kept", () => {
    const state = { status: "crashed" as const, exit_code: null, signal: "SIGKILL", message: "The process ended.", running: [] };
    const notice = noticeFor(run({ state }), 4, ["draft"]);
    expect(notice?.title).toBe("The process died while draft ran");
    expect(notice?.text).toBe("The process ended. (killed by SIGKILL)");
    expect(notice?.hint).toContain("All 4 checkpoints up to here are kept");
    expect(notice?.resume).toBe("Go on from the last checkpoint");
  });

  it("tells a breakpoint from a question", () => {
    const place = { checkpoint_ns: "", checkpoint_id: null, reason: { kind: "static" as const } };
    const state = { status: "interrupted" as const, interrupts: [], breakpoint: { nodes: ["draft"], when: "before" as const, ...place } };
    expect(noticeFor(run({ state }), 1, ["draft"])?.title).toBe("Paused before draft");
  });
});
