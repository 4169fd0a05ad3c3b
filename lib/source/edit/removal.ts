import ts from "typescript";
import type { TextChange } from "../../schema/edit";
import { chainOf, type BuilderCall, type Link } from "./chain";

export type Span = { start: number; end: number };

/** The statement's lines, with the comments that belong to it, and one of two empty lines around. */
export function removalOfStatement(sourceFile: ts.SourceFile, statement: ts.Statement, removed: ReadonlySet<ts.Statement>): Span {
  const { text } = sourceFile;
  const start = statement.getStart(sourceFile);
  const isAlone = text.slice(lineStart(text, start), start).trim() === "";
  const end = endWithComment(text, statement.end);
  if (!isAlone || text.slice(end, lineEnd(text, end)).trim() !== "") {
    const gap = /^[ \t]*/.exec(text.slice(statement.end))?.[0].length ?? 0;
    return { start, end: statement.end + gap };
  }
  const siblings = "statements" in statement.parent ? (statement.parent as ts.Block | ts.SourceFile).statements : undefined;
  const next = siblings?.[siblings.indexOf(statement) + 1];
  const comments = ownComments(sourceFile, statement.getFullStart(), start);
  const isHeading = next !== undefined && !removed.has(next) && headsNext(sourceFile, comments, statement, end, next.getStart(sourceFile));
  const first = lineStart(text, isHeading ? start : (comments[0]?.pos ?? start));
  return withoutDoubleGap(text, { start: first, end: Math.min(lineEnd(text, end) + 1, text.length) });
}

/** What takes calls out of a chain; `inserted` puts back what would end up behind a comment that stays. */
export type LinkRemoval = { spans: Span[]; inserted: TextChange[] };

/** The calls of a chain that go, each run of them as one stretch. */
export function removalOfLinks(sourceFile: ts.SourceFile, call: BuilderCall, gone: (call: BuilderCall) => boolean): LinkRemoval {
  const { links } = chainOf(call);
  const result: LinkRemoval = { spans: [], inserted: [] };
  for (let index = 0; index < links.length; index++) {
    const first = links[index];
    if (first === undefined || !gone(first.call)) continue;
    let last = first;
    for (let next = links[index + 1]; next !== undefined && gone(next.call); next = links[index + 1]) {
      last = next;
      index++;
    }
    const { spans, inserted } = removalOfRun(sourceFile, first, last, links[index + 1]);
    result.spans.push(...spans);
    result.inserted.push(...inserted);
  }
  return result;
}

function removalOfRun(sourceFile: ts.SourceFile, first: Link, last: Link, next: Link | undefined): LinkRemoval {
  const { text } = sourceFile;
  const receiver = first.call.expression.expression;
  const commented = endWithComment(text, last.call.end);
  const end = text.slice(commented, lineEnd(text, commented)).trim() === "" ? commented : last.call.end;
  if (text.slice(lineStart(text, first.dot), first.dot).trim() !== "") return { spans: [{ start: receiver.end, end }], inserted: [] };
  const comments = ownComments(sourceFile, receiver.end, first.dot);
  const isHeading = next !== undefined && headsNext(sourceFile, comments, first.call, end, next.dot);
  const from = isHeading ? first.dot : (comments[0]?.pos ?? first.dot);
  const above = lineStart(text, from);
  const start = text.slice(above - 2, above) === "\r\n" ? above - 2 : above - 1;
  const rest = text.slice(end, lineEnd(text, end));
  if (rest.trim() === "") return { spans: [withoutDoubleGap(text, { start, end })], inserted: [] };
  if (text.slice(receiver.end, start).trim() === "") return { spans: [{ start: receiver.end, end }], inserted: [] };
  // A line comment stays between: what follows the calls must not become part of it.
  if (!rest.startsWith(";"))
    return {
      spans: [
        { start: above, end: lineStart(text, first.dot) },
        { start: first.dot, end },
      ],
      inserted: [],
    };
  return { spans: [{ start, end: end + 1 }], inserted: [{ start: receiver.end, end: receiver.end, text: ";" }] };
}

/** The elements of a list that go, with commas and lines. */
export function listRemovals(sourceFile: ts.SourceFile, list: ts.NodeArray<ts.Node>, removed: ReadonlySet<ts.Node>): Span[] {
  const { text } = sourceFile;
  const spans: Span[] = [];
  const lastKept = list.findLastIndex((element) => !removed.has(element));
  if (lastKept < 0) {
    const first = list[0];
    return first === undefined ? [] : [{ start: first.getStart(sourceFile), end: list.end }];
  }
  list.forEach((element, index) => {
    if (!removed.has(element)) return;
    const next = list[index + 1];
    const start = element.getStart(sourceFile);
    const separator = next === undefined ? element.end : separatorEnd(text, element.end, next.getStart(sourceFile));
    const isLine = text.slice(lineStart(text, start), start).trim() === "";
    const trailing = next === undefined ? trailingSeparator(text, element.end, list.end) : separator;
    const end = endWithComment(text, trailing);
    if (isLine && text.slice(end, lineEnd(text, end)).trim() === "") {
      const comments = ownComments(sourceFile, element.getFullStart(), start);
      spans.push({ start: lineStart(text, comments[0]?.pos ?? start), end: Math.min(lineEnd(text, end) + 1, text.length) });
    } else if (index < lastKept) {
      spans.push({ start, end: next?.getStart(sourceFile) ?? element.end });
    } else {
      spans.push({ start: list[index - 1]?.end ?? start, end: element.end });
    }
  });
  const kept = list[lastKept];
  const after = list[lastKept + 1];
  // The separator behind the last one that stays goes, unless the list ended with one.
  if (
    kept !== undefined &&
    after !== undefined &&
    trailingSeparator(text, list.at(-1)?.end ?? list.end, list.end) === (list.at(-1)?.end ?? list.end)
  ) {
    spans.push({ start: kept.end, end: separatorEnd(text, kept.end, after.getStart(sourceFile)) });
  }
  return spans;
}

