import { jsonEqual } from "@/lib/graph/diff-equal";
import type { Json } from "@/lib/schema/json";
import { readSpecial } from "../inspector/values/special";
import type { Evaluated, WatchResult } from "@/lib/schema/travel";

/** One expression over a branch: a point per checkpoint, oldest first. */
export type SeriesPoint = { checkpoint_id: string; step: number; value: Evaluated };

export function seriesOf(result: WatchResult, index: number): SeriesPoint[] {
  return result.points.flatMap(({ checkpoint_id, step, values }) => {
    const value = values[index];
    return value === undefined ? [] : [{ checkpoint_id, step, value }];
  });
}

/** The numbers to plot, null where there is none; or null for a series that is not made of numbers or booleans. */
export function plottable(series: readonly SeriesPoint[]): (number | null)[] | null {
  let some = false;
  const numbers: (number | null)[] = [];
  for (const { value } of series) {
    const plain = value.ok && !isMissing(value.value) ? value.value : null;
    if (typeof plain === "number" || typeof plain === "boolean") {
      some = true;
      numbers.push(Number(plain));
    } else if (plain === null) numbers.push(null);
    else return null;
  }
  return some ? numbers : null;
}

function isMissing(value: Json): boolean {
  return readSpecial(value)?.type === "undefined";
}

/** The points at which the value is not what it was at the one before. */
export function changesOf(series: readonly SeriesPoint[]): SeriesPoint[] {
  return series.filter((point, index) => {
    const before = series[index - 1];
    return before === undefined || !sameValue(before.value, point.value);
  });
}

function sameValue(left: Evaluated, right: Evaluated): boolean {
  if (left.ok && right.ok) return jsonEqual(left.value, right.value);
  return left.ok === right.ok && !left.ok && !right.ok && left.message === right.message;
}

/** Where evaluating failed: how often, and why at first. */
export function failuresOf(series: readonly SeriesPoint[]): { count: number; message: string } | null {
  let count = 0;
  let message = "";
  for (const { value } of series) {
    if (value.ok) continue;
    if (count === 0) message = value.message;
    count++;
  }
  return count === 0 ? null : { count, message };
}

/** A value in few characters. */
export function shortValue(value: Json): string {
  const special = readSpecial(value);
  if (special !== null) return special.type === "undefined" ? "not set" : special.summary;
  const text = JSON.stringify(value);
  return text.length > 160 ? `${text.slice(0, 159)}…` : text;
}
