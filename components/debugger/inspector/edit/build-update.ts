import { isJsonObject, jsonEqual } from "@/lib/graph/diff-equal";
import type { Channel } from "@/lib/schema/graph";
import type { Json } from "@/lib/schema/json";
import { readSpecial } from "../values/special";
import type { ChannelDraft, ItemText, ListDraft } from "./draft";

export type DraftProblem = {
  /** Index or key of the list item, or null for the value as a whole. */
  item: string | null;
  message: string;
};

export type BuiltUpdate =
  | { ok: false; problems: DraftProblem[] }
  | {
      ok: true;
      /** False when the draft says what the state already holds. */
      changed: boolean;
      /** What is written to the channel. */
      value: Json;
      /** What the channel should hold afterwards; null where only its reducer can tell. */
      next: Json | null;
      /** What will happen with it, in words. */
      how: string;
    };

/** LangGraph's wire form for "set the value, leave the reducer out". */
const OVERWRITE_KEY = "__overwrite__";
const OVERWRITABLE = new Set(["BinaryOperatorAggregate", "DeltaChannel"]);

/** True where the channel's reducer can be left out. */
export function canOverwrite(channel: Channel | null): boolean {
  return channel !== null && OVERWRITABLE.has(channel.type);
}

/**
 * Turns what was typed for a channel into the value to write, by the rules of its reducer: a last value is replaced, new
 * items of an appending list go through the reducer, any other edit of a list sets it as a whole, and messages are
 * replaced, removed and added by id.
 */
export function buildUpdate(channel: Channel | null, base: Json | undefined, draft: ChannelDraft): BuiltUpdate {
  if (draft.kind === "list") return buildList(channel, Array.isArray(base) ? base : [], draft);
  const parsed = draft.kind === "text" ? { ok: true as const, value: draft.text as Json } : parseJson(draft.text);
  if (!parsed.ok) return { ok: false, problems: [{ item: null, message: parsed.message }] };
  return { ...wrap(channel, parsed.value, draft.through), changed: draft.through || base === undefined || !jsonEqual(base, parsed.value) };
}

/** A value as a whole: replaces the old one, or goes through a custom reducer when the person wants that. */
function wrap(channel: Channel | null, value: Json, through: boolean): Extract<BuiltUpdate, { ok: true }> {
  const label = channel?.reducer.label ?? "reducer";
  const kind = channel?.reducer.kind;
  const base = { ok: true as const, changed: true, value };
  if (kind === undefined || kind === "last" || kind === "ephemeral") return { ...base, next: value, how: "Replaces the value." };
  if (through || !canOverwrite(channel))
    return { ...base, next: null, how: `Goes through the reducer (${label}), which merges it with what is there.` };
  return { ...base, value: { [OVERWRITE_KEY]: value }, next: value, how: `Sets the value as a whole and leaves the reducer (${label}) out.` };
}

type Items = { list: Json[]; edited: Json[]; removed: Json[]; added: Json[] };

function buildList(channel: Channel | null, base: readonly Json[], draft: ListDraft): BuiltUpdate {
  const problems: DraftProblem[] = [];
  const read = (item: ItemText, name: string, original: Json | undefined): Json => {
    const result = readItem(item, original);
    if (result.ok) return result.value;
    problems.push({ item: name, message: result.message });
    return null;
  };
  const removed = new Set(draft.removed);
  const items: Items = { list: [], edited: [], removed: [], added: [] };
  base.forEach((original, index) => {
    if (removed.has(index)) return void items.removed.push(original);
    const edit = draft.edits[String(index)];
    const value = edit === undefined ? original : read(edit, String(index), original);
    if (!jsonEqual(original, value)) items.edited.push(value);
    items.list.push(value);
  });
  for (const item of draft.added) items.added.push(read(item, item.key, undefined));
  items.list.push(...items.added);
  if (problems.length > 0) return { ok: false, problems };
  return channel?.reducer.kind === "messages" ? writeMessages(channel, items) : writeList(channel, items, draft.through);
}

function writeList(channel: Channel | null, { list, edited, removed, added }: Items, through: boolean): BuiltUpdate {
  const changed = edited.length + removed.length + added.length > 0;
  if (channel?.reducer.kind === "append" && edited.length + removed.length === 0) {
    return { ok: true, changed, value: added, next: list, how: `The reducer appends ${countOf(added.length, "item")} to what is there.` };
  }
  if (channel?.reducer.kind === "append" && !canOverwrite(channel)) {
    return {
      ok: false,
      problems: [{ item: null, message: "This list can only be appended to: undo the edits and removals, and add items instead." }],
    };
  }
  return { ...wrap(channel, list, through), changed: changed || through };
}

function writeMessages(channel: Channel, { list, edited, removed, added }: Items): BuiltUpdate {
  if ([...edited, ...removed].some((message) => idOf(message) === null)) {
    if (canOverwrite(channel)) return { ...wrap(channel, list, false), changed: true };
    return { ok: false, problems: [{ item: null, message: "A message without an id cannot be replaced or removed." }] };
  }
  const value = [...edited, ...removed.map((message): Json => ({ type: "remove", id: idOf(message) ?? "", content: "" })), ...added];
  const parts = [part(edited.length, "replaced"), part(removed.length, "removed"), part(added.length, "added at the end")].filter(Boolean);
  return { ok: true, changed: value.length > 0, value, next: list, how: `Messages are merged by id: ${parts.join(", ") || "none changes"}.` };
}

function part(count: number, word: string): string {
  return count === 0 ? "" : `${count} ${word}`;
}

function countOf(count: number, word: string): string {
  return `${count} ${word}${count === 1 ? "" : "s"}`;
}

function idOf(message: Json): string | null {
  return isJsonObject(message) && typeof message["id"] === "string" ? message["id"] : null;
}

type Parsed = { ok: true; value: Json } | { ok: false; message: string };

function readItem(item: ItemText, original: Json | undefined): Parsed {
  if (item.as === "text") return { ok: true, value: item.text };
  if (item.as === "json") return parseJson(item.text);
  if (isJsonObject(original)) return { ok: true, value: { ...original, content: item.text } };
  return { ok: true, value: { type: item.role ?? "human", content: item.text } };
}

/** Parses JSON; what is wrong is said with line and column where the parser knows them. */
export function parseJson(text: string): Parsed {
  if (text.trim() === "") return { ok: false, message: 'Write a JSON value, for example null, 12, "text" or {}.' };
  try {
    return { ok: true, value: JSON.parse(text) as Json };
  } catch (error) {
    return { ok: false, message: `This is not JSON: ${placed(error instanceof Error ? error.message : String(error), text)}` };
  }
}

/** Engines tell the offset; people count lines. */
function placed(message: string, text: string): string {
  const offset = /position (\d+)/.exec(message)?.[1];
  const plain = message.replace(/ in JSON.*$| at position.*$/s, "");
  if (offset === undefined) return `${message}.`;
  const before = text.slice(0, Number(offset)).split("\n");
  return `${plain} (line ${before.length}, column ${(before.at(-1)?.length ?? 0) + 1}).`;
}

const REVIVED = new Set(["Date", "Map", "Set", "BigInt", "Uint8Array", "NaN", "Infinity", "-Infinity", "undefined"]);

/** The first kind of value in there that would come back as something else when it is written; null when all is well. */
export function findUnwritable(value: Json): string | null {
  const special = readSpecial(value);
  if (special !== null && !REVIVED.has(special.type)) return special.summary;
  if (typeof value !== "object" || value === null) return null;
  for (const inner of Object.values(value)) {
    const found = findUnwritable(inner);
    if (found !== null) return found;
  }
  return null;
}
