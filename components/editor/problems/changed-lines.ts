import type { TextChange } from "@/lib/schema/edit";

/** One stretch of lines that an edit changes. `line` is the first one's number before the edit, from 1. */
export type ChangedLines = { line: number; removed: string[]; added: string[] };

/** Whole lines before and after, for changes of a text in the order of their places. Changes that share a line are one stretch. */
export function changedLines(text: string, changes: readonly TextChange[]): ChangedLines[] {
  const stretches: { start: number; end: number; changes: TextChange[] }[] = [];
  for (const change of changes.toSorted((a, b) => a.start - b.start)) {
    const start = change.start === 0 ? 0 : text.lastIndexOf("\n", change.start - 1) + 1;
    const newline = text.indexOf("\n", change.end);
    const end = newline === -1 ? text.length : newline;
    const last = stretches.at(-1);
    if (last !== undefined && start <= last.end) {
      last.end = Math.max(last.end, end);
      last.changes.push(change);
    } else stretches.push({ start, end, changes: [change] });
  }
  return stretches.map(({ start, end, changes: own }) => {
    const before = text.slice(start, end);
    let after = before;
    for (const change of own.toReversed()) after = after.slice(0, change.start - start) + change.text + after.slice(change.end - start);
    return trimSame({ line: text.slice(0, start).split("\n").length, removed: before.split(/\r?\n/), added: after.split(/\r?\n/) });
  });
}

/** Leaves out the lines that both sides begin and end with. */
function trimSame({ line, removed, added }: ChangedLines): ChangedLines {
  let head = 0;
  while (head < removed.length && head < added.length && removed[head] === added[head]) head++;
  let tail = 0;
  while (tail < removed.length - head && tail < added.length - head && removed.at(-1 - tail) === added.at(-1 - tail)) tail++;
  return { line: line + head, removed: removed.slice(head, removed.length - tail), added: added.slice(head, added.length - tail) };
}
