import { z } from "zod";

/** A value that fits a schema, as plain as can be: what a scripted model answers where nobody has written an answer. */
export function sampleValue(schema: z.ZodType): unknown {
  return sampleOf(z.toJSONSchema(schema, { unrepresentable: "any", io: "input" }));
}

type JsonSchema = z.core.JSONSchema.BaseSchema;

function sampleOf(schema: z.core.JSONSchema._JSONSchema | undefined): unknown {
  if (schema === undefined || typeof schema === "boolean") return "";
  if (schema.default !== undefined) return schema.default;
  if (schema.const !== undefined) return schema.const;
  if (schema.enum !== undefined) return schema.enum[0];
  const variant = schema.anyOf?.[0] ?? schema.oneOf?.[0];
  if (variant !== undefined) return sampleOf(variant);
  switch (schema.type) {
    case "object":
      return Object.fromEntries((schema.required ?? []).map((name) => [name, sampleOf(schema.properties?.[name])]));
    case "array":
      return Array.from({ length: schema.minItems ?? 0 }, () => sampleOf(Array.isArray(schema.items) ? schema.items[0] : schema.items));
    case "number":
    case "integer":
      return sampleNumber(schema);
    case "boolean":
      return false;
    case "null":
      return null;
    default:
      return "scripted".padEnd(schema.minLength ?? 0, ".").slice(0, schema.maxLength ?? 1000);
  }
}

function sampleNumber({ minimum, exclusiveMinimum, maximum }: JsonSchema): number {
  const least = Math.max(minimum ?? -Infinity, typeof exclusiveMinimum === "number" ? exclusiveMinimum + 1 : -Infinity);
  const safeLeast = Math.abs(least) >= Number.MAX_SAFE_INTEGER ? -Infinity : least;
  return Math.max(Math.min(0, maximum ?? 0), safeLeast);
}
