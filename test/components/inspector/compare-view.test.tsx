// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { CompareView } from "@/components/debugger/compare/compare-view";
import { diffValues } from "@/lib/graph/diff";
import type { JsonObject } from "@/lib/schema/json";
import { entry } from "../../graph/entries";

const ROWS = [
  entry("a", null, -1, { nodes: [] }),
  entry("b", "a", 0, { nodes: ["note"] }),
  entry("c", "b", 1, { nodes: ["draft"], next: [] }),
  entry("d", "b", 1, { nodes: ["note"], source: "update" }),
  entry("e", "d", 2, { nodes: ["draft"], next: [] }),
];
const STATES: Record<string, JsonObject> = {
  c: { question: "Why?", notes: ["one", "two"], draft: "It rains because of clouds." },
  e: { question: "Why?", notes: ["one", "2"], draft: "It rains because of the clouds." },
};
const handlers = { onClose: vi.fn(), onSelectCheckpoint: vi.fn() };

beforeEach(() => {
  vi.clearAllMocks();
  vi.stubGlobal("fetch", async (input: string) => {
    const query = new URL(input, "http://localhost").searchParams;
    const [from, to] = [query.get("from") ?? "", query.get("to") ?? ""];
    const { changes, unchanged } = diffValues(STATES[from] ?? {}, STATES[to] ?? {});
    return Response.json({ from, to, common_ancestor: "b", channels: changes.map((change) => ({ ...change, writers: [] })), unchanged });
  });
  render(
    <QueryClientProvider client={new QueryClient()}>
      <CompareView threadId="t" entries={ROWS} a="c" b="e" description={null} {...handlers} />
    </QueryClientProvider>,
  );
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

it("names both branches, where they parted and the way of each", () => {
  expect(screen.getByRole("button", { name: "main" })).toBeTruthy();
  expect(screen.getByRole("button", { name: "fork 1" })).toBeTruthy();
  fireEvent.click(screen.getByRole("button", { name: "step 0" }));
  expect(handlers.onSelectCheckpoint).toHaveBeenCalledWith("b");
  const steps = within(screen.getByRole("region", { name: "Steps" })).getAllByRole("button");
  expect(steps.map((step) => step.textContent)).toEqual(["−1input", "0note", "1draft", "1note", "2draft"]);
});

it("shows only what differs, marked on each side", async () => {
  const draft = await screen.findByRole("region", { name: "draft" });
  expect(draft.querySelector("ins")?.textContent).toBe("the ");
  const notes = screen.getByRole("region", { name: "notes" });
  expect(notes.textContent).toContain("two");
  expect(notes.textContent).toContain("1 item the same");
  expect(screen.queryByRole("region", { name: "question" })).toBeNull();
  expect(screen.getByText("1 channel the same on both sides")).toBeTruthy();
});

it("swaps its sides and closes", async () => {
  await screen.findByRole("region", { name: "draft" });
  fireEvent.click(screen.getByRole("button", { name: "Swap sides" }));
  expect((await screen.findByRole("region", { name: "draft" })).querySelector("ins, del")).toBeTruthy();
  fireEvent.click(screen.getByRole("button", { name: "Close the comparison" }));
  expect(handlers.onClose).toHaveBeenCalled();
});
