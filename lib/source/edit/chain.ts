import ts from "typescript";

/** A call of a method: `.addNode(…)` with what it is called on. */
export type BuilderCall = ts.CallExpression & { expression: ts.PropertyAccessExpression };
/** A call in a chain; `dot` is where its dot stands. */
export type Link = { call: BuilderCall; dot: number };
/** `root.first(…).second(…)`: what the calls are made on, and the calls in order. */
export type Chain = { root: ts.Expression; links: Link[] };

export function isBuilderCall(node: ts.Node): node is BuilderCall {
  return ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression);
}

/** The chain that a call, or the expression that it begins with, is part of. */
export function chainOf(part: ts.Expression): Chain {
  let root = part;
  while (isBuilderCall(root)) root = root.expression.expression;
  const links: Link[] = [];
  for (let at: ts.Node = root; ;) {
    const access: ts.Node = at.parent;
    if (!ts.isPropertyAccessExpression(access) || access.expression !== at || !isBuilderCall(access.parent)) break;
    if (access.parent.expression !== access) break;
    links.push({ call: access.parent, dot: dotOf(access) });
    at = access.parent;
  }
  return { root, links };
}

/** Where the dot of `a.b` stands. */
export function dotOf(access: ts.PropertyAccessExpression): number {
  if (access.questionDotToken !== undefined) return access.questionDotToken.getStart();
  const { text } = access.getSourceFile();
  return text.lastIndexOf(".", access.name.getStart() - 1);
}
