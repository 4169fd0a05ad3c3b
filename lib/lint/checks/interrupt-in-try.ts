import ts from "typescript";
import { importName } from "../../source/edit/text";
import { isFunctionNode, placeOf, type FunctionNode } from "../../source/ast";
import type { QuickFix } from "../../schema/problem";
import type { Check, Finding } from "../check";
import { callsOf, isInterrupt, type CallStep } from "../code/calls";
import { quote } from "../names";

/** `interrupt` pauses by throwing: a catch around it takes the pause for a failure. */
export const interruptInTry: Check = {
  severity: "error",
  graph: ({ graph, code }) =>
    graph.nodes.flatMap((node) => {
      const fn = code.functionOf(node.action);
      if (fn === null) return [];
      const caught = callsOf(code, fn)
        .filter(isInterrupt)
        .flatMap((step) => swallowing(step, fn) ?? []);
      return [...new Set(caught)].map((statement): Finding => {
        const { catchClause } = statement;
        return {
          message: `The catch in ${quote(node.name)} swallows the pause. \`interrupt()\` pauses the run by throwing, so inside of this \`try\` nobody is ever asked. Move it out of the \`try\`, or throw on what \`isGraphInterrupt\` accepts.`,
          targets: [{ kind: "node", node: node.name }],
          place: placeOf(catchClause ?? statement),
          fixes: rethrowFix(statement),
        };
      });
    }),
};

/** The `try` whose catch keeps the pause from getting out, or null. */
function swallowing({ call, trail }: CallStep, root: FunctionNode): ts.TryStatement | null {
  for (const site of [call, ...trail.toReversed()]) {
    let inner: ts.Node = site;
    for (let at: ts.Node = site.parent; at !== root && !ts.isSourceFile(at); inner = at, at = at.parent) {
      if (isFunctionNode(at) && !isInline(at)) break;
      if (ts.isTryStatement(at) && at.tryBlock === inner && at.catchClause !== undefined && !letsThrough(at.catchClause)) return at;
    }
  }
  return null;
}

function isInline(fn: FunctionNode): boolean {
  return ts.isCallExpression(fn.parent);
}

/** A catch that throws again, or asks whether it caught a pause. */
function letsThrough(clause: ts.CatchClause): boolean {
  let found = false;
  const visit = (node: ts.Node): void => {
    if (ts.isThrowStatement(node)) found = true;
    else if (ts.isIdentifier(node) && /^(isGraphInterrupt|isGraphBubbleUp|GraphInterrupt|GraphBubbleUp|NodeInterrupt)$/.test(node.text)) found = true;
    else if (!isFunctionNode(node)) ts.forEachChild(node, visit);
  };
  visit(clause.block);
  return found;
}

function rethrowFix({ catchClause }: ts.TryStatement): QuickFix[] {
  if (catchClause === undefined) return [];
  const name = catchClause.variableDeclaration?.name;
  if (name !== undefined && !ts.isIdentifier(name)) return [];
  const sourceFile = catchClause.getSourceFile();
  const { block } = catchClause;
  const first = block.statements[0];
  const start = block.getStart(sourceFile) + 1;
  const newline = sourceFile.text.includes("\r\n") ? "\r\n" : "\n";
  const lineStart = sourceFile.text.lastIndexOf("\n", (first ?? block).getStart(sourceFile) - 1) + 1;
  const indent = first === undefined ? "" : (/^[ \t]*/.exec(sourceFile.text.slice(lineStart))?.[0] ?? "");
  const caught = name?.text ?? "error";
  const imported = importName(sourceFile, { from: "@langchain/langgraph", name: "isGraphInterrupt" });
  const check = `if (${imported.local}(${caught})) throw ${caught};`;
  const isOneLine = first === undefined || lineStart <= block.getStart(sourceFile);
  const binding = name === undefined ? [{ start: block.getStart(sourceFile), end: block.getStart(sourceFile), text: "(error) " }] : [];
  const changes = [...imported.changes, ...binding, { start, end: start, text: isOneLine ? ` ${check}` : `${newline}${indent}${check}` }];
  return [{ title: "Let the pause through", edits: [{ type: "replace_text", file: sourceFile.fileName, changes }] }];
}
