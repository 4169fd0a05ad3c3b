import { describe, expect, it } from "vitest";
import { asOfThen, findHead, stepDurations, wentOn, withDueTasks } from "@/components/debugger/head";
import { buildTree } from "@/lib/graph/tree";
import { entry, run } from "./fixtures";

const RUN_A = "aaaaaaaa-aaaa-4aaa-8aaa-aaaaaaaaaaaa";
const RUN_B = "bbbbbbbb-bbbb-4bbb-8bbb-bbbbbbbbbbbb";
const at = (second: number) => new Date(Date.UTC(2026, 0, 1, 0, 0, second)).toISOString();

const TRUNK = [
  entry({ checkpoint_id: "1", run_id: RUN_A, created_at: at(1) }),
  entry({ checkpoint_id: "2", run_id: RUN_A, created_at: at(2), parent_checkpoint_id: "1" }),
  entry({ checkpoint_id: "3", run_id: RUN_A, created_at: at(3), parent_checkpoint_id: "2" }),
];
const DONE = run({ run_id: RUN_A, created_at: at(0), updated_at: at(4), head_checkpoint_id: "3" });

describe("findHead", () => {
  it("is the newest checkpoint of a thread at rest", () => {
    expect(findHead(TRUNK, [DONE])).toBe("3");
    expect(findHead([], [])).toBeNull();
  });

  it("is where a run began until it has written something", () => {
    const replay = run({ run_id: RUN_B, created_at: at(9), updated_at: at(9), state: { status: "running", pid: 1 }, from_checkpoint_id: "1" });
    expect(findHead(TRUNK, [replay, DONE])).toBe("1");
    const written = [...TRUNK, entry({ checkpoint_id: "4", run_id: RUN_B, created_at: at(10), parent_checkpoint_id: "1" })];
    expect(findHead(written, [replay, DONE])).toBe("4");
  });

  it("stays on the branch of a run that ended without writing", () => {
    const failed = run({
      run_id: RUN_B,
      created_at: at(9),
      updated_at: at(10),
      state: { status: "cancelled", by: "a person" },
      from_checkpoint_id: "2",
    });
    expect(findHead(TRUNK, [failed, DONE])).toBe("2");
  });

  it("goes to what was forked after the newest run", () => {
    const forked = [...TRUNK, entry({ checkpoint_id: "4", run_id: null, source: "update", created_at: at(20), parent_checkpoint_id: "2" })];
    expect(findHead(forked, [DONE])).toBe("4");
  });
});

describe("stepDurations", () => {
  it("measures steps inside a run and never the time a person took", () => {
    const path = [
      entry({ checkpoint_id: "1", run_id: RUN_A, created_at: at(1) }),
      entry({ checkpoint_id: "2", run_id: RUN_A, created_at: at(3), nodes: ["plan"] }),
      entry({ checkpoint_id: "3", run_id: RUN_B, created_at: at(50), nodes: ["approval"] }),
    ];
    expect(stepDurations(path)).toEqual({ plan: 2000 });
  });
});

describe("withDueTasks", () => {
  it("counts what is due as running while the stream has not told of it", () => {
    const head = entry({ step: 2, next: ["draft"] });
    expect(withDueTasks([], head)).toMatchObject([{ node: "draft", step: 3, status: "running" }]);
  });

  it("believes the stream as soon as it speaks of the step", () => {
    const told = [{ task_id: "t", node: "draft", checkpoint_ns: "", step: 3, status: "done" as const, ms: 5, error: null }];
    expect(withDueTasks(told, entry({ step: 2, next: ["draft"] }))).toEqual(told);
  });
});

describe("a moment in the past", () => {
  const asked = entry({ checkpoint_id: "1", next: ["approval"], has_interrupt: true, created_at: at(1) });
  const answered = entry({ checkpoint_id: "2", parent_checkpoint_id: "1", source: "loop", created_at: at(2) });
  const forked = entry({ checkpoint_id: "3", parent_checkpoint_id: "1", source: "update", created_at: at(3) });

  it("is past once a run went on from it, not when it was only forked", () => {
    expect(wentOn(buildTree([asked, answered]), "1")).toBe(true);
    expect(wentOn(buildTree([asked, forked]), "1")).toBe(false);
  });

  it("shows what was due then, not what came of it", () => {
    expect(asOfThen([asked])).toMatchObject([{ next: ["approval"], has_interrupt: false }]);
    expect(asOfThen([])).toEqual([]);
  });
});
