import ts from "typescript";
import { isFunctionNode, literalName, unwrap, walk } from "../ast";
import { readKit } from "../kit/read-kit";
import { declarationOf } from "../scope";
import type { JsonObject } from "../../schema/json";
import type { SourceKit } from "../../schema/source";
import { readsOf, type NodeCode } from "./code";
import type { Target } from "./targets";

/** The kit node that an expression makes, also by way of a constant of the file; null for any other. */
export function readKitNode(expression: ts.Expression): SourceKit | null {
  const call = kitCall(expression);
  if (call === null) return null;
  const callee = unwrap(call.expression);
  const declaration = ts.isIdentifier(callee) ? declarationOf(callee) : null;
  if (declaration === null || !ts.isImportSpecifier(declaration)) return null;
  const specifier = declaration.parent.parent.parent.moduleSpecifier;
  if (!ts.isStringLiteralLike(specifier)) return null;
  return readKit(call, specifier.text, (declaration.propertyName ?? declaration.name).text);
}

function kitCall(expression: ts.Expression): ts.CallExpression | null {
  const inner = unwrap(expression);
  if (ts.isCallExpression(inner)) return inner;
  const declaration = ts.isIdentifier(inner) ? declarationOf(inner) : null;
  if (declaration === null || !ts.isVariableDeclaration(declaration) || declaration.initializer === undefined) return null;
  const made = unwrap(declaration.initializer);
  return ts.isCallExpression(made) ? made : null;
}

/** Settings that name channels which the node reads, and which it writes. */
const READS = ["show", "history"];
const WRITES = ["into", "comment", "edit"];

/** What a kit node reads and writes, by its settings: the kit's own code serves all of its kind. */
export function readKitCode(expression: ts.Expression, { kind, settings }: SourceKit): NodeCode {
  const call = kitCall(expression);
  const reads = channelsNamed(settings, READS);
  const writes = channelsNamed(settings, WRITES);
  const talks = kind === "model" || kind === "agent" || kind === "tools";
  const asksLast = kind === "retrieve" && settingNode(call, "query") === null;
  if (asksLast || (talks && settings["history"] === undefined)) reads.push("messages");
  if (talks && settings["into"] === undefined) writes.push(...(outputFields(call) ?? ["messages"]));
  walk(call?.arguments[0] ?? expression, (node) => {
    // What the offline model answers is no reading of the state.
    if (ts.isPropertyAssignment(node) && literalName(node.name) === "script") return false;
    if (!isFunctionNode(node)) return true;
    reads.push(...readsOf(node));
    return false;
  });
  return { gotos: [], typed: [], complete: true, reads: [...new Set(reads)], writes: [...new Set(writes)] };
}

function channelsNamed(settings: JsonObject, names: readonly string[]): string[] {
  return names.flatMap((name) => settings[name] ?? []).filter((value) => typeof value === "string");
}

/** The fields of a model's structured answer, each of which goes to the channel of its name; null without one. */
function outputFields(call: ts.CallExpression | null): string[] | null {
  const output = settingNode(call, "output");
  if (output === null || !ts.isCallExpression(output) || output.arguments[0] === undefined) return null;
  const shape = unwrap(output.arguments[0]);
  if (!ts.isObjectLiteralExpression(shape)) return null;
  return shape.properties.flatMap(({ name }) => (name === undefined ? [] : (literalName(name) ?? [])));
}

function settingNode(call: ts.CallExpression | null, name: string): ts.Expression | null {
  const options = call?.arguments[0] === undefined ? null : unwrap(call.arguments[0]);
  return options !== null && ts.isObjectLiteralExpression(options) ? propertyOf(options, name) : null;
}

function propertyOf(object: ts.ObjectLiteralExpression, name: string): ts.Expression | null {
  for (const property of object.properties) {
    if (ts.isPropertyAssignment(property) && literalName(property.name) === name) return unwrap(property.initializer);
  }
  return null;
}

/** What the `route` of a condition or an approval answers: its rules' labels, its choices' values. Null for any other router. */
export function readKitAnswers(path: ts.Expression): Target[] | null {
  const inner = unwrap(path);
  if (!ts.isPropertyAccessExpression(inner) || inner.name.text !== "route") return null;
  const kit = readKitNode(inner.expression);
  if (kit?.kind !== "condition" && kit?.kind !== "approval") return null;
  const call = kitCall(inner.expression);
  const list = settingNode(call, kit.kind === "condition" ? "rules" : "choices");
  if (list === null || !ts.isArrayLiteralExpression(list)) return null;
  const entries = list.elements.map((element) => {
    const item = unwrap(element);
    return ts.isObjectLiteralExpression(item) ? propertyOf(item, kit.kind === "condition" ? "label" : "value") : null;
  });
  const answers = kit.kind === "condition" ? [...entries, settingNode(call, "otherwise")] : entries;
  if (answers.some((answer) => answer === null || !ts.isStringLiteralLike(answer))) return null;
  return answers.flatMap((answer) =>
    answer !== null && ts.isStringLiteralLike(answer) ? { value: answer.text, node: answer, send: false, origin: "text" as const } : [],
  );
}
