import "server-only";
import type { Json, JsonObject } from "../schema/json";

/** What a thread is called until its first input. */
export const NEW_THREAD_TITLE = "New thread";
const MAX_LENGTH = 80;

function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** A message's text: its content, or the text parts of it. */
function textOf(content: Json | undefined): string | null {
  if (typeof content === "string") return content;
  if (!Array.isArray(content)) return null;
  const part = content.find((item) => isObject(item) && typeof item.text === "string");
  return isObject(part) && typeof part.text === "string" ? part.text : null;
}

function humanText(list: Json[]): string | null {
  for (const item of list) {
    if (Array.isArray(item) && (item[0] === "human" || item[0] === "user")) return textOf(item[1]);
    if (!isObject(item)) continue;
    if (item.type === "human" || item.role === "user" || item.role === "human") return textOf(item.content);
  }
  return null;
}

function findText(input: Json | undefined): string | null {
  if (typeof input === "string") return input;
  if (Array.isArray(input)) return humanText(input);
  if (!isObject(input)) return null;
  const fields = Object.values(input);
  for (const field of fields) {
    const text = Array.isArray(field) ? humanText(field) : null;
    if (text !== null) return text;
  }
  return fields.find((field): field is string => typeof field === "string" && field.trim() !== "") ?? null;
}

/** A thread's title: its metadata's, else the first human message or text of its first input; null when there is none. */
export function titleOf(metadata: JsonObject, input: Json | undefined): string | null {
  const given = metadata.title;
  const text = typeof given === "string" && given.trim() !== "" ? given : findText(input);
  const line = text?.replace(/\s+/g, " ").trim() ?? "";
  if (line === "") return null;
  return line.length <= MAX_LENGTH ? line : `${line.slice(0, MAX_LENGTH - 1).trimEnd()}…`;
}
