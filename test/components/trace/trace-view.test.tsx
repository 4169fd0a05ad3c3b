// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { useState } from "react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { TraceView } from "@/components/debugger/trace/trace-view";
import { PricesSection } from "@/components/settings/prices-section";
import { TooltipProvider } from "@/components/ui/tooltip";
import type { Span, SpanDetail } from "@/lib/schema/span";
import { RUN, span } from "./fixtures";

const SPANS = [
  span("plan", 0, { ms: 100, checkpoint_id: "a" }),
  span("m1", 10, { parent_span_id: "plan", kind: "model", name: "ChatOpenAI", model: "gpt-5-mini", ms: 80, first_token_ms: 20, attempt: 2 }),
  span("t1", 92, {
    parent_span_id: "plan",
    kind: "tool",
    name: "search",
    ms: 5,
    status: "failed",
    error: { name: "HttpError", message: "no network" },
  }),
  span("note", 100, { ms: null, status: "running" }),
];
const DETAIL: Partial<SpanDetail> = {
  input: [{ type: "human", content: "What is known?" }],
  output: { type: "ai", content: "A lot.", tool_calls: [{ id: "c1", name: "search", args: { query: "it" } }] },
  parameters: { temperature: 0.5 },
  truncated: false,
};

const textOf = (init?: RequestInit) => (typeof init?.body === "string" ? init.body : "null");
const respond = (body: unknown, status = 200) => Promise.resolve(new Response(JSON.stringify(body), { status }));
const fetched = vi.fn((url: string, init?: RequestInit): Promise<Response> => {
  if (url.endsWith("/prices"))
    return respond(init?.method === "PUT" ? JSON.parse(textOf(init)) : { prices: [{ model: "m*", input: 1, output: 2, cache_read: null }] });
  const found = SPANS.find(({ span_id }) => url.endsWith(`/${span_id}`));
  return respond({ ...found, ...DETAIL });
});

