// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen, within } from "@testing-library/react";
import { useState } from "react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { TimelineActions } from "@/components/debugger/timeline/actions";
import { indexMarks, type MarkIndex } from "@/components/debugger/timeline/mark-index";
import { runEnds } from "@/components/debugger/timeline/run-ends";
import { Timeline, type TimelineProps } from "@/components/debugger/timeline/timeline";
import { withBranchMark, withCheckpointMark } from "@/components/debugger/timeline/use-mark-actions";
import type { RunState } from "@/lib/schema/run";
import type { Marks } from "@/lib/schema/travel";
import { run } from "../workbench/fixtures";
import { entry } from "../../graph/entries";

const ROWS = [
  entry("a", null, -1, { next: ["__start__"] }),
  entry("b", "a", 0, { nodes: ["plan"], changed: ["plan"] }),
  entry("c", "b", 1, { nodes: ["draft"], next: [] }),
  entry("d", "b", 1, { source: "update", nodes: ["plan"], changed: ["plan"] }),
  entry("e", "d", 2, { nodes: ["draft"], next: ["approval"], run_id: "22222222-2222-4222-8222-222222222222" }),
];
const MARKS: Marks = {
  checkpoints: [
    { checkpoint_ns: "", checkpoint_id: "a", label: "where it began", note: null, starred: false },
    { checkpoint_ns: "", checkpoint_id: "e", label: null, note: "Ask Ann.", starred: true },
    { checkpoint_ns: "child:1", checkpoint_id: "b", label: "of another level", note: null, starred: true },
  ],
  branches: [{ branch_id: "d", name: "shorter", colour: "teal" }],
  deletions: [{ deletion_id: "11111111-1111-4111-8111-111111111111", checkpoints: 3, deleted_at: "2026-11-30T12:00:00.000Z" }],
};

const CRASHED: RunState = { status: "crashed", message: "Killed.", exit_code: null, signal: "SIGKILL", running: [] };

const actions = {
  continueFrom: vi.fn(),
  fork: vi.fn(),
  edit: vi.fn(),
  mark: vi.fn(),
  describe: vi.fn(),
  markBranch: vi.fn(),
  deleteFrom: vi.fn(),
  undoDeletion: vi.fn(),
  search: vi.fn(),
  barred: null,
  runBarred: null,
} satisfies TimelineActions;
const onCompare = vi.fn();

function Held({ start, marks, ...rest }: { start: string; marks: MarkIndex } & Partial<TimelineProps>) {
  const [selected, setSelected] = useState<string | null>(start);
  return (
    <Timeline
      entries={ROWS}
      selectedId={selected}
      compareId={null}
      runningId={null}
      onSelect={setSelected}
      onCompare={onCompare}
      marks={marks}
      actions={actions}
      {...rest}
    />
  );
}

function show(start: string, rest: Partial<TimelineProps> = {}) {
  render(<Held start={start} marks={indexMarks(MARKS)} {...rest} />);
  const list = screen.getByRole("listbox", { name: "Checkpoints" });
  return {
    list,
    head: (name: RegExp) => within(screen.getByRole("group", { name: "Branches" })).getByRole("button", { name }),
    dot: (id: string) => screen.getAllByRole("option").find((option) => option.dataset["checkpointId"] === id) ?? list,
    selected: () => screen.getByRole("option", { selected: true }).dataset["checkpointId"],
    press: (key: string, rest: object = {}) => fireEvent.keyDown(list, { key, ...rest }),
  };
}

