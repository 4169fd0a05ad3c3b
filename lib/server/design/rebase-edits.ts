import "server-only";
import { movedPlace, rebaseChanges, textChanges } from "../../graph/rebase-changes";
import type { Edit, TextChange } from "../../schema/edit";
import type { Place } from "../../schema/source";
import type { Texts } from "./texts";

/** How a file came from the text that somebody knew to the text of now. */
type Drift = { changes: TextChange[] } | "unchanged" | "unknown";

export type RebaseContext = {
  /** The workflow's own file, and the hash that the request is based on. */
  file: string;
  baseHash: string;
  texts: Texts;
  read: (file: string) => { text: string; hash: string } | null;
};

function driftOf(context: RebaseContext, file: string, baseHash: string): Drift {
  const now = context.read(file);
  if (now === null) return "unknown";
  if (now.hash === baseHash) return "unchanged";
  const base = context.texts.find(file, baseHash);
  return base === null ? "unknown" : { changes: textChanges(base, now.text) };
}

function rebasePlaces(places: readonly Place[], context: RebaseContext): Place[] | null {
  const moved: Place[] = [];
  for (const place of places) {
    // Places in other files were read with them: no older text of those is known to be meant.
    const drift = place.file === context.file ? driftOf(context, place.file, context.baseHash) : "unchanged";
    if (drift === "unknown") return null;
    const at = drift === "unchanged" ? place : movedPlace(place, drift.changes);
    if (at === null) return null;
    moved.push({ ...place, start: at.start, end: at.end });
  }
  return moved;
}

function rebaseEdit(edit: Edit, context: RebaseContext): Edit | null {
  if (edit.type === "replace_text") {
    const file = edit.file ?? context.file;
    const drift = driftOf(context, file, edit.base_hash ?? (file === context.file ? context.baseHash : ""));
    if (drift === "unchanged") return edit;
    const changes = drift === "unknown" ? null : rebaseChanges(edit.changes, drift.changes);
    return changes === null ? null : { ...edit, changes };
  }
  if ("also" in edit && Array.isArray(edit.also)) {
    const also = rebasePlaces(edit.also, context);
    return also === null ? null : { ...edit, also };
  }
  return edit;
}

/** True where every text that the edits count places in is the one of now. */
export function areFresh(edits: readonly Edit[], context: RebaseContext): boolean {
  if (context.read(context.file)?.hash !== context.baseHash) return false;
  return edits.every((edit) => {
    if (edit.type !== "replace_text") return true;
    const file = edit.file ?? context.file;
    return context.read(file)?.hash === (edit.base_hash ?? (file === context.file ? context.baseHash : undefined));
  });
}

/**
 * Edits of an older text as edits of the text of now: what names things stays as it is, what names places moves with
 * them. Null where a place was changed meanwhile, where the older text is not known any more, and where places are
 * counted in a text that an edit before has to make first.
 */
export function rebaseEdits(edits: readonly Edit[], context: RebaseContext): Edit[] | null {
  const rebased: Edit[] = [];
  for (const [index, edit] of edits.entries()) {
    const file = edit.type === "replace_text" ? (edit.file ?? context.file) : null;
    const earlier = edits.slice(0, index);
    if (file !== null && earlier.some((other) => other.type !== "replace_text" || (other.file ?? context.file) === file)) return null;
    const moved = rebaseEdit(edit, context);
    if (moved === null) return null;
    rebased.push(moved);
  }
  return rebased;
}
