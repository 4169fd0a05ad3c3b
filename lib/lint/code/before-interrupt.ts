import ts from "typescript";
import { isFunctionNode, type FunctionNode } from "../../source/ast";
import { callsOf, isInterrupt, isNamed } from "./calls";
import type { Callee, Code } from "./code";
import { effectOf, type Effect } from "./effects";
import { isGivenToKeeper } from "./keeps";

/** What may have happened on the way here; null where no way leads here. */
type Seen<T> = ReadonlySet<T> | null;

export type Repeated<T = Effect> = { effect: T; interrupt: ts.CallExpression };

/** What a call is to whoever asks; null for one that does not matter. */
export type Classify<T> = (call: ts.CallExpression, callee: Callee) => T | null;

const MAX_DEPTH = 5;

/** Effects that happen before an interrupt on some way through a function, and so again when it is resumed. */
export function effectsBeforeInterrupts(code: Code, fn: FunctionNode): Repeated[] {
  return callsBeforeInterrupts(code, fn, (call, callee) => effectOf(code, call, callee));
}

/** Calls of the kinds that are asked for, that may happen before an interrupt, each with the first one that it stands before. */
export function callsBeforeInterrupts<T>(code: Code, fn: FunctionNode, classify: Classify<T>): Repeated<T>[] {
  if (!callsOf(code, fn).some(isInterrupt)) return [];
  const walk = new Walk(code, classify);
  walk.run(fn, new Set());
  return walk.found;
}

function join<T>(a: Seen<T>, b: Seen<T>): Seen<T> {
  if (a === null || b === null) return a ?? b;
  return a.size === 0 ? b : new Set([...a, ...b]);
}

/** Plays through a function's statements, following each way to its end. */
class Walk<T> {
  readonly found: Repeated<T>[] = [];
  readonly #code: Code;
  readonly #classify: Classify<T>;
  readonly #effects = new Map<ts.Node, T>();
  readonly #running: FunctionNode[] = [];
  /** Where `return` and `break` lead, innermost last. */
  readonly #returns: Seen<T>[] = [];
  readonly #breaks: Seen<T>[] = [];

  constructor(code: Code, classify: Classify<T>) {
    this.#code = code;
    this.#classify = classify;
  }

