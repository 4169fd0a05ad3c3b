import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { NO_FILTER, barOf, buildSpanTree, rangeOf, spanRows } from "@/components/debugger/trace/span-tree";
import { checkpointsAround, runOfCheckpoint, spansOfCheckpoint } from "@/components/debugger/trace/trace-places";
import { formatCost, formatDuration, formatTokens } from "@/components/debugger/trace/words";
import { entry } from "../../graph/entries";
import { RUN, RUN_ID, span } from "./fixtures";

const SPANS = [
  span("plan", 0, { ms: 100 }),
  span("model", 10, { parent_span_id: "plan", kind: "model", model: "gpt-5-mini", ms: 80, first_token_ms: 20 }),
  span("tool", 92, { parent_span_id: "plan", kind: "tool", name: "search", ms: 5, status: "failed", error: { name: "E", message: "no network" } }),
  span("note", 100, { ms: 300 }),
];
const shown = (closed: string[], filter = NO_FILTER) =>
  spanRows(buildSpanTree(SPANS), new Set(closed), filter).map(
    ({ span: { span_id }, depth, open }) => `${"-".repeat(depth)}${span_id}${open ? "+" : ""}`,
  );

describe("the rows of a trace", () => {
  it("are the open spans in the order in which they started", () => {
    expect(shown([])).toEqual(["plan+", "-model", "-tool", "note"]);
    expect(shown(["plan"])).toEqual(["plan", "note"]);
  });

  it("keep what is around a match", () => {
    expect(shown([], { ...NO_FILTER, text: "GPT" })).toEqual(["plan+", "-model"]);
    expect(shown([], { ...NO_FILTER, text: "network" })).toEqual(["plan+", "-tool"]);
    expect(shown([], { ...NO_FILTER, troubleOnly: true })).toEqual(["plan+", "-tool"]);
    expect(shown([], { ...NO_FILTER, kinds: new Set(["tool"]), text: "gpt" })).toEqual([]);
  });

  it("show a span whose parent is missing at the top", () => {
    expect(spanRows(buildSpanTree([span("a", 0, { parent_span_id: "gone" })]), new Set(), NO_FILTER)).toMatchObject([{ depth: 0 }]);
  });

  it("hold every span once, however they nest", () => {
    const parents = fc.array(fc.nat(200), { maxLength: 200 });
    fc.assert(
      fc.property(parents, (choices) => {
        const spans = choices.map((choice, index) => span(String(index), index, { parent_span_id: index === 0 ? null : String(choice % index) }));
        const rows = spanRows(buildSpanTree(spans), new Set(), NO_FILTER);
        expect(rows.map((row) => row.span.span_id).sort()).toEqual(spans.map(({ span_id }) => span_id).sort());
        const places = new Map(rows.map((row, place) => [row.span.span_id, { place, depth: row.depth }]));
        for (const { span_id, parent_span_id } of spans) {
          const own = places.get(span_id);
          const around = parent_span_id === null ? { place: -1, depth: -1 } : places.get(parent_span_id);
          expect(own?.depth).toBe((around?.depth ?? NaN) + 1);
          expect(own?.place).toBeGreaterThan(around?.place ?? Infinity);
        }
      }),
    );
  });
});

describe("bars", () => {
  const noon = Date.UTC(2026, 10, 30, 12);

  it("lie in the time from the first start to the last end", () => {
    expect(rangeOf(SPANS, noon)).toEqual({ from: noon, to: noon + 400 });
    expect(barOf(span("x", 100, { ms: 200, first_token_ms: 50 }), { from: noon, to: noon + 400 }, noon)).toEqual({
      left: 0.25,
      width: 0.5,
      waiting: 0.25,
    });
  });

  it("grow until now while the span runs, and have no length when it was lost", () => {
    const range = rangeOf([span("x", 0, { ms: null, status: "running" })], noon + 1000);
    expect(range).toEqual({ from: noon, to: noon + 1000 });
    expect(barOf(span("x", 500, { ms: null, status: "running" }), range, noon + 1000)).toEqual({ left: 0.5, width: 0.5, waiting: 0 });
    expect(barOf(span("x", 500, { ms: null, status: "lost" }), range, noon + 1000).width).toBe(0);
  });
});

describe("spans and checkpoints", () => {
  const entries = [
    { ...entry("a", null, 0, { next: ["plan"] }), run_id: RUN_ID },
    { ...entry("b", "a", 1, { nodes: ["plan"], next: ["note"] }), run_id: RUN_ID },
  ];
  const [a, b] = entries;
  const spans = [
    span("plan", 0, { checkpoint_id: "a" }),
    span("note", 10, { checkpoint_id: "b", status: "failed" }),
    span("draft", 20, { checkpoint_id: "b" }),
  ];

  it("belong together by the step that wrote the checkpoint, and by what did not get on from it", () => {
    expect([...spansOfCheckpoint(b ?? entry("", null, 0), spans)]).toEqual(["plan", "note"]);
    expect([...spansOfCheckpoint(a ?? entry("", null, 0), spans)]).toEqual([]);
  });

  it("lead to one another", () => {
    expect(checkpointsAround(spans[0] ?? span("", 0), entries)).toEqual({ before: a, after: b });
    expect(checkpointsAround(spans[1] ?? span("", 0), entries)).toEqual({ before: b, after: null });
  });

  it("show a run that failed at once rather than the one that wrote the checkpoint", () => {
    const retry = { ...RUN, run_id: "33333333-3333-4333-8333-333333333333", from_checkpoint_id: "b" };
    expect(runOfCheckpoint(b ?? entry("", null, 0), true, [retry, RUN])).toBe(retry);
    expect(runOfCheckpoint(b ?? entry("", null, 0), false, [retry, RUN])).toBe(RUN);
    expect(runOfCheckpoint(entry("z", null, 0), true, [RUN])).toBeNull();
  });
});

describe("numbers in words", () => {
  it("are as short as they can be said", () => {
    expect([0.44, 12.3, 1240, 61_000, 125_000].map(formatDuration)).toEqual(["0.4 ms", "12 ms", "1.24 s", "1 min 1 s", "2 min 5 s"]);
    expect([0, 0.00001, 0.0123, 12.3].map(formatCost)).toEqual(["$0", "<$0.0001", "$0.0123", "$12.30"]);
    expect([812, 1234, 12_345, 3_400_000].map(formatTokens)).toEqual(["812", "1.2k", "12k", "3.4M"]);
  });
});