beforeEach(() => {
  vi.stubGlobal("fetch", fetched);
  vi.stubGlobal(
    "ResizeObserver",
    class {
      observe() {}
      unobserve() {}
      disconnect() {}
    },
  );
  Element.prototype.scrollTo = () => undefined;
  // jsdom lays nothing out: without a height no row would be visible.
  vi.spyOn(Element.prototype, "clientHeight", "get").mockReturnValue(520);
  vi.spyOn(Element.prototype, "clientWidth", "get").mockReturnValue(400);
});
afterEach(() => {
  cleanup();
  fetched.mockClear();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const onGo = vi.fn();

function Trace({ spans }: { spans: Span[] }) {
  const [selectedId, setSelectedId] = useState<string | null>(null);
  const tokens = { input: 10, output: 2, total: 12, cache_read: null, reasoning: null };
  const totals = { model_calls: 1, tool_calls: 1, tokens, cost: null, unpriced_calls: 1 };
  return (
    <QueryClientProvider client={new QueryClient()}>
      <TooltipProvider>
        <TraceView
          data={{ spans, totals }}
          runs={[RUN]}
          run={RUN}
          marked={new Set(["plan"])}
          selectedId={selectedId}
          onSelect={setSelectedId}
          onRun={() => undefined}
          checkpointsOf={() => ({ before: { step: 0, onGo }, after: null })}
          layout="tall"
        />
      </TooltipProvider>
    </QueryClientProvider>
  );
}

const rows = () => screen.getAllByRole("treeitem").map((row) => row.getAttribute("aria-label"));
const tree = () => screen.getByRole("tree", { name: "Spans" });
const selected = () => screen.queryByRole("treeitem", { selected: true })?.getAttribute("aria-label") ?? null;

describe("the trace", () => {
  it("shows what ran, inside of what, how long and how it ended", () => {
    render(<Trace spans={SPANS} />);
    expect(rows()).toEqual([
      "node plan, done, 100 ms",
      "model call gpt-5-mini, done, attempt 2, 80 ms",
      "tool call search, failed, 5.0 ms",
      "node note, running",
    ]);
    expect(screen.getByText(/1 model call · 1 tool call · 12 tokens/).textContent).toContain("1 call without a price");
    expect(document.querySelectorAll("[data-first-token]")).toHaveLength(1);
  });

  it("is walked, closed and opened by the keyboard", () => {
    render(<Trace spans={SPANS} />);
    const press = (key: string) => fireEvent.keyDown(tree(), { key });
    press("ArrowDown");
    press("ArrowDown");
    expect(selected()).toContain("gpt-5-mini");
    expect(tree().getAttribute("aria-activedescendant")).toBe("span-m1");
    press("ArrowLeft");
    expect(selected()).toContain("plan");
    press("ArrowLeft");
    expect(rows()).toHaveLength(2);
    press("ArrowRight");
    expect(rows()).toHaveLength(4);
    press("End");
    expect(selected()).toContain("note");
    press("Home");
    expect(selected()).toContain("plan");
  });

  it("shows messages, tool calls, parameters and the error of the selected span, and leads to its checkpoint", async () => {
    render(<Trace spans={SPANS} />);
    fireEvent.click(screen.getByRole("treeitem", { name: /gpt-5-mini/ }));
    const detail = within(screen.getByRole("region", { name: "model call gpt-5-mini" }));
    await detail.findByText("What is known?");
    detail.getByText("A lot.");
    detail.getByText("temperature");
    detail.getByText(/first token after 20 ms/);
    fireEvent.click(detail.getByRole("button", { name: "Checkpoint before (step 0)" }));
    expect(onGo).toHaveBeenCalledOnce();
    fireEvent.click(screen.getByRole("treeitem", { name: /search/ }));
    within(screen.getByRole("region", { name: "tool call search" })).getByText("no network");
  });

  it("finds by text, and says when nothing matches", () => {
    render(<Trace spans={SPANS} />);
    const field = screen.getByRole("searchbox", { name: /Find/ });
    fireEvent.change(field, { target: { value: "network" } });
    expect(rows()).toEqual([expect.stringContaining("plan"), expect.stringContaining("search")]);
    fireEvent.change(field, { target: { value: "zebra" } });
    screen.getByText("Nothing matches");
  });

  it("keeps few rows of many spans in the page", () => {
    render(<Trace spans={Array.from({ length: 10_000 }, (_, index) => span(`n${index}`, index))} />);
    expect(screen.getAllByRole("treeitem").length).toBeLessThan(60);
  });

  it("says that a run has no spans", () => {
    render(<Trace spans={[]} />);
    screen.getByText("No trace");
  });
});

describe("prices", () => {
  const show = () =>
    render(
      <QueryClientProvider client={new QueryClient()}>
        <PricesSection />
      </QueryClientProvider>,
    );

  it("are changed and saved, commas and all", async () => {
    show();
    fireEvent.change(await screen.findByRole("textbox", { name: "Input of m*" }), { target: { value: "0,25" } });
    fireEvent.click(screen.getByRole("button", { name: "Save prices" }));
    await waitFor(() => expect(fetched.mock.calls.some(([, init]) => init?.method === "PUT")).toBe(true));
    const put = fetched.mock.calls.find(([, init]) => init?.method === "PUT");
    expect(JSON.parse(textOf(put?.[1]))).toEqual({ prices: [{ model: "m*", input: 0.25, output: 2, cache_read: null }] });
  });

  it("that make no sense are not saved, and the cell says why", async () => {
    show();
    await screen.findByRole("textbox", { name: "Input of m*" });
    fireEvent.click(screen.getByRole("button", { name: "Add a model" }));
    fireEvent.change(screen.getByRole("textbox", { name: "Input of m*" }), { target: { value: "free" } });
    fireEvent.click(screen.getByRole("button", { name: "Save prices" }));
    expect(screen.getByRole("alert").textContent).toBe("A price is a number from 0 to 1,000,000.");
    expect(screen.getByRole("textbox", { name: "Model of row 2" }).getAttribute("aria-invalid")).toBe("true");
    expect(fetched.mock.calls.some(([, init]) => init?.method === "PUT")).toBe(false);
  });
});
