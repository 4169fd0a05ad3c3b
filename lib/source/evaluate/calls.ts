import ts from "typescript";
import { isFunctionNode, unwrap, walk, type FunctionNode } from "../ast";
import { globalName, langGraphName } from "../library";
import { instantiate } from "./classes";
import { callGlobal, callMethod } from "./intrinsics";
import { exactly, union, UNKNOWN, type Env, type Evaluator, type Field, type Possible, type Value } from "./values";

type FunctionValue = Extract<Value, { kind: "function" }>;

/** What a call may give. */
export function evaluateCall(node: ts.CallExpression, env: Env, evaluator: Evaluator): Possible {
  const base = baseOfChain(node);
  if (base !== null) return afterChain(node, evaluator.evaluate(base, env), env);
  const imported = importedModule(node, env, evaluator);
  if (imported !== null) return imported;
  const callee = unwrap(node.expression);
  if (ts.isPropertyAccessExpression(callee)) {
    const { text } = callee.name;
    const receiver = callee.expression.kind === ts.SyntaxKind.ThisKeyword ? UNKNOWN : evaluator.evaluate(callee.expression, env);
    const built = callMethod({ name: text, receiver, node, env, evaluator });
    if (built !== null) return built;
  }
  const called = evaluator.evaluate(callee, env);
  const results = called.values.map((value): Possible => {
    if (value.kind === "function") return evaluator.apply(value, argumentsOf(node, env, evaluator));
    const name = globalName(value);
    if (name !== null) return callGlobal(name, node, env, evaluator) ?? UNKNOWN;
    return value.kind === "external" || value.kind === "member" || value.kind === "made" ? exactly({ kind: "made", of: value, node, env }) : UNKNOWN;
  });
  const all = union(results);
  return called.complete ? all : { values: all.values, complete: false };
}

/** Methods that give the builder that they are called on. */
const BUILDS = /^(addNode|addEdge|addConditionalEdges|addSequence|setEntryPoint|setFinishPoint|setNodeDefaults)$/;

/** What a chain of a builder's calls begins with; null for any other call. */
function baseOfChain(node: ts.CallExpression): ts.Expression | null {
  let at: ts.Expression = node;
  while (ts.isCallExpression(at)) {
    const callee: ts.Expression = unwrap(at.expression);
    if (!ts.isPropertyAccessExpression(callee) || !BUILDS.test(callee.name.text)) break;
    at = unwrap(callee.expression);
  }
  return at === node || at.kind === ts.SyntaxKind.ThisKeyword ? null : at;
}

function afterChain(node: ts.CallExpression, base: Possible, env: Env): Possible {
  const values = base.values.flatMap((value): Value[] => {
    if (value.kind !== "made" && value.kind !== "member") return [];
    return [{ kind: "made", of: { kind: "member", of: value, name: "addNode", node }, node, env }];
  });
  return { values, complete: base.complete && values.length === base.values.length };
}

/** `require("…")` and `import("…")`. */
function importedModule(node: ts.CallExpression, env: Env, evaluator: Evaluator): Possible | null {
  const isImport = node.expression.kind === ts.SyntaxKind.ImportKeyword;
  const isRequire = ts.isIdentifier(node.expression) && node.expression.text === "require";
  const specifier = node.arguments[0];
  if ((!isImport && !isRequire) || specifier === undefined || !ts.isStringLiteralLike(specifier)) return null;
  const module = evaluator.modules.resolve(specifier.text, node.getSourceFile().fileName);
  if (module.kind === "external") return exactly({ kind: "external", module: module.module, path: "" });
  if (module.kind !== "module") return UNKNOWN;
  const whole = isRequire ? evaluator.modules.member(module, "default") : null;
  return whole?.kind === "expression" && !ts.isObjectLiteralExpression(whole.node) ? evaluator.evaluate(whole.node, env) : exactly(module);
}

/** The arguments of a call, up to a spread that cannot be told. */
export function argumentsOf(node: ts.CallExpression | ts.NewExpression, env: Env, evaluator: Evaluator): Possible[] {
  const args: Possible[] = [];
  for (const argument of node.arguments ?? []) {
    if (!ts.isSpreadElement(argument)) args.push(evaluator.evaluate(argument, env));
    else {
      const [list] = evaluator.evaluate(argument.expression, env).values;
      if (list?.kind !== "array" || !list.exact || list.open) break;
      args.push(...list.items);
    }
  }
  return args;
}

