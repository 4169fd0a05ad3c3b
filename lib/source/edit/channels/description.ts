import ts from "typescript";
import type { TextChange } from "../../../schema/edit";
import { indentationAt } from "../text";
import { toLiteral } from "./code";
import { propertyOf, type FileWriter } from "./dialect";
import { readChain } from "./zod-chain";

/** A doc comment with a text in it; the text cannot end it. */
export function toDocComment(text: string, eol = "\n"): string {
  const lines = text.trim().replaceAll("*/", "*\\/").split(/\r?\n/);
  return lines.length === 1 ? `/** ${lines[0] ?? ""} */` : `/**${eol}${lines.map((line) => ` * ${line}`.trimEnd()).join(eol)}${eol} */`;
}

/** The changes that give a channel's entry a description, where it has one already or as a comment above it; "" takes it away. */
export function changeDescription(entry: ts.ObjectLiteralElementLike, value: ts.Expression, text: string, file: FileWriter): TextChange[] {
  const { sourceFile, style } = file;
  const said = saidInSchema(value);
  if (said !== null) {
    if (text.trim() !== "") return [{ start: said.text.getStart(sourceFile), end: said.text.end, text: toLiteral(text.trim(), style.quote) }];
    return said.whole === null ? [] : [{ ...said.whole, text: "" }];
  }
  const start = entry.getStart(sourceFile);
  const comment = commentAbove(sourceFile, entry);
  if (comment !== null) {
    if (text.trim() !== "") return [{ ...comment, text: indentRest(toDocComment(text, style.eol), sourceFile.text, start, style.eol) }];
    return [{ start: comment.start, end: start, text: "" }];
  }
  if (text.trim() === "") return [];
  const before = sourceFile.text.slice(sourceFile.text.lastIndexOf("\n", start - 1) + 1, start);
  const gap = before.trim() === "" ? style.eol + before : " ";
  return [{ start, end: start, text: indentRest(toDocComment(text, style.eol), sourceFile.text, start, style.eol) + gap }];
}

function indentRest(text: string, source: string, at: number, eol: string): string {
  return text.split(eol).join(eol + indentationAt(source, at));
}

/** The text of `.describe("…")` or `.meta({ description: "…" })`. */
function saidInSchema(value: ts.Expression): { text: ts.Expression; whole: { start: number; end: number } | null } | null {
  for (const { name, call, from } of readChain(value).calls) {
    const [argument] = call.arguments;
    if (argument === undefined) continue;
    if (name === "describe" && ts.isStringLiteralLike(argument)) return { text: argument, whole: { start: from, end: call.end } };
    if (name !== "meta" || !ts.isObjectLiteralExpression(argument)) continue;
    const property = propertyOf(argument, "description");
    if (property !== null && ts.isPropertyAssignment(property)) {
      return { text: property.initializer, whole: argument.properties.length === 1 ? { start: from, end: call.end } : null };
    }
  }
  return null;
}

/** The comment that stands directly above an entry, or before it on its line. */
function commentAbove(sourceFile: ts.SourceFile, entry: ts.Node): { start: number; end: number } | null {
  const comments = ts.getLeadingCommentRanges(sourceFile.text, entry.getFullStart()) ?? [];
  const last = comments.at(-1);
  if (last === undefined) return null;
  const gap = sourceFile.text.slice(last.end, entry.getStart(sourceFile));
  if ((gap.match(/\n/g)?.length ?? 0) > 1) return null;
  const isBehindAnother = sourceFile.text.slice(sourceFile.text.lastIndexOf("\n", last.pos - 1) + 1, last.pos).trim() !== "" && gap.includes("\n");
  return isBehindAnother ? null : { start: last.pos, end: last.end };
}
