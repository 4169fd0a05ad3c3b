import ts from "typescript";
import { literalName, type FunctionNode } from "../ast";
import { memberOfClass, memberOfInstance } from "./classes";
import { keyText } from "./literals";
import { atPlace, evaluateDefinition, itemsOf } from "./names";
import { schemaMember } from "./schemas";
import { fieldsOf } from "./state-fields";
import { EMPTY_ENV, exactly, NOTHING, union, UNKNOWN, type Evaluator, type Possible, type Value } from "./values";

/** A property of a value. */
export function memberOf(value: Value, name: string, node: ts.Node, evaluator: Evaluator): Possible {
  switch (value.kind) {
    case "object":
      return value.fields.get(name)?.value() ?? (value.open ? UNKNOWN : exactly({ kind: "primitive", value: undefined }));
    case "array":
      return memberOfArray(value, name);
    case "module":
      return atPlace(evaluateDefinition(evaluator.modules.member({ kind: "module", file: value.file }, name), EMPTY_ENV, evaluator), node);
    case "external":
      // A state that a package defines hands out its entries, and can be extended.
      if (fieldsOf(value, evaluator) !== null) return exactly({ kind: "member", of: value, name, node });
      return atPlace(exactly({ ...value, path: value.path === "" ? name : `${value.path}.${name}` }), node);
    case "class":
      return staticMember(value, name, evaluator);
    case "instance":
      return memberOfInstance(value, name, evaluator);
    case "made":
      return schemaMember(value, name, evaluator) ?? exactly({ kind: "member", of: value, name, node });
    case "member":
      // `State.spec.messages` is the entry that the state was given.
      return fieldsOf(value, evaluator)?.fields.get(name)?.value() ?? exactly({ kind: "member", of: value, name, node });
    case "shape":
      return value.member(name);
    case "primitive":
      return NOTHING;
    case "function":
      return value.members?.get(name)?.value() ?? (name === "name" ? nameOfFunction(value.node, node) : UNKNOWN);
    case "string":
    case "send":
    case "command":
      return UNKNOWN;
  }
}

/** `fn.name`: the name that a function is declared with. */
function nameOfFunction(fn: FunctionNode, node: ts.Node): Possible {
  const named = fn.name ?? (ts.isVariableDeclaration(fn.parent) ? fn.parent.name : null);
  return named !== null && ts.isIdentifier(named) ? exactly({ kind: "string", text: named.text, node, origin: "text" }) : UNKNOWN;
}

function memberOfArray(value: Extract<Value, { kind: "array" }>, name: string): Possible {
  if (name === "length") return value.exact && !value.open ? exactly({ kind: "primitive", value: value.items.length }) : UNKNOWN;
  if (!/^\d+$/.test(name)) return UNKNOWN;
  return value.exact && !value.open ? (value.items[Number(name)] ?? exactly({ kind: "primitive", value: undefined })) : itemsOf(exactly(value));
}

function staticMember(value: Extract<Value, { kind: "class" }>, name: string, evaluator: Evaluator): Possible {
  const isStatic = value.node.members.some((member) => member.name !== undefined && literalName(member.name) === name);
  return isStatic ? memberOfClass(value.node, name, value.env, evaluator) : UNKNOWN;
}

/** There may be no such entry. */
const MISSING: Possible = exactly({ kind: "primitive", value: undefined });

/** `table[key]` with a key that is not known, or one of several: any entry. */
export function memberOfAny(of: Possible, key: Possible): Possible {
  const found = of.values.map((value): Possible => {
    if (value.kind === "array") return union([itemsOf(exactly(value)), MISSING]);
    if (value.kind !== "object") return UNKNOWN;
    const names = key.complete && key.values.length > 0 ? key.values.map((each) => keyText(exactly(each))) : [null];
    const fields = names.includes(null) ? [...value.fields.values()] : names.flatMap((name) => value.fields.get(name ?? "") ?? []);
    const all = union([...fields.map((field) => field.value()), MISSING]);
    return value.open ? { values: all.values, complete: false } : all;
  });
  const all = union(found);
  return of.complete && of.values.length > 0 ? all : { values: all.values, complete: false };
}
