import type { Doubt, Edit, TextChange } from "../../schema/edit";
import type { Place, SourceGraph, SourceModel } from "../../schema/source";
import type { SourceHost } from "../host";

/** What an edit works on: the workflow's file as it is now, what was read from it, and the graph that is meant. */
export type EditContext = { host: SourceHost; file: string; text: string; model: SourceModel; graph: SourceGraph };

/**
 * What one edit comes to. `changes` are per file (relative to the project), of its text as it is now, in order and not
 * overlapping; of a file that does not exist yet, of an empty text.
 */
export type StepOutcome =
  | { status: "done"; changes: Map<string, TextChange[]>; notes: string[] }
  | { status: "ask"; question: string; doubts: Doubt[] }
  | { status: "refused"; reason: string; place: Place | null };

export type EditOf<T extends Edit["type"]> = Extract<Edit, { type: T }>;
export type EditHandler<T extends Edit["type"]> = (context: EditContext, edit: EditOf<T>) => StepOutcome;

/** Changes of one file. */
export function done(file: string, changes: readonly TextChange[], notes: readonly string[] = []): StepOutcome {
  const inOrder = [...changes].sort((a, b) => a.start - b.start || a.end - b.end);
  return { status: "done", changes: new Map([[file, inOrder]]), notes: [...notes] };
}

/** Why an edit cannot be done, and what to do instead. */
export function refused(reason: string, place: Place | null = null): StepOutcome {
  return { status: "refused", reason, place };
}
