import fc from "fast-check";
import { expect, it } from "vitest";
import { findBranches } from "../../lib/graph/branches";
import { diffItems, diffValues, matchItems } from "../../lib/graph/diff";
import { jsonEqual } from "../../lib/graph/diff-equal";
import { layoutLanes } from "../../lib/graph/lanes";
import { buildTree } from "../../lib/graph/tree";
import type { CheckpointSource, TimelineEntry } from "../../lib/schema/checkpoint";
import type { Json, JsonObject } from "../../lib/schema/json";
import { entry } from "./entries";

const SOURCES: CheckpointSource[] = ["input", "loop", "update", "fork"];

/** Rows whose parents may be missing, later, or in a circle, each id once, in any order. */
const rows: fc.Arbitrary<TimelineEntry[]> = fc
  .array(fc.record({ parent: fc.nat(16), kind: fc.nat(9), source: fc.nat(3), step: fc.integer({ min: -1, max: 12 }), minute: fc.nat(59) }), {
    maxLength: 16,
  })
  .chain((draws) => {
    const list = draws.map((draw, index) => {
      const parent =
        draw.kind === 0 ? null : draw.kind === 1 ? "gone" : draw.kind < 4 ? `n${draw.parent}` : index === 0 ? null : `n${draw.parent % index}`;
      return entry(`n${index}`, parent, draw.step, {
        source: SOURCES[draw.source] ?? "loop",
        created_at: new Date(Date.UTC(2026, 10, 30, 12, draw.kind === 4 ? draw.minute : index)).toISOString(),
      });
    });
    return fc.shuffledSubarray(list, { minLength: list.length, maxLength: list.length });
  });

function isOlder(left: TimelineEntry, right: TimelineEntry): boolean {
  if (left.created_at !== right.created_at) return left.created_at < right.created_at;
  return left.checkpoint_id < right.checkpoint_id;
}

/** Quadratic on purpose: again and again the oldest row is placed, after the ancestors that wait for it. */
function naiveOrder(entries: readonly TimelineEntry[]): { id: string; parent: string | null }[] {
  const placed: { id: string; parent: string | null }[] = [];
  const isPlaced = (id: string) => placed.some((one) => one.id === id);
  for (;;) {
    const waiting = entries.filter((one) => !isPlaced(one.checkpoint_id));
    const [first] = waiting;
    if (first === undefined) return placed;
    const chain = [waiting.reduce((oldest, one) => (isOlder(one, oldest) ? one : oldest), first)];
    for (;;) {
      const parent = waiting.find((one) => one.checkpoint_id === chain[0]?.parent_checkpoint_id);
      if (parent === undefined || chain.includes(parent)) break;
      chain.unshift(parent);
    }
    for (const one of chain) {
      const parent = one.parent_checkpoint_id;
      placed.push({ id: one.checkpoint_id, parent: parent !== null && isPlaced(parent) ? parent : null });
    }
  }
}

it("the tree is the one that placing rows one by one makes", () => {
  fc.assert(
    fc.property(rows, (entries) => {
      const tree = buildTree(entries);
      const naive = naiveOrder(entries);
      expect(tree.order).toEqual(naive.map((one) => one.id));
      expect([...tree.parents]).toEqual(naive.map((one) => [one.id, one.parent]));
      expect(tree.roots).toEqual(naive.filter((one) => one.parent === null).map((one) => one.id));
      for (const { id } of naive) expect(tree.children.get(id) ?? []).toEqual(naive.filter((one) => one.parent === id).map((one) => one.id));
    }),
    { numRuns: 500 },
  );
});

it("a branch is a line of first children", () => {
  fc.assert(
    fc.property(rows, (entries) => {
      const naive = naiveOrder(entries);
      const firstChild = (id: string) => naive.find((one) => one.parent === id)?.id;
      const starts = naive.filter((one) => one.parent === null || firstChild(one.parent) !== one.id);
      const lines = starts.map(({ id, parent }) => {
        const line = [id];
        for (let next = firstChild(id); next !== undefined; next = firstChild(next)) line.push(next);
        return { id, forkedFrom: parent, checkpoints: line, leaf: line.at(-1) };
      });
      expect(findBranches(buildTree(entries)).map(({ id, forkedFrom, checkpoints, leaf }) => ({ id, forkedFrom, checkpoints, leaf }))).toEqual(lines);
    }),
    { numRuns: 500 },
  );
});

