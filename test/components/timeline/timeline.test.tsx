// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { useState } from "react";
import { afterEach, describe, expect, it, vi } from "vitest";
import { Timeline } from "@/components/debugger/timeline/timeline";
import type * as Words from "@/components/debugger/timeline/words";
import type { TimelineEntry } from "@/lib/schema/checkpoint";
import { entry } from "../../graph/entries";

const labelled = vi.hoisted(() => vi.fn<(row: TimelineEntry) => void>());
vi.mock("@/components/debugger/timeline/words", async (original) => {
  const words = await original<typeof Words>();
  return {
    ...words,
    spokenLabel: (...rest: Parameters<typeof words.spokenLabel>) => {
      labelled(rest[0].entry);
      return words.spokenLabel(...rest);
    },
  };
});

const ROWS = [
  entry("a", null, -1, { next: ["__start__"] }),
  entry("b", "a", 0, { nodes: ["plan"], changed: ["plan"] }),
  entry("c", "b", 1, { nodes: ["draft"], next: [] }),
  entry("d", "b", 1, { source: "update", nodes: ["plan"], changed: ["plan", "notes"] }),
  entry("e", "d", 2, { nodes: ["draft"], next: ["approval"], has_interrupt: true }),
];

function Held({ entries, start, onCompare }: { entries: TimelineEntry[]; start: string; onCompare: (id: string | null) => void }) {
  const [selected, setSelected] = useState<string | null>(start);
  return <Timeline entries={entries} selectedId={selected} compareId={null} runningId={null} onSelect={setSelected} onCompare={onCompare} />;
}

function show(entries: TimelineEntry[], start: string) {
  const onCompare = vi.fn();
  render(<Held entries={entries} start={start} onCompare={onCompare} />);
  const list = screen.getByRole("listbox", { name: "Checkpoints" });
  const selected = () => screen.getAllByRole("option", { selected: true }).map((option) => option.dataset["checkpointId"]);
  return { onCompare, list, selected, press: (key: string) => fireEvent.keyDown(list, { key }) };
}

afterEach(cleanup);

describe("the timeline", () => {
  it("says in words what every dot stands for", () => {
    show(ROWS, "e");
    const labels = screen.getAllByRole("option").map((option) => option.getAttribute("aria-label"));
    expect(labels).toContain("Step −1 on main, input.");
    expect(labels).toContain("Step 1 on fork 1, edited as plan; changed plan and notes.");
    expect(labels).toContain("Step 2 on fork 1, after draft; waiting for an answer.");
  });

  it("names branches with what came of them, and goes to their end on a click", () => {
    const { selected } = show(ROWS, "a");
    expect(screen.getByRole("button", { name: /fork 1.*waiting/ })).toBeTruthy();
    fireEvent.click(screen.getByRole("button", { name: /main/ }));
    expect(selected()).toEqual(["c"]);
  });

  it("walks with the arrow keys and comes back to the branch that it left", () => {
    const { press, selected } = show(ROWS, "e");
    const visited = ["ArrowLeft", "ArrowLeft", "ArrowRight", "Home", "End", "ArrowUp", "ArrowDown"].map((key) => {
      press(key);
      return selected()[0];
    });
    expect(visited).toEqual(["d", "b", "d", "a", "e", "c", "d"]);
  });

  it("points assistive technology to the selected dot", () => {
    const { list, press } = show(ROWS, "e");
    press("ArrowLeft");
    const active = list.getAttribute("aria-activedescendant") ?? "";
    expect(document.getElementById(active)?.dataset["checkpointId"]).toBe("d");
  });

  it("marks for comparison with C and with a click while Shift is held", () => {
    const { press, onCompare, list } = show(ROWS, "e");
    press("c");
    expect(onCompare).toHaveBeenLastCalledWith("e");
    const dot = list.querySelector("[data-checkpoint-id=b]");
    if (dot === null) throw new Error("no dot");
    fireEvent.click(dot, { shiftKey: true });
    expect(onCompare).toHaveBeenLastCalledWith("b");
  });

  it("leaves keys with a modifier to others", () => {
    const { list, selected } = show(ROWS, "e");
    fireEvent.keyDown(list, { key: "ArrowLeft", ctrlKey: true });
    expect(selected()).toEqual(["e"]);
  });

  it("keeps only the visible part of 10,000 checkpoints in the page", () => {
    const id = (index: number) => `c${String(index).padStart(5, "0")}`;
    const rows = Array.from({ length: 10_000 }, (_, index) => entry(id(index), index === 0 ? null : id(index - 1), index - 1));
    const { selected } = show(rows, id(9_999));
    expect(screen.getAllByRole("option").length).toBeLessThan(80);
    expect(selected()).toEqual([id(9_999)]);
  });

  it("draws a checkpoint that arrives without drawing the others again", () => {
    const props = { selectedId: "a", compareId: null, runningId: null, onSelect: vi.fn(), onCompare: vi.fn() };
    const { rerender } = render(<Timeline entries={ROWS} {...props} />);
    labelled.mockClear();
    rerender(<Timeline entries={[...ROWS, entry("f", "e", 3)]} {...props} />);
    expect(screen.getAllByRole("option")).toHaveLength(6);
    // The one that waited is drawn anew, because a run went on from it.
    expect(labelled.mock.calls.map(([row]) => row.checkpoint_id).sort()).toEqual(["e", "f"]);
  });

  it("says what to do while there is nothing, and that it reads while it does", () => {
    const props = { selectedId: null, compareId: null, runningId: null, onSelect: vi.fn(), onCompare: vi.fn() };
    const { rerender } = render(<Timeline entries={[]} {...props} />);
    expect(screen.getByText("No steps yet")).toBeTruthy();
    rerender(<Timeline entries={[]} {...props} loading />);
    expect(screen.getByText("Reading the timeline…")).toBeTruthy();
  });
});
