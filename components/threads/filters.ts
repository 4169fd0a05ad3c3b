import { parseAsArrayOf, parseAsString, parseAsStringLiteral } from "nuqs";
import type { ThreadListQuery } from "@/lib/client/api";
import type { Json, JsonObject } from "@/lib/schema/json";

export const TIMES = ["", "hour", "day", "week", "month", "older"] as const;
export type TimeFilter = (typeof TIMES)[number];

/** What the page's address says of the list. */
export const FILTER_PARSERS = {
  q: parseAsString.withDefault(""),
  workflow: parseAsString.withDefault(""),
  status: parseAsString.withDefault(""),
  time: parseAsStringLiteral(TIMES).withDefault(""),
  /** `key=value`, each. */
  metadata: parseAsArrayOf(parseAsString).withDefault([]),
};

export type ThreadFilters = { q: string; workflow: string; status: string; time: TimeFilter; metadata: string[] };

export const NO_FILTERS: ThreadFilters = { q: "", workflow: "", status: "", time: "", metadata: [] };

const HOUR_MS = 3_600_000;
const HOURS: Partial<Record<TimeFilter, number>> = { hour: 1, day: 24, week: 7 * 24, month: 30 * 24 };

/** Times in steps of a minute: the list would be another one at every moment otherwise. */
function hoursAgo(hours: number, now: number): string {
  return new Date(Math.floor(now / 60_000) * 60_000 - hours * HOUR_MS).toISOString();
}

/** `true`, `12` and `null` are what they look like, `"12"` and everything else is text. */
function readValue(text: string): Json {
  try {
    const value: unknown = JSON.parse(text);
    if (value === null || typeof value === "string" || typeof value === "number" || typeof value === "boolean") return value;
  } catch {
    // Plain words need no quotes.
  }
  return text;
}

/** `customer.plan=pro` as `{customer: {plan: "pro"}}`; null for what has no key or no value. */
export function readMetadata(text: string): JsonObject | null {
  const at = text.indexOf("=");
  const path = text.slice(0, at).trim();
  const value = text.slice(at + 1).trim();
  const keys = path.split(".").map((key) => key.trim());
  if (at < 1 || value === "" || keys.includes("")) return null;
  return keys.reduceRight<Json>((inner, key) => ({ [key]: inner }), readValue(value)) as JsonObject;
}

function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function merge(into: JsonObject, more: JsonObject): JsonObject {
  const merged = { ...into };
  for (const [key, value] of Object.entries(more)) {
    const known = merged[key];
    merged[key] = isObject(known) && isObject(value) ? merge(known, value) : value;
  }
  return merged;
}

/** What the server is asked for. */
export function toListQuery(filters: ThreadFilters, now: number): ThreadListQuery {
  const { q, workflow, status, time, metadata } = filters;
  const hours = HOURS[time];
  const wanted = metadata.reduce((all, text) => merge(all, readMetadata(text) ?? {}), {} as JsonObject);
  return {
    ...(q.trim() === "" ? {} : { q: q.trim() }),
    ...(workflow === "" ? {} : { graph_id: workflow }),
    ...(status === "" ? {} : { status }),
    ...(hours === undefined ? {} : { updated_since: hoursAgo(hours, now) }),
    ...(time === "older" ? { updated_until: hoursAgo(30 * 24, now) } : {}),
    ...(Object.keys(wanted).length === 0 ? {} : { metadata: JSON.stringify(wanted) }),
  };
}
