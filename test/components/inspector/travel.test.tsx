// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { useState } from "react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Inspector, type InspectorProps } from "@/components/debugger/inspector/inspector";
import { aheadOf } from "@/components/debugger/inspector/use-checkpoint";
import { spotlightIn } from "@/components/debugger/inspector/tabs/state-tab";
import { changesOf, plottable, shortValue, type SeriesPoint } from "@/components/debugger/watch/series";
import { drawSteps } from "@/components/debugger/watch/step-plot";
import { buildTree } from "@/lib/graph/tree";
import type { JsonObject } from "@/lib/schema/json";
import type { Blame, WatchResult, Writer } from "@/lib/schema/travel";
import { entry } from "../../graph/entries";
import { channel, description } from "../workbench/fixtures";

const ROWS = [
  entry("a", null, -1, { changed: ["topic"], next: ["__start__"] }),
  entry("b", "a", 0, { nodes: ["note"], changed: ["notes"], next: ["draft"] }),
  entry("c", "b", 1, { nodes: ["note", "check"], changed: ["notes"], next: [] }),
];
const MESSAGE = (id: string, content: string) => ({ type: "ai", id, content });
const STATES: Record<string, JsonObject> = {
  a: { topic: "rain" },
  b: { topic: "rain", notes: [{ text: "one" }], messages: [MESSAGE("m1", "Hello.")] },
  c: { topic: "rain", notes: [{ text: "one" }, { text: "two" }], messages: [MESSAGE("m1", "Hello."), MESSAGE("m2", "Again.")] },
};
const writer = (checkpoint_id: string, step: number, node: string | null): Writer => ({
  checkpoint_id,
  step,
  source: node === null ? "input" : "loop",
  run_id: null,
  node,
  nodes: node === null ? [] : [node],
  task_id: null,
});
const BLAME: Blame = {
  checkpoint_id: "c",
  writers: [writer("a", -1, null), writer("b", 0, "note"), writer("c", 1, "check")],
  channels: {
    topic: { writer: 0, items: null, is_complete: true },
    notes: { writer: 2, items: [1, 2], is_complete: true },
    messages: { writer: 2, items: [1, 2], is_complete: true },
  },
};

let damaged: string | null = null;
let watched: unknown[] = [];

function answer(url: URL, body: unknown): Response {
  const [, , , , , what, id = ""] = url.pathname.split("/");
  if (what === "checkpoints" && id === damaged) {
    return Response.json({ error: { code: "checkpoint_damaged", message: "Its stored state is cut off at byte 12." } }, { status: 503 });
  }
  if (what === "checkpoints") {
    const row = ROWS.find((candidate) => candidate.checkpoint_id === id) ?? entry(id, null, 0);
    const waits = {
      id: "t",
      name: "flow",
      status: "interrupted",
      attempts: 1,
      error: null,
      interrupts: [{ id: "i", value: { doubled: 4 } }],
      writes: [],
    };
    return Response.json({
      ...row,
      thread_id: "t",
      metadata: {},
      revision: null,
      values: STATES[id] ?? {},
      tasks: id === "f" ? [{ ...waits, result: null, checkpoint_ns: null, kind: "pull" }] : [],
    });
  }
  if (what === "blame") return Response.json({ ...BLAME, checkpoint_id: url.searchParams.get("checkpoint_id") });
  if (what === "marks") return Response.json({ checkpoints: [], branches: [], deletions: [] });
  if (what === "watch") {
    watched.push(body);
    const result: WatchResult = {
      points: ROWS.map((row, index) => ({
        checkpoint_id: row.checkpoint_id,
        step: row.step,
        values: (body as { expressions: string[] }).expressions.map((text) =>
          text === "notes.length" ? { ok: true, value: index } : { ok: false, message: "There is no channel of that name." },
        ),
      })),
      total: 3,
    };
    return Response.json(result);
  }
  return Response.json({ from: "a", to: id, common_ancestor: null, channels: [], unchanged: [] });
}

const handlers = { onContinue: vi.fn(), onForked: vi.fn(), onCompare: vi.fn(), onSelectNode: vi.fn() };

