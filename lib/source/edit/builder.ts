import ts from "typescript";
import type { Place, SourceConditional, SourceEdge, SourceNode } from "../../schema/source";
import { parse, walk } from "../ast";
import { declarationOf } from "../scope";
import { chainOf, dotOf, isBuilderCall, type BuilderCall } from "./chain";
import type { EditContext } from "./context";
import { Draft } from "./draft";
import { quoted } from "./names";
import { importName } from "./text";

export function sourceOf({ text, file }: Pick<EditContext, "text" | "file">): ts.SourceFile {
  return parse(text, file);
}

export function draftOf(context: Pick<EditContext, "text" | "file">): Draft {
  return new Draft(sourceOf(context));
}

export function isJavaScript(file: string): boolean {
  return /\.(?:js|mjs|cjs|jsx)$/i.test(file);
}

/** The outermost node that stands exactly there (and is what is looked for). */
export function nodeAt(sourceFile: ts.SourceFile, place: Pick<Place, "start" | "end">): ts.Node | null;
export function nodeAt<T extends ts.Node>(sourceFile: ts.SourceFile, place: Pick<Place, "start" | "end">, is: (node: ts.Node) => node is T): T | null;
export function nodeAt(sourceFile: ts.SourceFile, place: Pick<Place, "start" | "end">, is: (node: ts.Node) => boolean = () => true): ts.Node | null {
  let found: ts.Node | null = null;
  walk(sourceFile, (node) => {
    if (found !== null || node.pos > place.start || node.end < place.end) return false;
    if (node.end !== place.end || node.getStart(sourceFile) !== place.start || !is(node)) return true;
    found = node;
    return false;
  });
  return found;
}

/** The builder call that a place means: `.addEdge(…)` from its dot on, or the only call of a statement. */
export function callAt(sourceFile: ts.SourceFile, place: Pick<Place, "start" | "end">): BuilderCall | null {
  let found: BuilderCall | null = null;
  walk(sourceFile, (node) => {
    if (found !== null || node.pos > place.start || node.end < place.end) return false;
    if (ts.isExpressionStatement(node) && node.end === place.end && node.getStart(sourceFile) === place.start) found = callOfStatement(node);
    else if (isBuilderCall(node) && node.end === place.end && (dotOf(node.expression) === place.start || node.getStart(sourceFile) === place.start)) {
      found = node;
    } else return true;
    return false;
  });
  return found;
}

function callOfStatement(statement: ts.ExpressionStatement): BuilderCall | null {
  let expression: ts.Expression = statement.expression;
  for (;;) {
    if (ts.isBinaryExpression(expression)) expression = expression.right;
    else if (ts.isParenthesizedExpression(expression) || ts.isAwaitExpression(expression) || ts.isAsExpression(expression))
      expression = expression.expression;
    else return isBuilderCall(expression) ? expression : null;
  }
}

/** How a node is added: a call of its own, or an element of an object or array that a call is given. */
export type NodeEntry = {
  call: BuilderCall | null;
  name: ts.Expression | ts.PropertyName;
  action: ts.Node;
  options: ts.Expression | null;
  /** Null for a call of its own. */
  element: { list: ts.NodeArray<ts.Node>; node: ts.ObjectLiteralElementLike | ts.ArrayLiteralExpression } | null;
};

/** True where one call adds several nodes under names that it computes, in a loop. */
export function isRepeated({ graph }: EditContext, node: SourceNode): boolean {
  return graph.nodes.some(
    ({ name, place }) => name !== node.name && place.start === node.place.start && place.end === node.place.end && place.file === node.place.file,
  );
}

/** The syntax of a node's `addNode`; null where it is written in a way that is not known. */
export function entryOf(sourceFile: ts.SourceFile, node: Pick<SourceNode, "place" | "form">): NodeEntry | null {
  if (node.form === "call") {
    const call = callAt(sourceFile, node.place);
    const [name, action, options] = call?.arguments ?? [];
    // `addNode(step)` takes its name from the function.
    return call === null || name === undefined ? null : { call, name, action: action ?? name, options: options ?? null, element: null };
  }
  const element = nodeAt(sourceFile, node.place, (each) => ts.isObjectLiteralElementLike(each) || ts.isArrayLiteralExpression(each));
  if (element === null) return null;
  const call = callAround(element);
  if (ts.isArrayLiteralExpression(element)) {
    const [name, action, options] = element.elements;
    if (name === undefined || action === undefined || !ts.isArrayLiteralExpression(element.parent)) return null;
    return { call, name, action, options: options ?? null, element: { list: element.parent.elements, node: element } };
  }
  if (element.name === undefined || !ts.isObjectLiteralExpression(element.parent)) return null;
  const action = ts.isPropertyAssignment(element) ? element.initializer : element;
  return { call, name: element.name, action, options: null, element: { list: element.parent.properties, node: element } };
}