  run(fn: FunctionNode, seen: Seen<T>): Seen<T> {
    if (fn.body === undefined || this.#running.includes(fn) || this.#running.length > MAX_DEPTH) return seen;
    this.#running.push(fn);
    this.#returns.push(null);
    const end = ts.isBlock(fn.body) ? this.#statements(fn.body.statements, seen) : this.#expression(fn.body, seen);
    this.#running.pop();
    return join(end, this.#returns.pop() ?? null);
  }

  #statements(statements: readonly ts.Statement[], seen: Seen<T>): Seen<T> {
    return statements.reduce<Seen<T>>((at, statement) => this.#statement(statement, at), seen);
  }

  #statement(statement: ts.Statement, seen: Seen<T>): Seen<T> {
    if (seen === null || ts.isFunctionDeclaration(statement) || ts.isClassDeclaration(statement)) return seen;
    if (ts.isBlock(statement)) return this.#statements(statement.statements, seen);
    if (ts.isIfStatement(statement)) {
      const asked = this.#expression(statement.expression, seen);
      const otherwise = statement.elseStatement === undefined ? asked : this.#statement(statement.elseStatement, asked);
      return join(this.#statement(statement.thenStatement, asked), otherwise);
    }
    if (ts.isReturnStatement(statement)) {
      const after = statement.expression === undefined ? seen : this.#expression(statement.expression, seen);
      this.#returns.push(join(this.#returns.pop() ?? null, after));
      return null;
    }
    if (ts.isThrowStatement(statement)) {
      this.#expression(statement.expression, seen);
      return null;
    }
    if (ts.isBreakOrContinueStatement(statement)) {
      this.#breaks.push(join(this.#breaks.pop() ?? null, seen));
      return null;
    }
    if (ts.isTryStatement(statement)) return this.#try(statement, seen);
    if (ts.isSwitchStatement(statement)) return this.#switch(statement, seen);
    if (ts.isIterationStatement(statement, false)) return this.#loop(statement, seen);
    return this.#expression(statement, seen);
  }

  #try({ tryBlock, catchClause, finallyBlock }: ts.TryStatement, seen: Seen<T>): Seen<T> {
    const tried = this.#statements(tryBlock.statements, seen);
    const caught = catchClause === undefined ? null : this.#statements(catchClause.block.statements, join(seen, tried));
    const after = join(tried, caught);
    return finallyBlock === undefined ? after : this.#statements(finallyBlock.statements, after);
  }

  #switch(statement: ts.SwitchStatement, seen: Seen<T>): Seen<T> {
    const asked = this.#expression(statement.expression, seen);
    this.#breaks.push(null);
    let at: Seen<T> = null;
    let hasDefault = false;
    for (const clause of statement.caseBlock.clauses) {
      hasDefault ||= ts.isDefaultClause(clause);
      at = this.#statements(clause.statements, join(asked, at));
    }
    return join(join(at, hasDefault ? null : asked), this.#breaks.pop() ?? null);
  }

  /** Twice, because what a round does is done before the interrupt of the next. */
  #loop(loop: ts.IterationStatement, seen: Seen<T>): Seen<T> {
    this.#breaks.push(null);
    let at = seen;
    for (let round = 0; round < 2; round++) {
      ts.forEachChild(loop, (child) => {
        if (child !== loop.statement) at = this.#expression(child, at);
      });
      at = join(at, this.#statement(loop.statement, at));
      at = join(at, this.#breaks.at(-1) ?? null);
    }
    return join(at, this.#breaks.pop() ?? null);
  }

  /** The calls of an expression or declaration, in the order in which they happen. */
  #expression(node: ts.Node, seen: Seen<T>): Seen<T> {
    if (seen === null) return null;
    if (isFunctionNode(node)) return this.#callback(node, seen);
    if (ts.isConditionalExpression(node)) {
      const asked = this.#expression(node.condition, seen);
      return join(this.#expression(node.whenTrue, asked), this.#expression(node.whenFalse, asked));
    }
    if (ts.isBinaryExpression(node) && isShortCircuit(node.operatorToken.kind)) {
      const left = this.#expression(node.left, seen);
      return join(left, this.#expression(node.right, left));
    }
    let at: Seen<T> = seen;
    ts.forEachChild(node, (child) => {
      at = this.#expression(child, at);
    });
    return ts.isCallExpression(node) ? this.#call(node, at) : at;
  }

  /** A function that is written where it is used is run there; one for each of a list, for the next one too. */
  #callback(fn: FunctionNode, seen: Seen<T>): Seen<T> {
    if (isNamed(fn) || isGivenToKeeper(this.#code, fn)) return seen;
    const once = join(seen, this.run(fn, seen));
    return isForEach(fn) ? join(once, this.run(fn, once)) : once;
  }

  #call(call: ts.CallExpression, seen: Seen<T>): Seen<T> {
    if (seen === null) return null;
    const callee = this.#code.calleeOf(call.expression);
    if (isInterrupt({ callee })) {
      for (const effect of seen) {
        if (!this.found.some((known) => known.effect === effect)) this.found.push({ effect, interrupt: call });
      }
      return seen;
    }
    if (callee.kind === "function") return this.run(callee.node, seen);
    const effect = this.#effects.get(call) ?? this.#classify(call, callee);
    if (effect === null) return seen;
    this.#effects.set(call, effect);
    return seen.has(effect) ? seen : new Set([...seen, effect]);
  }
}

function isShortCircuit(kind: ts.SyntaxKind): boolean {
  return kind === ts.SyntaxKind.AmpersandAmpersandToken || kind === ts.SyntaxKind.BarBarToken || kind === ts.SyntaxKind.QuestionQuestionToken;
}

/** `calls.map((call) => …)` */
function isForEach({ parent }: FunctionNode): boolean {
  if (!ts.isCallExpression(parent) || !ts.isPropertyAccessExpression(parent.expression)) return false;
  return /^(?:map|flatMap|forEach|filter|reduce)$/.test(parent.expression.name.text);
}
