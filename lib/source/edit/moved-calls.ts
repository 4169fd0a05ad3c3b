import ts from "typescript";
import type { SourceNode } from "../../schema/source";
import { entryOf, type ConditionalParts } from "./builder";
import type { BuilderCall } from "./chain";
import type { Draft } from "./draft";
import { commentsOf } from "./removal";

/** Shifts the lines of a text that was written behind `from`, so that it fits behind `to`; its first line stays as it is. */
function reindented(text: string, from: string, to: string): string {
  if (from === to) return text;
  return text.replaceAll(/\n([ \t]*)/g, (whole, space: string) => (space.startsWith(from) ? `\n${to}${space.slice(from.length)}` : whole));
}

/** `addEdge(…)` as it is written, without dot, for another chain. */
export function methodText(draft: Draft, call: BuilderCall, indentation: string): string {
  const start = call.expression.name.getStart(draft.sourceFile);
  return reindented(draft.text.slice(start, call.end), draft.indentation(start), indentation);
}

/** The call that adds a node, written out where it is an element of an object or list. */
export function nodeMethod(draft: Draft, node: SourceNode, indentation: string): string | null {
  const entry = entryOf(draft.sourceFile, node);
  if (entry === null) return null;
  if (entry.element === null) return entry.call === null ? null : methodText(draft, entry.call, indentation);
  if (ts.isMethodDeclaration(entry.action)) return null;
  const key = entry.name.getText(draft.sourceFile);
  const isKey = ts.isIdentifier(entry.name) && !ts.isArrayLiteralExpression(entry.element.node);
  const name = isKey ? `${draft.style.quote}${key}${draft.style.quote}` : key.replace(/^\[|\]$/g, "");
  const action = ts.isShorthandPropertyAssignment(entry.action) ? entry.action.name : entry.action;
  const parts = [action, entry.options].flatMap((part) => (part === null ? [] : [part.getText(draft.sourceFile)]));
  return reindented(`addNode(${[name, ...parts].join(", ")})`, draft.indentation(entry.name.getStart(draft.sourceFile)), indentation);
}

/** The comments above a call that move with it. */
export function movedComments(draft: Draft, call: BuilderCall | null, indentation: string): string[] {
  if (call === null) return [];
  return commentsOf(draft.sourceFile, call).map(({ pos, end }) => reindented(draft.text.slice(pos, end), draft.indentation(pos), indentation));
}

/** Takes comments that have moved away from above a call that is written anew in its place. */
export function removeMovedComments(draft: Draft, call: BuilderCall): void {
  for (const { pos, end } of commentsOf(draft.sourceFile, call)) {
    const lineEnd = draft.text.indexOf("\n", end);
    draft.removeSpan(draft.text.lastIndexOf("\n", pos - 1) + 1, lineEnd < 0 ? end : lineEnd + 1);
  }
}

/** Conditional edges as a call, with another source or another path map where these are given. */
export function conditionalMethod(draft: Draft, parts: ConditionalParts, indentation: string, changed: { source?: string; map?: string }): string {
  const { call, source, path, map } = parts;
  if (changed.source === undefined && changed.map === undefined) return methodText(draft, call, indentation);
  const text = (node: ts.Node | null): string => {
    if (node === null) return "";
    return reindented(node.getText(draft.sourceFile), draft.indentation(node.getStart(draft.sourceFile)), indentation);
  };
  const args = [changed.source ?? text(source), text(path), changed.map ?? text(map)].filter((part) => part !== "");
  return `addConditionalEdges(${args.join(", ")})`;
}