it("lanes have a column per step that is taken, in order", () => {
  fc.assert(
    fc.property(rows, (entries) => {
      const tree = buildTree(entries);
      const branches = findBranches(tree);
      const { dots, steps, lanes } = layoutLanes(tree, branches);
      const place = (id: string): number => {
        const parent = tree.parents.get(id) ?? null;
        const step = tree.byId.get(id)?.step ?? 0;
        return parent === null ? step : Math.max(step, place(parent) + 1);
      };
      const taken = [...new Set(tree.order.map(place))].sort((left, right) => left - right);
      expect(steps).toEqual(taken);
      for (const [index, branch] of branches.entries()) {
        for (const id of branch.checkpoints) expect(dots.get(id)).toEqual({ id, branch: branch.id, lane: index, column: taken.indexOf(place(id)) });
        expect(lanes[index]?.dots.map((dot) => dot.id)).toEqual(branch.checkpoints);
      }
    }),
    { numRuns: 500 },
  );
});

const scalar: fc.Arbitrary<Json> = fc.oneof(fc.integer({ min: 0, max: 3 }), fc.constantFrom("a", "b"), fc.constant(null), fc.boolean());
const item: fc.Arbitrary<Json> = fc.oneof(scalar, fc.record({ id: fc.constantFrom("x", "y", "z", "w"), text: scalar }));
const list = fc.array(item, { maxLength: 8 });

/** Plays the changes back onto the old list: the new list must come out. */
function played(before: readonly Json[], after: readonly Json[]): Json[] {
  const matches = matchItems(before, after);
  const changes = new Map(diffItems(before, after).flatMap((change) => (change.kind === "removed" ? [] : [[change.index, change] as const])));
  return after.map((_, index) => {
    const change = changes.get(index);
    if (change !== undefined) return change.after ?? null;
    return before[matches[index] ?? -1] ?? null;
  });
}

it("the differences of two lists lead from one to the other, and equal lists have none", () => {
  fc.assert(
    fc.property(list, list, (before, after) => {
      expect(played(before, after)).toEqual(after);
      const removed = diffItems(before, after).filter((change) => change.kind === "removed").length;
      const added = diffItems(before, after).filter((change) => change.kind === "added").length;
      expect(before.length - removed + added).toBe(after.length);
      expect(diffItems(after, after)).toEqual([]);
    }),
    { numRuns: 1000 },
  );
});

it("the same item is never found twice, and is equal where it is found", () => {
  fc.assert(
    fc.property(list, list, (before, after) => {
      const found = matchItems(before, after).flatMap((place, index) => (place < 0 ? [] : [{ place, index }]));
      expect(new Set(found.map(({ place }) => place)).size).toBe(found.length);
      for (const { place, index } of found) expect(jsonEqual(before[place], after[index])).toBe(true);
    }),
    { numRuns: 1000 },
  );
});

const state: fc.Arbitrary<JsonObject> = fc.dictionary(fc.constantFrom("notes", "draft", "count", "plan"), fc.oneof(scalar, list));

it("a state's channels are the same, added, removed or changed as a look at each says", () => {
  fc.assert(
    fc.property(state, state, (before, after) => {
      const { changes, unchanged } = diffValues(before, after);
      for (const channel of new Set([...Object.keys(before), ...Object.keys(after)])) {
        const [was, is] = [Object.hasOwn(before, channel), Object.hasOwn(after, channel)];
        const kind = !was ? "added" : !is ? "removed" : JSON.stringify(before[channel]) === JSON.stringify(after[channel]) ? null : "changed";
        expect(changes.find((change) => change.channel === channel)?.kind ?? null).toBe(kind);
        expect(unchanged.includes(channel)).toBe(kind === null);
      }
    }),
    { numRuns: 1000 },
  );
});
