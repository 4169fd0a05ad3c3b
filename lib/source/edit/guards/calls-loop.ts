import ts from "typescript";
import { isFunctionNode, unwrap } from "../../ast";
import { topLevel, type Declaration } from "../../scope";
import { leaves } from "./approval";
import { Body, isInside, returnsIn } from "./body";
import { changesOf, isPure } from "./purity";
import { collect, type GuardTarget } from "./target";

/** A node's function that does something for each of several calls, and asks about some of them. */
export type CallsLoop = {
  body: Body;
  /** The statement with the loop. */
  statement: ts.Statement;
  /** What is gone through, e.g. `last.tool_calls ?? []`. */
  list: ts.Expression;
  /** One of it, as the loop names it. */
  item: ts.BindingName;
  round: ts.Statement | ts.ConciseBody;
  /** `map`: each round gives a value, and `results` is the list of them. `for`: a round adds to lists outside. */
  kind: "for" | "map";
  results: Declaration | ts.Expression | null;
  /** Lists that rounds add to, empty before. */
  lists: ReadonlySet<ts.VariableStatement>;
  /** Statements before the loop that a round needs again. */
  copied: ts.Statement[];
  /** What the node returns, when all calls are done. */
  end: ts.ReturnStatement | null;
};

type Refused = { reason: string };

/** Finds the loop over calls around a call; a reason where its rounds cannot be runs of a node of their own. */
export function callsLoop(target: GuardTarget): CallsLoop | Refused {
  const { nodeFn, call, drafts } = target;
  const block = nodeFn?.node.body;
  if (nodeFn === null || block === undefined || !ts.isBlock(block) || !isInside(call, nodeFn.node))
    return { reason: "The call stands in no loop of the node's own function." };
  const body = new Body(drafts, nodeFn.draft, nodeFn.node, block);
  const statement = body.statementOf(call);
  const found = statement === null ? null : (ofFor(statement) ?? ofMap(statement, call));
  if (statement === null || found === null)
    return { reason: "The call stands in no loop over calls: this guard is for `for (const call of calls)` and `Promise.all(calls.map(…))`." };
  if (!isInside(call, found.round)) return { reason: "The call is made once, not in each round of the loop." };
  if (!body.asks(found.round)) return { reason: "The question is not asked in the loop: one node per call would not come before it." };
  if (comesToQuestion(body, call, found.round))
    return { reason: "The call comes before the question also within one round, so that it would still be made again." };
  return complete({ body, statement, ...found });
}

type Found = Pick<CallsLoop, "list" | "item" | "round" | "kind" | "results">;

function ofFor(statement: ts.Statement): Found | null {
  if (!ts.isForOfStatement(statement) || statement.awaitModifier !== undefined || !ts.isVariableDeclarationList(statement.initializer)) return null;
  const [declaration] = statement.initializer.declarations;
  return declaration === undefined
    ? null
    : { list: statement.expression, item: declaration.name, round: statement.statement, kind: "for", results: null };
}

/** `const results = await Promise.all(calls.map(async (call) => …));`, also in what is returned. */
function ofMap(statement: ts.Statement, call: ts.CallExpression): Found | null {
  if (!ts.isVariableStatement(statement) && !ts.isReturnStatement(statement)) return null;
  const [all] = collect(statement, ts.isCallExpression).filter((each) => each.expression.getText() === "Promise.all" && isInside(call, each));
  const mapped = all?.arguments[0] === undefined ? null : unwrap(all.arguments[0]);
  if (
    all === undefined ||
    mapped === null ||
    !ts.isCallExpression(mapped) ||
    !ts.isPropertyAccessExpression(mapped.expression) ||
    mapped.expression.name.text !== "map"
  )
    return null;
  const callback = mapped.arguments[0];
  const item = callback !== undefined && isCallback(callback) ? callback.parameters[0] : undefined;
  if (callback === undefined || !isCallback(callback) || item === undefined || callback.parameters.length !== 1 || callback.body === undefined)
    return null;
  const value = awaited(all);
  const found = { list: mapped.expression.expression, item: item.name, round: callback.body, kind: "map" as const };
  if (ts.isReturnStatement(statement)) return { ...found, results: value };
  const holder = value.parent;
  if (!ts.isVariableDeclaration(holder) || !ts.isIdentifier(holder.name) || statement.declarationList.declarations.length !== 1) return null;
  return { ...found, results: holder };
}

