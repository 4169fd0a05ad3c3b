import { describe, expect, it } from "vitest";
import { groupThreads, threadHref, threadStanding } from "@/components/threads/thread-status";
import { thread } from "./fixtures";

const last = (status: string) => ({ run_id: "r", status, message: null });

describe("threadStanding", () => {
  it("tells a crash from a failed node, and a stop from both", () => {
    expect(threadStanding(thread({ status: "error", last_run: last("crashed") })).label).toBe("process died");
    expect(threadStanding(thread({ status: "error", last_run: last("error") })).label).toBe("failed");
    expect(threadStanding(thread({ last_run: last("cancelled") }))).toMatchObject({ label: "stopped", section: "earlier" });
  });

  it("puts a question before anything but a run", () => {
    expect(threadStanding(thread({ status: "interrupted", waiting: 1, last_run: last("interrupted") })).section).toBe("needs-you");
    expect(threadStanding(thread({ status: "busy", waiting: 1 })).section).toBe("running");
  });
});

describe("groupThreads", () => {
  it("leaves out empty sections and keeps the order within one", () => {
    const threads = [
      thread({ title: "a", last_run: last("success") }),
      thread({ title: "b", waiting: 1 }),
      thread({ title: "c", last_run: last("success") }),
    ];
    expect(groupThreads(threads).map((section) => [section.title, section.threads.map((item) => item.title)])).toEqual([
      ["Needs you", ["b"]],
      ["Earlier", ["a", "c"]],
    ]);
  });
});

describe("threadHref", () => {
  it("leads to the workbench of the workflow, whatever its id looks like", () => {
    expect(threadHref(thread({ graph_id: "a/b c" }))).toContain("/w/a%2Fb%20c/t/");
    expect(threadHref(thread({ graph_id: null }))).toMatch(/^\/t\//);
  });
});
