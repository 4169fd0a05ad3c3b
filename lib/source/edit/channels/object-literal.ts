import ts from "typescript";
import type { TextChange } from "../../../schema/edit";
import { indentationAt, styleOf } from "../text";

/** The comments directly above a property (or beside its beginning) and the property: what goes when it goes. */
function startWithComments(sourceFile: ts.SourceFile, property: ts.Node): number {
  const text = sourceFile.text;
  const own = property.getStart(sourceFile);
  const comments = ts.getLeadingCommentRanges(text, property.getFullStart()) ?? [];
  let start = own;
  for (const comment of [...comments].reverse()) {
    // A comment behind the property before belongs to that one; one with an empty line below it to none.
    const lineStart = text.lastIndexOf("\n", comment.pos - 1) + 1;
    const isAlone = text.slice(lineStart, comment.pos).trim() === "";
    const gap = text.slice(comment.end, start);
    if (!isAlone || gap.trim() !== "" || (gap.match(/\n/g)?.length ?? 0) > 1) break;
    start = comment.pos;
  }
  return start;
}

/** Takes a property away with the comments above it, its comma and its line. */
export function removeProperty(sourceFile: ts.SourceFile, object: ts.ObjectLiteralExpression, property: ts.ObjectLiteralElementLike): TextChange {
  const text = sourceFile.text;
  const open = object.getStart(sourceFile);
  if (object.properties.length === 1 && !text.slice(open, object.end).includes("\n")) return { start: open + 1, end: object.end - 1, text: "" };
  const index = object.properties.indexOf(property);
  const comma = /^\s*,/.exec(text.slice(property.end))?.[0];
  let start = startWithComments(sourceFile, property);
  let end = property.end + (comma?.length ?? 0);
  // A comment behind it on its line goes along.
  end += /^[ \t]*(?:\/\/[^\r\n]*|\/\*[^\r\n]*?\*\/)?[ \t]*(?=\r?\n)/.exec(text.slice(end))?.[0].length ?? 0;
  const lineStart = text.lastIndexOf("\n", start - 1) + 1;
  const isOwnLine = text.slice(lineStart, start).trim() === "" && /^\r?\n/.test(text.slice(end));
  if (isOwnLine) {
    const line = /^\r?\n/.exec(text.slice(end))?.[0].length ?? 0;
    start = lineStart;
    end += line;
  } else {
    end += /^[ \t]+(?=[^\s}])/.exec(text.slice(end))?.[0].length ?? 0;
  }
  const previous = object.properties[index - 1];
  // The last one without a comma behind it: the comma before it goes.
  if (comma === undefined && previous !== undefined && object.properties.length - 1 === index && !isOwnLine) start = previous.end;
  return { start, end, text: "" };
}

/**
 * Puts a property at the end of an object literal, in the way that the others stand: a line each, or one line for all.
 * `text` has no comma and is not indented; `comment` stands above it.
 */
export function appendProperty(
  sourceFile: ts.SourceFile,
  object: ts.ObjectLiteralExpression,
  text: string,
  comment: string | null = null,
): TextChange[] {
  const source = sourceFile.text;
  const style = styleOf(source);
  const open = object.getStart(sourceFile);
  const close = object.end - 1;
  const last = object.properties.at(-1);
  const isOneLine = !source.slice(open, object.end).includes("\n");
  const outer = indentationAt(source, open);
  if (last === undefined) {
    if (isOneLine && comment === null && !text.includes("\n")) return [{ start: open, end: object.end, text: `{ ${text} }` }];
    const inner = outer + style.indent;
    const lines = [...(comment === null ? [] : [comment]), text].map((line) => indent(line, inner, style.eol));
    // What stands between the braces is a comment, or nothing.
    const kept = source.slice(open + 1, close).trimEnd();
    return [
      {
        start: open + 1 + kept.length,
        end: close,
        text: `${style.eol}${lines.join(style.eol)}${style.trailingCommas ? "," : ""}${style.eol}${outer}`,
      },
    ];
  }
  if (isOneLine) {
    const line = source.slice(source.lastIndexOf("\n", open) + 1, object.end);
    const written = comment === null ? text : `${comment} ${text}`;
    if (line.length + written.length < 120 && !written.includes("\n")) {
      const tail = object.properties.hasTrailingComma ? (/^\s*,/.exec(source.slice(last.end))?.[0].length ?? 0) : 0;
      return [{ start: last.end, end: last.end + tail, text: `, ${written}${tail > 0 ? "," : ""}` }];
    }
    return unfold(sourceFile, object, [...(comment === null ? [] : [comment]), text]);
  }
  const lineStart = source.lastIndexOf("\n", last.getStart(sourceFile) - 1) + 1;
  const before = source.slice(lineStart, last.getStart(sourceFile));
  const inner = before.trim() === "" ? before : outer + style.indent;
  const block = [...(comment === null ? [] : [comment]), text].map((line) => indent(line, inner, style.eol)).join(style.eol);
  if (object.properties.hasTrailingComma) {
    let at = last.end + (/^\s*,/.exec(source.slice(last.end))?.[0].length ?? 0);
    at += /^[ \t]*(?:\/\/[^\r\n]*|\/\*[^\r\n]*?\*\/)[ \t]*(?=\r?\n)/.exec(source.slice(at))?.[0].length ?? 0;
    return [{ start: at, end: at, text: `${style.eol}${block},` }];
  }
  const behind = /^[ \t]*(?:\/\/[^\r\n]*|\/\*[^\r\n]*?\*\/)[ \t]*(?=\r?\n)/.exec(source.slice(last.end))?.[0].length ?? 0;
  const at = last.end + behind;
  const comma: TextChange = { start: last.end, end: last.end, text: "," };
  const added: TextChange = { start: at, end: at, text: `${style.eol}${block}` };
  return behind === 0 ? [{ start: at, end: at, text: `,${style.eol}${block}` }] : [comma, added];
}

/** An object of one line that is too long with one more property: a line each. */
function unfold(sourceFile: ts.SourceFile, object: ts.ObjectLiteralExpression, added: readonly string[]): TextChange[] {
  const source = sourceFile.text;
  const style = styleOf(source);
  const outer = indentationAt(source, object.getStart(sourceFile));
  const inner = outer + style.indent;
  const changes: TextChange[] = object.properties.map((_, index) => {
    const previous = object.properties[index - 1];
    const from =
      previous === undefined ? object.getStart(sourceFile) + 1 : previous.end + (/^\s*,/.exec(source.slice(previous.end))?.[0].length ?? 0);
    return { start: from, end: from + (/^\s*/.exec(source.slice(from))?.[0].length ?? 0), text: `${style.eol}${inner}` };
  });
  const last = object.properties.at(-1);
  const at = last?.end ?? object.getStart(sourceFile) + 1;
  const block = added.map((line) => indent(line, inner, style.eol)).join(style.eol);
  changes.push({ start: at, end: object.end - 1, text: `,${style.eol}${block}${style.trailingCommas ? "," : ""}${style.eol}${outer}` });
  return changes;
}

/** Lines with the indentation in front of each. */
export function indent(text: string, indentation: string, eol: string): string {
  return text
    .split(/\r?\n/)
    .map((line) => (line === "" ? "" : indentation + line))
    .join(eol);
}