function isCallback(node: ts.Expression): node is ts.ArrowFunction | ts.FunctionExpression {
  return ts.isArrowFunction(node) || ts.isFunctionExpression(node);
}

function awaited(node: ts.Expression): ts.Expression {
  return ts.isAwaitExpression(node.parent) || ts.isParenthesizedExpression(node.parent) ? awaited(node.parent) : node;
}

/** True where the question may follow the call in the same round. */
function comesToQuestion(body: Body, call: ts.CallExpression, round: ts.Node): boolean {
  for (let at: ts.Node = call; at !== round; at = at.parent) {
    const { parent } = at;
    if (ts.isIterationStatement(parent, false) && body.asks(parent)) return true;
    if (ts.isExpression(parent) && !isFunctionNode(parent) && parent.end > at.end && body.asks(parent)) return true;
    if (ts.isStatement(at) && leaves(at)) return false;
    if (!ts.isBlock(parent)) continue;
    for (const each of parent.statements.slice(parent.statements.findIndex((one) => one === at) + 1)) {
      if (body.asks(each)) return true;
      if (leaves(each)) return false;
    }
  }
  return false;
}

function complete(loop: Omit<CallsLoop, "lists" | "copied" | "end">): CallsLoop | Refused {
  const { body, statement, round, kind } = loop;
  const index = body.statements.indexOf(statement);
  const [end, ...others] = kind === "map" && ts.isReturnStatement(statement) ? [statement] : body.statements.slice(index + 1);
  if (others.length > 0 || (end !== undefined && !ts.isReturnStatement(end)))
    return { reason: "The node works on the results together when all calls are done: that would need a node of its own behind them." };
  if (kind === "for" && returnsIn(round).length > 0) return { reason: "A round of the loop can end the whole node." };
  if (breaksIn(round)) return { reason: "A round of the loop can keep the others from being made." };
  if (isFunctionNode(round.parent) && "asteriskToken" in round.parent && round.parent.asteriskToken !== undefined)
    return { reason: "The rounds of the loop are generators." };
  const needed = neededIn(loop, end);
  return "reason" in needed ? needed : { ...loop, ...needed, end: end ?? null };
}

function breaksIn(round: ts.Node): boolean {
  const isLoop = (node: ts.Node) => ts.isIterationStatement(node, false) || ts.isSwitchStatement(node) || isFunctionNode(node);
  return (
    collect(round, ts.isBreakStatement, isLoop).length > 0 ||
    collect(round, ts.isContinueStatement, isFunctionNode).some(({ label }) => label !== undefined)
  );
}

/** What a round needs of what stands before the loop. */
function neededIn(
  { body, round, statement }: Omit<CallsLoop, "lists" | "copied" | "end">,
  end: ts.ReturnStatement | undefined,
): Pick<CallsLoop, "lists" | "copied"> | Refused {
  const lists = new Set<ts.VariableStatement>();
  const copied = new Set<ts.Statement>();
  let reason: string | null = null;
  const need = (node: ts.Node): void => {
    for (const use of body.usesIn(node)) {
      const by = body.declaredBy(use);
      if (by === null || by === statement || copied.has(by)) continue;
      const changes = changesOf(use);
      const name = use.name?.getText() ?? "";
      if (isEmptyList(by) && changes.every((each) => isPush(each) && isInside(each, round))) {
        if (!isOnlyPushed(use, body, round)) reason ??= `A round of the loop reads \`${name}\`, which the others add to.`;
        lists.add(by);
      } else if (changes.length > 0) reason ??= `The rounds of the loop count together in \`${name}\`.`;
      else if (ts.isFunctionDeclaration(by) || (ts.isVariableStatement(by) && isPure(body.drafts, by))) {
        copied.add(by);
        need(by);
      } else reason ??= `A round of the loop needs \`${name}\`, which the node works out before.`;
    }
  };
  need(round);
  // Lists that nothing was added to in the end are returned all the same.
  for (const use of end === undefined ? [] : body.usesIn(end)) {
    const by = body.declaredBy(use);
    if (by !== null && isEmptyList(by) && changesOf(use).length === 0) lists.add(by);
  }
  return reason === null ? { lists, copied: body.statements.filter((each) => copied.has(each)) } : { reason };
}

