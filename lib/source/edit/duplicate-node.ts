import ts from "typescript";
import type { SourceNode } from "../../schema/source";
import { addCall, conditionalParts, entryOf, nodeAt, sourceOf, statementOf } from "./builder";
import { refused, type EditContext, type EditOf, type StepOutcome } from "./context";
import { Drafts } from "./drafts";
import type { Draft } from "./draft";
import { nodeNameProblem, quoted, toVariableName, unusedName } from "./names";

/** A copy of a node under another name: its function or kit call in this file, and `addNode` with the same options. Edges stay with the first. */
export function duplicateNode(context: EditContext, edit: EditOf<"duplicate_node">): StepOutcome {
  const node = context.graph.nodes.find(({ name }) => name === edit.node);
  if (node === undefined) return refused(`There is no node called ${edit.node} any more.`, context.graph.place);
  if (node.locked !== null) return refused(node.locked, node.place);
  const problem = nodeNameProblem(context.graph, edit.name);
  if (problem !== null) return refused(problem);
  const drafts = new Drafts(context);
  const draft = drafts.main;
  const entry = entryOf(draft.sourceFile, node);
  if (entry === null || !ts.isExpression(entry.action))
    return refused("This node is added in a way that can only be copied in the code.", node.place);
  const copied = copyDefinition(context, draft, node, edit.name);
  const action = copied === null ? entry.action.getText(draft.sourceFile) : replaceName(entry.action.getText(draft.sourceFile), copied);
  const options = entry.options === null ? "" : `, ${entry.options.getText(draft.sourceFile)}`;
  addCall(context, draft, `addNode(${quoted(edit.name, draft.style)}, ${action}${options})`, [], [entry.call]);
  copyOwnRouter(context, draft, node, edit.name, action);
  return drafts.finish();
}

type Copied = { from: string; to: string };

/** Writes the function or constant again below itself, under another name; null where the node has none in this file. */
function copyDefinition(context: EditContext, draft: Draft, node: SourceNode, name: string): Copied | null {
  const { definition, kind } = node.action;
  if (definition === null || definition.file !== context.file || kind === "inline" || kind === "subgraph") return null;
  const declared = nodeAt(draft.sourceFile, definition, (found): found is ts.Node => found.pos >= 0);
  const identifier = declared === null ? null : nameOf(declared);
  if (declared === null || identifier === null) return null;
  const statement = statementOf(declared);
  const to = unusedName(sourceOf(context), toVariableName(name, identifier.text));
  const start = commentStart(draft, statement);
  const before = draft.text.slice(start, identifier.getStart(draft.sourceFile));
  const after = renamedInside(draft, statement, identifier, to);
  const text = `${before}${to}${after}`.replace(/^export (default )?/m, "");
  draft.insert(statement.end, draft.style.eol + draft.style.eol + draft.indentation(statement.getStart(draft.sourceFile)) + text);
  return { from: identifier.text, to };
}

function nameOf(declared: ts.Node): ts.Identifier | null {
  if (ts.isFunctionDeclaration(declared)) return declared.name ?? null;
  if (ts.isVariableDeclaration(declared)) return ts.isIdentifier(declared.name) ? declared.name : null;
  if (ts.isVariableStatement(declared)) {
    const [only, ...others] = declared.declarationList.declarations;
    return only === undefined || others.length > 0 ? null : nameOf(only);
  }
  return ts.isVariableDeclarationList(declared) && declared.declarations.length === 1 && declared.declarations[0] !== undefined
    ? nameOf(declared.declarations[0])
    : null;
}

/** With the doc comment that speaks of it. */
function commentStart(draft: Draft, statement: ts.Statement): number {
  const start = statement.getStart(draft.sourceFile);
  const last = ts.getLeadingCommentRanges(draft.text, statement.getFullStart())?.at(-1);
  const isOwn = last !== undefined && !/\n[ \t\r]*\n/.test(draft.text.slice(last.end, start)) && draft.text.startsWith("/**", last.pos);
  return isOwn ? last.pos : start;
}

/** The statement's text behind its name, where it calls itself by the new one. */
function renamedInside(draft: Draft, statement: ts.Statement, identifier: ts.Identifier, to: string): string {
  const places: number[] = [];
  const visit = (node: ts.Node): void => {
    const isProperty = ts.isIdentifier(node) && ts.isPropertyAccessExpression(node.parent) && node.parent.name === node;
    if (ts.isIdentifier(node) && node !== identifier && node.text === identifier.text && !isProperty) places.push(node.getStart(draft.sourceFile));
    ts.forEachChild(node, visit);
  };
  visit(statement);
  let text = "";
  let at = identifier.end;
  for (const place of places.filter((each) => each >= identifier.end)) {
    text += draft.text.slice(at, place) + to;
    at = place + identifier.text.length;
  }
  return text + draft.text.slice(at, statement.end);
}

function replaceName(action: string, { from, to }: Copied): string {
  return action.replace(new RegExp(`^${from.replaceAll("$", "\\$&")}(?![\\p{ID_Continue}$])`, "u"), () => to);
}

/** The router of a condition or an approval belongs to the node: the copy goes the same ways. */
function copyOwnRouter(context: EditContext, draft: Draft, node: SourceNode, name: string, action: string): void {
  for (const conditional of context.graph.conditional) {
    const parts = conditional.source === node.name ? conditionalParts(draft.sourceFile, conditional) : null;
    const path = parts?.path;
    if (parts === null || path == null || !ts.isPropertyAccessExpression(path) || path.name.text !== "route") continue;
    const own = path.expression.getText(draft.sourceFile);
    const entry = entryOf(draft.sourceFile, node);
    if (entry?.action.getText(draft.sourceFile) !== own) continue;
    const map = parts.map === null ? "" : `, ${parts.map.getText(draft.sourceFile)}`;
    addCall(context, draft, `addConditionalEdges(${quoted(name, draft.style)}, ${action}.route${map})`, [], [parts.call]);
  }
}
