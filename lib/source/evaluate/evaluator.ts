import ts from "typescript";
import { unwrap } from "../ast";
import { END, langGraphName, START } from "../library";
import type { Modules } from "../modules";
import { evaluateCall, evaluateNew, applyFunction } from "./calls";
import { evaluateArray, evaluateObject, evaluateTemplate, evaluateBinary, EITHER } from "./literals";
import { memberOf, memberOfAny } from "./members";
import { narrow } from "./narrowing";
import { evaluateIdentifier } from "./names";
import { evaluateThis } from "./classes";
import { typeValues } from "./types";
import { exactly, onlyString, truth, union, UNKNOWN, NOTHING, type Env, type Evaluator, type Possible, type Value } from "./values";

/** Steps that one question may take, and a whole reading: more than workflows need, and a bound for what is made to be hard. */
const MAX_STEPS = 20_000;
const MAX_STEPS_IN_ALL = 600_000;
const MAX_DEPTH = 220;

/** An evaluator over the files of a project. One per reading: it remembers what it has found. */
export function createEvaluator(modules: Modules): Evaluator {
  return new TextEvaluator(modules);
}

class TextEvaluator implements Evaluator {
  readonly modules: Modules;
  /** Answers by surroundings: without any, and per set of known variables. */
  readonly #known = new Map<ts.Node, Possible>();
  readonly #knownIn = new WeakMap<Env, Map<ts.Node, Possible>>();
  readonly #active = new Map<ts.Node, Set<Env>>();
  readonly #running = new Set<ts.Node>();
  #steps = 0;
  #stepsInAll = 0;
  #depth = 0;
  /** How often an answer was cut short: what was read meanwhile is only a part and not kept. */
  #cuts = 0;

  constructor(modules: Modules) {
    this.modules = modules;
  }

  spend(): boolean {
    this.#steps += 1;
    this.#stepsInAll += 1;
    return this.#steps < MAX_STEPS && this.#stepsInAll < MAX_STEPS_IN_ALL;
  }

  once(node: ts.Node, read: () => Possible): Possible {
    if (this.#running.has(node)) {
      this.#cuts += 1;
      return NOTHING;
    }
    this.#running.add(node);
    try {
      return read();
    } finally {
      this.#running.delete(node);
    }
  }

  evaluate(node: ts.Expression, env: Env): Possible {
    const known = this.#answers(env).get(node);
    if (known !== undefined) return known;
    if (this.#depth === 0) this.#steps = 0;
    const active = this.#active.get(node) ?? new Set<Env>();
    if (active.has(env)) {
      this.#cuts += 1;
      return NOTHING;
    }
    if (!this.spend() || this.#depth > MAX_DEPTH) {
      this.#cuts += 1;
      return UNKNOWN;
    }
    const cuts = this.#cuts;
    active.add(env);
    this.#active.set(node, active);
    this.#depth += 1;
    try {
      const result = narrow(node, this.#read(node, env), env, this);
      if (this.#cuts === cuts || this.#depth === 1) this.#answers(env).set(node, result);
      return result;
    } finally {
      this.#depth -= 1;
      active.delete(env);
    }
  }

  #answers(env: Env): Map<ts.Node, Possible> {
    if (env.size === 0) return this.#known;
    const answers = this.#knownIn.get(env) ?? new Map<ts.Node, Possible>();
    this.#knownIn.set(env, answers);
    return answers;
  }

  #read(node: ts.Expression, env: Env): Possible {
    if (ts.isStringLiteralLike(node)) return exactly({ kind: "string", text: node.text, node, origin: "text" });
    if (ts.isTemplateExpression(node)) return evaluateTemplate(node, env, this);
    if (ts.isNumericLiteral(node)) return exactly({ kind: "primitive", value: Number(node.text) });
    if (node.kind === ts.SyntaxKind.TrueKeyword) return exactly({ kind: "primitive", value: true });
    if (node.kind === ts.SyntaxKind.FalseKeyword) return exactly({ kind: "primitive", value: false });
    if (node.kind === ts.SyntaxKind.NullKeyword) return exactly({ kind: "primitive", value: null });
    if (ts.isVoidExpression(node)) return exactly({ kind: "primitive", value: undefined });
    if (ts.isIdentifier(node)) return evaluateIdentifier(node, env, this);
    if (ts.isAsExpression(node) || ts.isTypeAssertionExpression(node)) return this.#asserted(node, env);
    if (ts.isExpressionWithTypeArguments(node)) return this.#instantiated(node, env);
    const inner = unwrap(node);
    if (inner !== node) return this.evaluate(inner, env);
    if (ts.isConditionalExpression(node)) return this.#conditional(node, env);
    if (ts.isBinaryExpression(node)) return evaluateBinary(node, env, this);
    if (ts.isPrefixUnaryExpression(node)) return this.#prefix(node, env);
    if (ts.isArrayLiteralExpression(node)) return evaluateArray(node, env, this);
    if (ts.isObjectLiteralExpression(node)) return evaluateObject(node, env, this);
    if (ts.isArrowFunction(node) || ts.isFunctionExpression(node)) return exactly({ kind: "function", node, env });
    if (ts.isClassExpression(node)) return exactly({ kind: "class", node, env });
    if (ts.isPropertyAccessExpression(node)) return this.#property(node, env);
    if (ts.isElementAccessExpression(node)) return this.#element(node, env);
    if (ts.isCallExpression(node)) return evaluateCall(node, env, this);
    if (ts.isNewExpression(node)) return evaluateNew(node, env, this);
    return UNKNOWN;
  }

  #asserted(node: ts.AsExpression | ts.TypeAssertion, env: Env): Possible {
    const inner = this.evaluate(node.expression, env);
    if (inner.complete) return inner;
    const typed = this.ofType(node.type, env);
    return typed.complete && typed.values.length > 0 && !isAnEndAlone(typed) ? typed : inner;
  }

