import { isRetrographError } from "@/lib/errors";
import { changedText, mergeOver, rebaseChanges, textChanges } from "@/lib/graph/rebase-changes";
import type { EditConflict, SourceFile } from "@/lib/schema/design-api";
import type { EditInput, TextChange } from "@/lib/schema/edit";

function isSourceFile(value: unknown): value is SourceFile {
  return typeof value === "object" && value !== null && "text" in value && "hash" in value && typeof value.text === "string";
}

/** The three texts of an `edit_conflict`; null for any other error. */
export function conflictOf(error: unknown): EditConflict | null {
  if (!isRetrographError(error) || error.code !== "edit_conflict") return null;
  const { details } = error;
  if (typeof details !== "object" || details === null) return { base: null, mine: null, current: null };
  const read = (name: string) => {
    const value: unknown = Object.hasOwn(details, name) ? Reflect.get(details, name) : null;
    return isSourceFile(value) ? value : null;
  };
  return { base: read("base"), mine: read("mine"), current: read("current") };
}

/** Changes of the workflow's own text, where the edits are nothing else. */
function ownChanges(edits: readonly EditInput[]): TextChange[] | null {
  const [edit] = edits;
  return edits.length === 1 && edit?.type === "replace_text" && edit.file === undefined ? edit.changes : null;
}

/**
 * A server that was started anew knows no older text, but this page does: fills in how the file was and how the edits
 * would have made it.
 */
export function completeConflict(conflict: EditConflict, edits: readonly EditInput[], known: SourceFile): EditConflict {
  if (conflict.base !== null) return conflict;
  const changes = ownChanges(edits);
  const mine = changes === null ? null : { ...known, text: changedText(known.text, changes), hash: "" };
  return { ...conflict, base: known, mine };
}

/** The edits as edits of the text of now, where both sides' changes do not touch; null where they do. */
export function withoutConflict({ base, current }: EditConflict, edits: readonly EditInput[]): EditInput[] | null {
  const changes = ownChanges(edits);
  if (base === null || current === null || changes === null) return null;
  const rebased = rebaseChanges(changes, textChanges(base.text, current.text));
  return rebased === null ? null : [{ type: "replace_text", changes: rebased }];
}

/** The changes of the text of now that put mine over theirs where they touch; null where mine is not known as a text. */
export function mineOver({ base, mine, current }: EditConflict): TextChange[] | null {
  return base === null || mine === null || current === null ? null : mergeOver(base.text, current.text, mine.text);
}