beforeEach(() => {
  vi.clearAllMocks();
  // The menus of the library ask for these, which no layout gives here.
  vi.stubGlobal("CSS", { escape: (text: string) => text });
  vi.stubGlobal(
    "ResizeObserver",
    class {
      observe() {}
      unobserve() {}
      disconnect() {}
    },
  );
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

describe("what people noted", () => {
  it("is said with the dots of its own level, and drawn beside them", () => {
    const { dot } = show("e");
    expect(dot("a").getAttribute("aria-label")).toContain("labelled where it began");
    expect(dot("a").textContent).toBe("where it began");
    expect(dot("e").getAttribute("aria-label")).toContain("on shorter");
    expect(dot("e").getAttribute("aria-label")).toContain("starred; has a note");
    expect(dot("b").getAttribute("aria-label")).not.toContain("labelled");
  });

  it("has keys: L, S, F2, and / for the search", () => {
    const { press } = show("e");
    press("l");
    expect(actions.describe).toHaveBeenCalledWith("e", "label");
    press("s");
    expect(actions.mark).toHaveBeenCalledWith("e", { checkpoint_ns: "", starred: false });
    press("/");
    expect(actions.search).toHaveBeenCalled();
    press("F2");
    expect(screen.getByRole("textbox", { name: "Name of the branch shorter" })).toBeTruthy();
  });

  it("is walked from mark to mark with Shift and the arrows", () => {
    const { press, selected } = show("b");
    press("ArrowLeft", { shiftKey: true });
    expect(selected()).toBe("a");
    press("ArrowLeft", { shiftKey: true });
    expect(selected()).toBe("a");
    cleanup();
    const second = show("d");
    second.press("ArrowRight", { shiftKey: true });
    expect(second.selected()).toBe("e");
  });
});

describe("a branch", () => {
  it("has its name, its colour by name, and is renamed by a double click", () => {
    const { head } = show("e");
    expect(head(/shorter/).getAttribute("title")).toContain("teal");
    fireEvent.doubleClick(head(/shorter/));
    const field = screen.getByRole("textbox", { name: "Name of the branch shorter" });
    fireEvent.change(field, { target: { value: "  brief " } });
    fireEvent.keyDown(field, { key: "Enter" });
    expect(actions.markBranch).toHaveBeenCalledWith("d", { name: "brief" });
  });

  it("keeps its name when one changes one's mind, and gets its usual one back when the name is emptied", () => {
    const { head } = show("e");
    fireEvent.doubleClick(head(/shorter/));
    fireEvent.keyDown(screen.getByRole("textbox"), { key: "Escape" });
    expect(actions.markBranch).not.toHaveBeenCalled();
    fireEvent.doubleClick(head(/shorter/));
    fireEvent.change(screen.getByRole("textbox"), { target: { value: "" } });
    fireEvent.keyDown(screen.getByRole("textbox"), { key: "Enter" });
    expect(actions.markBranch).toHaveBeenCalledWith("d", { name: null });
  });

  it("has a menu: colour, comparison, deletion, and what was deleted before", async () => {
    const { head } = show("c");
    fireEvent.contextMenu(head(/shorter/));
    fireEvent.click(await screen.findByRole("menuitem", { name: "amber" }));
    expect(actions.markBranch).toHaveBeenCalledWith("d", { colour: "amber" });
    fireEvent.keyDown(head(/shorter/), { key: "F10", shiftKey: true });
    fireEvent.click(await screen.findByRole("menuitem", { name: "Compare with main" }));
    expect(onCompare).toHaveBeenCalledWith("e");
    fireEvent.contextMenu(head(/main/));
    fireEvent.click(await screen.findByRole("menuitem", { name: "Delete the branch" }));
    expect(actions.deleteFrom).not.toHaveBeenCalled();
    fireEvent.click(screen.getByRole("menuitem", { name: /^3 checkpoints/ }));
    expect(actions.undoDeletion).toHaveBeenCalledWith("11111111-1111-4111-8111-111111111111");
  });
});

describe("the menu of a checkpoint", () => {
  it("opens with the keyboard at the selected one, and with the right button at any", async () => {
    const { press, dot } = show("b");
    press("F10", { shiftKey: true });
    fireEvent.click(await screen.findByRole("menuitem", { name: "Continue from here" }));
    expect(actions.continueFrom).toHaveBeenCalledWith("b");
    fireEvent.contextMenu(dot("d"));
    fireEvent.click(await screen.findByRole("menuitem", { name: "Fork into a new thread" }));
    expect(actions.fork).toHaveBeenCalledWith("d", true);
    fireEvent.contextMenu(dot("d"));
    fireEvent.click(await screen.findByRole("menuitem", { name: "Delete from here" }));
    expect(actions.deleteFrom).toHaveBeenCalledWith("d");
  });

  it("says why something cannot be done, and does not do it", async () => {
    const { dot } = show("b", { actions: { ...actions, barred: "A run is active.", runBarred: "A run is active." } });
    fireEvent.contextMenu(dot("c"));
    const forked = await screen.findByRole("menuitem", { name: "Fork into a new thread" });
    expect(forked.getAttribute("title")).toBe("A run is active.");
    fireEvent.click(forked);
    expect(actions.fork).not.toHaveBeenCalled();
  });
});

describe("what a run came to", () => {
  it("is told apart where the rows do not tell: crashed, stopped, at a limit", () => {
    const states: { state: RunState; word: string }[] = [
      { state: CRASHED, word: "crashed" },
      { state: { status: "cancelled", by: "somebody" }, word: "stopped" },
      { state: { status: "budget_exceeded", budget: "steps", limit: 3, used: 3 }, word: "limit reached" },
    ];
    for (const { state, word } of states) {
      const { head } = show("e", { ends: runEnds([run({ state })], ROWS) });
      expect(head(/shorter/).textContent).toContain(word);
      cleanup();
    }
  });

  it("is what the newest run at that checkpoint came to", () => {
    const crashed = run({ state: CRASHED });
    expect(runEnds([crashed], ROWS).get("e")).toBe("crashed");
    expect(runEnds([run({ run_id: "33333333-3333-4333-8333-333333333333", from_checkpoint_id: "e" }), crashed], ROWS).get("e")).toBeUndefined();
  });
});

describe("checkpoints whose beginning is gone", () => {
  it("say so, once all that there are have been read", () => {
    const rows = [entry("m", "pruned", 40), entry("n", "m", 41)];
    const props = { entries: rows, selectedId: "n", compareId: null, runningId: null, onSelect: vi.fn(), onCompare };
    const { rerender, container } = render(<Timeline {...props} complete={false} />);
    expect(screen.queryByRole("option", { name: /earlier checkpoints are gone/ })).toBeNull();
    rerender(<Timeline {...props} complete />);
    expect(screen.getByRole("option", { name: /^Step 40.*earlier checkpoints are gone/ })).toBeTruthy();
    expect(container.querySelector("path[stroke-dasharray]")).toBeTruthy();
  });
});

describe("a mark that the server has not confirmed", () => {
  const none: Marks = { checkpoints: [], branches: [], deletions: [] };

  it("changes only what was given, and is gone when nothing is left of it", () => {
    const starred = withCheckpointMark(none, "a", { starred: true });
    const labelled = withCheckpointMark(starred, "a", { label: " x " });
    expect(labelled.checkpoints).toEqual([{ checkpoint_ns: "", checkpoint_id: "a", label: "x", note: null, starred: true }]);
    expect(withCheckpointMark(labelled, "a", { label: "", starred: false }).checkpoints).toEqual([]);
  });

  it("keeps a branch's colour when only its name changes", () => {
    const coloured = withBranchMark(none, "d", { colour: "red" });
    expect(withBranchMark(coloured, "d", { name: "x" }).branches).toEqual([{ branch_id: "d", name: "x", colour: "red" }]);
  });
});
