import ts from "typescript";
import type { SourceNode } from "../../schema/source";
import type { FileScope } from "../check";
import { propertyOf, type Code } from "./code";

/** A node that must not run before a person was asked. `approvals`: the nodes that count, null for any that asks. */
export type Guard = { node: SourceNode; approvals: string[] | null };

/** Whether and how a node is guarded: `metadata: { guarded: true }` (or a name, or a list of names), or the tag `@guarded` in its comment. */
export function guardOf({ code, sourceFile }: Pick<FileScope, "code" | "sourceFile">, node: SourceNode): Guard | null {
  const named = taggedOn(code, node) ?? taggedAbove(sourceFile, node);
  if (named !== null) return { node, approvals: named.length === 0 ? null : named };
  const metadata = node.options["metadata"];
  const object = metadata === undefined ? null : code.nodeAt(metadata.place, ts.isExpression);
  const guarded = object === null ? null : propertyOf(code.valueOf(object), "guarded");
  if (guarded === null) return null;
  const value = code.valueOf(guarded);
  if (value.kind === ts.SyntaxKind.TrueKeyword) return { node, approvals: null };
  if (ts.isArrayLiteralExpression(value)) return { node, approvals: value.elements.flatMap((element) => code.stringOf(element) ?? []) };
  const name = code.stringOf(value);
  return name === null ? null : { node, approvals: [name] };
}

/** The names behind `@guarded` in the TSDoc of the node's function, e.g. `@guarded approval`; null where there is no such tag. */
function taggedOn(code: Code, node: SourceNode): string[] | null {
  const fn = code.functionOf(node.action);
  if (fn === null) return null;
  const tag = ts.getJSDocTags(fn).find(({ tagName }) => tagName.text === "guarded");
  if (tag === undefined) return null;
  return wordsOf(ts.getTextOfJSDocComment(tag.comment) ?? "");
}

/** The same tag in the comment above the call that adds the node. */
function taggedAbove(sourceFile: ts.SourceFile, node: SourceNode): string[] | null {
  if (node.place.file !== sourceFile.fileName) return null;
  const before = sourceFile.text.slice(0, node.place.start);
  const comment = /(?:(?:\/\/[^\n]*\n|\/\*(?:[^*]|\*(?!\/))*\*\/)\s*)+$/.exec(before)?.[0];
  const tag = comment === undefined ? null : /@guarded\b([^\n*]*)/.exec(comment);
  return tag === null ? null : wordsOf(tag[1] ?? "");
}

function wordsOf(text: string): string[] {
  return text.split(/[\s,]+/).filter((word) => word !== "");
}
