import ts from "typescript";
import { isWrapper, literalName, unwrap, walk } from "../ast";
import { EMPTY_ENV, onlyString, type Evaluator, type Value } from "../evaluate/values";
import { langChainName, langGraphName } from "../library";
import { exportTarget } from "../modules";
import { parentOf } from "../scope";

/** A place of a file that makes a workflow. */
export type Root = {
  node: ts.NewExpression | ts.CallExpression;
  api: "graph" | "agent" | "entrypoint";
  /** What makes it: `StateGraph`, `createReactAgent` … */
  maker: string;
  /** Unique in the file. */
  name: string;
};

const BUILDERS = new Set(["StateGraph", "MessageGraph", "Graph"]);
const AGENTS = new Set(["createReactAgent", "createAgent", "createSupervisor", "createSwarm", "createDeepAgent"]);
/** A text without any of these has no workflow. */
const HINT = /StateGraph|MessageGraph|\bGraph\b|createReactAgent|createAgent|createSupervisor|createSwarm|createDeepAgent|entrypoint/;

const found = new WeakMap<Evaluator, Map<ts.SourceFile, Root[]>>();

/** All places of a file that make a workflow, in order. */
export function findRoots(sourceFile: ts.SourceFile, evaluator: Evaluator): Root[] {
  let known = found.get(evaluator);
  if (known === undefined) found.set(evaluator, (known = new Map<ts.SourceFile, Root[]>()));
  const roots = known.get(sourceFile) ?? readRoots(sourceFile, evaluator);
  known.set(sourceFile, roots);
  return roots;
}

function readRoots(sourceFile: ts.SourceFile, evaluator: Evaluator): Root[] {
  if (!HINT.test(sourceFile.text) && !/langgraph/.test(sourceFile.text)) return [];
  const roots: Root[] = [];
  const taken = new Map<string, number>();
  walk(sourceFile, (node) => {
    if (!ts.isNewExpression(node) && !ts.isCallExpression(node)) return;
    const made = makerOf(node, evaluator);
    if (made !== null) roots.push({ ...made, node, name: "" });
  });
  roots.sort((a, b) => a.node.getStart(sourceFile) - b.node.getStart(sourceFile));
  return roots.map((root) => {
    const base = nameOf(root.node, evaluator);
    const count = (taken.get(base) ?? 0) + 1;
    taken.set(base, count);
    return { ...root, name: count === 1 ? base : `${base}~${count}` };
  });
}

function makerOf(node: ts.NewExpression | ts.CallExpression, evaluator: Evaluator): Pick<Root, "api" | "maker"> | null {
  const callee = unwrap(node.expression);
  const name = ts.isIdentifier(callee) ? callee.text : ts.isPropertyAccessExpression(callee) ? callee.name.text : null;
  // Most calls have nothing to do with graphs: only a bare name, or a member of a module, is looked into.
  if (name === null || (ts.isCallExpression(node) && ts.isPropertyAccessExpression(callee) && !MAKERS.test(name))) return null;
  if (ts.isCallExpression(node) && ts.isIdentifier(callee) && !MAKERS.test(name) && !HINT.test(node.getSourceFile().text)) return null;
  for (const value of evaluator.evaluate(callee, EMPTY_ENV).values) {
    const made = makerOfValue(value, ts.isNewExpression(node));
    if (made !== null) return made;
  }
  return null;
}

const MAKERS = /^(create(React|Deep)?Agent|createSupervisor|createSwarm|entrypoint)$/;

function makerOfValue(value: Value, isNew: boolean): Pick<Root, "api" | "maker"> | null {
  const graph = langGraphName(value);
  if (isNew) return graph !== null && BUILDERS.has(graph) ? { api: "graph", maker: graph } : null;
  if (graph === "entrypoint") return { api: "entrypoint", maker: graph };
  const name = langChainName(value) ?? (value.kind === "external" && /(^|[/:])deepagents/.test(value.module) ? value.path : null);
  const agent = name?.split(".").at(-1);
  return agent !== undefined && AGENTS.has(agent) ? { api: "agent", maker: agent } : null;
}

/** True for the value that a workflow's place makes. */
export function isGraphValue(value: Value): boolean {
  if (value.kind !== "made") return false;
  return makerOfValue(value.of, ts.isNewExpression(value.node)) !== null;
}

/** The expression that made a builder or what was compiled from it, seen through the calls on it; null for anything else. */
export function rootOfValue(value: Value): ts.NewExpression | ts.CallExpression | null {
  let at: Value = value;
  for (;;) {
    if (at.kind === "made" && isGraphValue(at)) return at.node;
    if (at.kind === "made" || at.kind === "member") at = at.of;
    else return null;
  }
}

/** What the text calls a workflow: the variable, property, function or class that holds it. */
function nameOf(root: ts.Expression, evaluator: Evaluator): string {
  let node: ts.Node = root;
  for (let parent = parentOf(node); parent !== undefined; node = parent, parent = parentOf(node)) {
    const name = nameFrom(node, parent, evaluator);
    if (name !== null) return name;
  }
  return "graph";
}

function nameFrom(node: ts.Node, parent: ts.Node, evaluator: Evaluator): string | null {
  if (ts.isVariableDeclaration(parent)) return ts.isIdentifier(parent.name) ? parent.name.text : null;
  if (ts.isBinaryExpression(parent) && parent.right === node && parent.operatorToken.kind === ts.SyntaxKind.EqualsToken) {
    const { left } = parent;
    if (exportTarget(left) === "module.exports") return "default";
    return ts.isIdentifier(left) ? left.text : ts.isPropertyAccessExpression(left) ? left.name.text : null;
  }
  if (ts.isPropertyDeclaration(parent) || ts.isPropertyAssignment(parent)) return literalName(parent.name);
  if (ts.isFunctionDeclaration(parent)) return parent.name?.text ?? "default";
  if (ts.isMethodDeclaration(parent) || ts.isGetAccessorDeclaration(parent)) return literalName(parent.name);
  if (ts.isClassLike(parent)) return parent.name?.text ?? null;
  if (ts.isExportAssignment(parent)) return "default";
  // An agent inside of `addNode` goes by the node's name.
  if (ts.isCallExpression(parent) && parent.arguments[1] === node && isNamed(parent.expression, "addNode") && parent.arguments[0] !== undefined) {
    return onlyString(evaluator.evaluate(parent.arguments[0], EMPTY_ENV))?.text ?? null;
  }
  return null;
}

function isNamed(callee: ts.Expression, name: string): boolean {
  let inner = callee;
  while (isWrapper(inner)) inner = inner.expression;
  return ts.isPropertyAccessExpression(inner) && inner.name.text === name;
}
