import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { blameItems, type ChannelSteps, type ItemWriter, type WrittenItem } from "../../lib/graph/blame";
import { matchItems } from "../../lib/graph/diff";
import type { Json } from "../../lib/schema/json";

type Step = { list: Json[]; written: WrittenItem[] | null };

/** Forwards, comparing every two lists: the meaning of blame. */
function naive(before: Json[], steps: readonly Step[]): (number | null)[] {
  let list = before;
  let writers: (number | null)[] = before.map(() => null);
  steps.forEach((step, index) => {
    const old = writers;
    writers = matchItems(list, step.list).map((place) => (place < 0 ? index : (old[place] ?? null)));
    list = step.list;
  });
  return writers;
}

function toSteps(before: readonly Json[], steps: readonly Step[], count = { reads: 0 }): ChannelSteps {
  return {
    count: steps.length,
    valueAt: (step) => {
      count.reads += 1;
      return step < 0 ? before : steps[step]?.list;
    },
    writtenAt: (step) => steps[step]?.written ?? null,
  };
}

function run(value: readonly Json[], steps: ChannelSteps): (ItemWriter | null)[] {
  const generator = blameItems(value, steps);
  for (let next = generator.next(); ; next = generator.next()) if (next.done === true) return next.value;
}

/** Few different items, so that they repeat; with ids and without. */
const item: fc.Arbitrary<Json> = fc.oneof(
  fc.integer({ min: 0, max: 3 }),
  fc.record({ id: fc.constantFrom("a", "b", "c", "d", "e", "f"), text: fc.integer({ min: 0, max: 2 }) }),
);

/** What a step does to the list: most append; others replace, remove, insert or turn it round. */
const change = fc.record({
  kind: fc.constantFrom("append", "append", "append", "append", "rewrite", "remove", "insert", "reverse", "same", "overwrite"),
  items: fc.array(item, { maxLength: 3 }),
  at: fc.nat(6),
  isKnown: fc.constantFrom(true, true, true, false),
});

const story = fc.record({ before: fc.array(item, { maxLength: 3 }), changes: fc.array(change, { maxLength: 25 }) }).map(({ before, changes }) => {
  let list = before;
  const steps = changes.map(({ kind, items, at, isKnown }): Step => {
    const place = Math.min(at, list.length);
    const next = {
      append: [...list, ...items],
      rewrite: [...list.slice(0, place), ...items],
      remove: [...list.slice(0, place), ...list.slice(place + 1)],
      insert: [...list.slice(0, place), ...items, ...list.slice(place)],
      reverse: [...list].reverse(),
      same: list,
      overwrite: items,
    }[kind];
    // A node of a channel without a reducer writes the whole list.
    const written = kind === "rewrite" || kind === "overwrite" ? next : items;
    list = next;
    return { list, written: isKnown ? written.map((one, by) => ({ item: one, by })) : null };
  });
  return { before, steps, value: list };
});

describe("blame", () => {
  it("agrees with comparing every two lists", () => {
    fc.assert(
      fc.property(story, ({ before, steps, value }) => {
        expect(run(value, toSteps(before, steps)).map((writer) => writer?.step ?? null)).toEqual(naive(before, steps));
      }),
      { numRuns: 2000 },
    );
  });

  it("looks at few of the lists where every step appends", () => {
    const steps: Step[] = [];
    for (let step = 0; step < 5000; step++) {
      const written = { id: `n${step}` };
      steps.push({ list: [...(steps.at(-1)?.list ?? []), written], written: [{ item: written, by: 0 }] });
    }
    const count = { reads: 0 };
    const writers = run(steps.at(-1)?.list ?? [], toSteps([], steps, count));
    expect(writers.map((writer) => writer?.step)).toEqual(steps.map((_, index) => index));
    expect(count.reads).toBeLessThan(30);
  });

  it("tells parallel tasks apart, also where the reducer sorts or gives ids", () => {
    const steps: Step[] = [
      {
        list: ["b", "a"],
        written: [
          { item: "b", by: 0 },
          { item: "a", by: 1 },
        ],
      },
      { list: ["a", "b", "c"], written: [{ item: "c", by: 2 }] },
      { list: ["a", "b", "c", { id: "given", text: "hi" }], written: [{ item: { text: "hi" }, by: 3 }] },
    ];
    expect(run(steps[2]?.list ?? [], toSteps([], steps))).toEqual([
      { step: 1, by: 2 },
      { step: 0, by: 0 },
      { step: 1, by: 2 },
      { step: 2, by: 3 },
    ]);
  });

  it("does not credit who merely repeated an item", () => {
    const steps: Step[] = [
      {
        list: ["x", "y"],
        written: [
          { item: "x", by: 0 },
          { item: "y", by: 0 },
        ],
      },
      {
        list: ["x", "y"],
        written: [
          { item: "x", by: 1 },
          { item: "y", by: 1 },
        ],
      },
    ];
    expect(run(["x", "y"], toSteps([], steps)).map((writer) => writer?.step)).toEqual([0, 0]);
  });

  it("goes past lists that cannot be read by what was written", () => {
    const steps: Step[] = [
      { list: ["a"], written: [{ item: "a", by: 0 }] },
      { list: ["a", "b"], written: [{ item: "b", by: 1 }] },
      { list: ["b", "a", "c"], written: [{ item: "c", by: 2 }] },
    ];
    const readable = toSteps([], steps);
    const writers = run(["b", "a", "c"], { ...readable, valueAt: (step) => (step === 1 ? undefined : readable.valueAt(step)) });
    expect(writers.map((writer) => writer?.step)).toEqual([1, 0, 2]);
  });

  it("leaves what was there before everybody to nobody", () => {
    const steps: Step[] = [{ list: ["default", "a"], written: [{ item: "a", by: 0 }] }];
    expect(run(["default", "a"], toSteps(["default"], steps))).toEqual([null, { step: 0, by: 0 }]);
  });
});
