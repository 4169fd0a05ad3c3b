import { alignKeys } from "./diff-align";

export type TextPart = { kind: "same" | "removed" | "added"; text: string };

/** Text beyond this many tokens on a side is compared by lines only. */
const MAX_WORDS = 20_000;

/**
 * Compares two texts word by word (by lines where they are very long). The parts that are `same` or `removed`
 * make up `before`, those that are `same` or `added` make up `after`.
 */
export function diffText(before: string, after: string): TextPart[] {
  const split = before.length + after.length > MAX_WORDS * 5 ? splitLines : splitWords;
  const left = split(before);
  const right = split(after);
  const parts: TextPart[] = [];
  const push = (kind: TextPart["kind"], text: string) => {
    if (text === "") return;
    const last = parts.at(-1);
    if (last?.kind === kind) last.text += text;
    else parts.push({ kind, text });
  };
  let leftAt = 0;
  let rightAt = 0;
  for (const match of [...alignKeys(left, right), { before: left.length, after: right.length }]) {
    push("removed", left.slice(leftAt, match.before).join(""));
    push("added", right.slice(rightAt, match.after).join(""));
    push("same", left[match.before] ?? "");
    leftAt = match.before + 1;
    rightAt = match.after + 1;
  }
  return joinChanges(parts);
}

/** Changes that only blanks separate read as one: what went, then what came. */
function joinChanges(parts: readonly TextPart[]): TextPart[] {
  const joined: TextPart[] = [];
  let removed = "";
  let added = "";
  const flush = () => {
    if (removed !== "") joined.push({ kind: "removed", text: removed });
    if (added !== "") joined.push({ kind: "added", text: added });
    removed = "";
    added = "";
  };
  parts.forEach((part, index) => {
    const next = parts[index + 1];
    if (part.kind === "removed") removed += part.text;
    else if (part.kind === "added") added += part.text;
    else if (removed !== "" && added !== "" && next !== undefined && /^\s{1,2}$/.test(part.text)) {
      removed += part.text;
      added += part.text;
    } else {
      flush();
      joined.push(part);
    }
  });
  flush();
  return joined;
}

/** Share of both texts that they have in common, from 0 to 1: below about a third a rewrite reads better as two blocks. */
export function similarity(parts: readonly TextPart[]): number {
  let same = 0;
  let all = 0;
  for (const part of parts) {
    const weight = part.text.replace(/\s+/g, "").length * (part.kind === "same" ? 2 : 1);
    all += weight;
    if (part.kind === "same") same += weight;
  }
  return all === 0 ? 1 : same / all;
}

function splitWords(text: string): string[] {
  return text.match(/\s+|[\p{L}\p{N}_]+|[^\s\p{L}\p{N}_]/gu) ?? [];
}

function splitLines(text: string): string[] {
  return text.match(/[^\n]*\n|[^\n]+/g) ?? [];
}
