import ts from "typescript";
import { functionAround, isFunctionNode, isWrapper, literalName, placeOf, type FunctionNode } from "../ast";
import { argumentsOf, bindParameters } from "../evaluate/calls";
import { classAround, thisAccesses } from "../evaluate/classes";
import { EMPTY_ENV, exactItems, type Env, type Evaluator } from "../evaluate/values";
import { exportTarget, hasModifier, isExported } from "../modules";
import { declarationOf, parentOf, referencesTo, type Declaration } from "../scope";
import { calleeText, callsOf, circumstancesOf, usesOf } from "./contexts";
import type { Locked } from "../../schema/source";

/** A call on a builder. `env` has what the loops and functions around it are at. */
export type BuilderCall = { method: string; node: ts.CallExpression; env: Env; doubt: Locked | null };

export type Trace = {
  calls: BuilderCall[];
  compile: ts.CallExpression | null;
  exportedAs: string[];
  /** The variable that statements call on. */
  variable: string | null;
  style: "chain" | "statements" | "mixed";
  locked: Locked[];
};

type Role = "builder" | "compiled";
/** A function that was entered with the builder as an argument: what it returns is what that call gives. */
type Frame = { fn: FunctionNode; call: ts.CallExpression; env: Env; outer: Frame | null; boundary: ts.Node };
type Visit = { role: Role; env: Env; frame: Frame | null; boundary: ts.Node };

const BUILDS = new Set([
  "addNode",
  "addEdge",
  "addConditionalEdges",
  "addSequence",
  "setEntryPoint",
  "setFinishPoint",
  "setConditionalEntryPoint",
  "setNodeDefaults",
]);
/** Functions that hand on what they are given. */
const HANDS_ON = /^(Promise\.resolve|Object\.freeze)$/;
/** Functions that look at what they are given and change nothing. */
const HARMLESS =
  /^(console\.|JSON\.|expect\b|assert\b|typeof\b|Boolean\b|String\b|Object\.(keys|values|entries|freeze|seal)\b|require\b|t\.|logger\.|log\b)/;
const MAX_VISITS = 20_000;

/** Follows a builder through its file: chains, variables, properties, functions. Nothing is run. */
export function traceBuilder(root: ts.Expression, evaluator: Evaluator): Trace {
  const tracer = new Tracer(root, evaluator);
  tracer.visit(root, { role: "builder", env: EMPTY_ENV, frame: null, boundary: root });
  return tracer.result();
}

class Tracer {
  readonly #root: ts.Expression;
  readonly #evaluator: Evaluator;
  readonly #calls: BuilderCall[] = [];
  readonly #exported = new Set<string>();
  readonly #locked: Locked[] = [];
  readonly #seen = new Map<ts.Node, Set<Env | Frame | Role>>();
  #compile: ts.CallExpression | null = null;
  #visits = 0;

  constructor(root: ts.Expression, evaluator: Evaluator) {
    this.#root = root;
    this.#evaluator = evaluator;
  }

