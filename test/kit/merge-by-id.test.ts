import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { mergeById, nextId, type ChangeById } from "../../lib/kit/merge-by-id";

type Thing = { id: string; text: string; size: number };
const complete = ({ id, text = "", size = 0 }: ChangeById<Thing>): Thing => ({ id, text, size });
const things: Thing[] = [
  { id: "n1", text: "one", size: 1 },
  { id: "n2", text: "two", size: 2 },
];

describe("mergeById", () => {
  it("changes the named fields of a known thing, in its place", () => {
    expect(mergeById(things, [{ id: "n1", text: "ONE" }], complete)).toEqual([{ id: "n1", text: "ONE", size: 1 }, things[1]]);
  });

  it("appends what is new and takes out what is removed", () => {
    expect(mergeById(things, [{ id: "n3" }, { id: "n1", remove: true }], complete)).toEqual([things[1], { id: "n3", text: "", size: 0 }]);
  });

  it("gives every id once, and the same result when a change comes again", () => {
    const change = fc.record({ id: fc.constantFrom("n1", "n2", "n3"), text: fc.string(), size: fc.integer(), remove: fc.boolean() });
    fc.assert(
      fc.property(fc.array(change), (changes) => {
        const once = mergeById(things, changes, complete);
        expect(new Set(once.map(({ id }) => id)).size).toBe(once.length);
        const again = mergeById(once, changes, complete);
        expect(new Map(again.map((thing) => [thing.id, thing]))).toEqual(new Map(once.map((thing) => [thing.id, thing])));
      }),
    );
  });
});

describe("nextId", () => {
  it("goes on after the largest number, whatever else is there", () => {
    expect(nextId("n", ["n1", "n7", "s9", "nx"])).toBe("n8");
    expect(nextId("n", [])).toBe("n1");
  });
});
