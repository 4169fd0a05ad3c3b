import ts from "typescript";
import { placeOf, toPlace, unwrap } from "../ast";
import { exactStrings, onlyString, only, type Env, type Possible } from "../evaluate/values";
import { stateShape } from "../evaluate/types";
import { fieldsOf } from "../evaluate/state-fields";
import type { Place, SourceAction, SourceNode } from "../../schema/source";
import { readAction, type Action } from "./actions";
import { readCode } from "./code";
import { commentAbove, docComment, firstSentence, type Comment } from "./comments";
import { declarationOf } from "../scope";
import { readKitCode, readKitNode } from "./kit";
import { nameNode, readOptions, type Options } from "./options";
import type { GraphReader } from "./reader";
import { findRoots } from "./roots";
import type { BuilderCall } from "./trace";

/** A node with what only the reading of edges needs. */
export type ReadNode = SourceNode & { input: Possible | undefined; /** Successors that only a type allows. */ typed: readonly string[] };

type Entry = {
  name: string;
  nameNode: ts.Node | null;
  /** The part of the text that adds it, where that is not the whole call. */
  node: ts.Node | null;
  action: ts.Expression | null;
  options: ts.Expression | undefined;
  env: Env;
  form: SourceNode["form"];
};

/** The nodes of an `addNode` or `addSequence` call. */
export function readNodes(call: BuilderCall, reader: GraphReader): ReadNode[] {
  const sequence = call.method === "addSequence";
  return entriesOf(call, sequence, reader).map((entry) => readNode(entry, call, reader));
}

function entriesOf(call: BuilderCall, sequence: boolean, reader: GraphReader): Entry[] {
  const { evaluator } = reader;
  const [first, second, third] = call.node.arguments;
  if (first === undefined) return [];
  if (ts.isSpreadElement(first)) return unreadable(call, reader, "Nodes are spread into the call");
  const given = evaluator.evaluate(first, call.env);
  const name = onlyString(given);
  if (name !== null && !sequence) {
    const literal = isOwnLiteral(first);
    const action = second === undefined || ts.isSpreadElement(second) ? null : second;
    return [{ name: name.text, nameNode: literal ? unwrap(first) : null, node: null, action, options: third, env: call.env, form: "call" }];
  }
  const list = only(given);
  const form = sequence ? "sequence" : list?.kind === "array" ? "array" : "object";
  if (list?.kind === "object") return objectEntries(list, first, call, form, reader);
  if (list?.kind === "array") return arrayEntries(list, first, call, form, reader);
  return unreadable(
    call,
    reader,
    given.values.some((value) => value.kind === "string") ? "The name of a node is one of several" : "The name of a node is computed",
  );
}

function unreadable(call: BuilderCall, reader: GraphReader, what: string): Entry[] {
  reader.lock({ reason: call.doubt === null ? what : `${what}; it ${call.doubt.reason}`, place: placeOf(call.node) });
  return [];
}

type ObjectValue = Extract<Possible["values"][number], { kind: "object" }>;
type ArrayValue = Extract<Possible["values"][number], { kind: "array" }>;

function objectEntries(object: ObjectValue, first: ts.Expression, call: BuilderCall, form: SourceNode["form"], reader: GraphReader): Entry[] {
  if (object.open) reader.lock({ reason: "Some nodes come from a value that is only known when it runs", place: placeOf(first) });
  return [...object.fields].map(([name, { node }]) => {
    const initializer =
      node !== null && ts.isPropertyAssignment(node) ? node.initializer : node !== null && ts.isShorthandPropertyAssignment(node) ? node.name : null;
    const isHere = node !== null && contains(call.node, node);
    return {
      name,
      nameNode: isHere ? nameNode(node) : null,
      node: isHere ? node : null,
      action: initializer,
      options: undefined,
      env: call.env,
      form,
    };
  });
}

function arrayEntries(list: ArrayValue, first: ts.Expression, call: BuilderCall, form: SourceNode["form"], reader: GraphReader): Entry[] {
  if (list.open || !list.exact) reader.lock({ reason: "Some nodes come from a list that is only known when it runs", place: placeOf(first) });
  return list.items.flatMap((item): Entry[] => {
    const tuple = only(item);
    const name = tuple?.kind === "array" && tuple.items[0] !== undefined ? onlyString(tuple.items[0]) : null;
    if (tuple?.kind !== "array" || name === null) return unreadable(call, reader, "The name of a node is computed");
    const literal = ts.isArrayLiteralExpression(tuple.node) ? tuple.node : null;
    const [nameExpression, action, options] = literal?.elements ?? [];
    const isHere = literal !== null && contains(call.node, literal);
    return [
      {
        name: name.text,
        nameNode: isHere && nameExpression !== undefined && isOwnLiteral(nameExpression) ? nameExpression : null,
        node: isHere ? literal : null,
        action: action ?? null,
        options,
        env: call.env,
        form,
      },
    ];
  });
}

function contains(outer: ts.Node, inner: ts.Node): boolean {
  return outer.getSourceFile() === inner.getSourceFile() && outer.pos <= inner.pos && outer.end >= inner.end;
}

/** True for a string that is written where it is used. */
export function isOwnLiteral(node: ts.Expression): boolean {
  return ts.isStringLiteralLike(unwrap(node));
}

const NO_ACTION: SourceAction = { kind: "unknown", name: null, place: null, definition: null, body: null };

