import { expect, it } from "vitest";
import { diffJson } from "../../lib/graph/diff-json";

it("names the smallest parts that differ", () => {
  const before = { a: { b: 1, c: [1, 2] }, gone: true };
  const after = { a: { b: 2, c: [1, 2, 3] }, fresh: null };
  expect(diffJson(before, after)).toEqual({
    changes: [
      { path: ["a", "b"], kind: "changed", before: 1, after: 2 },
      { path: ["a", "c", 2], kind: "added", after: 3 },
      { path: ["fresh"], kind: "added", after: null },
      { path: ["gone"], kind: "removed", before: true },
    ],
    more: false,
  });
});

it("looks into list items that are followed by id", () => {
  const before = [{ id: "x", text: "old" }];
  const after = [
    { id: "y", text: "new" },
    { id: "x", text: "edited" },
  ];
  expect(diffJson(before, after).changes).toEqual([
    { path: [0], kind: "added", after: { id: "y", text: "new" } },
    { path: [1, "text"], kind: "changed", before: "old", after: "edited" },
  ]);
});

it("takes values of different types as a whole, and equal ones as nothing", () => {
  expect(diffJson([1], { 0: 1 }).changes).toEqual([{ path: [], kind: "changed", before: [1], after: { 0: 1 } }]);
  expect(diffJson({ a: [{}] }, { a: [{}] }).changes).toEqual([]);
});

it("stops at the limit and says so", () => {
  const many = Object.fromEntries(Array.from({ length: 50 }, (_, index) => [`k${index}`, index]));
  const result = diffJson({}, many, 10);
  expect(result.changes).toHaveLength(10);
  expect(result.more).toBe(true);
});
