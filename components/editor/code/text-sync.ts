import { rebaseChanges, textChanges } from "@/lib/graph/rebase-changes";
import type { TextChange } from "@/lib/schema/edit";

/** The text that the pane's own one grew out of, and the one that is being saved. All with `\n` alone. */
export type TextSync = { base: string; sent: string | null };

export type Received =
  /** `changes` lead from the pane's text to the one with both sides' changes. */
  | { status: "merged"; sync: TextSync; changes: TextChange[] }
  /** Both sides changed the same place. */
  | { status: "clash" };

function weight(changes: readonly TextChange[]): number {
  return changes.reduce((sum, { start, end, text }) => sum + (end - start) + text.length, 0);
}

/** Whether the text that comes has what was sent in it already. */
function hasSent(sync: TextSync, text: string): sync is { base: string; sent: string } {
  if (sync.sent === null) return false;
  if (text === sync.sent) return true;
  return weight(textChanges(sync.sent, text)) <= weight(textChanges(sync.base, text));
}

/** What the pane, which shows `shown`, makes of the document's text: what somebody else changed is put in at its place. */
export function receive(sync: TextSync, shown: string, text: string): Received {
  if (text === sync.base) return { status: "merged", sync, changes: [] };
  const origin = hasSent(sync, text) ? sync.sent : sync.base;
  const next: TextSync = { base: text, sent: null };
  if (text === shown || text === origin) return { status: "merged", sync: next, changes: [] };
  const changes = rebaseChanges(textChanges(origin, text), textChanges(origin, shown));
  return changes === null ? { status: "clash" } : { status: "merged", sync: next, changes };
}

/** Where an offset of a text lies after changes of it; one in what is gone goes to its end. */
export function moveOffset(offset: number, changes: readonly TextChange[]): number {
  let moved = offset;
  for (const { start, end, text } of changes) {
    if (start > offset) break;
    if (end <= offset) moved += text.length - (end - start);
    else return moved - (offset - start) + text.length;
  }
  return moved;
}
