import ts from "typescript";
import type { SourceNode } from "../../../schema/source";
import { functionAround, unwrap, type FunctionNode } from "../../ast";
import { isLangGraph } from "../../library";
import { referencesTo } from "../../scope";
import { nodeAt } from "../builder";
import { refused, type EditContext, type EditOf, type StepOutcome } from "../context";
import type { Draft } from "../draft";
import { Drafts } from "../drafts";
import { functionOf } from "../router";

/** The call that is to be guarded, where it stands, and the node that runs it. */
export type GuardTarget = {
  context: EditContext;
  drafts: Drafts;
  node: SourceNode;
  /** Of the file in which the call stands. */
  draft: Draft;
  call: ts.CallExpression;
  /** How the call is written, e.g. `calendar.create`. */
  path: string;
  /** The innermost function around the call. */
  fn: FunctionNode;
  /** The function that the node runs; null where it was not found. */
  nodeFn: { draft: Draft; node: FunctionNode } | null;
  /** Only whether it can be done is asked: what takes long and cannot fail is left out. */
  isTrial: boolean;
};

/** Finds what an edit means in the text; a refusal where it is not there any more. */
export function findTarget(context: EditContext, edit: EditOf<"guard_effect">, isTrial: boolean): GuardTarget | { refusal: StepOutcome } {
  const { graph, host, file } = context;
  const node = graph.nodes.find(({ name }) => name === edit.node);
  if (node === undefined) return { refusal: refused(`There is no node called ${edit.node} any more.`, graph.place) };
  if (edit.place.file !== file && !context.model.files.includes(edit.place.file)) {
    return { refusal: refused(`${edit.place.file} is no file of this workflow.`, node.place) };
  }
  if (edit.place.file !== file && host.read(edit.place.file) === null) {
    return { refusal: refused(`The file ${edit.place.file} does not exist any more.`, node.place) };
  }
  const drafts = new Drafts(context);
  const draft = drafts.of(edit.place.file);
  const call = nodeAt(draft.sourceFile, edit.place, ts.isCallExpression);
  const fn = call === null ? null : functionAround(call);
  if (call === null || fn === null) return { refusal: refused("The call is no longer where it was. Try again.", node.place) };
  return { context, drafts, node, draft, call, path: pathOf(call.expression), fn, nodeFn: functionOf(drafts, node.action), isTrial };
}

/** `client.messages` as written, calls and indices in between left out. */
export function pathOf(expression: ts.Expression): string {
  const inner = unwrap(expression);
  if (ts.isIdentifier(inner)) return inner.text;
  if (inner.kind === ts.SyntaxKind.ThisKeyword) return "this";
  if (ts.isPropertyAccessExpression(inner)) return `${pathOf(inner.expression)}.${inner.name.text}`;
  if (ts.isCallExpression(inner) || ts.isElementAccessExpression(inner) || ts.isNewExpression(inner)) return pathOf(inner.expression);
  return "";
}

/** Words for what a call does: `charge`, `calendar create`, `send mail tool` of `sendMailTool.invoke`. */
export function wordsOf(path: string): string {
  const parts = path.split(".").filter((part) => part !== "" && part !== "this");
  const named = parts.length > 1 && /^(?:invoke|call|run|execute|stream|batch)$/.test(parts.at(-1) ?? "") ? parts.slice(0, -1) : parts;
  return named.slice(-2).join(" ") || "effect";
}

/** True for LangGraph's `interrupt(…)`. */
export function isInterrupt(drafts: Drafts, node: ts.Node): node is ts.CallExpression {
  if (!ts.isCallExpression(node)) return false;
  const callee = unwrap(node.expression);
  if (ts.isIdentifier(callee)) return isOfLangGraph(drafts, callee, "interrupt");
  if (!ts.isPropertyAccessExpression(callee) || callee.name.text !== "interrupt" || !ts.isIdentifier(callee.expression)) return false;
  return isOfLangGraph(drafts, callee.expression, "");
}

/** True for a name that stands for an export of LangGraph; of the empty name, for the module itself. */
export function isOfLangGraph(drafts: Drafts, identifier: ts.Identifier, name: string): boolean {
  const definition = drafts.modules.define(identifier);
  return definition?.kind === "external" && isLangGraph(definition.module) && definition.path.replace(/^default\.?/, "") === name;
}

/** True where a node itself, or anything in it, is looked for. Functions inside are looked into as well. */
export function contains(root: ts.Node, is: (node: ts.Node) => boolean): boolean {
  return is(root) || (ts.forEachChild(root, (child) => contains(child, is) || undefined) ?? false);
}

/** The nodes of a kind in a tree, itself included, in the order of the text. `skip` keeps out of what is below. */
export function collect<T extends ts.Node>(root: ts.Node, is: (node: ts.Node) => node is T, skip: (node: ts.Node) => boolean = () => false): T[] {
  const found: T[] = [];
  const visit = (node: ts.Node): void => {
    if (is(node)) found.push(node);
    if (!skip(node)) ts.forEachChild(node, visit);
  };
  visit(root);
  return found;
}

export function isAsync(fn: FunctionNode): boolean {
  return ts.canHaveModifiers(fn) && (ts.getModifiers(fn)?.some(({ kind }) => kind === ts.SyntaxKind.AsyncKeyword) ?? false);
}

/** Why a node's function cannot be taken apart: others run it too, and would lose what moves. Null where it can. */
export function sharedProblem({ context, node, nodeFn }: GuardTarget): string | null {
  const { definition } = node.action;
  const others = context.model.graphs.flatMap((graph) =>
    graph.nodes.filter((each) => {
      const isSame = each.action.definition?.file === definition?.file && each.action.definition?.start === definition?.start;
      return isSame && definition !== null && (graph.name !== context.graph.name || each.name !== node.name);
    }),
  );
  const [other] = others;
  if (other !== undefined) return `The node ${other.name} runs the same function: give each of them one of its own first.`;
  const fn = nodeFn?.node;
  const declaration = fn === undefined ? null : ts.isFunctionDeclaration(fn) ? fn : ts.isVariableDeclaration(fn.parent) ? fn.parent : null;
  const isCalled =
    declaration !== null &&
    referencesTo(declaration).some(({ parent }) => ts.isCallExpression(parent) && referencesTo(declaration).some((use) => use === parent.expression));
  return isCalled ? "Other code calls the node's function too, and would lose what moves." : null;
}
