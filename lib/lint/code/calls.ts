import ts from "typescript";
import { isFunctionNode, type FunctionNode } from "../../source/ast";
import type { Callee, Code } from "./code";

type Call = ts.CallExpression | ts.NewExpression;

/** A call that running a function leads to. `trail`: the calls around it, outermost first, where it stands in a function that is called. */
export type CallStep = { call: Call; callee: Callee; trail: Call[] };

const MAX_DEPTH = 5;
/** Enough for any node; what a whole program does is not its own. */
const MAX_CALLS = 5000;

/** Several checks ask for the calls of the same function. */
const known = new WeakMap<Code, Map<FunctionNode, CallStep[]>>();

/** All calls that a function makes, also those of the project's functions that it calls, in the order of the text. Each function is looked into once. */
export function callsOf(code: Code, root: FunctionNode): CallStep[] {
  const ofCode = known.get(code) ?? new Map<FunctionNode, CallStep[]>();
  known.set(code, ofCode);
  const steps = ofCode.get(root) ?? collectCalls(code, root);
  ofCode.set(root, steps);
  return steps;
}

function collectCalls(code: Code, root: FunctionNode): CallStep[] {
  const steps: CallStep[] = [];
  const entered = new Set<FunctionNode>();
  const enter = (fn: FunctionNode, trail: Call[]): void => {
    if (entered.has(fn) || trail.length > MAX_DEPTH || steps.length > MAX_CALLS || fn.body === undefined) return;
    entered.add(fn);
    const visit = (node: ts.Node): void => {
      // A function that has a name is run where it is called; one without is taken to run where it stands.
      if (isFunctionNode(node) && isNamed(node)) return;
      ts.forEachChild(node, visit);
      if (!ts.isCallExpression(node) && !ts.isNewExpression(node)) return;
      const callee = code.calleeOf(node.expression);
      steps.push({ call: node, callee, trail });
      if (callee.kind === "function") enter(callee.node, [...trail, node]);
    };
    visit(fn.body);
  };
  enter(root, []);
  return steps;
}

/** True for a function that is declared under a name, rather than written where it is used. */
export function isNamed(node: FunctionNode): boolean {
  return ts.isFunctionDeclaration(node) || ts.isMethodDeclaration(node) || ts.isVariableDeclaration(node.parent);
}

/** True for the call of LangGraph's `interrupt`, or of one that other code hands on under that name. */
export function isInterrupt({ callee }: Pick<CallStep, "callee">): boolean {
  return callee.kind === "package" && callee.path === "interrupt" && /langgraph/.test(callee.module);
}
