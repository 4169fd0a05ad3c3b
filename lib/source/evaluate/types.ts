import ts from "typescript";
import { literalName } from "../ast";
import { langGraphName } from "../library";
import { lookupType, type TypeDeclaration } from "../scope";
import { evaluateIdentifier, itemsOf } from "./names";
import { asTyped, schemaValues } from "./schemas";
import { fieldsOf } from "./state-fields";
import { EMPTY_ENV, exactly, isFalsy, NOTHING, union, UNKNOWN, type Env, type Evaluator, type Possible, type Value } from "./values";

/** Generic types that stand for their argument. */
const TRANSPARENT = new Set(["Promise", "Awaited", "Readonly", "NonNullable", "Partial", "Required", "PromiseLike"]);
const LISTS = new Set(["Array", "ReadonlyArray", "Set", "ReadonlySet", "Iterable", "AsyncIterable"]);
const INFERRED = /(^|\.)(infer|output|input|TypeOf|Infer|InferOutput)$/;
/** Properties of a state's definition that are types. */
const STATE_TYPES = new Set(["State", "Update", "Node", "Type"]);

/** What a value of a type may be, as far as the type names it. */
export function typeValues(type: ts.TypeNode, env: Env, evaluator: Evaluator): Possible {
  if (ts.isParenthesizedTypeNode(type)) return evaluator.ofType(type.type, env);
  if (ts.isLiteralTypeNode(type)) return literalType(type);
  if (ts.isUnionTypeNode(type)) return union(type.types.map((each) => evaluator.ofType(each, env)));
  if (ts.isIntersectionTypeNode(type)) return intersection(type, env, evaluator);
  if (ts.isTypeOperatorNode(type))
    return type.operator === ts.SyntaxKind.KeyOfKeyword ? keysOf(type.type, env, evaluator) : evaluator.ofType(type.type, env);
  if (ts.isTypeQueryNode(type)) return typeQuery(type.exprName, env, evaluator);
  if (ts.isTypeReferenceNode(type)) return typeReference(type, env, evaluator);
  if (ts.isTypeLiteralNode(type)) return shapeOfMembers(type.members, [], env, evaluator);
  if (ts.isIndexedAccessTypeNode(type)) return indexedAccess(type, env, evaluator);
  if (ts.isArrayTypeNode(type)) return listOf([evaluator.ofType(type.elementType, env)], type);
  if (ts.isTupleTypeNode(type))
    return listOf(
      type.elements.map((each) => evaluator.ofType(ts.isNamedTupleMember(each) ? each.type : each, env)),
      type,
    );
  switch (type.kind) {
    case ts.SyntaxKind.UndefinedKeyword:
    case ts.SyntaxKind.VoidKeyword:
    case ts.SyntaxKind.NeverKeyword:
      return NOTHING;
    case ts.SyntaxKind.BooleanKeyword:
      return exactly({ kind: "primitive", value: true }, { kind: "primitive", value: false });
    default:
      return UNKNOWN;
  }
}

function literalType(type: ts.LiteralTypeNode): Possible {
  const { literal } = type;
  if (ts.isStringLiteralLike(literal)) return exactly({ kind: "string", text: literal.text, node: literal, origin: "type" });
  if (literal.kind === ts.SyntaxKind.NullKeyword) return NOTHING;
  if (ts.isNumericLiteral(literal)) return exactly({ kind: "primitive", value: Number(literal.text) });
  return exactly({ kind: "primitive", value: literal.kind === ts.SyntaxKind.TrueKeyword });
}

function listOf(items: Possible[], node: ts.Node): Possible {
  return exactly({ kind: "array", items, exact: false, open: false, node });
}

function intersection(type: ts.IntersectionTypeNode, env: Env, evaluator: Evaluator): Possible {
  const parts = type.types.map((each) => evaluator.ofType(each, env));
  const member = (name: string): Possible => {
    const found = parts.map((part) => evaluator.member(part, name, type)).find((each) => each.complete && each.values.length > 0);
    return found ?? UNKNOWN;
  };
  return exactly({ kind: "shape", member });
}