/** `const results: ToolMessage[] = [];` */
function isEmptyList(statement: ts.Statement): statement is ts.VariableStatement {
  if (!ts.isVariableStatement(statement)) return false;
  const [declaration, ...others] = statement.declarationList.declarations;
  const value = declaration?.initializer === undefined ? null : unwrap(declaration.initializer);
  return others.length === 0 && value !== null && ts.isArrayLiteralExpression(value) && value.elements.length === 0;
}

function isPush({ parent }: ts.Identifier): boolean {
  return ts.isPropertyAccessExpression(parent) && parent.name.text === "push" && ts.isCallExpression(parent.parent);
}

function isOnlyPushed(declaration: Declaration, body: Body, round: ts.Node): boolean {
  return collect(round, ts.isIdentifier).every(
    (each) => each.text !== declaration.name?.getText() || !body.usesIn(each).has(declaration) || isPush(each),
  );
}

/** The type of one of a list, as text; null where it is not written down. `state`: the type of the node's first parameter. */
export function itemType({ body, list }: Pick<CallsLoop, "body" | "list">): { text: string; isToolCall: boolean } | null {
  return typeIn(body, list, 0);
}

function typeIn(body: Body, expression: ts.Expression, depth: number): { text: string; isToolCall: boolean } | null {
  const inner = unwrap(expression);
  if (depth > 5) return null;
  if (ts.isBinaryExpression(inner)) return typeIn(body, inner.left, depth + 1);
  if (ts.isConditionalExpression(inner)) return typeIn(body, inner.whenTrue, depth + 1) ?? typeIn(body, inner.whenFalse, depth + 1);
  if (ts.isCallExpression(inner) && ts.isPropertyAccessExpression(inner.expression)) {
    return /^(?:filter|slice|toSorted|toReversed)$/.test(inner.expression.name.text) ? typeIn(body, inner.expression.expression, depth + 1) : null;
  }
  const returned =
    ts.isCallExpression(inner) && ts.isIdentifier(inner.expression) ? topLevel(body.draft.sourceFile).values.get(inner.expression.text) : undefined;
  if (returned !== undefined) return ts.isFunctionDeclaration(returned) && returned.type !== undefined ? elementOf(returned.type.getText()) : null;
  if (ts.isPropertyAccessExpression(inner)) {
    if (inner.name.text === "tool_calls") return { text: "ToolCall", isToolCall: true };
    const [state] = body.fn.parameters;
    const isOfState = state !== undefined && ts.isIdentifier(inner.expression) && body.usesIn(inner.expression).has(state);
    return isOfState && state.type !== undefined ? { text: `(${state.type.getText()})["${inner.name.text}"][number]`, isToolCall: false } : null;
  }
  return ts.isIdentifier(inner) ? typeOfName(body, inner, depth) : null;
}

function typeOfName(body: Body, name: ts.Identifier, depth: number): { text: string; isToolCall: boolean } | null {
  const [declaration] = body.usesIn(name);
  if (declaration === undefined) return null;
  if (ts.isVariableDeclaration(declaration)) {
    const written = declaration.type?.getText();
    if (written !== undefined) return elementOf(written);
    return declaration.initializer === undefined ? null : typeIn(body, declaration.initializer, depth + 1);
  }
  const key = ts.isBindingElement(declaration) ? (declaration.propertyName ?? declaration.name).getText() : "";
  if (key === "tool_calls") return { text: "ToolCall", isToolCall: true };
  const [state] = body.fn.parameters;
  return state?.type !== undefined && isInside(declaration, state)
    ? { text: `(${state.type.getText()})["${key}"][number]`, isToolCall: false }
    : null;
}

/** `Call` of `Call[]`. */
function elementOf(type: string): { text: string; isToolCall: boolean } | null {
  if (/^Promise\b/.test(type)) return null;
  return { text: /^[\w.]+\[\]$/.test(type) ? type.slice(0, -2) : `(${type})[number]`, isToolCall: false };
}
