import ts from "typescript";
import { unwrap } from "../../ast";
import { declarationOf } from "../../scope";
import { isJavaScript, statementOf } from "../builder";
import { refused, type StepOutcome } from "../context";
import { quoted, toVariableName, unusedName } from "../names";
import { contains, wordsOf, type GuardTarget } from "./target";
import { isResultUsed, makeAsync, outermost, waitingOf } from "./waiting";

/** `module`: a constant at the top of the file. `local`: one above the statement, over what that sees. `inline`: in place of the call. */
export type WrapForm = "module" | "local" | "inline";

/** What is written for a call that is wrapped: the function, and what that is called with in the call's place. */
export type Wrapped = {
  make: (form: WrapForm) => string;
  given: (form: WrapForm) => string;
  comment: string;
  /** It needs more of what stands around than can be handed over: no constant at the top of the file. */
  isBound?: boolean;
};

/** What answers cannot be kept: they hold a connection, and can be read once. */
const UNKEEPABLE = /^(?:fetch|axios|got|ky|superagent)\b/;

/** Why a call cannot be wrapped in something that keeps its result; null where it can. */
export function wrapProblem({ call, path }: GuardTarget): string | null {
  if (call.expression.kind === ts.SyntaxKind.SuperKeyword || call.expression.kind === ts.SyntaxKind.ImportKeyword)
    return "This is no call that can be wrapped.";
  if (contains(call, (node) => ts.isYieldExpression(node))) return "The call yields while it is made.";
  if (UNKEEPABLE.test(path) && isResultUsed(call)) {
    return `What ${path} answers holds a connection and cannot be kept. Put the request and the reading of its answer into a function of their own, then guard the call of that.`;
  }
  return null;
}

/** Wraps the call, in its own file, with `await` where it is needed. */
export function wrapCall(target: GuardTarget, { make, given, comment, isBound = false }: Wrapped): StepOutcome {
  const { draft, call } = target;
  const waiting = waitingOf(target);
  if (typeof waiting === "object") return refused(waiting.reason, target.node.place);
  const form = formOf(target, isBound);
  const end = draft.style.semicolons ? ";" : "";
  const name = unusedName(draft.sourceFile, toVariableName(`${wordsOf(target.path)} once`, "effect"));
  const definition = `const ${name} = ${make(form)}${end}`.split(/\r?\n/);
  if (form === "module") draft.insertAbove(topStatement(call), [`/** ${comment} */`, ...definition]);
  if (form === "local") {
    const statement = statementOf(call);
    const start = statement.getStart(draft.sourceFile);
    draft.insert(start, definition.join(draft.style.eol) + draft.style.eol + draft.indentation(start));
  }
  // After what is written above the function, which may stand at the same place.
  if (waiting === "add") makeAsync(target);
  const made = `${form === "inline" ? make(form) : name}(${given(form)})`;
  const isOperand = waiting === "add" && isTight(call);
  draft.replaceNode(call, waiting === "add" ? (isOperand ? `(await ${made})` : `await ${made}`) : made);
  return target.drafts.finish();
}

/** True where `await` before the call would take less than what stands there: `call().id`. */
function isTight(call: ts.CallExpression): boolean {
  const { parent } = call;
  return (
    ts.isPropertyAccessExpression(parent) ||
    ts.isElementAccessExpression(parent) ||
    ts.isNonNullExpression(parent) ||
    (ts.isCallExpression(parent) && parent.expression === call) ||
    (ts.isBinaryExpression(parent) && parent.operatorToken.kind === ts.SyntaxKind.AsteriskAsteriskToken)
  );
}

function topStatement(node: ts.Node): ts.Statement {
  let at = statementOf(node);
  while (!ts.isSourceFile(at.parent)) at = statementOf(at.parent);
  return at;
}

function formOf(target: GuardTarget, isBound: boolean): WrapForm {
  const { call, fn, draft } = target;
  const isScript = isJavaScript(draft.sourceFile.fileName);
  if (!isBound && isTopLevel(call.expression) && (isScript || isPlainlyTyped(target) || isNarrowed(target))) return "module";
  // In a function without braces, or in the head of a loop, a statement above would not see what the call sees.
  const statement = statementOf(call);
  const isInside = fn.body !== undefined && ts.isBlock(fn.body) && statement.pos >= fn.body.pos;
  return isInside && !ts.isIterationStatement(statement, false) && !ts.isSwitchStatement(statement) ? "local" : "inline";
}

