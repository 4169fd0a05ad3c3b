import { describe, expect, it } from "vitest";
import { readEdited, startText } from "../../lib/request/edits";
import { fieldsOf, leavesOf, type RequestField } from "../../lib/request/fields";
import type { Json, JsonObject } from "../../lib/schema/json";

const kinds = (root: RequestField) => Object.fromEntries(leavesOf(root).map(({ path, kind }) => [path, kind]));

describe("fieldsOf", () => {
  it("makes typed fields of arguments without a schema", () => {
    const args: Json = {
      table: "orders",
      note: "line\nline",
      limit: 3,
      dry: false,
      tags: ["a", "b"],
      where: { status: "test" },
      rows: [{ a: 1 }],
      nothing: null,
    };
    expect(kinds(fieldsOf(null, args))).toEqual({
      "/table": "text",
      "/note": "long_text",
      "/limit": "number",
      "/dry": "boolean",
      "/tags": "list",
      "/where/status": "text",
      "/rows": "json",
      "/nothing": "json",
    });
  });

  it("follows a schema: enums, dates, whole numbers, null, references, and what it does not know as JSON", () => {
    const schema: JsonObject = {
      type: "object",
      required: ["level"],
      properties: {
        level: { enum: ["low", "high"], title: "Level", description: "How much" },
        day: { type: "string", format: "date" },
        at: { type: "string", format: "date-time" },
        count: { type: ["integer", "null"] },
        maybe: { anyOf: [{ type: "string", maxLength: 20 }, { type: "null" }] },
        place: { $ref: "#/$defs/place" },
        either: { anyOf: [{ type: "string" }, { type: "object" }] },
        colours: { type: "array", items: { enum: ["red", "green"] } },
      },
      $defs: { place: { type: "object", properties: { city: { type: "string", maxLength: 40 } } } },
    };
    const root = fieldsOf(schema, undefined);
    expect(kinds(root)).toEqual({
      "/level": "choice",
      "/day": "date",
      "/at": "date_time",
      "/count": "integer",
      "/maybe": "text",
      "/place/city": "text",
      "/either": "json",
      "/colours": "list",
    });
    expect(root.fields[0]).toMatchObject({ label: "Level", help: "How much", required: true, options: ["low", "high"] });
    expect(root.fields[3]).toMatchObject({ nullable: true, required: false });
  });

  it("shows a value that does not fit its schema as what it is", () => {
    const root = fieldsOf({ type: "object", properties: { count: { type: "number" } } }, { count: "three", extra: 1 });
    expect(kinds(root)).toEqual({ "/count": "text", "/extra": "number" });
  });

  it("stays small on schemas and values that are deep, wide or go round", () => {
    const round: JsonObject = { type: "object", properties: { inner: { $ref: "#" } } };
    expect(leavesOf(fieldsOf(round, undefined))).toHaveLength(1);
    let deep: Json = "end";
    for (let depth = 0; depth < 2000; depth++) deep = { deep };
    expect(leavesOf(fieldsOf(null, deep))).toHaveLength(1);
    const wide = Object.fromEntries(Array.from({ length: 500 }, (_, index) => [`f${index}`, index]));
    expect(fieldsOf(null, wide)).toMatchObject({ kind: "json", path: "" });
  });
});

describe("readEdited", () => {
  const edit = (schema: JsonObject | null, value: Json | undefined, edits: Record<string, string>) =>
    readEdited(fieldsOf(schema, value), schema, edits);

  it("changes what was typed and leaves the rest as it is", () => {
    const value = { table: "orders", where: "1=1", limit: 3, dry: false };
    expect(edit(null, value, {})).toEqual({ value, isChanged: false, problems: new Map() });
    expect(edit(null, value, { "/where": "status = 'test'", "/limit": "5", "/dry": "true" })).toEqual({
      value: { table: "orders", where: "status = 'test'", limit: 5, dry: true },
      isChanged: true,
      problems: new Map(),
    });
    // Typed and typed back is no change.
    expect(edit(null, value, { "/where": "1=1" }).isChanged).toBe(false);
  });

  it("says what is wrong beside the field", () => {
    const schema: JsonObject = {
      type: "object",
      required: ["name"],
      properties: { name: { type: "string" }, age: { type: "integer", minimum: 18 } },
    };
    expect([...edit(schema, undefined, {}).problems]).toEqual([["/name", "is required"]]);
    expect([...edit(schema, undefined, { "/age": "3" }).problems]).toEqual([
      ["/name", "is required"],
      ["/age", "must be at least 18"],
    ]);
    expect([...edit(schema, undefined, { "/name": "Ann", "/age": "x" }).problems]).toEqual([["/age", "must be a number"]]);
    expect([...edit(schema, undefined, { "/name": "Ann", "/age": "3" }).problems]).toEqual([["/age", "must be at least 18"]]);
    expect(edit(schema, undefined, { "/name": "Ann" })).toMatchObject({ value: { name: "Ann" }, problems: new Map() });
  });

  it("takes a form of one value", () => {
    expect(edit({ type: "boolean" }, undefined, { "": "false" }).value).toBe(false);
    expect([...edit({ type: "boolean" }, undefined, {}).problems]).toEqual([["", "is required"]]);
    expect(edit({ enum: ["a", 2] }, undefined, { "": "1" }).value).toBe(2);
  });

  it("tells an empty text, null and nothing apart", () => {
    const schema: JsonObject = {
      type: "object",
      required: ["must"],
      properties: { must: { type: ["string", "null"], maxLength: 9 }, may: { type: "string", maxLength: 9 } },
    };
    expect(edit(schema, undefined, {}).value).toEqual({ must: null });
    expect(edit(schema, { must: "x", may: "y" }, { "/must": "", "/may": "" }).value).toEqual({ must: null, may: "" });
  });

  it("leaves out a group that nobody began", () => {
    const schema: JsonObject = {
      type: "object",
      properties: { place: { type: "object", required: ["city"], properties: { city: { type: "string" } } } },
    };
    expect(edit(schema, undefined, {})).toMatchObject({ value: {}, problems: new Map() });
    expect(edit(schema, undefined, { "/place/city": "Ulm" }).value).toEqual({ place: { city: "Ulm" } });
  });

  it("refuses JSON that is none", () => {
    expect(edit(null, { rows: [{ a: 1 }] }, { "/rows": "[" }).problems.get("/rows")).toContain("is no JSON");
  });
});

describe("startText", () => {
  it("is what a field shows before it is touched", () => {
    const root = fieldsOf(null, { a: "x", b: 2, c: [1] });
    expect(root.fields.map(startText)).toEqual(["x", "2", "[\n  1\n]"]);
  });
});
