import { Validator, type OutputUnit } from "@cfworker/json-schema";
import type { Json, JsonObject } from "../schema/json";

/** Where a value does not fit its schema: `path` is a JSON pointer without the leading `#`, `""` for the value itself. */
export type SchemaProblem = { path: string; keyword: string; message: string };

/** Keywords that only say "something below failed": the entry below says it better. */
const WRAPPERS = new Set(["properties", "items", "prefixItems", "additionalProperties", "allOf", "$ref", "if", "patternProperties"]);

function toProblem(unit: OutputUnit): SchemaProblem {
  return { path: unit.instanceLocation.replace(/^#/, ""), keyword: unit.keyword, message: unit.error };
}

/**
 * Checks a value against a JSON schema, by interpretation: compiled validators need `eval`, which the
 * Content-Security-Policy forbids. A schema that cannot be read counts as fitting everything.
 */
export function findSchemaProblems(schema: JsonObject, value: Json | undefined): SchemaProblem[] {
  try {
    const result = new Validator(schema, "2020-12", false).validate(value);
    if (result.valid) return [];
    const problems = result.errors.map(toProblem);
    const precise = problems.filter((problem) => !WRAPPERS.has(problem.keyword));
    return precise.length > 0 ? precise : problems;
  } catch {
    return [];
  }
}
