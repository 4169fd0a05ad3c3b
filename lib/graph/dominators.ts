import { arrowsFrom, reversed, type Arrow } from "./reach";

/**
 * The immediate dominator of everything that can be reached from `root`: the last thing that all ways to it have in
 * common, itself left out. The root has none. By Cooper, Harvey and Kennedy: repeated intersection in reverse postorder.
 */
export function immediateDominators(arrows: readonly Arrow[], root: string): Map<string, string> {
  const order = reversePostorder(arrows, root);
  const rank = new Map(order.map((name, index) => [name, index]));
  const predecessors = arrowsFrom(reversed(arrows));
  const dominators = new Map([[root, root]]);
  const meet = (a: string, b: string): string => {
    let [left, right] = [a, b];
    while (left !== right) {
      const isLeftLater = (rank.get(left) ?? 0) > (rank.get(right) ?? 0);
      if (isLeftLater) left = dominators.get(left) ?? root;
      else right = dominators.get(right) ?? root;
    }
    return left;
  };
  for (let changed = true; changed;) {
    changed = false;
    for (const name of order.slice(1)) {
      const known = (predecessors.get(name) ?? []).map(({ target }) => target).filter((predecessor) => dominators.has(predecessor));
      const [first, ...rest] = known;
      if (first === undefined) continue;
      const dominator = rest.reduce(meet, first);
      if (dominators.get(name) === dominator) continue;
      dominators.set(name, dominator);
      changed = true;
    }
  }
  dominators.delete(root);
  return dominators;
}

/** What every way from the root to `name` passes, nearest first, the root last, itself left out. */
export function dominatorsOf(immediate: ReadonlyMap<string, string>, name: string): string[] {
  const chain: string[] = [];
  for (let at = immediate.get(name); at !== undefined; at = immediate.get(at)) chain.push(at);
  return chain;
}

function reversePostorder(arrows: readonly Arrow[], root: string): string[] {
  const successors = arrowsFrom(arrows);
  const seen = new Set([root]);
  const order: string[] = [];
  const stack = [{ name: root, next: 0 }];
  for (let top = stack.at(-1); top !== undefined; top = stack.at(-1)) {
    const arrow = successors.get(top.name)?.[top.next++];
    if (arrow === undefined) {
      order.push(top.name);
      stack.pop();
    } else if (!seen.has(arrow.target)) {
      seen.add(arrow.target);
      stack.push({ name: arrow.target, next: 0 });
    }
  }
  return order.toReversed();
}