/** True for a name, or members of one, that mean the same at the top of the file. */
function isTopLevel(callee: ts.Expression): boolean {
  let at = callee;
  while (ts.isPropertyAccessExpression(at) && at.questionDotToken === undefined) at = at.expression;
  if (!ts.isIdentifier(at) || (ts.isCallExpression(callee.parent) && callee.parent.questionDotToken !== undefined)) return false;
  const declaration = declarationOf(at);
  if (declaration === null) return true;
  let around: ts.Node = declaration;
  while (!ts.isStatement(around) && !ts.isImportDeclaration(around) && !ts.isSourceFile(around)) {
    if (ts.isParameter(around) || ts.isCatchClause(around)) return false;
    around = around.parent;
  }
  return ts.isSourceFile(around) || ts.isSourceFile(around.parent);
}

/** True where `Parameters<typeof callee>` is sure to say what the call is given: a function with one signature, without type parameters. */
function isPlainlyTyped({ call, drafts }: GuardTarget): boolean {
  const callee = unwrap(call.expression);
  if (call.typeArguments !== undefined) return false;
  if (!ts.isIdentifier(callee)) return false;
  const definition = drafts.modules.define(callee);
  if (definition === null) return callee.text === "fetch";
  if (definition.kind === "external") return true;
  if (definition.kind !== "declaration") return false;
  const { node } = definition;
  if (ts.isFunctionDeclaration(node)) return node.typeParameters === undefined && node.body !== undefined && !hasOverloads(node);
  if (!ts.isVariableDeclaration(node) || node.initializer === undefined) return false;
  const value = unwrap(node.initializer);
  return (ts.isArrowFunction(value) || ts.isFunctionExpression(value)) && value.typeParameters === undefined;
}

function hasOverloads(fn: ts.FunctionDeclaration): boolean {
  const { parent } = fn;
  return (
    "statements" in parent &&
    (parent as ts.SourceFile).statements.some((each) => ts.isFunctionDeclaration(each) && each !== fn && each.name?.text === fn.name?.text)
  );
}

/** True where the call is given something that was tested before: a function around the call would not know of the test. */
function isNarrowed({ call, fn, draft }: GuardTarget): boolean {
  const given = new Set<string>();
  const note = (node: ts.Node): void => {
    if (ts.isPropertyAccessExpression(node) || ts.isElementAccessExpression(node)) given.add(node.getText(draft.sourceFile));
    ts.forEachChild(node, note);
  };
  call.arguments.forEach(note);
  if (given.size === 0) return false;
  const tests = (node: ts.Node) => contains(node, (each) => ts.isExpression(each) && given.has(each.getText(draft.sourceFile)));
  for (let at: ts.Node = outermost(call); at !== fn; at = at.parent) {
    const { parent } = at;
    if ((ts.isIfStatement(parent) || ts.isConditionalExpression(parent)) && testOf(parent) !== at && tests(testOf(parent))) return true;
    if (ts.isBinaryExpression(parent) && parent.right === at && tests(parent.left)) return true;
    if (!ts.isBlock(parent)) continue;
    const before = parent.statements.slice(
      0,
      parent.statements.findIndex((each) => each === at),
    );
    if (before.some((each) => ts.isIfStatement(each) && tests(each.expression))) return true;
  }
  return false;
}

function testOf(node: ts.IfStatement | ts.ConditionalExpression): ts.Expression {
  return ts.isIfStatement(node) ? node.expression : node.condition;
}

/** The call as it is written; one whose answer cannot be kept, as a statement that gives nothing. */
export function bodyOf({ path, draft }: GuardTarget, call: string): string {
  if (!UNKEEPABLE.test(path)) return call;
  const end = draft.style.semicolons ? ";" : "";
  return `{ await ${call}${end} }`;
}

/** A name for what is kept, as a string of the file. */
export function keptName({ path, draft }: GuardTarget): string {
  return quoted(wordsOf(path).replaceAll(" ", "_"), draft.style);
}
