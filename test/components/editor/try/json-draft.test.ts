import { describe, expect, it } from "vitest";
import { emptyValue } from "@/components/editor/try/json-draft";

describe("a value to begin a trial with", () => {
  it("is the emptiest that the channel takes", () => {
    expect(["string", "integer", "boolean", "array", "object"].map((type) => emptyValue({ type }))).toEqual(["", 0, false, [], {}]);
    expect([emptyValue({ anyOf: [] }), emptyValue(null)]).toEqual([null, null]);
  });
});
