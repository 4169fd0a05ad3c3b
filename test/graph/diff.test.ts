import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { alignKeys, longestIncreasing } from "../../lib/graph/diff-align";
import { jsonEqual, stableText } from "../../lib/graph/diff-equal";
import { diffItems, diffValues } from "../../lib/graph/diff";
import type { ItemChange } from "../../lib/schema/checkpoint";
import type { Json, JsonObject } from "../../lib/schema/json";

const message = (id: string, content: string): Json => ({ type: "human", id, content });
const brief = (changes: ItemChange[]) => changes.map((change) => `${change.kind} ${change.key}@${change.index}`);

describe("channels", () => {
  it("tells added, removed and changed channels from unchanged ones", () => {
    const diff = diffValues({ kept: 1, gone: "x", edited: "a" }, { kept: 1, edited: "b", fresh: null });
    expect(diff.unchanged).toEqual(["kept"]);
    expect(diff.changes).toEqual([
      { channel: "edited", kind: "changed", before: "a", after: "b", items: null },
      { channel: "fresh", kind: "added", after: null, items: null },
      { channel: "gone", kind: "removed", before: "x", items: null },
    ]);
  });

  it("takes a channel that is named like a method of objects for what it is", () => {
    expect(diffValues({}, { toString: 1, hasOwnProperty: 2 }).changes.map((change) => change.kind)).toEqual(["added", "added"]);
  });

  it("does not mind the order of object keys", () => {
    expect(diffValues({ a: { x: 1, y: [2] } }, { a: { y: [2], x: 1 } }).unchanged).toEqual(["a"]);
  });

  it("has no items where a list became something else", () => {
    expect(diffValues({ a: [1] }, { a: "1" }).changes[0]?.items).toBeNull();
  });
});

describe("lists", () => {
  it("follows messages by id", () => {
    const before = [message("1", "hi"), message("2", "there"), message("3", "bye")];
    const after = [message("1", "hi"), message("3", "good bye"), message("4", "new")];
    expect(brief(diffItems(before, after))).toEqual(["removed 2@1", "changed 3@1", "added 4@2"]);
  });

  it("knows the two serialised forms of LangChain messages", () => {
    const serialised = (id: string, content: string): Json => ({ lc: 1, type: "constructor", id: ["langchain_core"], kwargs: { id, content } });
    expect(brief(diffItems([serialised("a", "x")], [serialised("b", "y"), serialised("a", "x")]))).toEqual(["added b@0"]);
    const stored = (id: string): Json => ({ type: "human", data: { id, content: id } });
    expect(brief(diffItems([stored("a")], [stored("b"), stored("a")]))).toEqual(["added b@0"]);
  });

  it("says that an item moved only for those that left the common order", () => {
    const items = ["a", "b", "c", "d"].map((id) => ({ id }));
    const moved = ["d", "a", "b", "c"].map((id) => ({ id }));
    expect(brief(diffItems(items, moved))).toEqual(["moved d@0"]);
  });

  it("finds an insert and a removal in the middle of items without ids", () => {
    expect(brief(diffItems(["a", "b", "c"], ["a", "x", "b", "c"]))).toEqual(["added 1@1"]);
    expect(brief(diffItems(["a", "b", "c"], ["a", "c"]))).toEqual(["removed 1@1"]);
  });

  it("pairs what stands between equal items by place", () => {
    expect(brief(diffItems(["a", "b", "c"], ["a", "B", "C", "D"]))).toEqual(["changed 1@1", "changed 2@2", "added 3@3"]);
  });

  it("falls back to places where ids repeat", () => {
    expect(brief(diffItems([{ id: "a" }, { id: "a" }], [{ id: "a" }]))).toEqual(["removed 1@1"]);
  });
});

const json = fc.jsonValue({ maxDepth: 2 }).map((value) => JSON.parse(JSON.stringify(value)) as Json);
const keyed = fc.uniqueArray(fc.record({ id: fc.integer({ min: 0, max: 12 }), text: fc.constantFrom("x", "y") }), { selector: (item) => item.id });

