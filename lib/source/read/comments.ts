import ts from "typescript";
import { toPlace } from "../ast";
import type { Place } from "../../schema/source";

export type Comment = { text: string; place: Place };

/** The doc comment of a declaration, or null. */
export function docComment(node: ts.Node): Comment | null {
  const range = rangesBefore(node).findLast(
    ({ kind, pos }) => kind === ts.SyntaxKind.MultiLineCommentTrivia && node.getSourceFile().text.startsWith("/**", pos),
  );
  return range === undefined ? null : toComment(node, range.pos, range.end);
}

/** The comment right above a node, whatever its form, or null. */
export function commentAbove(node: ts.Node, start: number): Comment | null {
  const { text } = node.getSourceFile();
  const ranges = rangesAt(text, node.getFullStart(), start);
  const last = ranges.at(-1);
  // A comment that trails the line before belongs to that line.
  if (last === undefined || text.slice(last.end, start).split("\n").length > 2 || trails(text, last.pos)) return null;
  let { pos } = last;
  if (last.kind === ts.SyntaxKind.SingleLineCommentTrivia) {
    for (const range of ranges.slice(0, -1).reverse()) {
      if (range.kind !== ts.SyntaxKind.SingleLineCommentTrivia || text.slice(range.end, pos).split("\n").length > 2 || trails(text, range.pos)) break;
      pos = range.pos;
    }
  }
  return toComment(node, pos, last.end);
}

function rangesBefore(node: ts.Node): ts.CommentRange[] {
  return ts.getLeadingCommentRanges(node.getSourceFile().text, node.getFullStart()) ?? [];
}

function rangesAt(text: string, from: number, to: number): ts.CommentRange[] {
  const ranges = [...(ts.getLeadingCommentRanges(text, from) ?? []), ...(ts.getTrailingCommentRanges(text, from) ?? [])];
  const unique = new Map(ranges.filter(({ end }) => end <= to).map((range) => [range.pos, range]));
  return [...unique.values()].sort((a, b) => a.pos - b.pos);
}

function trails(text: string, position: number): boolean {
  const line = text.slice(text.lastIndexOf("\n", position - 1) + 1, position);
  return line.trim() !== "";
}

function toComment(node: ts.Node, start: number, end: number): Comment | null {
  const sourceFile = node.getSourceFile();
  const text = plainText(sourceFile.text.slice(start, end));
  return text === "" ? null : { text, place: toPlace(sourceFile, start, end) };
}

/** A comment's words without its markers; a doc comment's up to its first tag. */
function plainText(comment: string): string {
  const lines = comment.split(/\r?\n/).map((line) =>
    line
      .replace(/^\s*(\/\*\*?|\/\/+|\*(?!\/))?\s?/, "")
      .replace(/\*\/\s*$/, "")
      .trim(),
  );
  const firstTag = lines.findIndex((line) => /^@\w/.test(line));
  return (firstTag === -1 ? lines : lines.slice(0, firstTag)).join("\n").trim();
}

/** The first sentence of a text, on one line. */
export function firstSentence(text: string): string {
  const paragraph = (text.split(/\n\s*\n/)[0] ?? "").replace(/\s+/g, " ").trim();
  return /^.*?[.!?](?=\s+[\p{Lu}\p{N}"'(]|$)/u.exec(paragraph)?.[0] ?? paragraph;
}
