import type { TextChange } from "@/lib/schema/edit";

/** A file's text as the editor holds it, in which every line break is one character, and the way back. */
export type EditorText = {
  /** With `\n` alone. */
  text: string;
  /** The one that the file has most. */
  lineBreak: "\n" | "\r\n";
  toEditor(offset: number): number;
  toFile(offset: number): number;
  /** Changes of the editor's text as changes of the file's, with the line breaks that the file has. */
  toFileChanges(changes: readonly TextChange[]): TextChange[];
};

/** How many of the sorted numbers are below the limit. */
function countBelow(numbers: readonly number[], limit: number): number {
  let low = 0;
  let high = numbers.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((numbers[middle] ?? Infinity) < limit) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The editor counts a line break as one character, a file of Windows as two. */
export function toEditorText(file: string): EditorText {
  /** Offsets in the file of each `\n` behind a `\r`, and where those line breaks are in the editor's text. */
  const inFile: number[] = [];
  const inEditor: number[] = [];
  for (let at = file.indexOf("\r\n"); at !== -1; at = file.indexOf("\r\n", at + 2)) {
    inEditor.push(at - inEditor.length);
    inFile.push(at + 1);
  }
  const breaks = file.split("\n").length - 1;
  const lineBreak = inFile.length * 2 > breaks ? "\r\n" : "\n";
  const toFile = (offset: number) => offset + countBelow(inEditor, offset);
  return {
    text: file.replace(/\r\n?/g, "\n"),
    lineBreak,
    toEditor: (offset) => offset - countBelow(inFile, offset),
    toFile,
    toFileChanges: (changes) =>
      changes.map(({ start, end, text }) => ({ start: toFile(start), end: toFile(end), text: text.replaceAll("\n", lineBreak) })),
  };
}
