import type { Library } from "./library";
import { lineText } from "./parse-document";
import { readLines } from "./read-page";

/** Where a quote stands. Lines count from 1 and include both ends. */
export type Place = { line: number; endLine: number };

/**
 * Finds a quote in lines of a file, whatever its line breaks and however it is indented, quoted or listed there.
 * @returns its place, or null when the words do not stand there in this order.
 */
export function locateQuote(lines: string[], firstLine: number, quote: string): Place | null {
  const wanted = lineText(quote);
  if (wanted === "") return null;
  const starts: number[] = [];
  let text = "";
  for (const line of lines) {
    starts.push(text.length);
    const content = lineText(line);
    if (content !== "") text += `${content} `;
  }
  const at = text.indexOf(wanted);
  if (at < 0) return null;
  const lineAt = (position: number) => firstLine + starts.findLastIndex((start) => start <= position);
  return { line: lineAt(at), endLine: lineAt(at + wanted.length - 1) };
}

/** Whether the file really says this on these lines, today. */
export async function isQuoteFound(library: Library, note: { file: string; quote: string; line: number; end_line: number }): Promise<boolean> {
  const lines = await readLines(library, note.file).catch(() => null);
  if (lines === null || note.line < 1) return false;
  return locateQuote(lines.slice(note.line - 1, Math.max(note.line, note.end_line)), note.line, note.quote) !== null;
}