function Held({ start, ...rest }: Partial<InspectorProps> & { start: string }) {
  const entries = rest.entries ?? ROWS;
  const [id, setId] = useState(start);
  const [nodeId, setNodeId] = useState<string | null>(null);
  return (
    <Inspector
      graphId="g"
      description={description({ channels: [channel("topic"), channel("notes", "append"), channel("messages", "messages")] })}
      threadId="t"
      entries={entries}
      entry={entries.find((row) => row.checkpoint_id === id) ?? null}
      compareId={null}
      runs={[]}
      busy={false}
      {...handlers}
      {...rest}
      nodeId={nodeId}
      onSelectCheckpoint={setId}
      onSelectNode={setNodeId}
    />
  );
}

function show(start: string, rest: Partial<InspectorProps> = {}) {
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <Held start={start} {...rest} />
    </QueryClientProvider>,
  );
}
const openTab = (name: string) => fireEvent.mouseDown(screen.getByRole("tab", { name }), { button: 0 });
const section = (name: string) => screen.findByRole("region", { name });

beforeEach(() => {
  damaged = null;
  watched = [];
  window.localStorage.clear();
  Element.prototype.scrollIntoView = vi.fn();
  vi.stubGlobal("fetch", async (input: string, init?: RequestInit) => {
    const body: unknown = typeof init?.body === "string" ? JSON.parse(init.body) : null;
    return answer(new URL(input, "http://localhost"), body);
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

describe("who wrote what", () => {
  it("is told for each item of a list and each message, parallel nodes apart", async () => {
    show("c");
    const notes = await section("notes");
    expect(await within(notes).findByRole("button", { name: "note · 0" })).toBeTruthy();
    expect(within(notes).getByRole("button", { name: "check · 1" })).toBeTruthy();
    expect(within(notes).getByRole("button", { name: "check · step 1" })).toBeTruthy();
    expect(within(await section("messages")).getByRole("button", { name: "note · 0" })).toBeTruthy();
    expect(within(await section("topic")).getByRole("button", { name: "input · step −1" })).toBeTruthy();
  });

  it("leads to the step, with its node selected, the state still shown and the item marked", async () => {
    show("c");
    fireEvent.click(await within(await section("notes")).findByRole("button", { name: "note · 0" }));
    await screen.findByText(/Step 0/);
    await waitFor(async () => expect((await section("notes")).querySelector("li[aria-current]")?.textContent).toContain("one"));
    expect(screen.getByRole("tab", { name: "State" }).getAttribute("aria-selected")).toBe("true");
  });

  it("can be switched off, and stays so", async () => {
    show("c");
    const blame = await screen.findByRole("button", { name: "Blame" });
    await within(await section("notes")).findByRole("button", { name: "note · 0" });
    expect(blame.getAttribute("aria-pressed")).toBe("true");
    fireEvent.click(blame);
    expect(window.localStorage.getItem("retrograph:blame")).toBe("false");
    const tag = await within(await section("notes")).findByRole("button", { name: "note · 0" });
    expect(tag.className).toContain("opacity-0");
  });

  it("finds a message by its id where it stood elsewhere, and nothing where it was not yet there", () => {
    const followed = { channel: "messages", index: 5, messageId: "m2" };
    expect(spotlightIn(followed, "messages", STATES["c"]?.["messages"])).toEqual({ index: 1 });
    expect(spotlightIn(followed, "messages", STATES["b"]?.["messages"])).toBeNull();
    expect(spotlightIn(followed, "notes", [])).toBeNull();
    expect(spotlightIn({ ...followed, index: null }, "messages", undefined)).toEqual({ index: null });
  });
});

describe("a damaged checkpoint", () => {
  it("says so in place of its state, and leads to the one before", async () => {
    damaged = "c";
    show("c");
    const alert = await screen.findByRole("alert");
    expect(alert.textContent).toContain("Its stored state is cut off at byte 12.");
    fireEvent.click(within(alert).getByRole("button", { name: "Go to the one before, step 0" }));
    expect(await section("notes")).toBeTruthy();
  });
});

describe("a function that waits", () => {
  it("says what it waits for rather than that the state is empty", async () => {
    const rows = [entry("f", null, 0, { nodes: [], next: ["flow"], has_interrupt: true })];
    show("f", { entries: rows, description: description({ api: "entrypoint", channels: [] }) });
    const waiting = await section("What it waits for");
    expect(waiting.textContent).toContain("flow waits for an answer");
    expect(waiting.textContent).toContain("doubled");
    expect(screen.queryByText("The state is empty.")).toBeNull();
  });
});

describe("watched expressions", () => {
  async function watch(text: string) {
    const field = await screen.findByRole("combobox", { name: "Expression to watch" });
    fireEvent.change(field, { target: { value: text } });
    fireEvent.submit(field);
  }

  it("are plotted over the branch, walked with the arrow keys, and kept for the workflow", async () => {
    show("b");
    openTab("Watch");
    await watch("notes.length");
    const plot = await screen.findByRole("slider", { name: "notes.length over the checkpoints" });
    expect(watched).toEqual([{ checkpoint_id: "c", checkpoint_ns: "", expressions: ["notes.length"], limit: 500 }]);
    expect(plot.getAttribute("aria-valuetext")).toBe("step 0: 1");
    fireEvent.keyDown(plot, { key: "ArrowRight" });
    await waitFor(() => expect(screen.getByRole("slider", { name: /^notes.length/ }).getAttribute("aria-valuetext")).toBe("step 1: 2"));
    expect(window.localStorage.getItem("retrograph:watch:g")).toBe('["notes.length"]');
    fireEvent.click(screen.getByRole("button", { name: "Watch notes.length no longer" }));
    expect(await screen.findByText("Nothing is watched")).toBeTruthy();
  });

  it("tell once why they have no value", async () => {
    show("b");
    openTab("Watch");
    await watch("nothing");
    const card = await section("nothing");
    await within(card).findByText("It has no value at any checkpoint of this branch.");
    expect(within(card).getAllByText(/There is no channel of that name/)).toHaveLength(1);
  });

  it("that cannot be read say why while they are typed", async () => {
    show("b");
    openTab("Watch");
    const field = await screen.findByRole("combobox", { name: "Expression to watch" });
    fireEvent.change(field, { target: { value: "notes.length >" } });
    expect(await screen.findByText(/Something is missing at the end/)).toBeTruthy();
    fireEvent.submit(field);
    expect(watched).toEqual([]);
  });
});

describe("a series of values", () => {
  const points = (values: SeriesPoint["value"][]): SeriesPoint[] => values.map((value, step) => ({ checkpoint_id: String(step), step, value }));
  const ok = (value: string | number | boolean | null | JsonObject) => ({ ok: true as const, value });

  it("is plotted where it is made of numbers or truth, and listed by its changes otherwise", () => {
    expect(plottable(points([ok(1), { ok: false, message: "" }, ok(true)]))).toEqual([1, null, 1]);
    expect(plottable(points([ok({ $type: "undefined" }), ok(2)]))).toEqual([null, 2]);
    expect(plottable(points([ok("a"), ok(1)]))).toBeNull();
    expect(plottable(points([ok(null)]))).toBeNull();
    const changes = changesOf(points([ok({ a: 1, b: 2 }), ok({ b: 2, a: 1 }), ok("x"), { ok: false, message: "no" }, { ok: false, message: "no" }]));
    expect(changes.map((point) => point.step)).toEqual([0, 2, 3]);
  });

  it("is drawn as steps, with gaps where there is no value", () => {
    expect(drawSteps([0, 0, 10])).toEqual({ path: "M4.0 40.0H596.0V4.0H596.1", low: 0, high: 10 });
    expect(drawSteps([5, null, 5]).path).toBe("M4.0 22.0H300.0M596.0 22.0H596.1");
    expect(drawSteps([null]).path).toBe("");
  });

  it("writes values shortly, and what is not set in words", () => {
    expect(shortValue({ $type: "undefined" })).toBe("not set");
    expect(shortValue("x".repeat(500)).length).toBe(160);
  });
});

describe("loading ahead", () => {
  it("goes on in the direction of the walk, at forks along every branch", () => {
    const tree = buildTree([entry("a", null, -1), entry("b", "a", 0), entry("c", "b", 1), entry("d", "b", 1), entry("e", "c", 2)]);
    expect(aheadOf(tree, "a", "next")).toEqual(["b", "c", "d"]);
    expect(aheadOf(tree, "e", "previous")).toEqual(["c", "b", "a"]);
    expect(aheadOf(tree, "a", "previous")).toEqual([]);
  });
});