function keysOf(type: ts.TypeNode, env: Env, evaluator: Evaluator): Possible {
  const of = evaluator.ofType(type, env);
  const names = of.values.flatMap((value) => {
    const fields = fieldsOf(value, evaluator);
    return fields === null || fields.open ? [null] : [...fields.fields].map(([name, field]) => ({ name, node: field.node ?? type }));
  });
  if (!of.complete || names.length === 0 || names.includes(null)) return UNKNOWN;
  return exactly(...names.flatMap((each): Value[] => (each === null ? [] : [{ kind: "string", text: each.name, node: each.node, origin: "type" }])));
}

/** `typeof x`, `typeof X.State`. */
function typeQuery(name: ts.EntityName, env: Env, evaluator: Evaluator): Possible {
  if (ts.isIdentifier(name)) return asTypedEnd(evaluateIdentifier(name, env, evaluator));
  const left = typeQuery(name.left, env, evaluator);
  if (STATE_TYPES.has(name.right.text)) {
    const shapes = left.values.flatMap((value) => (fieldsOf(value, evaluator) === null ? [] : [stateShape(value, evaluator)]));
    if (shapes.length > 0) return { values: shapes, complete: left.complete };
  }
  return evaluator.member(left, name.right.text, name);
}

function asTypedEnd(possible: Possible): Possible {
  return possible.values.some((value) => value.kind === "string") ? asTyped(possible) : possible;
}

/** A state as its nodes see it: each channel by its type. */
export function stateShape(state: Value, evaluator: Evaluator): Value {
  return {
    kind: "shape",
    member: (name) => {
      const field = fieldsOf(state, evaluator)?.fields.get(name);
      return field === undefined ? UNKNOWN : channelValues(field.value(), evaluator);
    },
  };
}

/** What a channel may hold by its declared type or schema. */
export function channelValues(entry: Possible, evaluator: Evaluator): Possible {
  const all = union(
    entry.values.map((value): Possible => {
      if (value.kind === "made" && langGraphName(value.of) === "Annotation") {
        const type = value.node.typeArguments?.[0];
        return type === undefined ? UNKNOWN : evaluator.ofType(type, value.env);
      }
      if (value.kind === "external" && value.type !== undefined) return evaluator.ofType(value.type, EMPTY_ENV);
      return schemaValues(value, evaluator);
    }),
  );
  return entry.complete && entry.values.length > 0 ? all : UNKNOWN;
}

function typeReference(type: ts.TypeReferenceNode, env: Env, evaluator: Evaluator): Possible {
  const { typeName, typeArguments } = type;
  const first = typeArguments?.[0];
  const text = typeName.getText();
  if (ts.isIdentifier(typeName)) {
    const declaration = lookupType(typeName, typeName.text);
    if (declaration !== null && !isOfPackage(declaration, evaluator)) return declaredType(declaration, env, evaluator);
    if (first !== undefined && TRANSPARENT.has(text)) return evaluator.ofType(first, env);
    if (first !== undefined && LISTS.has(text)) return listOf([evaluator.ofType(first, env)], type);
    if (first !== undefined && (text === "Exclude" || text === "Extract")) return filtered(type, text === "Extract", env, evaluator);
    if (text === "Record" && typeArguments?.[1] !== undefined) return recordOf(typeArguments[1], env, evaluator);
    if (first !== undefined && (text === "Pick" || text === "Omit")) return evaluator.ofType(first, env);
  }
  if (first !== undefined && INFERRED.test(text)) return inferred(first, env, evaluator);
  if (ts.isQualifiedName(typeName) && ts.isIdentifier(typeName.left)) {
    // `Enum.Member`, and `Messages.State` of a namespace.
    const found = evaluator.member(evaluateIdentifier(typeName.left, env, evaluator), typeName.right.text, type);
    return found.complete ? asTyped(found) : UNKNOWN;
  }
  return UNKNOWN;
}

