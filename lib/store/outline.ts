import { isInternalChannel } from "./raw-checkpoint";

type Short = string | number | boolean | null;

/** What the index keeps of the values that a checkpoint changed: short ones as they are, and how long lists are. */
export type Outline = { values: ReadonlyMap<string, Short>; lengths: ReadonlyMap<string, number> };

const LONGEST_TEXT = 64;
const MOST_CHANNELS = 32;

const EMPTY: Outline = { values: new Map<string, Short>(), lengths: new Map<string, number>() };

function isShort(value: unknown): value is Short {
  if (typeof value === "number") return Number.isFinite(value);
  return value === null || typeof value === "boolean" || (typeof value === "string" && value.length <= LONGEST_TEXT);
}

/**
 * The outline of a checkpoint as the index stores it; null when nothing that changed is short or a list. The values may be
 * live ones or stored ones: both look the same where they count.
 */
export function outlineOf(changed: readonly string[], values: Readonly<Record<string, unknown>>): string | null {
  const short: [string, Short][] = [];
  const lengths: [string, number][] = [];
  for (const channel of changed) {
    if (short.length + lengths.length === MOST_CHANNELS) break;
    if (isInternalChannel(channel) || channel === "__root__" || !Object.hasOwn(values, channel)) continue;
    const value = values[channel];
    if (Array.isArray(value)) lengths.push([channel, value.length]);
    else if (isShort(value)) short.push([channel, value]);
  }
  return short.length + lengths.length === 0 ? null : JSON.stringify([Object.fromEntries(short), Object.fromEntries(lengths)]);
}

/** What `outlineOf` wrote; a row of an earlier version has none. */
export function parseOutline(text: string | null): Outline {
  if (text === null) return EMPTY;
  const [values, lengths] = JSON.parse(text) as [Record<string, Short>, Record<string, number>];
  return { values: new Map(Object.entries(values)), lengths: new Map(Object.entries(lengths)) };
}
