import ts from "typescript";
import type { SourceNode } from "../../schema/source";
import { entryOf, nodeAt, statementOf } from "./builder";
import { chainOf, dotOf } from "./chain";
import { refused, type EditContext, type EditOf, type StepOutcome } from "./context";
import type { Draft } from "./draft";
import { Drafts } from "./drafts";

/**
 * What a node does, in one sentence: the first one of the comment that it has, else a comment of its own above its
 * function, or above the call that adds it. An empty text takes the sentence away.
 */
export function setDescription(context: EditContext, edit: EditOf<"set_description">): StepOutcome {
  const node = context.graph.nodes.find(({ name }) => name === edit.node);
  if (node === undefined) return refused(`There is no node called ${edit.node} any more.`, context.graph.place);
  const words = edit.text.replace(/\s+/g, " ").trim();
  const drafts = new Drafts(context);
  if (node.description_place === null) {
    if (words !== "" && !addComment(drafts, node, words)) {
      return refused("This node is added in a way that leaves no place for a comment: write it in the code.", node.place);
    }
    return drafts.finish();
  }
  const { file, start, end } = node.description_place;
  const draft = drafts.of(file);
  const comment = draft.text.slice(start, end);
  const rest = sentenceIn(comment, node.description ?? "");
  if (words === "" && rest !== null && isOnly(comment, rest)) removeComment(draft, start, end);
  else if (rest === null) draft.replace(start, end, comment.startsWith("//") ? `// ${words}` : `/** ${inComment(words)} */`);
  else replaceSentence(draft, start, comment, rest, comment.startsWith("//") ? words : inComment(words));
  return drafts.finish();
}

/** No text may end the comment that it stands in. */
function inComment(words: string): string {
  return words.replaceAll("*/", "*\\/");
}

type Stretch = { start: number; end: number };

/** Where a comment has a sentence, whose words may stand on several lines with stars or slashes before them. */
function sentenceIn(comment: string, sentence: string): Stretch | null {
  const words = sentence.split(/\s+/).filter((word) => word !== "");
  if (words.length === 0) return null;
  const escaped = words.map((word) => word.replace(/[$()*+.?[\\\]^{|}]/g, "\\$&"));
  const match = new RegExp(escaped.join(String.raw`[ \t]*(?:\r?\n\s*(?:\*|\/\/)?)?[ \t]*`)).exec(comment);
  return match === null ? null : { start: match.index, end: match.index + match[0].length };
}

/** True where the comment says nothing besides. */
function isOnly(comment: string, { start, end }: Stretch): boolean {
  return !/[\p{L}\p{N}@]/u.test(comment.slice(0, start) + comment.slice(end));
}

function replaceSentence(draft: Draft, offset: number, comment: string, { start, end }: Stretch, words: string): void {
  const hasMore = /^[ \t]*[\p{L}\p{N}"'(]/u.test(comment.slice(end));
  const ended = words === "" || !hasMore || /[.!?]$/.test(words) ? words : `${words}.`;
  // Without it, the space behind it goes too.
  const gap = words === "" ? (/^[ \t]+/.exec(comment.slice(end))?.[0].length ?? 0) : 0;
  draft.replace(offset + start, offset + end + gap, ended);
}

/** A comment that stands alone goes with its line. */
function removeComment(draft: Draft, start: number, end: number): void {
  const lineStart = draft.text.lastIndexOf("\n", start - 1) + 1;
  const isAlone = draft.beginsLine(start) && /^[ \t]*\r?\n/.test(draft.text.slice(end));
  const rest = /^[ \t]*(?:\r?\n)?/.exec(draft.text.slice(end))?.[0].length ?? 0;
  draft.replace(isAlone ? lineStart : start, end + rest, "");
}

function addComment(drafts: Drafts, node: SourceNode, words: string): boolean {
  const { definition, kind } = node.action;
  if (definition !== null && kind !== "inline") {
    const draft = drafts.of(definition.file);
    const declared = nodeAt(draft.sourceFile, definition, (found): found is ts.Node => found.pos >= 0);
    if (declared === null) return false;
    const isMember = ts.isMethodDeclaration(declared) || ts.isPropertyDeclaration(declared);
    const at = (isMember ? declared : statementOf(declared)).getStart(draft.sourceFile);
    draft.insert(at, `/** ${inComment(words)} */${draft.style.eol}${draft.indentation(at)}`);
    return true;
  }
  return addLineComment(drafts.main, node, words);
}

/** Above the call that adds it. */
function addLineComment(draft: Draft, node: SourceNode, words: string): boolean {
  const entry = entryOf(draft.sourceFile, node);
  if (entry === null) return false;
  const { eol } = draft.style;
  const above = (at: number) => draft.insert(at, `// ${words}${eol}${draft.indentation(at)}`);
  if (entry.element !== null) {
    const at = entry.element.node.getStart(draft.sourceFile);
    if (!draft.beginsLine(at)) return false;
    above(at);
    return true;
  }
  if (entry.call === null) return false;
  if (chainOf(entry.call).links.length === 1 && ts.isIdentifier(chainOf(entry.call).root)) above(statementOf(entry.call).getStart(draft.sourceFile));
  else {
    const dot = dotOf(entry.call.expression);
    const indentation = draft.indentation(dot) + (draft.beginsLine(dot) ? "" : draft.style.indent);
    draft.insert(dot, `${draft.beginsLine(dot) ? "" : eol + indentation}// ${words}${eol}${indentation}`);
  }
  return true;
}
