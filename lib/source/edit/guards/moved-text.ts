import ts from "typescript";
import type { Draft } from "../draft";
import { ownComments } from "../removal";
import { collect } from "./target";

/** Something in a text that moves which is written otherwise in its new place. */
export type Rewrite = { start: number; end: number; text: string };

/** Statements with their comments, as text for another place: indented by `indentation`, the first line without. */
export function movedText(draft: Draft, statements: readonly ts.Statement[], indentation: string, rewrites: readonly Rewrite[] = []): string {
  const [first] = statements;
  const last = statements.at(-1);
  if (first === undefined || last === undefined) return "";
  const start = first.getStart(draft.sourceFile);
  const from = ownComments(draft.sourceFile, first.getFullStart(), start)[0]?.pos ?? start;
  const trailing = ts.getTrailingCommentRanges(draft.text, last.end)?.at(-1);
  return textBetween(draft, from, trailing?.end ?? last.end, indentation, rewrites);
}

/** A stretch of the file for another place. Lines inside of template literals keep their white space, which is part of the value. */
export function textBetween(draft: Draft, start: number, end: number, indentation: string, rewrites: readonly Rewrite[] = []): string {
  const own = draft.indentation(start);
  const templates = own === indentation ? [] : collect(draft.sourceFile, isTemplate);
  const all: Rewrite[] = rewrites.filter((each) => each.start >= start && each.end <= end);
  for (let at = draft.text.indexOf("\n", start); own !== indentation && at >= 0 && at < end; at = draft.text.indexOf("\n", at + 1)) {
    const isInTemplate = templates.some((each) => each.getStart(draft.sourceFile) < at && at < each.end);
    const isRewritten = all.some((each) => each.start <= at && at < each.end);
    if (!isInTemplate && !isRewritten && draft.text.startsWith(own, at + 1)) all.push({ start: at + 1, end: at + 1 + own.length, text: indentation });
  }
  let text = "";
  let at = start;
  for (const each of all.toSorted((a, b) => a.start - b.start)) {
    text += draft.text.slice(at, each.start) + each.text;
    at = each.end;
  }
  return text + draft.text.slice(at, end);
}

function isTemplate(node: ts.Node): node is ts.NoSubstitutionTemplateLiteral | ts.TemplateHead | ts.TemplateMiddle | ts.TemplateTail {
  return ts.isNoSubstitutionTemplateLiteral(node) || ts.isTemplateHead(node) || ts.isTemplateMiddle(node) || ts.isTemplateTail(node);
}