  result(): Trace {
    const styles = new Set(this.#calls.map(({ node }) => (isChained(node, this.#root) ? "chain" : "statements")));
    const [style = "chain"] = styles;
    const statement = this.#calls.find(({ node }) => !isChained(node, this.#root));
    return {
      calls: this.#calls,
      compile: this.#compile,
      exportedAs: [...this.#exported],
      variable: statement === undefined ? heldBy(this.#root) : receiverText(statement.node),
      style: styles.size > 1 ? "mixed" : style,
      locked: this.#locked,
    };
  }

  visit(node: ts.Node, visit: Visit): void {
    if (!this.#isNew(node, visit)) return;
    const parent = parentOf(node);
    if (parent === undefined) return;
    if (isWrapper(parent) && parent.expression === node) this.visit(parent, visit);
    else if (ts.isPropertyAccessExpression(parent) && parent.expression === node) this.#member(parent, parent.name.text, visit);
    else if (ts.isElementAccessExpression(parent) && parent.expression === node && ts.isStringLiteralLike(parent.argumentExpression)) {
      this.#member(parent, parent.argumentExpression.text, visit);
    } else if (ts.isVariableDeclaration(parent) && parent.initializer === node) this.#bound(parent, node, visit);
    else if (ts.isBinaryExpression(parent)) this.#binary(parent, node, visit);
    else if (ts.isConditionalExpression(parent) && parent.condition !== node) this.visit(parent, visit);
    else if (ts.isArrowFunction(parent) && parent.body === node) this.#returned(parent, visit);
    else if (ts.isReturnStatement(parent)) this.#returned(functionAround(parent), visit);
    else if (ts.isPropertyDeclaration(parent) && parent.initializer === node) this.#property(parent, visit);
    else if (ts.isPropertyAssignment(parent) && parent.initializer === node) this.#entry(parent, literalName(parent.name), visit);
    else if (ts.isShorthandPropertyAssignment(parent)) this.#entry(parent, parent.name.text, visit);
    else if (ts.isExportAssignment(parent)) this.#exported.add("default");
    else if (ts.isExportSpecifier(parent)) this.#exported.add(parent.name.text);
    else if (ts.isCallExpression(parent) && parent.expression !== node) this.#argument(parent, node, visit);
  }

  #isNew(node: ts.Node, { role, env, frame }: Visit): boolean {
    this.#visits += 1;
    if (this.#visits > MAX_VISITS) return false;
    const seen = this.#seen.get(node) ?? new Set();
    this.#seen.set(node, seen);
    const key = frame ?? (env.size === 0 ? role : env);
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  }

  /** `builder.method`, if it is called. */
  #member(access: ts.Expression, method: string, visit: Visit): void {
    let callee: ts.Node = access;
    while (isWrapper(callee.parent) && !ts.isAwaitExpression(callee.parent)) callee = callee.parent;
    const call = callee.parent;
    if (!ts.isCallExpression(call) || call.expression !== callee) return;
    if (visit.role === "builder" && BUILDS.has(method)) {
      this.#record(method, call, visit);
      this.visit(call, visit);
    } else if (method === "compile") {
      if (visit.role === "builder") this.#compile ??= call;
      this.visit(call, { ...visit, role: "compiled" });
    } else if (method === "withConfig" || method === "bind") this.visit(call, visit);
  }

  #record(method: string, node: ts.CallExpression, { env, boundary }: Visit): void {
    const { envs, doubt } = circumstancesOf(node, this.#boundary(node, boundary), env, this.#evaluator);
    for (const each of envs) this.#calls.push({ method, node, env: each, doubt });
  }

  /** What surrounds the builder's own place surrounds its calls as well: that is no circumstance of theirs. */
  #boundary(node: ts.Node, boundary: ts.Node): ts.Node {
    if (boundary.getSourceFile() !== node.getSourceFile()) return boundary;
    for (let at: ts.Node | undefined = node; at !== undefined; at = parentOf(at)) {
      if (at === boundary || (at.pos <= boundary.pos && at.end >= boundary.end)) return at;
    }
    return boundary;
  }

  #bound(declaration: ts.VariableDeclaration, node: ts.Node, visit: Visit): void {
    if (!ts.isIdentifier(declaration.name)) return;
    if (isExported(declaration)) this.#exported.add(declaration.name.text);
    this.#references(declaration, node, visit);
  }

  /** Goes on with all uses of a variable at which it still holds what was assigned at `node`. */
  #references(declaration: Declaration, node: ts.Node, visit: Visit): void {
    const sites = ts.isVariableDeclaration(declaration) ? assignmentSites(declaration) : [];
    for (const reference of referencesTo(declaration)) {
      if (sites.length > 1 && !reaches(node, reference, sites)) continue;
      this.visit(reference, visit);
    }
  }