  /** `Annotation<string>` without a call. */
  #instantiated(node: ts.ExpressionWithTypeArguments, env: Env): Possible {
    const { values, complete } = this.evaluate(node.expression, env);
    const type = node.typeArguments?.[0];
    if (type === undefined) return { values, complete };
    return { values: values.map((value) => (value.kind === "external" ? { ...value, type } : value)), complete };
  }

  #conditional(node: ts.ConditionalExpression, env: Env): Possible {
    const holds = truth(this.evaluate(node.condition, env));
    if (holds !== null) return this.evaluate(holds ? node.whenTrue : node.whenFalse, env);
    return union([this.evaluate(node.whenTrue, env), this.evaluate(node.whenFalse, env)]);
  }

  #prefix(node: ts.PrefixUnaryExpression, env: Env): Possible {
    if (node.operator === ts.SyntaxKind.ExclamationToken) {
      const holds = truth(this.evaluate(node.operand, env));
      return holds === null ? EITHER : exactly({ kind: "primitive", value: !holds });
    }
    const operand = this.evaluate(node.operand, env);
    const [value] = operand.values;
    if (node.operator !== ts.SyntaxKind.MinusToken || value?.kind !== "primitive" || typeof value.value !== "number") return UNKNOWN;
    return exactly({ kind: "primitive", value: -value.value });
  }

  #property(node: ts.PropertyAccessExpression, env: Env): Possible {
    if (node.expression.kind === ts.SyntaxKind.ThisKeyword) return evaluateThis(node, node.name.text, env, this);
    return this.member(this.evaluate(node.expression, env), node.name.text, node);
  }

  #element(node: ts.ElementAccessExpression, env: Env): Possible {
    const of = this.evaluate(node.expression, env);
    const key = this.evaluate(node.argumentExpression, env);
    const name = onlyString(key)?.text ?? onlyNumber(key);
    if (name !== null) {
      if (node.expression.kind === ts.SyntaxKind.ThisKeyword) return evaluateThis(node, name, env, this);
      return this.member(of, name, node);
    }
    return memberOfAny(of, key);
  }

  apply(fn: Extract<Value, { kind: "function" }>, args: readonly Possible[]): Possible {
    return applyFunction(fn, args, this);
  }

  member(possible: Possible, name: string, node: ts.Node): Possible {
    const found = union(possible.values.map((value) => memberOf(value, name, node, this)));
    return possible.complete ? found : { values: found.values, complete: false };
  }

  ofType(type: ts.TypeNode, env: Env): Possible {
    return this.spend() ? typeValues(type, env, this) : UNKNOWN;
  }
}

function onlyNumber(possible: Possible): string | null {
  const [value] = possible.values;
  return possible.complete && possible.values.length === 1 && value?.kind === "primitive" && typeof value.value === "number"
    ? String(value.value)
    : null;
}

/** True for a type that names the start or the end and nothing else: `as "__start__"` pleases the types of `addEdge` and says nothing of the value. */
function isAnEndAlone({ values }: Possible): boolean {
  const [value, ...others] = values;
  if (value === undefined || others.length > 0) return false;
  return value.kind === "string" ? value.text === START || value.text === END : ["START", "END"].includes(langGraphName(value) ?? "");
}