/** Behind the comma or bar that follows an element. */
function separatorEnd(text: string, from: number, limit: number): number {
  const index = text.slice(from, limit).search(/[,|]/);
  return index < 0 ? from : from + index + 1;
}

function trailingSeparator(text: string, from: number, limit: number): number {
  return /^\s*,/.test(text.slice(from, limit + 1)) ? from + text.slice(from, limit + 1).indexOf(",") + 1 : from;
}

/** The comment lines above a call that speak of it alone, not of what comes below as well. */
export function commentsOf(sourceFile: ts.SourceFile, call: BuilderCall): ts.CommentRange[] {
  const { text } = sourceFile;
  const { links } = chainOf(call);
  const index = links.findIndex((link) => link.call === call);
  const link = links[index];
  const { parent } = call;
  const end = endWithComment(text, call.end);
  if (links.length === 1 && ts.isExpressionStatement(parent)) {
    const siblings = "statements" in parent.parent ? (parent.parent as ts.Block | ts.SourceFile).statements : undefined;
    const next = siblings?.[siblings.indexOf(parent) + 1];
    const comments = ownComments(sourceFile, parent.getFullStart(), parent.getStart(sourceFile));
    const isHeading = next !== undefined && headsNext(sourceFile, comments, parent, endWithComment(text, parent.end), next.getStart(sourceFile));
    return isHeading ? [] : comments;
  }
  if (link === undefined || text.slice(lineStart(text, link.dot), link.dot).trim() !== "") return [];
  const comments = ownComments(sourceFile, call.expression.expression.end, link.dot);
  const next = links[index + 1];
  return next !== undefined && headsNext(sourceFile, comments, call, end, next.dot) ? [] : comments;
}

/** The comments directly above something, on lines of their own, without an empty line between. */
export function ownComments(sourceFile: ts.SourceFile, from: number, start: number): ts.CommentRange[] {
  const { text } = sourceFile;
  const result: ts.CommentRange[] = [];
  let below = start;
  for (const comment of (ts.getLeadingCommentRanges(text, from) ?? []).toReversed()) {
    if (/\n[ \t\r]*\n/.test(text.slice(comment.end, below))) break;
    if (text.slice(lineStart(text, comment.pos), comment.pos).trim() !== "") break;
    result.unshift(comment);
    below = comment.pos;
  }
  return result;
}

/** True for comments that speak of what comes below as well: the next one follows at once, and the comment names nothing of this one. */
function headsNext(sourceFile: ts.SourceFile, comments: readonly ts.CommentRange[], node: ts.Node, end: number, nextStart: number): boolean {
  const { text } = sourceFile;
  const comment = comments.at(-1);
  if (comment === undefined || comment.kind !== ts.SyntaxKind.SingleLineCommentTrivia) return false;
  if (!/^[ \t]*\r?\n[ \t]*$/.test(text.slice(end, nextStart))) return false;
  const words = text.slice(comments[0]?.pos ?? comment.pos, comment.end).toLowerCase();
  return !literalsIn(node).some((literal) => literal !== "" && words.includes(literal.toLowerCase()));
}

function literalsIn(node: ts.Node): string[] {
  const call = ts.isExpressionStatement(node) ? node.expression : node;
  if (!ts.isCallExpression(call)) return [];
  return call.arguments.flatMap((argument) => (ts.isStringLiteralLike(argument) || ts.isIdentifier(argument) ? [argument.text] : []));
}

/** Where an empty line stands before and another one (or the end of a block) behind, one of them goes too. */
function withoutDoubleGap(text: string, span: Span): Span {
  const startsLine = text[span.start - 1] === "\n" || span.start === 0;
  const before = startsLine ? text.slice(0, span.start) : text.slice(0, span.start).replace(/[ \t]+$/, "");
  const blankBefore = startsLine ? /(?:^|\n)[ \t]*\r?\n$/.test(before) : /\n[ \t]*\r?$/.test(before);
  const behind = startsLine ? text.slice(span.end) : text.slice(span.end).replace(/^\r?\n/, "");
  const blankBehind = /^[ \t]*\r?\n/.test(behind) || /^\s*$/.test(behind) || /^\s*}/.test(behind);
  if (startsLine && span.start === 0) return { start: 0, end: span.end + (/^[ \t]*\r?\n/.exec(behind)?.[0].length ?? 0) };
  if (!blankBefore || !blankBehind) return span;
  const start = startsLine ? lineStart(text, span.start - 1) : text.lastIndexOf("\n", span.start - 1);
  return { start: !startsLine && text[start - 1] === "\r" ? start - 1 : start, end: span.end };
}

/** Behind a comment that follows in the same line. */
function endWithComment(text: string, offset: number): number {
  const comment = ts.getTrailingCommentRanges(text, offset)?.at(-1);
  return comment === undefined || text.slice(offset, comment.pos).includes("\n") ? offset : comment.end;
}

function lineStart(text: string, offset: number): number {
  return text.lastIndexOf("\n", offset - 1) + 1;
}

/** Before the line break, which may be `\r\n`. */
function lineEnd(text: string, offset: number): number {
  const end = text.indexOf("\n", offset);
  return end < 0 ? text.length : end;
}
