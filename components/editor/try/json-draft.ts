import { JsonObjectSchema, type Json, type JsonObject } from "@/lib/schema/json";

export type ObjectDraft = { ok: true; value: JsonObject } | { ok: false; problem: string };

/** Reads what a person typed as a JSON object; an empty text is an empty object. */
export function readObject(text: string): ObjectDraft {
  if (text.trim() === "") return { ok: true, value: {} };
  try {
    const parsed = JsonObjectSchema.safeParse(JSON.parse(text));
    if (parsed.success && !Array.isArray(parsed.data)) return { ok: true, value: parsed.data };
    return { ok: false, problem: "This has to be an object: channel names with their values." };
  } catch (error) {
    return { ok: false, problem: error instanceof Error ? error.message : "This is not JSON." };
  }
}

export function prettyJson(value: unknown): string {
  return JSON.stringify(value, null, 2);
}

/** The emptiest value that a JSON schema's type allows; null where it does not say. */
export function emptyValue(schema: JsonObject | null): Json {
  switch (schema?.type) {
    case "string":
      return "";
    case "number":
    case "integer":
      return 0;
    case "boolean":
      return false;
    case "array":
      return [];
    case "object":
      return {};
    default:
      return null;
  }
}
