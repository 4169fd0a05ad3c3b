// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, describe, expect, it, vi } from "vitest";
import { causeWords } from "@/components/debugger/explain/cause-words";
import { summaryWords } from "@/components/debugger/explain/change-words";
import { initialMapping, toBody } from "@/components/debugger/explain/mapping";
import { recordedTargets } from "@/components/debugger/explain/recorded-targets";
import { RevisionDialog } from "@/components/debugger/explain/revision-dialog";
import { RoutesView } from "@/components/debugger/explain/routes-view";
import { WhyView } from "@/components/debugger/explain/why-view";
import { buildTree } from "@/lib/graph/tree";
import type { TaskView } from "@/lib/schema/checkpoint";
import type { Cause, RevisionReport, Routes } from "@/lib/schema/explain";
import { entry } from "../../graph/entries";

afterEach(cleanup);

function cause(via: Cause["via"], source: string | null, label: string | null = null): Cause {
  return { via, source, checkpoint_id: "b", task_id: null, label };
}

const words = (...causes: Cause[]) => causeWords({ channel: "branch:to:x", version: 2, seen: null, causes });

const ROUTES: Routes = {
  ms: 3,
  routes: [
    {
      name: "next",
      source: "draft",
      task_id: "t",
      outcome: { ok: true, answer: "revise", targets: [{ node: "revise", label: null }] },
      others: [{ node: "publish", label: "fine" }],
    },
  ],
};

describe("the reasons", () => {
  it("say in one sentence who led here and how", () => {
    expect(words(cause("edge", "plan"))).toBe("An edge from plan leads here.");
    expect(words(cause("join", "a"), cause("join", "b"))).toBe("All that it waits for have arrived: a and b.");
    expect(words(cause("conditional", "plan", "more"))).toBe("The router after plan chose it by “more”.");
    expect(words(cause("command", null))).toBe("A command from outside went here.");
    expect(words(cause("update", "plan"))).toBe("A person wrote the state as plan, which led here.");
    expect(words(cause("unknown", null))).toContain("missing or damaged");
    expect(words()).toBe("What led here is not recorded.");
  });

  it("lead to the step, show a packet's own input, and fold a thousand tasks", () => {
    const tree = buildTree([entry("a", null, -1), entry("b", "a", 0)]);
    const onSelect = vi.fn();
    const tasks = Array.from({ length: 1000 }, (_, index) => ({
      task_id: String(index),
      kind: "push" as const,
      triggers: [{ channel: "__pregel_tasks", version: 2, seen: null, causes: [cause("send", "plan")] }],
      input: { item: index },
    }));
    render(<WhyView why={{ node: "work", tasks, missing: [] }} tree={tree} onSelectCheckpoint={onSelect} />);
    expect(screen.getAllByText("plan sent a packet here.")).toHaveLength(5);
    fireEvent.click(screen.getAllByRole("button", { name: "step 0" })[0] as HTMLElement);
    expect(onSelect).toHaveBeenCalledWith("b");
    screen.getByRole("button", { name: "Show 995 more tasks" });
  });
});

describe("asking again", () => {
  it("says when the current code picks another way than the run went, and marks both", () => {
    render(<RoutesView routes={ROUTES} recorded={["publish"]} />);
    expect(screen.getByRole("status").textContent).toContain("The run went to publish; the current code picks revise.");
    screen.getByText("picks now");
    screen.getByText("went then");
  });

  it("says when it picks the same, and what went wrong where a router failed", () => {
    const { rerender } = render(<RoutesView routes={ROUTES} recorded={["revise"]} />);
    expect(screen.getByRole("status").textContent).toContain("The current code picks revise too.");
    const [route] = ROUTES.routes;
    if (route === undefined) throw new Error("there is no route");
    const failed: Routes = { ms: 1, routes: [{ ...route, outcome: { ok: false, message: "TypeError: oh (graphs/a.ts:3)" } }] };
    rerender(<RoutesView routes={failed} recorded={["revise"]} />);
    screen.getByText("TypeError: oh (graphs/a.ts:3)");
    expect(screen.queryByText(/current code picks/)).toBeNull();
  });

  it("knows where the run went by what its task wrote: a router writes its node, an edge nothing", () => {
    const task = { name: "draft", writes: [] } as unknown as TaskView;
    const writes = [
      { channel: "branch:to:publish", value: "draft" },
      { channel: "branch:to:always", value: null },
      { channel: "__pregel_tasks", value: { node: "work", args: 1 } },
      { channel: "notes", value: "draft" },
    ];
    expect(
      recordedTargets(
        [
          { ...task, writes },
          { ...task, name: "other", writes },
        ],
        "draft",
      ),
    ).toEqual(["publish", "work"]);
  });
});

describe("what changed", () => {
  const report: RevisionReport = {
    then: "aaaaaaaaaaaa",
    now: "bbbbbbbbbbbb",
    changes: [
      { kind: "node_code", node: "draft", before: "return 1;", after: "return 2;" },
      { kind: "reducer", channel: "notes", before: "append", after: "last value" },
      { kind: "edges", node: "plan", added: ["publish"], removed: ["draft"] },
    ],
    blockers: [
      { kind: "node_gone", name: "draft", message: "gone" },
      { kind: "node_gone", name: "child:inner", message: "gone inside" },
      { kind: "channel_gone", name: "notes", message: "gone" },
      { kind: "channel_gone", name: "old", message: "gone" },
    ],
    renames: [
      { kind: "node", from: "draft", to: "compose", likeness: 0.9 },
      { kind: "channel", from: "notes", to: "remarks", likeness: 0.7 },
      { kind: "channel", from: "old", to: "remarks", likeness: 0.6 },
      { kind: "channel", from: "old", to: "new", likeness: 0.4 },
    ],
  };

  it("stands in one line, however much it is", () => {
    expect(summaryWords(report.changes)).toBe("3 things changed since this ran: draft's code, notes' reducer, plan's edges");
    const many = Array.from({ length: 9 }, (_, index) => ({ kind: "node_added" as const, node: `n${index}` }));
    expect(summaryWords(many)).toBe("9 things changed since this ran: new node n0, new node n1, new node n2 and 6 more");
  });

  it("fills the form with likely names, each given once, and leaves what is unlike open", () => {
    const mapping = initialMapping(report);
    expect(mapping).toEqual({
      nodes: [{ from: "draft", to: "compose" }],
      channels: [
        { from: "notes", to: "remarks" },
        { from: "old", to: "" },
      ],
    });
    expect(toBody(mapping)).toEqual({ nodes: { draft: "compose" }, channels: { notes: "remarks" } });
  });

  it("is shown one by one, with the texts of before and after", () => {
    const onClose = vi.fn();
    render(<RevisionDialog report={report} step={-1} onClose={onClose} />);
    const dialog = screen.getByRole("dialog", { name: "3 things changed since step −1" });
    expect(dialog.textContent).toContain("aaaaaaaa");
    expect(screen.getByText("1").tagName).toBe("DEL");
    expect(screen.getByText("2").tagName).toBe("INS");
    screen.getByText("to publish");
    fireEvent.click(screen.getByRole("button", { name: "Close" }));
    expect(onClose).toHaveBeenCalled();
  });
});
