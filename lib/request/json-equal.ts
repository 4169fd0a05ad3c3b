import type { Json } from "../schema/json";

/** The same JSON value; the order of an object's keys does not matter. Any depth. */
export function sameJson(left: Json, right: Json): boolean {
  const open: [Json | undefined, Json | undefined][] = [[left, right]];
  for (let pair = open.pop(); pair !== undefined; pair = open.pop()) {
    const [a, b] = pair;
    if (a === b) continue;
    if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) return false;
    if (Array.isArray(a) || Array.isArray(b)) {
      if (!Array.isArray(a) || !Array.isArray(b) || a.length !== b.length) return false;
      for (const [place, item] of a.entries()) open.push([item, b[place]]);
      continue;
    }
    const names = Object.keys(a);
    if (names.length !== Object.keys(b).length || !names.every((name) => Object.hasOwn(b, name))) return false;
    for (const name of names) open.push([a[name], b[name]]);
  }
  return true;
}
