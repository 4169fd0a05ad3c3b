import type * as TypeScript from "typescript";
import type { Json, JsonObject } from "../schema/json";
import { ts, type Sources } from "./source-text";

const MAX_DEPTH = 6;
const KEYWORDS = new Map<TypeScript.SyntaxKind, string>([
  [ts.SyntaxKind.StringKeyword, "string"],
  [ts.SyntaxKind.NumberKeyword, "number"],
  [ts.SyntaxKind.BooleanKeyword, "boolean"],
]);

/**
 * JSON schemas of channels declared as `name: Annotation<Type>`, from the type's text: the library keeps nothing of it.
 * Only types that JSON can hold are answered; names of types and interfaces are followed inside the same file.
 */
export function readAnnotationTypes(sources: Sources, path: string): Record<string, JsonObject> {
  const file = sources.file(path);
  if (file === null) return {};
  const found = new Map<string, JsonObject | null>();
  const visit = (node: TypeScript.Node): void => {
    if (ts.isPropertyAssignment(node) && (ts.isIdentifier(node.name) || ts.isStringLiteral(node.name))) {
      const type = annotationType(node.initializer);
      const name = node.name.text;
      if (type !== null) {
        const schema = typeSchema(type, file, 0);
        const known = found.get(name);
        // Two states of one file may use a name for different things.
        found.set(name, known === undefined || JSON.stringify(known) === JSON.stringify(schema) ? schema : null);
      }
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return Object.fromEntries([...found].flatMap(([name, schema]) => (schema === null ? [] : [[name, schema]])));
}

/** The `T` of `Annotation<T>` and of `Annotation<T>({…})`. */
function annotationType(node: TypeScript.Expression): TypeScript.TypeNode | null {
  const generic = ts.isCallExpression(node) || ts.isExpressionWithTypeArguments(node) ? node : null;
  if (generic === null || !ts.isIdentifier(generic.expression) || generic.expression.text !== "Annotation") return null;
  return generic.typeArguments?.[0] ?? null;
}

function typeSchema(type: TypeScript.TypeNode, file: TypeScript.SourceFile, depth: number): JsonObject | null {
  if (depth > MAX_DEPTH) return null;
  const inner = (node: TypeScript.TypeNode): JsonObject | null => typeSchema(node, file, depth + 1);
  const keyword = KEYWORDS.get(type.kind);
  if (keyword !== undefined) return { type: keyword };
  if (ts.isParenthesizedTypeNode(type)) return inner(type.type);
  if (ts.isArrayTypeNode(type)) return listOf(inner(type.elementType));
  if (ts.isLiteralTypeNode(type)) return literalSchema(type);
  if (ts.isUnionTypeNode(type)) return unionSchema(type, inner);
  if (ts.isTypeLiteralNode(type)) return objectSchema(type.members, inner);
  if (ts.isTypeReferenceNode(type)) return referenceSchema(type, file, inner);
  return null;
}

function listOf(items: JsonObject | null): JsonObject | null {
  return items === null ? null : { type: "array", items };
}

function literalSchema(type: TypeScript.LiteralTypeNode): JsonObject | null {
  if (type.literal.kind === ts.SyntaxKind.NullKeyword) return { type: "null" };
  return ts.isStringLiteral(type.literal) ? { type: "string", enum: [type.literal.text] } : null;
}

/** A union of string literals is a choice; `undefined` only makes a field optional. */
function unionSchema(type: TypeScript.UnionTypeNode, inner: (node: TypeScript.TypeNode) => JsonObject | null): JsonObject | null {
  const members = type.types.filter((member) => member.kind !== ts.SyntaxKind.UndefinedKeyword).map(inner);
  const schemas = members.flatMap((schema) => (schema === null ? [] : [schema]));
  const [only] = schemas;
  if (only === undefined || schemas.length !== members.length) return null;
  if (schemas.length === 1) return only;
  const choices = schemas.flatMap((schema): Json[] => (Array.isArray(schema["enum"]) ? schema["enum"] : []));
  return choices.length === schemas.length ? { type: "string", enum: choices } : { anyOf: schemas };
}

function objectSchema(members: readonly TypeScript.TypeElement[], inner: (node: TypeScript.TypeNode) => JsonObject | null): JsonObject | null {
  const properties: Record<string, Json> = {};
  const required: string[] = [];
  for (const member of members) {
    if (!ts.isPropertySignature(member) || member.type === undefined || !(ts.isIdentifier(member.name) || ts.isStringLiteral(member.name)))
      return null;
    const schema = inner(member.type);
    if (schema === null) return null;
    properties[member.name.text] = schema;
    if (member.questionToken === undefined) required.push(member.name.text);
  }
  return { type: "object", properties, ...(required.length > 0 ? { required } : {}) };
}

function referenceSchema(
  type: TypeScript.TypeReferenceNode,
  file: TypeScript.SourceFile,
  inner: (node: TypeScript.TypeNode) => JsonObject | null,
): JsonObject | null {
  if (!ts.isIdentifier(type.typeName)) return null;
  const { text } = type.typeName;
  const [first, second] = type.typeArguments ?? [];
  if ((text === "Array" || text === "ReadonlyArray") && first !== undefined) return listOf(inner(first));
  if (text === "Record" && second !== undefined) {
    const values = inner(second);
    return values === null ? null : { type: "object", additionalProperties: values };
  }
  for (const statement of file.statements) {
    if (ts.isTypeAliasDeclaration(statement) && statement.name.text === text) return inner(statement.type);
    if (ts.isInterfaceDeclaration(statement) && statement.name.text === text && statement.heritageClauses === undefined) {
      return objectSchema(statement.members, inner);
    }
  }
  return null;
}
