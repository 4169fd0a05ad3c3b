import ts from "typescript";
import type { QuickFix } from "../../schema/problem";
import type { Place } from "../../schema/source";

type Edits = QuickFix["edits"];

/** Puts other text in a place. */
export function replaceEdit(place: Pick<Place, "file" | "start" | "end">, text: string): Edits {
  return [{ type: "replace_text", file: place.file, changes: [{ start: place.start, end: place.end, text }] }];
}

/** A comment of its own in the line above a place, indented alike. */
export function commentAboveEdit(sourceFile: ts.SourceFile, place: Place, comment: string): Edits {
  const { text } = sourceFile;
  const lineStart = place.start === 0 ? 0 : text.lastIndexOf("\n", place.start - 1) + 1;
  const indent = /^[ \t]*/.exec(text.slice(lineStart))?.[0] ?? "";
  const newline = text.includes("\r\n") ? "\r\n" : "\n";
  return replaceEdit({ file: place.file, start: lineStart, end: lineStart }, `${indent}${comment}${newline}`);
}

/** A string literal in the quotes of the one that it replaces. */
export function quotedLike(before: string, value: string): string {
  const double = JSON.stringify(value);
  return before.startsWith("'") ? `'${double.slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'` : double;
}

/** One more entry at the end of an object or array literal, in its own manner of commas and lines. */
export function appendEntryEdit(literal: ts.ObjectLiteralExpression | ts.ArrayLiteralExpression, entry: string): Edits {
  const sourceFile = literal.getSourceFile();
  const entries: readonly ts.Node[] = ts.isObjectLiteralExpression(literal) ? literal.properties : literal.elements;
  const last = entries.at(-1);
  if (last === undefined) {
    const inside = ts.isObjectLiteralExpression(literal) ? `{ ${entry} }` : `[${entry}]`;
    return replaceEdit({ file: sourceFile.fileName, start: literal.getStart(sourceFile), end: literal.getEnd() }, inside);
  }
  const lineStart = sourceFile.text.lastIndexOf("\n", last.getStart(sourceFile) - 1) + 1;
  const before = sourceFile.text.slice(lineStart, last.getStart(sourceFile));
  const isOwnLine = /^[ \t]*$/.test(before) && lineStart > literal.getStart(sourceFile);
  const newline = sourceFile.text.includes("\r\n") ? "\r\n" : "\n";
  const at = { file: sourceFile.fileName, start: last.getEnd(), end: last.getEnd() };
  return replaceEdit(at, isOwnLine ? `,${newline}${before}${entry}` : `, ${entry}`);
}
