// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { CompareView } from "@/components/debugger/compare/compare-view";
import { describeParting } from "@/components/debugger/compare/parting";
import { formatCost, formatMs, signed } from "@/components/debugger/compare/words";
import { indexMarks } from "@/components/debugger/timeline/mark-index";
import { diffValues } from "@/lib/graph/diff";
import { buildTree, pathTo } from "@/lib/graph/tree";
import type { JsonObject } from "@/lib/schema/json";
import type { BranchComparison, BranchSide } from "@/lib/schema/travel";
import { entry } from "../../graph/entries";

const ROWS = [
  entry("a", null, -1, { nodes: [] }),
  entry("b", "a", 0, { nodes: ["note"], next: ["draft"] }),
  entry("c", "b", 1, { nodes: ["draft"], next: [] }),
  entry("d", "b", 1, { nodes: ["note"], source: "update", next: ["draft"] }),
  entry("e", "d", 2, { nodes: ["draft"], next: [] }),
];
const TREE = buildTree(ROWS);
const STATES: Record<string, JsonObject> = {
  c: { question: "Why?", notes: ["one", "two"], draft: "It rains because of clouds." },
  e: { question: "Why?", notes: ["one", "2"], draft: "It rains because of the clouds." },
};
const TOKENS = { input: 0, output: 0, total: 0, cache_read: null, reasoning: null };

function side(leaf: string, ms: number, total: number): BranchSide {
  const path = pathTo(TREE, leaf).slice(2);
  return {
    checkpoint_id: leaf,
    path: path.map(({ checkpoint_id, step, source, nodes, next, changed, run_id }) => ({
      checkpoint_id,
      step,
      source,
      nodes,
      next,
      changed,
      run_id,
    })),
    runs: [],
    ms,
    totals: { model_calls: 1, tool_calls: 0, tokens: { ...TOKENS, total }, cost: null, unpriced_calls: 1 },
  };
}

const COMPARISON: BranchComparison = {
  common_ancestor: "b",
  a: side("c", 1200, 100),
  b: side("e", 3400, 250),
  rows: [
    { a: null, b: "d", differing: null },
    { a: "c", b: "e", differing: ["notes", "draft"] },
  ],
  parted: {
    a: "c",
    b: "d",
    why: "edit",
    channel: "notes",
    before: [{ text: "one" }, { text: "two" }],
    after: [{ text: "one" }, { text: "2" }],
    a_next: [],
    b_next: ["draft"],
  },
  channels: [],
};
const handlers = { onClose: vi.fn(), onSelectCheckpoint: vi.fn() };

function answer(url: URL): unknown {
  const [, , , , , what, id] = url.pathname.split("/");
  if (what === "compare") return COMPARISON;
  if (what === "checkpoints") return { thread_id: "t", checkpoint_id: id, values: STATES[id ?? ""] ?? {}, tasks: [], next: [] };
  const [from, to] = [url.searchParams.get("from") ?? "", url.searchParams.get("to") ?? ""];
  const { changes, unchanged } = diffValues(STATES[from] ?? {}, STATES[to] ?? {});
  return { from, to, common_ancestor: "b", channels: changes.map((change) => ({ ...change, writers: [] })), unchanged };
}