/** The `addNode` or `addSequence` call that an element is an argument of. */
function callAround(element: ts.Node): BuilderCall | null {
  for (let at: ts.Node = element.parent; !ts.isSourceFile(at) && !ts.isStatement(at); at = at.parent) {
    if (isBuilderCall(at) && /^add(?:Node|Sequence)$/.test(at.expression.name.text)) return at;
  }
  return null;
}

/** What conditional edges are given, as arguments or as one object. */
export type ConditionalParts = {
  call: BuilderCall;
  source: ts.Expression | null;
  path: ts.Expression | null;
  map: ts.Expression | null;
  object: ts.ObjectLiteralExpression | null;
};

export function conditionalParts(sourceFile: ts.SourceFile, conditional: Pick<SourceConditional, "place">): ConditionalParts | null {
  const call = callAt(sourceFile, conditional.place);
  const first = call?.arguments[0];
  if (call === null || first === undefined) return null;
  if (!ts.isObjectLiteralExpression(first)) {
    return { call, source: first, path: call.arguments[1] ?? null, map: call.arguments[2] ?? null, object: null };
  }
  const property = (key: string) => {
    const found = first.properties.find((each) => each.name !== undefined && ts.isIdentifier(each.name) && each.name.text === key);
    if (found === undefined) return null;
    return ts.isPropertyAssignment(found) ? found.initializer : ts.isShorthandPropertyAssignment(found) ? found.name : null;
  };
  return { call, source: property("source"), path: property("path"), map: property("pathMap"), object: first };
}

/** The call that makes a plain edge; of one in a sequence, the whole `addSequence`. */
export function edgeCall(sourceFile: ts.SourceFile, edge: SourceEdge, nodes: readonly SourceNode[]): BuilderCall | null {
  if (edge.form !== "sequence") return callAt(sourceFile, edge.place);
  const target = nodes.find(({ name }) => name === edge.target);
  return target === undefined ? null : (entryOf(sourceFile, target)?.call ?? null);
}

/** `new StateGraph(…)`. */
export function rootOf(context: EditContext): ts.Expression | null {
  const place = context.graph.place;
  return nodeAt(sourceOf(context), place, (node): node is ts.Expression => ts.isNewExpression(node) || ts.isCallExpression(node));
}

/** The statement around a node that is one of a list: of the file, or of a block. */
export function statementOf(node: ts.Node): ts.Statement {
  let at: ts.Node = node;
  while (!(ts.isStatement(at) && isStatementList(at.parent))) at = at.parent;
  return at;
}

function isStatementList(node: ts.Node): boolean {
  return ts.isSourceFile(node) || ts.isBlock(node) || ts.isModuleBlock(node) || ts.isCaseOrDefaultClause(node);
}

/** All calls that the graph is built with, in the order in which they are made. */
export function callsOf(context: EditContext): BuilderCall[] {
  const sourceFile = sourceOf(context);
  const { nodes, edges, conditional } = context.graph;
  const calls = new Set<BuilderCall>();
  const add = (call: BuilderCall | null | undefined) => {
    if (call !== null && call !== undefined) calls.add(call);
  };
  for (const node of nodes) add(entryOf(sourceFile, node)?.call);
  for (const edge of edges) add(edgeCall(sourceFile, edge, nodes));
  for (const each of conditional) add(callAt(sourceFile, each.place));
  return [...calls].sort((a, b) => a.end - b.end);
}

/** Puts a call behind the last of `preferred` (else of all), but not before the nodes that it names are added. */
export function addCall(
  context: EditContext,
  draft: Draft,
  method: string,
  names: readonly string[],
  preferred: readonly (BuilderCall | null)[],
  comments: readonly string[] = [],
): void {
  const sourceFile = sourceOf(context);
  const added = context.graph.nodes.filter(({ name }) => names.includes(name)).map((node) => entryOf(sourceFile, node)?.call ?? null);
  const present = (calls: readonly (BuilderCall | null)[]) => calls.filter((call) => call !== null).sort((a, b) => a.end - b.end);
  const needed = present(added).at(-1);
  const liked = present(preferred)
    .filter((call) => isUnconditional(context, call))
    .at(-1);
  const last = callsOf(context).findLast((call) => isUnconditional(context, call));
  const after = liked === undefined ? (last ?? needed) : needed === undefined || liked.end >= needed.end ? liked : needed;
  if (after !== undefined) return draft.insertCall(after, method, comments);
  const root = rootOf(context);
  if (root !== null) addFirstCall(context, draft, root, method);
}

function addFirstCall(context: EditContext, draft: Draft, root: ts.Expression, method: string): void {
  const statement = statementOf(root);
  const { variable } = context.graph;
  if (context.graph.style !== "chain" && variable !== null) {
    draft.insertStatementAfter(statement, `${variable}.${method}${draft.style.semicolons ? ";" : ""}`);
  } else draft.insertFirstCall(root, method);
}

/** False for a call in an `if` or another block that the builder itself is not in. */
function isUnconditional(context: EditContext, call: BuilderCall): boolean {
  const root = rootOf(context);
  return root === null || statementOf(call).parent === statementOf(root).parent;
}

