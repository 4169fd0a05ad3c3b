import { JsonObjectSchema, JsonSchema, type Json, type JsonObject } from "@/lib/schema/json";

export type ParsedText<T> = { ok: true; value: T } | { ok: false; message: string };

/** A JSON value from what was typed. */
export function parseJsonText(text: string): ParsedText<Json> {
  try {
    return { ok: true, value: JsonSchema.parse(JSON.parse(text)) };
  } catch (error) {
    return { ok: false, message: error instanceof SyntaxError ? `This is no JSON yet: ${error.message}.` : "This is no JSON." };
  }
}

/** What a node returns, from what was typed: an object of channels that the workflow has. */
export function parseOutput(text: string, channels: readonly string[]): ParsedText<JsonObject> {
  const parsed = parseJsonText(text);
  if (!parsed.ok) return parsed;
  const object = JsonObjectSchema.safeParse(parsed.value);
  if (!object.success) return { ok: false, message: 'A node returns an object of channels, as { "notes": [] }.' };
  const unknown = Object.keys(object.data).filter((name) => channels.length > 0 && !channels.includes(name));
  if (unknown.length === 0) return { ok: true, value: object.data };
  return { ok: false, message: `The state has no ${unknown.join(" and no ")}. It has ${channels.join(", ")}.` };
}
