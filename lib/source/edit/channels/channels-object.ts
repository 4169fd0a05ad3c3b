import ts from "typescript";
import type { TextChange } from "../../../schema/edit";
import { parseType } from "./code";
import type { Refusal } from "./dialect";
import { canAppend, cannotAppend, notAType, type ChannelChange, type ChannelSpec, type Dialect, type FileWriter } from "./dialect";
import { changeOptions, writeOptions } from "./options-object";

/** The old `channels: { name: { value, default } }`, whose types stand in an interface elsewhere. */
export const channelsObject: Dialect = { write, change };

function check({ type, reducer }: { type: string | undefined; reducer: ChannelSpec["reducer"] | undefined }): Refusal | null {
  if (type === undefined || reducer === "messages") return null;
  if (parseType(type) === null) return notAType(type);
  return reducer === "append" && !canAppend(type) ? cannotAppend(type) : null;
}

function write(spec: ChannelSpec, file: FileWriter): string | Refusal {
  const refusal = check(spec);
  if (refusal !== null) return refusal;
  const options = writeOptions(spec, file, "value");
  return options.length === 0 ? "null" : file.withOptions("", options, "");
}

function change(value: ts.Expression, wanted: ChannelChange, file: FileWriter): TextChange[] | Refusal {
  const refusal = check({ type: wanted.type, reducer: wanted.reducer });
  if (refusal !== null) return refusal;
  if (wanted.reducer === undefined && wanted.default === undefined) return [];
  const all = { start: value.getStart(file.sourceFile), end: value.end };
  if (ts.isObjectLiteralExpression(value)) return changeOptions(value, wanted, file) ?? [{ ...all, text: "null" }];
  const options = writeOptions({ reducer: wanted.reducer, default: wanted.default ?? null }, file, "value");
  return options.length === 0 ? [] : [{ ...all, text: file.withOptions("", options, "") }];
}

/** The interface or object type that says what the channels hold: `StateGraphArgs<T>["channels"]`, `new StateGraph<T>({ channels })`. */
export function typeOfChannels(object: ts.ObjectLiteralExpression): ts.InterfaceDeclaration | ts.TypeLiteralNode | null {
  const name = nameOfType(object);
  if (name === null) return null;
  for (const statement of object.getSourceFile().statements) {
    if (ts.isInterfaceDeclaration(statement) && statement.name.text === name) return statement;
    if (ts.isTypeAliasDeclaration(statement) && statement.name.text === name && ts.isTypeLiteralNode(statement.type)) return statement.type;
  }
  return null;
}

function nameOfType(object: ts.ObjectLiteralExpression): string | null {
  let at: ts.Node = object.parent;
  while (
    ts.isParenthesizedExpression(at) ||
    ts.isAsExpression(at) ||
    ts.isSatisfiesExpression(at) ||
    ts.isPropertyAssignment(at) ||
    ts.isObjectLiteralExpression(at)
  ) {
    at = at.parent;
  }
  const types = ts.isVariableDeclaration(at) ? [at.type] : ts.isNewExpression(at) ? (at.typeArguments ?? []) : [];
  let [type]: (ts.TypeNode | undefined)[] = [...types];
  if (type !== undefined && ts.isIndexedAccessTypeNode(type)) type = type.objectType;
  if (type !== undefined && ts.isTypeReferenceNode(type) && type.typeArguments?.[0] !== undefined) type = type.typeArguments[0];
  return type !== undefined && ts.isTypeReferenceNode(type) && ts.isIdentifier(type.typeName) ? type.typeName.text : null;
}

export function memberOf(type: ts.InterfaceDeclaration | ts.TypeLiteralNode, name: string): ts.PropertySignature | null {
  return type.members.filter(ts.isPropertySignature).find((member) => member.name.getText().replace(/^["']|["']$/g, "") === name) ?? null;
}