/** Applies a diff in the naive way: everything of `after` that is not named must be in `before` unchanged. */
function unexplained(before: Json[], after: Json[], changes: ItemChange[]): Json[] {
  const leaves = new Set(changes.filter((change) => change.kind !== "removed").map((change) => change.index));
  const kept = after.filter((_, index) => !leaves.has(index)).map(stableText);
  const lost = [...changes.flatMap((change) => (change.before === undefined ? [] : [stableText(change.before)]))];
  const pool = before.map(stableText);
  for (const text of [...kept, ...lost]) {
    const place = pool.indexOf(text);
    if (place < 0) return [text];
    pool.splice(place, 1);
  }
  return pool;
}

describe("properties", () => {
  it("explains every item of both lists exactly once, with ids", () => {
    fc.assert(
      fc.property(keyed, keyed, (before, after) => {
        expect(unexplained(before, after, diffItems(before, after))).toEqual([]);
      }),
    );
  });

  it("explains every item of both lists exactly once, without ids", () => {
    const letters = fc.array(fc.constantFrom("a", "b", "c", "d"), { maxLength: 30 });
    fc.assert(
      fc.property(letters, letters, (before, after) => {
        expect(unexplained(before, after, diffItems(before, after))).toEqual([]);
      }),
    );
  });

  it("is empty exactly for equal states", () => {
    const state: fc.Arbitrary<JsonObject> = fc.dictionary(fc.constantFrom("a", "b", "c"), json);
    fc.assert(
      fc.property(state, state, (before, after) => {
        const { changes, unchanged } = diffValues(before, after);
        expect(changes.length === 0).toBe(stableText(before) === stableText(after));
        expect(unchanged.length + changes.length).toBe(new Set([...Object.keys(before), ...Object.keys(after)]).size);
      }),
    );
  });

  it("compares as sorted JSON text does", () => {
    fc.assert(
      fc.property(json, json, (left, right) => {
        expect(jsonEqual(left, right)).toBe(stableText(left) === stableText(right));
      }),
    );
  });

  it("aligns only equal elements, in order on both sides", () => {
    const letters = fc.array(fc.constantFrom("a", "b", "c"), { maxLength: 12 });
    fc.assert(
      fc.property(letters, letters, (before, after) => {
        const matches = alignKeys(before, after);
        for (const match of matches) expect(before[match.before]).toBe(after[match.after]);
        for (let index = 1; index < matches.length; index++) {
          expect(matches[index]?.before).toBeGreaterThan(matches[index - 1]?.before ?? -1);
          expect(matches[index]?.after).toBeGreaterThan(matches[index - 1]?.after ?? -1);
        }
      }),
    );
  });

  it("finds a longest increasing subsequence", () => {
    const naive = (values: number[]) => {
      const best: number[] = [];
      values.forEach((value, index) => {
        best[index] = 1 + Math.max(0, ...values.slice(0, index).map((other, at) => (other < value ? (best[at] ?? 0) : 0)));
      });
      return Math.max(0, ...best);
    };
    fc.assert(
      fc.property(fc.uniqueArray(fc.integer(), { maxLength: 30 }), (values) => {
        const picked = longestIncreasing(values).map((index) => values[index] ?? 0);
        expect(picked.length).toBe(naive(values));
        expect([...picked].sort((left, right) => left - right)).toEqual(picked);
      }),
    );
  });
});

it("compares 10,000 messages and 10,000 lines in a moment", () => {
  const messages = Array.from({ length: 10_000 }, (_, index) => message(`m${index}`, `text ${index}`));
  const lines = Array.from({ length: 10_000 }, (_, index) => `line ${index % 3 === 0 ? "same" : index}`);
  const started = performance.now();
  expect(diffItems(messages, [...messages.slice(1), message("new", "x")])).toHaveLength(2);
  expect(diffItems(messages, [...messages].reverse())).toHaveLength(9_999);
  expect(diffItems(lines, ["first", ...lines.filter((_, index) => index !== 5_000)])).toHaveLength(2);
  expect(performance.now() - started).toBeLessThan(1500);
});
