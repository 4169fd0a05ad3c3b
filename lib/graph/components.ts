import { arrowsFrom, type Arrow } from "./reach";

type Visit = { name: string; next: number };

/**
 * The strongly connected components: groups in which each can reach each other. Every name is in exactly one. A group
 * comes after all groups that it leads to. By Tarjan, without recursion.
 */
export function components(names: Iterable<string>, arrows: readonly Arrow[]): string[][] {
  const successors = arrowsFrom(arrows);
  const index = new Map<string, number>();
  const low = new Map<string, number>();
  const open: string[] = [];
  const isOpen = new Set<string>();
  const found: string[][] = [];
  const enter = (name: string): Visit => {
    index.set(name, index.size);
    low.set(name, index.size - 1);
    open.push(name);
    isOpen.add(name);
    return { name, next: 0 };
  };
  const lower = (name: string, to: number | undefined) => low.set(name, Math.min(low.get(name) ?? 0, to ?? Infinity));
  const close = (name: string) => {
    if (low.get(name) !== index.get(name)) return;
    const group = open.splice(open.lastIndexOf(name));
    for (const member of group) isOpen.delete(member);
    found.push(group);
  };
  for (const root of names) {
    if (index.has(root)) continue;
    const stack = [enter(root)];
    for (let top = stack.at(-1); top !== undefined; top = stack.at(-1)) {
      const arrow = successors.get(top.name)?.[top.next++];
      if (arrow !== undefined) {
        if (!index.has(arrow.target)) stack.push(enter(arrow.target));
        else if (isOpen.has(arrow.target)) lower(top.name, index.get(arrow.target));
        continue;
      }
      stack.pop();
      const parent = stack.at(-1);
      if (parent !== undefined) lower(parent.name, low.get(top.name));
      close(top.name);
    }
  }
  return found;
}

/** Components that a walk can stay in for ever: more than one member, or an arrow to itself. */
export function cyclesOf(names: Iterable<string>, arrows: readonly Arrow[]): string[][] {
  const selves = new Set(arrows.filter(({ source, target }) => source === target).map(({ source }) => source));
  return components(names, arrows).filter(([first, ...rest]) => first !== undefined && (rest.length > 0 || selves.has(first)));
}
