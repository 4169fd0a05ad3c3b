import ts from "typescript";
import { addCall, entryOf } from "../builder";
import type { Draft } from "../draft";
import { quoted } from "../names";
import { importName } from "../text";
import { relativeTo } from "../../kit/kit-import";
import { hasModifier } from "../../modules";
import type { NewFunction } from "./new-function";
import type { Body } from "./body";
import type { GuardTarget } from "./target";

/** Writes the new function beside the asking one, as that is written, and adds it to the graph; a reason where it cannot stand there. */
export function placeFunction(target: GuardTarget, body: Body, made: NewFunction, name: string, variable: string): { reason: string } | null {
  const { context, drafts, node } = target;
  const main = drafts.main;
  const entry = entryOf(main.sourceFile, node);
  if (entry === null) return { reason: "The node is added in a way that can only be changed in the code." };
  const action = placed(target, body, made, variable, entry.action);
  if (typeof action === "object") return action;
  if (target.isTrial) return null;
  const options = node.options.input === undefined ? "" : `, { input: ${node.options.input.text} }`;
  addCall(context, main, `addNode(${quoted(name, main.style)}, ${action}${options})`, [], [entry.call]);
  return null;
}

/** Puts the function into its file. Gives what `addNode` is given for it. */
function placed(target: GuardTarget, body: Body, made: NewFunction, variable: string, action: ts.Node): string | { reason: string } {
  const { draft, fn } = body;
  const { sourceFile } = draft;
  const asynchronous = made.isAsync ? "async " : "";
  const isInline = sourceFile === target.drafts.main.sourceFile && fn.pos >= action.pos && fn.end <= action.end;
  if (isInline) return `${asynchronous}${made.head} => ${made.body}`;
  if (ts.isFunctionDeclaration(fn)) {
    const prefix = needsExport(target, draft) ? "export " : "";
    below(draft, fn, `${prefix}${asynchronous}function ${variable}${made.head} ${made.body}`);
    return nameFor(target, draft, variable, fn);
  }
  if (ts.isMethodDeclaration(fn)) return asMethod(target, fn, made, variable, action, draft);
  const holder = fn.parent;
  if (
    ts.isVariableDeclaration(holder) &&
    ts.isIdentifier(holder.name) &&
    ts.isVariableDeclarationList(holder.parent) &&
    holder.parent.declarations.length === 1
  ) {
    const statement = holder.parent.parent;
    if (!ts.isVariableStatement(statement)) return { reason: "The node's function stands in the head of a loop." };
    const type = holder.type === undefined ? "" : `: ${holder.type.getText(sourceFile)}`;
    const prefix = needsExport(target, draft) ? "export " : "";
    const end = draft.style.semicolons ? ";" : "";
    below(draft, statement, `${prefix}const ${variable}${type} = ${asynchronous}${made.head} => ${made.body}${end}`);
    return nameFor(target, draft, variable, holder);
  }
  if (ts.isPropertyAssignment(holder) && ts.isPropertyAccessExpression(action)) {
    below(draft, holder, `${variable}: ${asynchronous}${made.head} => ${made.body},`, ",");
    return `${action.expression.getText()}.${variable}`;
  }
  return { reason: "The node's function is made in a way that can only be changed in the code." };
}

/** A method beside the asking one, named where the node is added as that is. */
function asMethod(
  target: GuardTarget,
  fn: ts.MethodDeclaration,
  made: NewFunction,
  variable: string,
  action: ts.Node,
  draft: Draft,
): string | { reason: string } {
  const own = fn.name.getText(draft.sourceFile);
  const text = action.getText(target.drafts.main.sourceFile);
  const written = new RegExp(`\\.${own.replaceAll("$", "\\$")}(?![\\w$])`, "g");
  if (text.match(written)?.length !== 1)
    return { reason: "The node's function is a method that is added in a way that can only be changed in the code." };
  const modifiers = (ts.getModifiers(fn) ?? []).filter(({ kind }) => kind !== ts.SyntaxKind.AsyncKeyword && kind !== ts.SyntaxKind.OverrideKeyword);
  const prefix = modifiers.map((each) => `${each.getText(draft.sourceFile)} `).join("");
  const isObject = ts.isObjectLiteralExpression(fn.parent);
  below(draft, fn, `${prefix}${made.isAsync ? "async " : ""}${variable}${made.head} ${made.body}${isObject ? "," : ""}`, isObject ? "," : "");
  return text.replace(written, `.${variable}`);
}

/** A declaration below another one, with an empty line between. `separator` is what has to stand between the two. */
function below(draft: Draft, node: ts.Node, text: string, separator = ""): void {
  const { eol } = draft.style;
  const start = node.getStart(draft.sourceFile);
  const has = separator !== "" && new RegExp(`^\\s*${separator}`).exec(draft.text.slice(node.end));
  const comment = ts.getTrailingCommentRanges(draft.text, node.end)?.at(-1);
  const at = has ? node.end + has[0].length : (comment?.end ?? node.end);
  const written = separator !== "" && !has ? text.replace(/,$/, "") : text;
  draft.insert(at, `${separator !== "" && !has ? separator : ""}${eol}${eol}${draft.indentation(start)}${written}`);
}

function needsExport({ drafts }: GuardTarget, draft: Draft): boolean {
  return draft !== drafts.main;
}

/** How the workflow's file names the new function; imported where it stands in another one. */
function nameFor(
  target: GuardTarget,
  draft: Draft,
  variable: string,
  asking: ts.FunctionDeclaration | ts.VariableDeclaration,
): string | { reason: string } {
  const { main } = target.drafts;
  if (draft === main) return variable;
  if (!isExportedHere(asking)) return { reason: "The node's function is handed over by another file: it can only be moved in the code." };
  const from = specifierOf(target, draft.sourceFile.fileName);
  const { local, changes } = importName(main.sourceFile, { from, name: variable });
  main.add(changes);
  return local;
}

function isExportedHere(asking: ts.FunctionDeclaration | ts.VariableDeclaration): boolean {
  const statement = ts.isVariableDeclaration(asking) ? asking.parent.parent : asking;
  return hasModifier(statement, ts.SyntaxKind.ExportKeyword);
}

/** The specifier by which the workflow's file imports the other one already, or a new one. */
function specifierOf({ drafts, context }: GuardTarget, file: string): string {
  let extension = "";
  for (const statement of drafts.main.sourceFile.statements) {
    if (!ts.isImportDeclaration(statement) || !ts.isStringLiteral(statement.moduleSpecifier)) continue;
    const { text } = statement.moduleSpecifier;
    const module = drafts.modules.resolve(text, context.file);
    if (module.kind === "module" && module.file === file) return text;
    extension ||= /^\.{1,2}\/.*(\.[cm]?[jt]s)$/.exec(text)?.[1] ?? "";
  }
  return relativeTo(context.file, file.replace(/\.[cm]?[jt]sx?$/, ""), extension);
}
