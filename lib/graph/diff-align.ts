/** A common element of two sequences: its place in each. */
export type Match = { before: number; after: number };

/** Largest gap (product of both lengths) that is aligned exactly; larger ones count as replaced. */
const EXACT_GAP = 4096;

/**
 * Aligns two sequences of keys: common elements in increasing order on both sides.
 * Common ends and elements that are unique in both sequences anchor the alignment (as in patience diff),
 * small gaps between anchors are solved exactly, so the cost stays near linear for long sequences.
 */
export function alignKeys(before: readonly string[], after: readonly string[]): Match[] {
  const matches: Match[] = [];
  const gaps: Gap[] = [{ beforeStart: 0, beforeEnd: before.length, afterStart: 0, afterEnd: after.length }];
  while (gaps.length > 0) {
    const gap = gaps.pop();
    if (gap === undefined) break;
    trimEnds(before, after, gap, matches);
    const rows = gap.beforeEnd - gap.beforeStart;
    const columns = gap.afterEnd - gap.afterStart;
    if (rows === 0 || columns === 0) continue;
    const anchors = findAnchors(before, after, gap);
    if (anchors.length > 0) gaps.push(...splitAtAnchors(gap, anchors, matches));
    else if (rows * columns <= EXACT_GAP) alignExactly(before, after, gap, matches);
  }
  return matches.sort((left, right) => left.before - right.before);
}

/**
 * Longest increasing subsequence of distinct numbers, as the indexes of its elements, in O(n log n).
 */
export function longestIncreasing(values: readonly number[]): number[] {
  const tails: number[] = [];
  const previous: number[] = [];
  values.forEach((value, index) => {
    let low = 0;
    let high = tails.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((values[tails[middle] ?? 0] ?? 0) < value) low = middle + 1;
      else high = middle;
    }
    previous[index] = low === 0 ? -1 : (tails[low - 1] ?? -1);
    tails[low] = index;
  });
  const result: number[] = [];
  for (let index = tails.at(-1) ?? -1; index >= 0; index = previous[index] ?? -1) result.push(index);
  return result.reverse();
}

type Gap = { beforeStart: number; beforeEnd: number; afterStart: number; afterEnd: number };

function trimEnds(before: readonly string[], after: readonly string[], gap: Gap, matches: Match[]): void {
  while (gap.beforeStart < gap.beforeEnd && gap.afterStart < gap.afterEnd && before[gap.beforeStart] === after[gap.afterStart]) {
    matches.push({ before: gap.beforeStart++, after: gap.afterStart++ });
  }
  while (gap.beforeStart < gap.beforeEnd && gap.afterStart < gap.afterEnd && before[gap.beforeEnd - 1] === after[gap.afterEnd - 1]) {
    matches.push({ before: --gap.beforeEnd, after: --gap.afterEnd });
  }
}

function uniquePlaces(keys: readonly string[], start: number, end: number): Map<string, number> {
  const places = new Map<string, number>();
  for (let index = start; index < end; index++) {
    const key = keys[index] ?? "";
    places.set(key, places.has(key) ? -1 : index);
  }
  return places;
}

function findAnchors(before: readonly string[], after: readonly string[], gap: Gap): Match[] {
  const beforePlaces = uniquePlaces(before, gap.beforeStart, gap.beforeEnd);
  const candidates: Match[] = [];
  for (const [key, place] of uniquePlaces(after, gap.afterStart, gap.afterEnd)) {
    const beforePlace = beforePlaces.get(key) ?? -1;
    if (place >= 0 && beforePlace >= 0) candidates.push({ before: beforePlace, after: place });
  }
  candidates.sort((left, right) => left.after - right.after);
  return longestIncreasing(candidates.map((match) => match.before)).flatMap((index) => candidates[index] ?? []);
}

function splitAtAnchors(gap: Gap, anchors: Match[], matches: Match[]): Gap[] {
  const parts: Gap[] = [];
  let { beforeStart, afterStart } = gap;
  for (const anchor of anchors) {
    parts.push({ beforeStart, beforeEnd: anchor.before, afterStart, afterEnd: anchor.after });
    matches.push(anchor);
    beforeStart = anchor.before + 1;
    afterStart = anchor.after + 1;
  }
  parts.push({ beforeStart, beforeEnd: gap.beforeEnd, afterStart, afterEnd: gap.afterEnd });
  return parts;
}

/** Longest common subsequence by dynamic programming. */
function alignExactly(before: readonly string[], after: readonly string[], gap: Gap, matches: Match[]): void {
  const rows = gap.beforeEnd - gap.beforeStart;
  const columns = gap.afterEnd - gap.afterStart;
  const width = columns + 1;
  const lengths = new Uint16Array((rows + 1) * width);
  const at = (row: number, column: number) => lengths[row * width + column] ?? 0;
  const same = (row: number, column: number) => before[gap.beforeStart + row] === after[gap.afterStart + column];
  for (let row = rows - 1; row >= 0; row--) {
    for (let column = columns - 1; column >= 0; column--) {
      lengths[row * width + column] = same(row, column) ? at(row + 1, column + 1) + 1 : Math.max(at(row + 1, column), at(row, column + 1));
    }
  }
  for (let row = 0, column = 0; row < rows && column < columns;) {
    if (same(row, column)) matches.push({ before: gap.beforeStart + row++, after: gap.afterStart + column++ });
    else if (at(row + 1, column) >= at(row, column + 1)) row++;
    else column++;
  }
}