beforeEach(() => {
  vi.clearAllMocks();
  vi.stubGlobal("fetch", async (input: string) => Response.json(answer(new URL(input, "http://localhost"))));
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function show() {
  const marks = indexMarks({ checkpoints: [], branches: [{ branch_id: "d", name: "shorter notes", colour: "teal" }], deletions: [] });
  render(
    <QueryClientProvider client={new QueryClient()}>
      <CompareView threadId="t" entries={ROWS} a="c" b="e" description={null} marks={marks} {...handlers} />
    </QueryClientProvider>,
  );
}
const openTab = (name: RegExp) => fireEvent.mouseDown(screen.getByRole("tab", { name }), { button: 0 });

describe("two branches side by side", () => {
  it("are named, and say in a sentence where they parted and why", async () => {
    show();
    expect(screen.getByRole("button", { name: "main" })).toBeTruthy();
    expect(screen.getByRole("button", { name: "shorter notes" })).toBeTruthy();
    const parting = await screen.findByRole("region", { name: "Where they parted" });
    expect(parting.textContent).toContain("Parted after step 0: shorter notes changed notes[1].text.");
    expect(parting.querySelector("del")?.textContent).toBe('"two"');
    fireEvent.click(within(parting).getByRole("button", { name: "Go there" }));
    expect(handlers.onSelectCheckpoint).toHaveBeenCalledWith("b");
  });

  it("share one line until they parted, and stand in aligned rows after it", async () => {
    show();
    const steps = await screen.findByRole("region", { name: "Steps" });
    const common = within(steps).getByRole("list", { name: "The way that both took" });
    expect(within(common).getAllByRole("button")).toHaveLength(2);
    const rows = within(within(steps).getByRole("list", { name: "Since they parted" })).getAllByRole("listitem");
    expect(rows.map((row) => within(row).getAllByRole("button").length)).toEqual([1, 2]);
    expect(rows[1]?.textContent).toContain("notes, draft");
    fireEvent.click(within(rows[1] ?? steps).getAllByRole("button")[0] ?? steps);
    expect(handlers.onSelectCheckpoint).toHaveBeenLastCalledWith("c");
  });

  it("tell what each took, and how much more or less", async () => {
    show();
    const totals = await screen.findByLabelText("What each side took since they parted");
    expect(totals.textContent).toContain("Steps1|2+1");
    expect(totals.textContent).toContain("Time1.2 s|3.4 s+2.2 s");
    expect(totals.textContent).toContain("Tokens100|250+150");
  });

  it("show only what differs, with the steps on the way at which it did", async () => {
    show();
    await screen.findByRole("region", { name: "Steps" });
    openTab(/^Differences 2/);
    const draft = await screen.findByRole("region", { name: "draft" });
    expect(draft.querySelector("ins")?.textContent).toBe("the ");
    expect(draft.textContent).toContain("Differed on the way in step2");
    const notes = screen.getByRole("region", { name: "notes" });
    expect(notes.textContent).toContain("1 item the same");
    expect(screen.queryByRole("region", { name: "question" })).toBeNull();
    expect(screen.getByText("1 channel the same on both sides")).toBeTruthy();
  });

  it("show what came out, what differs first", async () => {
    show();
    openTab(/^Outputs/);
    await screen.findByRole("region", { name: "notes" });
    const order = ["draft", "notes", "question"].map((name) => screen.getByRole("region", { name }));
    expect(order.at(-1)?.textContent).toContain("the same");
    expect(order[0]?.textContent).toContain("of the clouds");
  });

  it("swap, and close", async () => {
    show();
    fireEvent.click(screen.getByRole("button", { name: "Swap sides" }));
    const headings = screen.getAllByTitle("Go to this checkpoint").map((button) => button.textContent);
    expect(headings).toEqual(["shorter notes", "main"]);
    fireEvent.click(screen.getByRole("button", { name: "Close the comparison" }));
    expect(handlers.onClose).toHaveBeenCalled();
  });
});

describe("why branches parted", () => {
  const names = { a: "main", b: "fork 1" };
  const parted = (change: Partial<NonNullable<BranchComparison["parted"]>>) =>
    describeParting({ ...COMPARISON, parted: COMPARISON.parted && { ...COMPARISON.parted, ...change } }, TREE, names).text;

  it("is told for every way in which they can", () => {
    expect(parted({ why: "value", b: "e", channel: "draft", before: "x", after: "y" })).toBe("Parted after step 0: draft wrote another draft.");
    expect(parted({ why: "route", a_next: ["revise"], b_next: ["publish"] })).toBe("Parted after step 0: fork 1 went to publish instead of revise.");
    expect(parted({ why: "route", a_next: ["revise"], b_next: [] })).toBe("Parted after step 0: fork 1 went to the end instead of revise.");
    expect(parted({ why: "end", a: null })).toBe("Parted after step 0: fork 1 goes on, main stops there.");
    expect(parted({ why: "edit", channel: "plan", before: undefined, after: ["x"] })).toBe("Parted after step 0: fork 1 changed plan.");
  });

  it("says so when nothing differs, and when they have nothing in common", () => {
    expect(describeParting({ ...COMPARISON, parted: null }, TREE, names).text).toBe("Parted after step 0: run again with the same result so far.");
    expect(describeParting({ ...COMPARISON, parted: null, a: { ...COMPARISON.a, path: [] } }, TREE, names).text).toBe("One leads to the other.");
    expect(describeParting({ ...COMPARISON, parted: null, common_ancestor: null }, TREE, names).text).toBe("These two have no step in common.");
  });
});

it("writes times and costs so that they can be compared", () => {
  expect([12, 999, 1200, 12_400, 185_000].map(formatMs)).toEqual(["12 ms", "999 ms", "1.2 s", "12 s", "3 min 5 s"]);
  expect([0, 0.000123, 0.0456, 12.3].map(formatCost)).toEqual(["$0", "$0.00012", "$0.046", "$12.30"]);
  expect([-2, 0, 3].map((value) => signed(value, String))).toEqual(["−2", "", "+3"]);
});
