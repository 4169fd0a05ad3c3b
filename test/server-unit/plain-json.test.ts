import { describe, expect, test } from "vitest";
import { toPlainJson, toPlainObject, toPlainText } from "../../lib/server/plain-json";
import { toDisplayJson } from "../../lib/store/display";

class Point {
  constructor(
    readonly x: number,
    readonly y?: number,
  ) {}
}

describe("plain JSON", () => {
  test.each([
    ["nothing special", { a: [1, "b", null, { c: true }] }],
    ["undefined", { gone: undefined, list: [1, undefined], deep: { gone: undefined } }],
    ["a Date", { at: new Date(0), never: new Date(Number.NaN) }],
    ["numbers that JSON has no word for", [Number.NaN, Number.POSITIVE_INFINITY]],
    ["a class instance", { point: new Point(1), points: [new Point(1, 2)] }],
    ["a function", { run: parseInt, list: [parseInt] }],
  ])("is what JSON.stringify makes of %s", (_name, value) => {
    const plain: unknown = JSON.parse(JSON.stringify(value));
    expect(toPlainJson(toDisplayJson(value))).toEqual(plain);
    expect(JSON.parse(toPlainText(JSON.stringify(toDisplayJson(value))))).toEqual(plain);
  });

  test("keeps what JSON.stringify would lose", () => {
    const value = toDisplayJson({ map: new Map([["a", undefined]]), bytes: new Uint8Array([1]) });
    expect(toPlainJson(value)).toEqual({
      map: { $type: "Map", entries: [["a", null]] },
      bytes: { $type: "Uint8Array", value: "AQ==", bytes: 1 },
    });
  });

  test("of a workflow's own `$type` is that", () => {
    expect(toPlainObject({ item: { $type: "Invoice", total: 3 } })).toEqual({ item: { $type: "Invoice", total: 3 } });
  });

  test("leaves text alone that needs no change", () => {
    expect(toPlainText('{"a" : 1}')).toBe('{"a" : 1}');
  });
});
