import { describe, expect, it } from "vitest";
import { findSchemaProblems } from "../../lib/request/schema-problems";

const SCHEMA = {
  type: "object",
  properties: { question: { type: "string", minLength: 1 }, top: { type: "integer", maximum: 20 } },
  required: ["question"],
};

describe("findSchemaProblems", () => {
  it("finds nothing wrong with a value that fits", () => {
    expect(findSchemaProblems(SCHEMA, { question: "Why?", top: 3 })).toEqual([]);
  });

  it("names the place and the rule of what does not fit", () => {
    const problems = findSchemaProblems(SCHEMA, { question: "", top: 99 });
    expect(problems.map(({ path, keyword }) => [path, keyword])).toEqual([
      ["/question", "minLength"],
      ["/top", "maximum"],
    ]);
  });

  it("names the missing property", () => {
    expect(findSchemaProblems(SCHEMA, {})[0]?.message).toContain('"question"');
  });

  it("works without eval", () => {
    const original = globalThis.Function;
    globalThis.Function = new Proxy(original, {
      construct() {
        throw new EvalError("blocked by the policy");
      },
    });
    try {
      expect(findSchemaProblems(SCHEMA, { question: 1 })).toHaveLength(1);
    } finally {
      globalThis.Function = original;
    }
  });

  it("takes a schema that cannot be read as fitting everything", () => {
    expect(findSchemaProblems({ $ref: "#/$defs/nowhere" }, 1)).toEqual([]);
  });
});