function isOfPackage(declaration: TypeDeclaration, evaluator: Evaluator): boolean {
  return evaluator.modules.followType(declaration) === null;
}

function declaredType(declaration: TypeDeclaration, env: Env, evaluator: Evaluator): Possible {
  const found = evaluator.modules.followType(declaration);
  if (found === null) return UNKNOWN;
  if (ts.isTypeAliasDeclaration(found)) return evaluator.once(found, () => evaluator.ofType(found.type, env));
  if (ts.isEnumDeclaration(found)) {
    const members = found.members.map((member) => (member.initializer === undefined ? UNKNOWN : evaluator.evaluate(member.initializer, env)));
    return asTyped(union(members));
  }
  if (ts.isInterfaceDeclaration(found)) {
    const parents = found.heritageClauses?.flatMap(({ types }) => [...types]) ?? [];
    return shapeOfMembers(found.members, parents, env, evaluator);
  }
  return UNKNOWN;
}

function shapeOfMembers(
  members: readonly ts.TypeElement[],
  parents: readonly ts.ExpressionWithTypeArguments[],
  env: Env,
  evaluator: Evaluator,
): Possible {
  const member = (name: string): Possible => {
    const own = members.find((each) => each.name !== undefined && literalName(each.name) === name);
    if (own !== undefined) return ts.isPropertySignature(own) && own.type !== undefined ? evaluator.ofType(own.type, env) : UNKNOWN;
    for (const parent of parents) {
      if (!ts.isIdentifier(parent.expression)) continue;
      const declaration = lookupType(parent, parent.expression.text);
      const found = declaration === null ? UNKNOWN : evaluator.member(declaredType(declaration, env, evaluator), name, parent);
      if (found.complete && found.values.length > 0) return found;
    }
    return UNKNOWN;
  };
  return exactly({ kind: "shape", member });
}

/** `z.infer<typeof Schema>`. */
function inferred(type: ts.TypeNode, env: Env, evaluator: Evaluator): Possible {
  const schema = ts.isTypeQueryNode(type) ? typeQuery(type.exprName, env, evaluator) : evaluator.ofType(type, env);
  const all = union(schema.values.map((value) => schemaValues(value, evaluator)));
  return schema.complete && schema.values.length > 0 ? all : UNKNOWN;
}

/** `(typeof list)[number]`, `State["next"]`, `(typeof table)[keyof typeof table]`. */
function indexedAccess(type: ts.IndexedAccessTypeNode, env: Env, evaluator: Evaluator): Possible {
  const of = evaluator.ofType(type.objectType, env);
  const { indexType } = type;
  if (ts.isLiteralTypeNode(indexType) && ts.isStringLiteralLike(indexType.literal)) return evaluator.member(of, indexType.literal.text, type);
  if (indexType.kind === ts.SyntaxKind.NumberKeyword) return asTyped(itemsOf(of));
  const values = of.values.map((value): Possible =>
    value.kind === "object" && !value.open ? union([...value.fields.values()].map((field) => field.value())) : UNKNOWN,
  );
  return of.complete && values.length > 0 ? asTyped(union(values)) : UNKNOWN;
}

function filtered(type: ts.TypeReferenceNode, keeps: boolean, env: Env, evaluator: Evaluator): Possible {
  const [from, by] = (type.typeArguments ?? []).map((each) => evaluator.ofType(each, env));
  if (from === undefined || by?.complete !== true) return from ?? UNKNOWN;
  const texts = new Set(by.values.map((value) => (value.kind === "string" ? value.text : null)));
  return {
    values: from.values.filter((value) => isFalsy(value) || value.kind !== "string" || texts.has(value.text) === keeps),
    complete: from.complete,
  };
}

function recordOf(type: ts.TypeNode, env: Env, evaluator: Evaluator): Possible {
  return exactly({ kind: "shape", member: () => evaluator.ofType(type, env) });
}
