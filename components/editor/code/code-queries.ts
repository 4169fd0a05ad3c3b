import { completeCode, findDefinition, hoverCode } from "@/lib/client/design-api";
import type { Completion, Definition, Hover } from "@/lib/schema/design-api";

/** What a field shows, as a part of a file: the whole of it, or one function. */
export type CodePart = {
  graphId: string;
  /** Relative to the project. */
  file: string;
  /** The file's text around the field's. */
  before: string;
  after: string;
};

type Query = { file: string; text: string; offset: number };

function queryOf(part: CodePart, shown: string, offset: number): Query {
  return { file: part.file, text: part.before + shown + part.after, offset: part.before.length + offset };
}

/** What may stand at an offset of the field; its `from` counts in the field. */
export async function completionsAt(part: CodePart, shown: string, offset: number, signal: AbortSignal): Promise<Completion> {
  const found = await completeCode(part.graphId, queryOf(part, shown, offset), signal);
  return { ...found, from: Math.max(0, found.from - part.before.length) };
}

/** The type of what stands at an offset of the field, placed in the field. */
export async function typeAt(part: CodePart, shown: string, offset: number, signal: AbortSignal): Promise<Hover> {
  const found = await hoverCode(part.graphId, queryOf(part, shown, offset), signal);
  if (found === null) return null;
  const start = Math.max(0, found.start - part.before.length);
  const end = Math.min(shown.length, found.end - part.before.length);
  return { ...found, start, end: Math.max(start, end) };
}

/** Where the thing at an offset of the field is defined. Places in the part's own file count in its text with `\n` alone. */
export function definitionsAt(part: CodePart, shown: string, offset: number, signal: AbortSignal): Promise<Definition> {
  return findDefinition(part.graphId, queryOf(part, shown, offset), signal);
}
