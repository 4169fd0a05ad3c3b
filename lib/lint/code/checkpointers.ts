import ts from "typescript";
import type { GraphScope } from "../check";
import { propertyOf, type Code } from "./code";
import { compileCall } from "./invocations";

/** What `compile` is given as its checkpointer: null for none, `unknown` where that is not written down. */
export function checkpointerOf({ graph, code, sourceFile }: Pick<GraphScope, "graph" | "code" | "sourceFile">): ts.Expression | "unknown" | null {
  const call = compileCall(sourceFile, graph);
  const argument = call?.arguments[0];
  if (argument === undefined) return null;
  const options = code.valueOf(argument);
  if (!ts.isObjectLiteralExpression(options)) return "unknown";
  const own = propertyOf(options, "checkpointer");
  if (own === null) return options.properties.some(ts.isSpreadAssignment) ? "unknown" : null;
  const value = code.valueOf(own);
  const isNothing = value.kind === ts.SyntaxKind.FalseKeyword || (ts.isIdentifier(value) && value.text === "undefined");
  return isNothing ? null : own;
}

/** Whether a checkpointer is LangGraph's in-memory one. */
export function isInMemory(code: Code, checkpointer: ts.Expression): boolean {
  const made = code.valueOf(checkpointer);
  if (!ts.isNewExpression(made)) return false;
  const callee = code.calleeOf(made.expression);
  return callee.kind === "package" && /langgraph/.test(callee.module) && (callee.path === "MemorySaver" || callee.path === "InMemorySaver");
}
