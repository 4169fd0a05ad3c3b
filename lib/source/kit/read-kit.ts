import ts from "typescript";
import type { Json } from "../../schema/json";
import { KitKindSchema, type KitKind } from "../../schema/kit";
import type { SourceKit } from "../../schema/source";
import { literalName, placeOf, textOf, toJson, unwrap } from "../ast";
import { kitEntry } from "./catalogue";

/**
 * The node that a call of a kit function makes, with its settings; null where it is no such call. `importedFrom` is the
 * module that the function comes from, as the text writes it, `importedName` its name there.
 *
 * Settings that are literals are values; what is code stands in `code` by its dotted path (`rules.0.when`).
 */
export function readKit(call: ts.CallExpression, importedFrom: string, importedName: string): SourceKit | null {
  const kind = kindOf(importedFrom, importedName);
  const [argument] = call.arguments;
  if (kind === null || argument === undefined) return null;
  const options = unwrap(argument);
  if (!ts.isObjectLiteralExpression(options)) return null;
  const code = new Map<string, string>();
  return { kind, settings: readObject(options, "", code), code: Object.fromEntries(code), place: placeOf(options) };
}

const MADE = KitKindSchema.options.flatMap((kind) => {
  const { made } = kitEntry(kind);
  return made === null ? [] : [{ kind, ...made }];
});

/** A kit's file lies in a folder `kit`, here or in another project that has a copy. */
function kindOf(importedFrom: string, importedName: string): KitKind | null {
  const file = /(?:^|\/)kit\/([\w-]+)(?:\.[cm]?[jt]s)?$/.exec(importedFrom)?.[1];
  return MADE.find((made) => made.file === file && made.function === importedName)?.kind ?? null;
}

function readObject(object: ts.ObjectLiteralExpression, path: string, code: Map<string, string>): Record<string, Json> {
  const entries: [string, Json][] = [];
  for (const property of object.properties) {
    const name = property.name === undefined ? null : literalName(property.name);
    if (name === null) continue;
    const at = path === "" ? name : `${path}.${name}`;
    if (ts.isPropertyAssignment(property)) {
      const value = readValue(property.initializer, at, code);
      if (value !== undefined) entries.push([name, value]);
    } else code.set(at, ts.isShorthandPropertyAssignment(property) ? name : textOf(property));
  }
  return Object.fromEntries(entries);
}

function readValue(node: ts.Expression, path: string, code: Map<string, string>): Json | undefined {
  const literal = toJson(node);
  if (literal !== undefined) return literal;
  const inner = unwrap(node);
  if (ts.isObjectLiteralExpression(inner) && inner.properties.every((each) => ts.isPropertyAssignment(each))) return readObject(inner, path, code);
  if (ts.isArrayLiteralExpression(inner) && inner.elements.length > 0) {
    const items = inner.elements.map((element) => unwrap(element));
    if (items.every((item) => ts.isObjectLiteralExpression(item))) return items.map((item, index) => readObject(item, `${path}.${index}`, code));
  }
  code.set(path, textOf(node));
  return undefined;
}