/** What `new` may give. */
export function evaluateNew(node: ts.NewExpression, env: Env, evaluator: Evaluator): Possible {
  const called = evaluator.evaluate(node.expression, env);
  const results = called.values.map((value): Possible => {
    const name = langGraphName(value);
    if (name === "Send") return exactly({ kind: "send", target: argument(node, 0, env, evaluator), node });
    if (name === "Command") return exactly(command(node, env, evaluator));
    if (value.kind === "class") return exactly(instantiate(value.node, argumentsOf(node, env, evaluator), value.env, node, evaluator));
    const builtIn = globalName(value);
    if (builtIn === "Map" || builtIn === "Set" || builtIn === "Array") return collection(builtIn, node, env, evaluator);
    return value.kind === "external" && builtIn === null ? exactly({ kind: "made", of: value, node, env }) : UNKNOWN;
  });
  const all = union(results);
  return called.complete ? all : { values: all.values, complete: false };
}

function argument(node: ts.NewExpression, index: number, env: Env, evaluator: Evaluator): Possible {
  const expression = node.arguments?.[index];
  return expression === undefined || ts.isSpreadElement(expression) ? UNKNOWN : evaluator.evaluate(expression, env);
}

function command(node: ts.NewExpression, env: Env, evaluator: Evaluator): Extract<Value, { kind: "command" }> {
  const options = node.arguments?.[0] === undefined ? null : argument(node, 0, env, evaluator);
  const fields = new Map<string, Field>();
  let open = options !== null && !options.complete;
  for (const value of options?.values ?? []) {
    if (value.kind !== "object") open = true;
    else {
      for (const [name, field] of value.fields) fields.set(name, field);
      open ||= value.open;
    }
  }
  return { kind: "command", fields, open, node };
}

function collection(kind: "Map" | "Set" | "Array", node: ts.NewExpression, env: Env, evaluator: Evaluator): Possible {
  if (node.arguments === undefined || node.arguments.length === 0) {
    if (kind === "Map") return exactly({ kind: "object", fields: new Map(), open: true, node });
    return exactly({ kind: "array", items: [], exact: false, open: kind === "Set", node });
  }
  const content = argument(node, 0, env, evaluator);
  if (kind === "Set") return content;
  return kind === "Map" ? (callGlobal("Object.fromEntries", node, env, evaluator) ?? UNKNOWN) : UNKNOWN;
}

/** What a function of the project may return for these arguments; what is not given is not known. */
export function applyFunction(fn: FunctionValue, args: readonly Possible[], evaluator: Evaluator): Possible {
  return evaluator.once(fn.node, () => {
    const env = bindParameters(fn, args);
    const found = union(returnsOf(fn.node).map((expression) => evaluator.evaluate(expression, env)));
    if (found.complete || fn.node.type === undefined) return found;
    const byType = evaluator.ofType(fn.node.type, env);
    return byType.complete && byType.values.length > 0 ? byType : found;
  });
}

/** The function's surroundings with its parameters bound. */
export function bindParameters(fn: FunctionValue, args: readonly Possible[]): Env {
  const { parameters } = fn.node;
  if (parameters.length === 0 || args.length === 0) return fn.env;
  const isKnown = (given: Possible | undefined): given is Possible => given !== undefined && (given.complete || given.values.length > 0);
  // The same surroundings are the same object, so that answers are found again.
  if (!args.some(isKnown) && !parameters.some((parameter) => fn.env.has(parameter))) return fn.env;
  const env = new Map(fn.env);
  parameters.forEach((parameter, index) => {
    const given = args[index];
    if (given === undefined || parameter.dotDotDotToken !== undefined) return;
    if (isKnown(given)) env.set(parameter, given);
    else env.delete(parameter);
  });
  return env;
}

const returns = new WeakMap<FunctionNode, ts.Expression[]>();

/** The expressions that a function returns or yields as its result, those of functions inside of it left out. */
export function returnsOf(fn: FunctionNode): ts.Expression[] {
  const known = returns.get(fn);
  if (known !== undefined) return known;
  const found: ts.Expression[] = [];
  if (fn.body !== undefined && !ts.isBlock(fn.body)) found.push(fn.body);
  else if (fn.body !== undefined) collectReturns(fn.body, found);
  returns.set(fn, found);
  return found;
}

function collectReturns(body: ts.Block, found: ts.Expression[]): void {
  walk(body, (node) => {
    if (ts.isReturnStatement(node)) {
      if (node.expression !== undefined) found.push(node.expression);
      return false;
    }
    // An expression has no statements outside of functions.
    return !(isFunctionNode(node) || ts.isClassLike(node) || ts.isExpressionStatement(node) || ts.isVariableStatement(node));
  });
}
