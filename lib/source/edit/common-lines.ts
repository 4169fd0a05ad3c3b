/** Beyond so many differing lines a diff is one large change: looking for more takes longer than it is worth. */
const MAX_DIFFERENCES = 1500;

/** Pairs of indices of equal lines, in order, as many as there can be (Myers); null where there are too many differences. */
export function commonLines(a: readonly string[], b: readonly string[]): [number, number][] | null {
  const limit = Math.min(a.length + b.length, MAX_DIFFERENCES);
  const trace: Map<number, number>[] = [];
  const furthest = new Map<number, number>([[1, 0]]);
  for (let d = 0; d <= limit; d++) {
    trace.push(new Map(furthest));
    for (let k = -d; k <= d; k += 2) {
      const down = furthest.get(k + 1) ?? -1;
      const right = furthest.get(k - 1) ?? -1;
      let x = k === -d || (k !== d && right < down) ? down : right + 1;
      while (x < a.length && x - k < b.length && a[x] === b[x - k]) x++;
      furthest.set(k, x);
      if (x >= a.length && x - k >= b.length) return walkBack(trace, a.length, b.length);
    }
  }
  return null;
}

function walkBack(trace: readonly Map<number, number>[], length: number, otherLength: number): [number, number][] {
  const pairs: [number, number][] = [];
  let x = length;
  let y = otherLength;
  for (let d = trace.length - 1; d >= 0; d--) {
    const furthest = trace[d] ?? new Map<number, number>();
    const k = x - y;
    const down = furthest.get(k + 1) ?? -1;
    const right = furthest.get(k - 1) ?? -1;
    const previous = k === -d || (k !== d && right < down) ? k + 1 : k - 1;
    const fromX = d === 0 ? 0 : (furthest.get(previous) ?? 0);
    const fromY = d === 0 ? 0 : fromX - previous;
    while (x > fromX && y > fromY && x > 0 && y > 0) pairs.push([--x, --y]);
    x = fromX;
    y = fromY;
  }
  return pairs.reverse();
}
