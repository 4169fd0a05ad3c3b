import type { Json } from "../../schema/json";
import { toDisplayJson } from "../../store/display";
import type { Redactor } from "./secrets";

export type Excerpt = { json: Json; truncated: boolean };

/** Fewer characters than this say nothing: what is left out is better counted. */
const LEAST = 40;
/** What is nested deeper, or contains itself, is not followed. */
const DEEPEST = 60;

class Cutter {
  truncated = false;
  readonly #redactor: Redactor;
  #depth = 0;
  /** Inside of a value that is JSON for people already. */
  #isJson = false;

  constructor(redactor: Redactor) {
    this.#redactor = redactor;
  }

  cut(value: unknown, room: number): Json {
    if (typeof value === "string") return this.#text(value, room);
    if (typeof value !== "object" || value === null) return toDisplayJson(value);
    if (this.#depth >= DEEPEST) {
      this.truncated = true;
      return "…";
    }
    this.#depth += 1;
    const json = this.#container(value, room);
    this.#depth -= 1;
    return json;
  }

  #container(value: object, room: number): Json {
    if (Array.isArray(value)) return this.#list(value, room);
    if (this.#isJson || isPlain(value)) return this.#object(value, room);
    // Messages, dates and the like.
    const json = toDisplayJson(value);
    this.#isJson = true;
    const cut = this.cut(json, room);
    this.#isJson = false;
    return cut;
  }

  #text(text: string, room: number): string {
    if (text.length <= Math.max(room, LEAST)) return text;
    this.truncated = true;
    // A secret that is cut through would be found by nobody later.
    const kept = this.#redactor.endBefore(text, Math.max(room, LEAST));
    return `${text.slice(0, kept)}… (${text.length - kept} more characters)`;
  }

  #list(list: readonly unknown[], room: number): Json[] {
    const items: Json[] = [];
    let left = room;
    for (const [index, item] of list.entries()) {
      if (left < LEAST && index > 0) {
        this.truncated = true;
        items.push(`… (${list.length - index} more items)`);
        break;
      }
      const json = this.cut(item, left);
      left -= sizeOf(json);
      items.push(json);
    }
    return items;
  }

  /** Every property gets its share, so that a large one does not hide the others; what small ones leave goes to the large. */
  #object(object: object, room: number): Json {
    const entries: [string, unknown][] = Object.entries(object);
    const smallFirst = [...entries.keys()].sort((a, b) => weightOf(entries[a]?.[1]) - weightOf(entries[b]?.[1]) || a - b);
    const kept = new Map<number, Json>();
    let left = room;
    for (const [done, index] of smallFirst.entries()) {
      if (left < LEAST && done > 0) break;
      const [key, item] = entries[index] ?? ["", null];
      const json = this.cut(item, Math.floor(left / (entries.length - done)));
      left -= key.length + sizeOf(json);
      kept.set(index, json);
    }
    const shown = entries.flatMap(([key], index): [string, Json][] => (kept.has(index) ? [[key, kept.get(index) ?? null]] : []));
    if (kept.size === entries.length) return Object.fromEntries(shown);
    this.truncated = true;
    return Object.fromEntries([...shown, ["…", `${entries.length - kept.size} more properties`]]);
  }
}

/** About how much room a value wants, told without looking into it. */
function weightOf(value: unknown): number {
  if (typeof value === "string") return value.length;
  if (typeof value !== "object" || value === null) return 0;
  return Array.isArray(value) ? value.length * LEAST : Object.keys(value).length * LEAST * LEAST;
}

/** Plain data, told from what LangChain and LangGraph write in a way of their own. */
function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return (prototype === Object.prototype || prototype === null) && !("lc" in value) && !("lg_name" in value);
}

/** About as many characters as its JSON text has. What is measured has been cut before, so it is small. */
function sizeOf(json: Json): number {
  if (typeof json === "string") return json.length + 3;
  if (typeof json !== "object" || json === null) return 6;
  if (Array.isArray(json)) return json.reduce<number>((sum, item) => sum + sizeOf(item), 2);
  return Object.entries(json).reduce((sum, [key, item]) => sum + key.length + 4 + sizeOf(item), 2);
}

/**
 * A value as JSON for people, cut to about `room` characters while it is read: a state of many megabytes costs no more
 * than what is kept of it. What was left out is counted in its place. No part of a secret is left where a text is cut; whole
 * ones are the caller's to replace.
 */
export function excerptOf(value: unknown, room: number, redactor: Redactor): Excerpt {
  const cutter = new Cutter(redactor);
  const json = cutter.cut(value, room);
  return { json, truncated: cutter.truncated };
}
