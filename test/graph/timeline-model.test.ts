import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { buildTimeline, createTimelineModel, extendTimeline, type TimelineModel } from "../../lib/graph/timeline-model";
import { buildTree, isCutOff } from "../../lib/graph/tree";
import type { CheckpointSource, TimelineEntry } from "../../lib/schema/checkpoint";
import { entry } from "./entries";

const SOURCES: CheckpointSource[] = ["input", "loop", "update", "fork"];

type Draw = { parent: number; kind: number; source: number; jump: number; minute: number };

/**
 * Rows as damaged and foreign data have them too: parents that are missing, that come later or are the row itself, times
 * that are the same or go back, steps that repeat or leap.
 */
const rows: fc.Arbitrary<TimelineEntry[]> = fc
  .array(
    fc.record<Draw>({
      parent: fc.nat(30),
      kind: fc.nat(11),
      source: fc.nat(3),
      jump: fc.integer({ min: -1, max: 3 }),
      minute: fc.nat(59),
    }),
    { maxLength: 30 },
  )
  .map((draws) =>
    draws.map((draw, index) => {
      const id = (at: number) => `n${String(at).padStart(3, "0")}`;
      const parent =
        draw.kind === 0 ? null : draw.kind === 1 ? "gone" : draw.kind === 2 ? id(draw.parent) : index === 0 ? null : id(draw.parent % index);
      const minute = draw.kind === 3 ? draw.minute : index;
      return entry(id(index), parent, index + draw.jump, {
        source: SOURCES[draw.source] ?? "loop",
        created_at: new Date(Date.UTC(2026, 10, 30, 12, minute)).toISOString(),
      });
    }),
  );

/** Everything that can be told of a model, free of which objects it shares. */
function described({ tree, branches, layout }: TimelineModel) {
  const sorted = <T>(map: ReadonlyMap<string, T>) => [...map].sort(([left], [right]) => (left < right ? -1 : 1));
  return {
    order: tree.order,
    roots: tree.roots,
    entries: sorted(tree.byId),
    parents: sorted(tree.parents),
    children: sorted(tree.children),
    newest: tree.newest?.checkpoint_id ?? null,
    missing: [...tree.missing].sort(),
    branches,
    lanes: layout.lanes,
    dots: sorted(layout.dots),
    links: layout.links,
    steps: layout.steps,
  };
}

describe("a timeline that grows", () => {
  it("is what it would be if it were built at once, whatever comes in which portions", () => {
    fc.assert(
      fc.property(rows, fc.array(fc.nat(6), { maxLength: 20 }), (entries, sizes) => {
        const grow = createTimelineModel();
        let known: TimelineEntry[] = [];
        for (const size of [...sizes, entries.length]) {
          known = entries.slice(0, known.length + size);
          expect(described(grow(known))).toEqual(described(buildTimeline(known)));
        }
      }),
      { numRuns: 300 },
    );
  });

  it("takes rows whose tasks have failed or wait meanwhile, and rows that are gone", () => {
    fc.assert(
      fc.property(rows, fc.nat(), fc.nat(), (entries, changed, removed) => {
        fc.pre(entries.length > 1);
        const grow = createTimelineModel();
        grow(entries);
        const waiting = entries.map((row, index) => (index === changed % entries.length ? { ...row, has_interrupt: true } : row));
        expect(described(grow(waiting))).toEqual(described(buildTimeline(waiting)));
        const fewer = waiting.filter((_, index) => index !== removed % entries.length);
        expect(described(grow(fewer))).toEqual(described(buildTimeline(fewer)));
        expect(described(grow(waiting))).toEqual(described(buildTimeline(waiting)));
      }),
    );
  });

  it("keeps the objects of branches and lanes that did not grow", () => {
    const before = buildTimeline([entry("a", null, 0), entry("b", "a", 1), entry("c", "a", 1, { source: "fork" })]);
    const after = extendTimeline(before, [entry("d", "c", 2)]);
    expect(after?.branches[0]).toBe(before.branches[0]);
    expect(after?.layout.lanes[0]).toBe(before.layout.lanes[0]);
    expect(after?.branches[1]).toMatchObject({ leaf: "d", checkpoints: ["c", "d"] });
    expect(before.branches[1]).toMatchObject({ leaf: "c", checkpoints: ["c"] });
    expect(before.layout.lanes[1]?.dots).toHaveLength(1);
  });

  it("gives the same model for the same list", () => {
    const grow = createTimelineModel();
    const list = [entry("a", null, 0)];
    expect(grow(list)).toBe(grow(list));
  });

  it("adds one checkpoint to 10,000 in a fraction of what building takes", () => {
    const list = Array.from({ length: 10_000 }, (_, index) =>
      entry(`c${String(index).padStart(5, "0")}`, index === 0 ? null : `c${String(index - 1).padStart(5, "0")}`, index),
    );
    const started = performance.now();
    let model = buildTimeline(list.slice(0, 9000));
    const built = performance.now() - started;
    const from = performance.now();
    for (const row of list.slice(9000)) model = extendTimeline(model, [row]) ?? model;
    const each = (performance.now() - from) / 1000;
    expect(model.tree.order).toHaveLength(10_000);
    expect(model.layout.lanes[0]?.dots).toHaveLength(10_000);
    expect(each).toBeLessThan(built / 4);
  });
});

it("tells a root that was cut off from one that began the thread", () => {
  const tree = buildTree([entry("a", null, -1), entry("b", "pruned", 5)]);
  expect(tree.roots.map((root) => isCutOff(tree, root))).toEqual([false, true]);
  expect([...tree.missing]).toEqual(["pruned"]);
});
