/** An arrow of a drawing. Kernels that take more than that hand it back untouched. */
export type Arrow = { source: string; target: string };

/** Arrows by where they start, in their order. */
export function arrowsFrom<A extends Arrow>(arrows: readonly A[]): Map<string, A[]> {
  const from = new Map<string, A[]>();
  for (const arrow of arrows) {
    const known = from.get(arrow.source);
    if (known === undefined) from.set(arrow.source, [arrow]);
    else known.push(arrow);
  }
  return from;
}

/** The same arrows the other way round. */
export function reversed(arrows: readonly Arrow[]): Arrow[] {
  return arrows.map(({ source, target }) => ({ source: target, target: source }));
}

/** What can be reached from `from`, itself included. What is in `avoid` is neither entered nor a beginning. */
export function reachable(arrows: readonly Arrow[], from: Iterable<string>, avoid: ReadonlySet<string> = new Set()): Set<string> {
  const successors = arrowsFrom(arrows);
  const seen = new Set<string>();
  const waiting = [...from];
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    if (seen.has(at) || avoid.has(at)) continue;
    seen.add(at);
    for (const { target } of successors.get(at) ?? []) waiting.push(target);
  }
  return seen;
}

/** The arrows of a shortest way from `from` to `to` that enters nothing of `avoid`; empty where both are one, null where there is no way. */
export function shortestWay<A extends Arrow>(arrows: readonly A[], from: string, to: string, avoid: ReadonlySet<string> = new Set()): A[] | null {
  if (from === to) return [];
  const successors = arrowsFrom(arrows);
  const arrivedBy = new Map<string, A>();
  const waiting = [from];
  for (const at of waiting) {
    for (const arrow of successors.get(at) ?? []) {
      const { target } = arrow;
      if (target === from || arrivedBy.has(target) || avoid.has(target)) continue;
      arrivedBy.set(target, arrow);
      if (target === to) return walkBack(arrivedBy, from, to);
      waiting.push(target);
    }
  }
  return null;
}

function walkBack<A extends Arrow>(arrivedBy: ReadonlyMap<string, A>, from: string, to: string): A[] {
  const way: A[] = [];
  for (let at = to; at !== from;) {
    const arrow = arrivedBy.get(at);
    if (arrow === undefined) break;
    way.unshift(arrow);
    at = arrow.source;
  }
  return way;
}
