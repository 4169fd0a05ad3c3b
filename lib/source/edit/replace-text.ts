import type { TextChange } from "../../schema/edit";
import type { Place } from "../../schema/source";
import type { SourceHost } from "../host";
import { refused, type StepOutcome } from "./context";

/** Changes of the text itself. `files` are those that may be changed: the workflow's own and what its model was read from. */
export function replaceText(host: SourceHost, file: string, files: ReadonlySet<string>, changes: readonly TextChange[]): StepOutcome {
  if (!files.has(file)) return refused(`The file ${file} is not part of this workflow: open the workflow that it belongs to.`);
  const text = host.read(file);
  if (text === null) return refused(`The file ${file} does not exist any more.`);
  let at = 0;
  for (const { start, end } of changes) {
    if (start < at || end < start || end > text.length) return refused("The changes do not fit the text: read it again.", placeOf(file, text, start));
    at = end;
  }
  return { status: "done", changes: new Map([[file, [...changes]]]), notes: [] };
}

function placeOf(file: string, text: string, offset: number): Place {
  const start = Math.min(offset, text.length);
  const before = text.slice(0, start);
  return { file, start, end: start, line: before.split("\n").length, column: start - before.lastIndexOf("\n") };
}