/** Behind which calls a new edge stands best: the last that leaves the same source, else the last edge of all. */
export function edgeNeighbours(context: EditContext, source: string): (BuilderCall | null)[] {
  const sourceFile = sourceOf(context);
  const { edges, conditional, nodes } = context.graph;
  const plain = (of: readonly SourceEdge[]) => of.filter(({ form }) => form !== "sequence").map((edge) => edgeCall(sourceFile, edge, nodes));
  const same = plain(edges.filter((edge) => edge.source === source));
  if (same.length > 0) return same;
  return [...plain(edges), ...conditional.map((each) => callAt(sourceFile, each.place))];
}

/** How the file writes a node's name: its constant where it has one, `START` and `END`, else a string. */
export function nameText(context: EditContext, draft: Draft, name: string): string {
  if (name === "__start__" || name === "__end__") return endText(context, draft, name);
  const sourceFile = sourceOf(context);
  const node = context.graph.nodes.find((each) => each.name === name);
  const entry = node === undefined ? null : entryOf(sourceFile, node);
  const cast = castOf(context);
  if (entry !== null && entry.element === null && entry.name !== entry.action) {
    const text = entry.name.getText(sourceFile);
    return ts.isExpression(entry.name) && isConstant(entry.name) ? text + cast : quoted(name, draft.style) + cast;
  }
  return quoted(name, draft.style) + cast;
}

/** True for a name, or a member of it, that means the same wherever it stands: no variable of a loop or parameter. */
function isConstant(expression: ts.Expression): boolean {
  const name = ts.isPropertyAccessExpression(expression) ? expression.expression : expression;
  if (!ts.isIdentifier(name)) return false;
  const declaration = declarationOf(name);
  if (declaration === null) return false;
  if (!ts.isVariableDeclaration(declaration))
    return (
      ts.isImportSpecifier(declaration) || ts.isImportClause(declaration) || ts.isNamespaceImport(declaration) || ts.isEnumDeclaration(declaration)
    );
  return (declaration.parent.flags & ts.NodeFlags.Const) !== 0 && declaration.initializer !== undefined;
}

/** ` as any` where the file's edges name their nodes so: on a variable, TypeScript does not know nodes that statements add. */
function castOf(context: EditContext): string {
  const sourceFile = sourceOf(context);
  for (const edge of context.graph.edges) {
    for (const argument of edgeCall(sourceFile, edge, context.graph.nodes)?.arguments ?? []) {
      if (ts.isAsExpression(argument)) return ` as ${argument.type.getText(sourceFile)}`;
    }
  }
  return "";
}

/** `START` or `END` as the file of the draft writes it; imported where it has to be. */
export function endText(context: EditContext, draft: Draft, name: "__start__" | "__end__"): string {
  const wanted = { from: langgraphModule(draft.sourceFile), name: name === "__start__" ? "START" : "END" };
  const { local, changes } = importName(draft.sourceFile, wanted);
  if (changes.length === 0) return local;
  const { edges, conditional } = context.graph;
  const places = [...edges.flatMap((edge) => [edge.source_place, edge.target_place]), ...conditional.map((each) => each.source_place)];
  const isString = places.some((place) => place?.file === context.file && /^["'`]__(?:start|end)__/.test(context.text.slice(place.start, place.end)));
  if (isString) return quoted(name, draft.style);
  draft.add(changes);
  return local;
}

/** The module that the file has LangGraph from. */
export function langgraphModule(sourceFile: ts.SourceFile): string {
  const modules = sourceFile.statements.flatMap((statement) => {
    if (ts.isImportDeclaration(statement) && ts.isStringLiteral(statement.moduleSpecifier)) return [statement.moduleSpecifier.text];
    const required = /\brequire\(\s*["'](@langchain\/langgraph(?:\/web)?)["']\s*\)/.exec(
      ts.isVariableStatement(statement) ? statement.getText(sourceFile) : "",
    );
    return required?.[1] === undefined ? [] : [required[1]];
  });
  return modules.find((module) => /^@langchain\/langgraph(?:\/web)?$/.test(module)) ?? "@langchain/langgraph";
}

/** Moves a call behind the nodes that it names, where one of them is added later: TypeScript knows them only from there on. */
export function moveBehind(context: EditContext, draft: Draft, call: BuilderCall, names: readonly string[]): void {
  const sourceFile = sourceOf(context);
  const isLater = context.graph.nodes.some(
    ({ name, ...node }) => names.includes(name) && (entryOf(sourceFile, { ...node })?.call?.end ?? 0) > call.end,
  );
  const link = chainOf(call).links.find((each) => each.call === call);
  const isCommented = /\/[/*]/.test(context.text.slice(call.expression.expression.end, link?.dot ?? call.expression.expression.end));
  if (!isLater || isCommented) return;
  const method = context.text.slice(call.expression.name.getStart(sourceFile), call.end);
  draft.removeCall(call);
  const added = context.graph.nodes.filter(({ name }) => names.includes(name)).map((node) => entryOf(sourceFile, node)?.call ?? null);
  addCall(context, draft, method, names, added);
}