function readNode(entry: Entry, call: BuilderCall, reader: GraphReader): ReadNode {
  const { evaluator } = reader;
  const action = entry.action === null ? null : readAction(entry.action, entry.env, evaluator);
  const options = readOptions(entry.options, entry.env, evaluator);
  const kit = entry.action === null ? null : readKitNode(entry.action);
  const code =
    kit !== null && entry.action !== null
      ? readKitCode(entry.action, kit)
      : action === null
        ? null
        : readCode(action, inputOf(options, reader), evaluator);
  const comment = describe(entry, action, call);
  const ends = options.fields.get("ends")?.value();
  return {
    name: entry.name,
    place: entry.node === null ? callPlace(call.node) : placeOf(entry.node),
    name_place: entry.nameNode === null ? null : placeOf(entry.nameNode),
    form: entry.form,
    action: action?.action ?? NO_ACTION,
    description: comment === null ? null : firstSentence(comment.text),
    description_place: comment?.place ?? null,
    options: options.values,
    options_place: options.place,
    ends: ends === undefined ? null : endsOf(ends),
    gotos: code?.gotos ?? [],
    ...(code?.complete === false ? { goes_elsewhere: true } : {}),
    subgraph: action === null ? null : subgraphOf(action, reader),
    kit,
    reads: code?.reads ?? null,
    writes: code?.writes ?? null,
    locked: lockOf(call),
    input: options.fields.get("input")?.value(),
    typed: code?.typed ?? [],
  };
}

/** What a node's function is given: its own input's schema, else the state. */
function inputOf(options: Options, reader: GraphReader): Possible {
  const own = options.fields.get("input")?.value();
  const definition = own?.values.find((value) => fieldsOf(value, reader.evaluator) !== null);
  return definition === undefined ? reader.state : { values: [stateShape(definition, reader.evaluator)], complete: true };
}

function endsOf(ends: Possible): string[] | null {
  const names = exactStrings(ends);
  if (names !== null) return [...new Set(names)];
  const [value] = ends.values;
  // A record of targets with their labels.
  return value?.kind === "object" && !value.open && ends.values.length === 1 ? [...value.fields.keys()] : null;
}

function lockOf(call: BuilderCall): string | null {
  return call.doubt === null ? null : `The call that adds it ${call.doubt.reason}`;
}

function subgraphOf({ subgraph }: Action, { evaluator }: GraphReader): SourceNode["subgraph"] {
  if (subgraph === null) return null;
  const sourceFile = subgraph.getSourceFile();
  const root = findRoots(sourceFile, evaluator).find(({ node }) => node === subgraph);
  return root === undefined ? null : { file: sourceFile.fileName, graph: root.name };
}

/** The doc comment of the node's function, else the comment above the call. */
function describe(entry: Entry, action: Action | null, call: BuilderCall): Comment | null {
  const [fn] = action?.functions ?? [];
  const definition = fn === undefined ? docOfConstant(entry.action) : action?.action.kind === "inline" ? null : docOf(fn.node);
  if (definition !== null) return definition;
  if (entry.node !== null) return commentAbove(entry.node, entry.node.getStart());
  return commentAboveCall(call.node);
}

/** What is made by a call, e.g. of the kit, is described above the constant that holds it. */
function docOfConstant(action: ts.Expression | null): Comment | null {
  const name = action === null ? null : unwrap(action);
  const declaration = name !== null && ts.isIdentifier(name) ? declarationOf(name) : null;
  return declaration !== null && ts.isVariableDeclaration(declaration) ? docOf(declaration) : null;
}

function docOf(node: ts.Node): Comment | null {
  for (let at: ts.Node = node; !ts.isSourceFile(at); at = at.parent) {
    const found = docComment(at);
    if (found !== null) return found;
    if (ts.isStatement(at) || ts.isMethodDeclaration(at) || ts.isPropertyDeclaration(at)) break;
  }
  return null;
}

function commentAboveCall(call: ts.CallExpression): Comment | null {
  const statement = wholeStatement(call);
  if (statement !== null) return commentAbove(statement, statement.getStart());
  const dot = dotOf(call);
  return dot === null ? null : commentAbove(dot, dot.getStart());
}

/** The statement that is nothing but this one call on a variable, or null. */
export function wholeStatement(call: ts.CallExpression): ts.Statement | null {
  const callee = unwrap(call.expression);
  if (!ts.isPropertyAccessExpression(callee)) return null;
  const receiver = unwrap(callee.expression);
  if (!ts.isIdentifier(receiver) && !ts.isPropertyAccessExpression(receiver) && receiver.kind !== ts.SyntaxKind.ThisKeyword) return null;
  let at: ts.Node = call;
  while (ts.isParenthesizedExpression(at.parent) || ts.isAwaitExpression(at.parent)) at = at.parent;
  const { parent } = at;
  if (ts.isExpressionStatement(parent)) return parent;
  // `graph = graph.addNode(…)`
  const isSame = ts.isBinaryExpression(parent) && parent.right === at && parent.left.getText() === receiver.getText();
  return isSame && ts.isExpressionStatement(parent.parent) ? parent.parent : null;
}

function dotOf(call: ts.CallExpression): ts.Node | null {
  const callee = unwrap(call.expression);
  if (!ts.isPropertyAccessExpression(callee)) return null;
  return callee.getChildren().find(({ kind }) => kind === ts.SyntaxKind.DotToken || kind === ts.SyntaxKind.QuestionDotToken) ?? null;
}

/** What a builder's call is in the text: `.method(…)` with its dot, or the whole statement where there is nothing else in it. */
export function callPlace(call: ts.CallExpression): Place {
  const statement = wholeStatement(call);
  if (statement !== null) return placeOf(statement);
  const dot = dotOf(call);
  return dot === null ? placeOf(call) : toPlace(call.getSourceFile(), dot.getStart(), call.getEnd());
}
