/** Patterns that are longer are not looked at. */
const LONGEST = 500;
/** The time for n characters grows at most with this power of n: each open repeat adds one, and so does a free start. */
const MOST_POWERS = 3;
/** `a?a?a?…` doubles with each. */
const MOST_OPTIONAL = 10;

/** Longer texts are not matched with a pattern that comes with a request. */
export const LONGEST_MATCHED = 400;

type Group = { repeats: boolean; alternates: boolean };

/** What repeats at a place of a pattern: nothing, an option (`?`), a fixed count or an open one. */
function quantifierAt(pattern: string, at: number): { kind: "none" | "option" | "count" | "repeat"; length: number } {
  const char = pattern.charAt(at);
  if (char === "?") return { kind: "option", length: 1 };
  if (char === "*" || char === "+") return { kind: "repeat", length: 1 };
  const braces = char === "{" ? /^\{\d+(,?)\d*\}/.exec(pattern.slice(at, at + 24)) : null;
  if (braces === null) return { kind: "none", length: 0 };
  return { kind: braces[1] === "" ? "count" : "repeat", length: braces[0].length };
}

/**
 * A regular expression that cannot take for ever on a short text: it compiles, and neither repeats a group that repeats or
 * alternates by itself, nor refers back, nor repeats without end too often. Some good ones are refused with the bad.
 */
export function isSafePattern(pattern: string): boolean {
  if (pattern.length > LONGEST || !compiles(pattern)) return false;
  const open: Group[] = [];
  let group: Group = { repeats: false, alternates: false };
  let closed: Group | null = null;
  let powers = pattern.startsWith("^") ? 0 : 1;
  let options = 0;
  for (let at = 0; at < pattern.length;) {
    const char = pattern.charAt(at);
    const quantifier = quantifierAt(pattern, at);
    if (quantifier.kind !== "none") {
      if (quantifier.kind !== "option" && closed !== null && (closed.repeats || closed.alternates)) return false;
      if (quantifier.kind === "repeat") powers++;
      if (quantifier.kind === "option") options++;
      if (quantifier.kind !== "count") group.repeats = true;
      at += quantifier.length;
      // `*?` is lazy, no option of its own.
      if (pattern.charAt(at) === "?") at++;
      closed = null;
      continue;
    }
    closed = null;
    if (char === "\\") {
      if (/[1-9k]/.test(pattern.charAt(at + 1))) return false;
      at += 2;
    } else if (char === "[") at = endOfClass(pattern, at) + 1;
    else if (char === "(") {
      open.push(group);
      group = { repeats: false, alternates: false };
      at += pattern.charAt(at + 1) === "?" ? 2 : 1;
    } else {
      if (char === ")") {
        closed = group;
        const outer = open.pop() ?? { repeats: false, alternates: false };
        group = { repeats: outer.repeats || group.repeats, alternates: outer.alternates };
      } else if (char === "|") group.alternates = true;
      at++;
    }
  }
  return powers <= MOST_POWERS && options <= MOST_OPTIONAL;
}

function compiles(pattern: string): boolean {
  try {
    return new RegExp(pattern, "u").source !== "";
  } catch {
    return false;
  }
}

/** Where a `[…]` that begins at `from` ends. */
function endOfClass(pattern: string, from: number): number {
  for (let at = from + 1; at < pattern.length; at++) {
    if (pattern.charAt(at) === "\\") at++;
    else if (pattern.charAt(at) === "]") return at;
  }
  return pattern.length;
}
