import { components } from "./components";
import { arrowsFrom, type Arrow } from "./reach";

const MAX_STEPS = 20_000;

/**
 * A longest way from `from` that passes nothing twice, as its names. Exact where there are no cycles. With cycles the
 * search ends after a number of steps, and the longest that was found until then is given: a lower bound.
 */
export function longestWay(arrows: readonly Arrow[], from: string): string[] {
  const heights = heightsOf(arrows);
  const successors = arrowsFrom(arrows);
  const ordered = new Map<string, string[]>();
  for (const [name, own] of successors) {
    const targets = [...new Set(own.map(({ target }) => target))];
    ordered.set(
      name,
      targets.sort((a, b) => (heights.get(b) ?? 0) - (heights.get(a) ?? 0)),
    );
  }
  let longest: string[] = [from];
  let steps = 0;
  const way = [from];
  const passed = new Set(way);
  const stack = [0];
  while (stack.length > 0 && steps++ < MAX_STEPS) {
    const at = way[way.length - 1] ?? from;
    const next = ordered.get(at)?.[stack[stack.length - 1] ?? 0];
    if (next === undefined) {
      stack.pop();
      const left = way.pop();
      if (left !== undefined) passed.delete(left);
      continue;
    }
    stack[stack.length - 1] = (stack[stack.length - 1] ?? 0) + 1;
    if (passed.has(next)) continue;
    way.push(next);
    passed.add(next);
    stack.push(0);
    if (way.length > longest.length) longest = [...way];
  }
  return longest;
}

/** How many components lie on the longest way onwards, weighed with their sizes: what to try first. */
function heightsOf(arrows: readonly Arrow[]): Map<string, number> {
  const names = new Set(arrows.flatMap(({ source, target }) => [source, target]));
  const successors = arrowsFrom(arrows);
  const heights = new Map<string, number>();
  for (const group of components(names, arrows)) {
    let beyond = 0;
    for (const member of group) for (const { target } of successors.get(member) ?? []) beyond = Math.max(beyond, heights.get(target) ?? 0);
    for (const member of group) heights.set(member, beyond + group.length);
  }
  return heights;
}
