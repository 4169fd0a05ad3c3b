// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, describe, expect, it, vi } from "vitest";
import { RerunPlanView } from "@/components/approvals/rerun/rerun-plan-view";
import { planToAsk } from "@/components/debugger/rerun/held-run";
import type { RerunPlan } from "@/lib/schema/rerun";
import { run } from "../../workbench/fixtures";

const RUN = "11111111-1111-4111-8111-111111111111";

const plan = (change: Partial<RerunPlan> = {}): RerunPlan => ({
  action: "resume",
  tasks: [
    {
      node: "tools",
      checkpoint_ns: "",
      task_id: "t",
      again: true,
      why: "answered",
      code: {
        file: "graphs/a.ts",
        source: "async function tools() {\n  await send();\n  interrupt(1);\n}",
        first_line: 10,
        interrupt_lines: [12],
        before: [11, 11],
        calls: [],
      },
      past: [
        {
          run_id: RUN,
          span_id: "s",
          name: "send",
          kind: "tool",
          input: { to: "<b>ann</b>" },
          started_at: "2026-01-01T00:00:00.000Z",
          is_effect: true,
          again: "repeats",
          idempotency_key: null,
          deduplicated: null,
        },
      ],
    },
  ],
  then: [
    { node: "agent", certain: true },
    { node: "review", certain: false },
  ],
  kept: [{ node: "load", step: 2 }],
  warnings: [{ severity: "danger", text: "`send` will be called again. It stands first.", run_id: RUN, span_id: "s" }],
  unknown: [],
  ...change,
});

afterEach(cleanup);

describe("the plan of what will run again", () => {
  it("warns first, and tells what runs, what follows and what is kept", () => {
    render(<RerunPlanView plan={plan()} />);
    expect(screen.getByRole("list", { name: "What to mind" }).textContent).toContain("Danger: send will be called again. It stands first.");
    const rows = Object.fromEntries(screen.getAllByRole("term").map((term) => [term.textContent, term.nextElementSibling?.textContent]));
    expect(rows).toEqual({ "Runs again": "tools", Then: "agent, perhaps review", "Will not run again": "load (step 2)" });
    expect(screen.getByText("graphs/a.ts").closest("summary")?.textContent).toContain("lines 11 to 11 run again");
  });

  it("shows what a call was given as text, and leads to it", () => {
    const open = vi.fn();
    render(<RerunPlanView plan={plan()} onOpenSpan={open} />);
    expect(screen.getByText('{"to":"<b>ann</b>"}')).toBeTruthy();
    fireEvent.click(screen.getByRole("button", { name: "Show the call of send" }));
    expect(open).toHaveBeenCalledWith({ run_id: RUN, span_id: "s" });
  });

  it("is short where there is little room", () => {
    render(<RerunPlanView plan={plan()} compact />);
    expect(screen.queryByRole("region", { name: "tools runs again" })).toBeNull();
  });

  it("says that nothing happens twice only where nothing is unknown", () => {
    const { rerender } = render(<RerunPlanView plan={plan({ warnings: [] })} />);
    expect(screen.queryByText(/Nothing outside is done twice/)).toBeTruthy();
    rerender(<RerunPlanView plan={plan({ warnings: [], unknown: ["Something."] })} />);
    expect(screen.queryByText(/Nothing outside is done twice/)).toBeNull();
  });
});

describe("whether a run is asked about before it starts", () => {
  const head = "1f000000-0000-6000-8000-000000000001";
  const here = { checkpoint_id: null, checkpoint_ns: "" };

  it("is so from the past and after a failure, and not behind a breakpoint", () => {
    const breakpoint = { nodes: ["a"], when: "before" as const, checkpoint_ns: "", checkpoint_id: null, reason: { kind: "static" as const } };
    const error = { name: "Error", message: "", stack: null, node: null, task_id: null, hint: null };
    expect(planToAsk(here, head, run({ state: { status: "interrupted", interrupts: [], breakpoint } }))).toBeNull();
    expect(planToAsk(here, head, run({ state: { status: "error", error } }))).toEqual({ action: "continue", checkpoint_id: head });
    expect(planToAsk({ checkpoint_id: head, checkpoint_ns: "" }, head, run())).toMatchObject({ action: "replay", checkpoint_id: head });
  });
});