  #binary(parent: ts.BinaryExpression, node: ts.Node, visit: Visit): void {
    if (parent.operatorToken.kind !== ts.SyntaxKind.EqualsToken && parent.operatorToken.kind !== ts.SyntaxKind.QuestionQuestionEqualsToken) {
      const isLast = parent.right === node || parent.operatorToken.kind !== ts.SyntaxKind.CommaToken;
      if (isLast) this.visit(parent, visit);
      return;
    }
    if (parent.right !== node) return;
    const { left } = parent;
    const exported = exportTarget(left);
    if (exported !== null) this.#exported.add(exported === "module.exports" ? "default" : exported);
    else if (ts.isIdentifier(left)) {
      const declaration = declarationOf(left);
      if (declaration !== null) {
        if (isExported(declaration)) this.#exported.add(left.text);
        this.#references(declaration, node, visit);
      }
    } else if (ts.isPropertyAccessExpression(left)) this.#assignedProperty(left, visit);
    this.visit(parent, visit);
  }

  #assignedProperty(left: ts.PropertyAccessExpression, visit: Visit): void {
    if (left.expression.kind === ts.SyntaxKind.ThisKeyword) {
      const around = classAround(left);
      if (around !== null) this.#throughThis(around, left.name.text, visit);
      return;
    }
    const declaration = ts.isIdentifier(left.expression) ? declarationOf(left.expression) : null;
    if (declaration !== null) this.#throughMember(declaration, left.name.text, visit);
  }

  /** All `holder.name`, the places where it is set left out. */
  #throughMember(holder: Declaration, name: string, visit: Visit): void {
    for (const reference of referencesTo(holder)) {
      const access = reference.parent;
      if (!ts.isPropertyAccessExpression(access) || access.expression !== reference || access.name.text !== name) continue;
      const isSet = ts.isBinaryExpression(access.parent) && access.parent.left === access;
      if (!isSet) this.visit(access, visit);
    }
  }

  #property(declaration: ts.PropertyDeclaration, visit: Visit): void {
    const name = literalName(declaration.name);
    if (name === null || !ts.isClassLike(declaration.parent)) return;
    this.#throughThis(declaration.parent, name, visit);
    if (hasModifier(declaration, ts.SyntaxKind.StaticKeyword)) this.#throughMember(declaration.parent, name, visit);
  }

  #throughThis(around: ts.ClassLikeDeclaration, name: string, visit: Visit): void {
    const [heir, other] = heirsOf(around);
    if (other !== undefined) this.#locked.push({ reason: "Several classes build on the one that holds it", place: placeOf(around.name ?? around) });
    else if (heir !== undefined) this.#throughThis(heir, name, visit);
    for (const access of thisAccesses(around, name)) {
      const { parent } = access;
      if (ts.isBinaryExpression(parent) && parent.left === access) continue;
      // A method runs when somebody calls it: only what is inside of it is a circumstance.
      const method = methodAround(access);
      const isOwn = method !== null && this.#root.pos >= method.pos && this.#root.end <= method.end;
      this.visit(access, isOwn || method === null ? visit : { ...visit, boundary: method });
    }
  }

  /** An object that keeps the builder: `context.builder`. */
  #entry(entry: ts.PropertyAssignment | ts.ShorthandPropertyAssignment, name: string | null, visit: Visit): void {
    const holder = entry.parent.parent;
    if (name !== null && ts.isVariableDeclaration(holder) && holder.initializer === entry.parent) this.#throughMember(holder, name, visit);
    const isModule = ts.isBinaryExpression(holder) && exportTarget(holder.left) === "module.exports";
    if (name !== null && isModule) this.#exported.add(name);
  }

  /** What a function returns is what its calls give. */
  #returned(fn: FunctionNode | null, visit: Visit): void {
    if (fn === null) return;
    if (visit.frame?.fn === fn) {
      const { call, env, outer, boundary } = visit.frame;
      this.visit(call, { role: visit.role, env, frame: outer, boundary });
      return;
    }
    for (const name of exportedNames(fn)) this.#exported.add(name);
    for (const use of usesOf(fn)) if (ts.isExportSpecifier(use.parent)) this.#exported.add(use.parent.name.text);
    for (const use of usesOf(fn)) if (ts.isExportAssignment(use.parent)) this.#exported.add("default");
    for (const call of callsOf(fn)) this.visit(call, { ...visit, boundary: call });
  }

  /** A builder that is handed to a function of the project is followed into it. */
  #argument(call: ts.CallExpression, node: ts.Node, visit: Visit): void {
    if (HANDS_ON.test(calleeText(call))) {
      this.visit(call, visit);
      return;
    }
    if (visit.role !== "builder") return;
    const index = call.arguments.findIndex((argument) => argument === node);
    if (this.#reduced(call, index, visit)) return;
    const callee = this.#evaluator.evaluate(call.expression, visit.env);
    let isFollowed = false;
    for (const value of callee.values) {
      if (value.kind !== "function") continue;
      isFollowed = true;
      const parameter = value.node.parameters[index];
      if (parameter === undefined || !ts.isIdentifier(parameter.name)) continue;
      const env = new Map(bindParameters(value, argumentsOf(call, visit.env, this.#evaluator)));
      env.delete(parameter);
      const frame: Frame = { fn: value.node, call, env: visit.env, outer: visit.frame, boundary: visit.boundary };
      const depth = depthOf(frame);
      if (depth < 8) for (const reference of referencesTo(parameter)) this.visit(reference, { role: "builder", env, frame, boundary: value.node });
    }
    const text = calleeText(call);
    const isPart = /\.(addNode|addEdge|addSequence|addConditionalEdges)$/.test(text);
    if (!isFollowed && !isPart && !HARMLESS.test(text)) {
      this.#locked.push({ reason: `The builder is handed to ${text}, which may add to it`, place: placeOf(call) });
    }
  }

  /** `names.reduce((graph, name) => graph.addNode(name, …), builder)`. */
  #reduced(call: ts.CallExpression, index: number, visit: Visit): boolean {
    const callback = call.arguments[0];
    const callee = call.expression;
    if (index !== 1 || !ts.isPropertyAccessExpression(callee) || callee.name.text !== "reduce") return false;
    if (callback === undefined || !isFunctionNode(callback)) return false;
    const items = exactItems(this.#evaluator.evaluate(callee.expression, visit.env));
    const [builder, item] = callback.parameters;
    if (builder === undefined) return true;
    if (items === null) this.#locked.push({ reason: "The builder is reduced over values that are only known when it runs", place: placeOf(call) });
    for (const each of items ?? []) {
      const env = item === undefined ? visit.env : new Map(visit.env).set(item, each);
      for (const reference of referencesTo(builder)) {
        this.visit(reference, {
          role: "builder",
          env,
          frame: { fn: callback, call, env: visit.env, outer: visit.frame, boundary: callback },
          boundary: callback,
        });
      }
    }
    this.visit(call, visit);
    return true;
  }
}

function depthOf(frame: Frame): number {
  let depth = 0;
  for (let at: Frame | null = frame; at !== null; at = at.outer) depth += 1;
  return depth;
}

function methodAround(node: ts.Node): FunctionNode | null {
  for (let at = functionAround(node); at !== null; at = functionAround(at)) if (ts.isClassLike(at.parent)) return at;
  return null;
}

/** The names under which a file exports a function. */
function exportedNames(fn: FunctionNode): string[] {
  if (ts.isFunctionDeclaration(fn)) {
    if (hasModifier(fn, ts.SyntaxKind.DefaultKeyword)) return ["default"];
    return isExported(fn) && fn.name !== undefined ? [fn.name.text] : [];
  }
  const holder = fn.parent;
  if (ts.isVariableDeclaration(holder) && ts.isIdentifier(holder.name)) return isExported(holder) ? [holder.name.text] : [];
  if (ts.isExportAssignment(holder)) return ["default"];
  if (ts.isBinaryExpression(holder)) {
    const target = exportTarget(holder.left);
    return target === null ? [] : [target === "module.exports" ? "default" : target];
  }
  return [];
}

/** Where a variable gets a value that is not made from what it held. */
function assignmentSites(declaration: ts.VariableDeclaration): ts.Node[] {
  const sites: ts.Node[] = declaration.initializer === undefined ? [] : [declaration.initializer];
  for (const reference of referencesTo(declaration)) {
    const { parent } = reference;
    if (!ts.isBinaryExpression(parent) || parent.left !== reference || parent.operatorToken.kind !== ts.SyntaxKind.EqualsToken) continue;
    if (!startsWith(parent.right, declaration)) sites.push(parent.right);
  }
  return sites;
}

/** True for a chain of calls on a variable. */
function startsWith(node: ts.Expression, declaration: Declaration): boolean {
  let at: ts.Expression = node;
  for (;;) {
    if (ts.isIdentifier(at)) return declarationOf(at) === declaration;
    if (isWrapper(at) || ts.isCallExpression(at) || ts.isPropertyAccessExpression(at)) at = at.expression;
    else return false;
  }
}

/** True where what was assigned at `site` may still be what a use finds. */
function reaches(site: ts.Node, use: ts.Node, sites: readonly ts.Node[]): boolean {
  if (!sites.includes(site)) return true;
  const around = functionAround(use);
  const before = sites.filter((each) => each.end <= use.pos && functionAround(each) === around).sort((a, b) => b.pos - a.pos);
  if (before.length === 0) return true;
  for (const each of before) {
    if (each === site) return true;
    if (contains(blockAround(each), use)) return false;
  }
  return functionAround(site) !== around;
}

function blockAround(node: ts.Node): ts.Node {
  let at = node;
  while (!ts.isBlock(at) && !ts.isSourceFile(at) && !ts.isCaseClause(at)) at = at.parent;
  return at;
}

function contains(outer: ts.Node, inner: ts.Node): boolean {
  return outer.pos <= inner.pos && outer.end >= inner.end;
}

/** True for a call in the chain that begins with the builder itself. */
function isChained(call: ts.CallExpression, root: ts.Expression): boolean {
  let at: ts.Node = call;
  while (at !== root) {
    if (ts.isCallExpression(at) || ts.isPropertyAccessExpression(at) || isWrapper(at)) at = at.expression;
    else return false;
  }
  return true;
}

/** The variable that a chain is assigned to, or null. */
function heldBy(root: ts.Expression): string | null {
  let at: ts.Node = root;
  for (;;) {
    const { parent } = at;
    if (ts.isVariableDeclaration(parent)) return ts.isIdentifier(parent.name) && parent.initializer === at ? parent.name.text : null;
    if (ts.isBinaryExpression(parent) && parent.right === at)
      return ts.isIdentifier(parent.left) || ts.isPropertyAccessExpression(parent.left) ? parent.left.getText() : null;
    if (ts.isPropertyAccessExpression(parent) && parent.name.text === "compile") return null;
    if (!isWrapper(parent) && !ts.isCallExpression(parent) && !ts.isPropertyAccessExpression(parent)) return null;
    at = parent;
  }
}

function receiverText(call: ts.CallExpression): string | null {
  let at: ts.Expression = call;
  while (ts.isCallExpression(at) || isWrapper(at) || (ts.isPropertyAccessExpression(at) && at.expression.kind !== ts.SyntaxKind.ThisKeyword))
    at = at.expression;
  return ts.isIdentifier(at) || ts.isPropertyAccessExpression(at) ? at.getText() : null;
}

/** The classes of the file that extend a class. */
function heirsOf(parent: ts.ClassLikeDeclaration): ts.ClassLikeDeclaration[] {
  if (!ts.isClassDeclaration(parent)) return [];
  return referencesTo(parent).flatMap((reference) => {
    const clause = ts.isExpressionWithTypeArguments(reference.parent) ? reference.parent.parent : null;
    if (clause === null || !ts.isHeritageClause(clause) || clause.token !== ts.SyntaxKind.ExtendsKeyword) return [];
    return ts.isClassLike(clause.parent) ? [clause.parent] : [];
  });
}
