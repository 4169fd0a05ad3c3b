import { END, START } from "./flow";

/** A name as messages have it, between backticks; the ends in words. */
export function quote(name: string): string {
  if (name === START) return "the start";
  if (name === END) return "the end";
  return `\`${name.replaceAll("`", "'")}\``;
}

/** `a`, `b` and `c`. */
export function quoteAll(names: readonly string[], word = "and"): string {
  const quoted = names.map(quote);
  return quoted.length < 2 ? (quoted[0] ?? "") : `${quoted.slice(0, -1).join(", ")} ${word} ${quoted.at(-1)}`;
}

/** The way through these names: a → b → c. */
export function quoteWay(names: readonly string[]): string {
  return names.map(quote).join(" → ");
}

/** The name that was probably meant: one that differs in case or by a slip of one or two letters; null where none is near. */
export function nearest(name: string, names: readonly string[]): string | null {
  const plain = (text: string) => text.toLowerCase().replace(/[\s_-]/g, "");
  let best: string | null = null;
  let least = Math.min(2, Math.floor(name.length / 3));
  for (const candidate of names) {
    const distance = plain(candidate) === plain(name) ? 0 : distanceOf(plain(name), plain(candidate), least);
    if (distance > least || (best !== null && distance === least)) continue;
    best = candidate;
    least = distance;
  }
  return best;
}

/** How many letters to change, add or take away; anything above `limit` is only known to be more. */
function distanceOf(a: string, b: string, limit: number): number {
  if (Math.abs(a.length - b.length) > limit) return limit + 1;
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const swap = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(swap, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? limit + 1;
}
