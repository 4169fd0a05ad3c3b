import type { Json } from "../schema/json";
import { matchItems } from "./diff";
import { isJsonObject, jsonEqual } from "./diff-equal";

/** An item that a step handed to the channel's reducer; `by` is which of the step's tasks it was. */
export type WrittenItem = { item: Json; by: number };

/** The steps of a path that changed a channel, 0 being the oldest. */
export type ChannelSteps = {
  count: number;
  /** The channel's list after a step, -1 for before all of them; `[]` where it held no list, undefined where it cannot be read. */
  valueAt: (step: number) => readonly Json[] | undefined;
  /** What a step's tasks wrote, in the order in which the reducer saw it; null where that is not known. */
  writtenAt: (step: number) => readonly WrittenItem[] | null;
};

/** Who added an item or changed it last: a step, and which task of it where that can be told. */
export type ItemWriter = { step: number; by: number | null };

/** How many steps may be taken on trust before a state is looked at again. */
const LONGEST_TRUST = 1024;

/**
 * For each item of a list who wrote it; null for items that were there before all steps. Exactly what comparing the lists
 * of every two steps gives, but most lists of a long path are never looked at: where a step appended what its tasks
 * wrote, the list before it is taken to be the rest, and this is checked against the stored list after 1, 2, 4 … steps.
 * Yields now and then, so that the caller may pause, or end it early with the writers found so far.
 */
export function* blameItems(value: readonly Json[], steps: ChannelSteps): Generator<(ItemWriter | null)[], (ItemWriter | null)[]> {
  const found = value.map((): ItemWriter | null => null);
  let verified: Moment = { step: steps.count - 1, list: value, places: value.map((_, index) => index) };
  let trust = 1;
  while (verified.step >= 0 && isOpen(verified)) {
    const guess = backOnTrust(verified, steps, trust);
    const actual = guess === null ? undefined : steps.valueAt(guess.moment.step);
    yield found;
    if (guess !== null && actual !== undefined && isSameList(guess.moment.list, actual)) {
      for (const { place, writer } of guess.found) found[place] = writer;
      verified = guess.moment;
      trust = Math.min(trust * 2, LONGEST_TRUST);
      continue;
    }
    trust = 1;
    const compared = backByComparing(verified, steps);
    yield found;
    for (const { place, writer } of compared.found) found[place] = writer;
    verified = compared.moment;
  }
  return found;
}

/** The list after a step, and where in the final list each of its items is; -1 for those that did not stay. */
type Moment = { step: number; list: readonly Json[]; places: readonly number[] };
type Found = { place: number; writer: ItemWriter }[];

function isOpen({ places }: Moment): boolean {
  return places.some((place) => place >= 0);
}

/** Up to `trust` steps back, as long as each appended what was written; null when not even one did. */
function backOnTrust(from: Moment, steps: ChannelSteps, trust: number): { moment: Moment; found: Found } | null {
  const found: Found = [];
  let length = from.list.length;
  let open = from.places.reduce((sum, place) => sum + (place >= 0 ? 1 : 0), 0);
  let { step } = from;
  for (; step >= 0 && from.step - step < trust && open > 0; step -= 1) {
    const written = steps.writtenAt(step);
    const start = length - (written?.length ?? 0);
    // A step that changed the list by writing nothing did something else than append.
    if (written === null || written.length === 0 || start < 0 || !written.every(({ item }, offset) => isWrittenAs(from.list[start + offset], item)))
      break;
    for (const [offset, { by }] of written.entries()) {
      const place = from.places[start + offset] ?? -1;
      if (place < 0) continue;
      found.push({ place, writer: { step, by } });
      open -= 1;
    }
    length = start;
  }
  if (step === from.step) return null;
  return { moment: { step, list: from.list.slice(0, length), places: from.places.slice(0, length) }, found };
}

/** One step back, or more where lists cannot be read, by comparing what was stored. */
function backByComparing(from: Moment, steps: ChannelSteps): { moment: Moment; found: Found } {
  let step = from.step - 1;
  let before = steps.valueAt(step);
  while (before === undefined && step >= 0) before = steps.valueAt(--step);
  const list = before ?? [];
  const matches = matchItems(list, from.list);
  const places = list.map(() => -1);
  const fresh: number[] = [];
  matches.forEach((match, index) => {
    const place = from.places[index] ?? -1;
    if (place < 0) return;
    if (match < 0) fresh.push(index);
    else places[match] = place;
  });
  const writers = attribute(from, fresh, steps, step);
  return {
    moment: { step, list, places },
    found: fresh.flatMap((index, at) => ({ place: from.places[index] ?? -1, writer: writers[at] ?? { step: from.step, by: null } })),
  };
}

/** Which step after `since`, and which of its tasks, wrote the new items: the newest that wrote such an item, each item once. */
function attribute(from: Moment, fresh: readonly number[], steps: ChannelSteps, since: number): ItemWriter[] {
  const written: { step: number; item: WrittenItem; used: boolean }[] = [];
  for (let step = from.step; step > since; step -= 1) for (const item of steps.writtenAt(step) ?? []) written.push({ step, item, used: false });
  // From the end, where the newest items stand as a rule, so that most are found at once.
  const writers = [...fresh].reverse().map((index) => {
    const match = written.find((one) => !one.used && isWrittenAs(from.list[index], one.item.item));
    if (match !== undefined) {
      match.used = true;
      return { step: match.step, by: match.item.by };
    }
    const tasks = new Set((steps.writtenAt(from.step) ?? []).map(({ by }) => by));
    const [only] = tasks;
    return { step: from.step, by: tasks.size === 1 ? (only ?? null) : null };
  });
  return writers.reverse();
}

/** A reducer may have given a message that came without an id one. */
function isWrittenAs(item: Json | undefined, written: Json): boolean {
  if (jsonEqual(item, written)) return true;
  if (!isJsonObject(item) || !isJsonObject(written) || item["id"] == null || written["id"] != null) return false;
  const { id: _id, ...rest } = item;
  const { id: _none, ...given } = written;
  return jsonEqual(rest, given);
}

function isSameList(left: readonly Json[], right: readonly Json[]): boolean {
  return left.length === right.length && left.every((item, index) => jsonEqual(item, right[index]));
}
