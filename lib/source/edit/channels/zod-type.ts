import ts from "typescript";
import { parseType } from "./code";

export type ZodOptions = {
  /** How the file calls zod, e.g. `z`. */
  z: string;
  quote: '"' | "'";
  /** In JavaScript there are no type arguments: what zod has no word for is `any`. */
  isScript: boolean;
  /** Names of the file that are zod schemas, to be used as they are. */
  isSchema?: (name: string) => boolean;
};

/**
 * The zod schema of a TypeScript type, as code; what zod has no word for is `z.custom<T>()`. A text that is a schema
 * already stays what it is. null for a text that is no type.
 */
export function toZod(text: string, options: ZodOptions): string | null {
  const trimmed = text.trim();
  if (trimmed === options.z || trimmed.startsWith(`${options.z}.`)) return trimmed;
  const type = parseType(trimmed);
  return type === null ? null : new ZodWriter(options).write(type);
}

const KEYWORDS = new Map<ts.SyntaxKind, string>([
  [ts.SyntaxKind.StringKeyword, "string()"],
  [ts.SyntaxKind.NumberKeyword, "number()"],
  [ts.SyntaxKind.BooleanKeyword, "boolean()"],
  [ts.SyntaxKind.BigIntKeyword, "bigint()"],
  [ts.SyntaxKind.UndefinedKeyword, "undefined()"],
  [ts.SyntaxKind.AnyKeyword, "any()"],
  [ts.SyntaxKind.UnknownKeyword, "unknown()"],
  [ts.SyntaxKind.NeverKeyword, "never()"],
]);

class ZodWriter {
  readonly #options: ZodOptions;

  constructor(options: ZodOptions) {
    this.#options = options;
  }

  write(type: ts.TypeNode): string {
    if (ts.isParenthesizedTypeNode(type)) return this.write(type.type);
    const keyword = KEYWORDS.get(type.kind);
    if (keyword !== undefined) return this.#z(keyword);
    if (ts.isArrayTypeNode(type)) return this.#z(`array(${this.write(type.elementType)})`);
    if (ts.isTypeOperatorNode(type) && type.operator === ts.SyntaxKind.ReadonlyKeyword) return this.write(type.type);
    if (ts.isTupleTypeNode(type)) return this.#tuple(type);
    if (ts.isLiteralTypeNode(type)) return this.#literal(type);
    if (ts.isUnionTypeNode(type)) return this.#union(type);
    if (ts.isIntersectionTypeNode(type)) return type.types.map((part) => this.write(part)).reduce((left, right) => `${left}.and(${right})`);
    if (ts.isTypeLiteralNode(type)) return this.#object(type);
    if (ts.isTypeReferenceNode(type)) return this.#reference(type);
    return this.#custom(type);
  }

  #z(rest: string): string {
    return `${this.#options.z}.${rest}`;
  }

  #custom(type: ts.TypeNode): string {
    return this.#options.isScript ? this.#z("any()") : this.#z(`custom<${type.getText()}>()`);
  }

  #literal(type: ts.LiteralTypeNode): string {
    if (type.literal.kind === ts.SyntaxKind.NullKeyword) return this.#z("null()");
    return this.#z(`literal(${this.#text(type)})`);
  }

  /** A literal's code, strings in the file's quotes. */
  #text(type: ts.LiteralTypeNode): string {
    if (!ts.isStringLiteral(type.literal)) return type.getText();
    const json = JSON.stringify(type.literal.text);
    return this.#options.quote === '"' ? json : `'${json.slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;
  }

  #tuple(type: ts.TupleTypeNode): string {
    const members = type.elements.map((element) =>
      ts.isNamedTupleMember(element) ? { type: element.type, rest: element.dotDotDotToken } : { type: element, rest: undefined },
    );
    const rest = members.find(({ type: member, rest: dots }) => dots !== undefined || ts.isRestTypeNode(member))?.type;
    if (type.elements.some((element) => ts.isOptionalTypeNode(element) || (ts.isNamedTupleMember(element) && element.questionToken !== undefined))) {
      return this.#custom(type);
    }
    const fixed = members.filter((member) => member.type !== rest).map((member) => this.write(member.type));
    const repeated = rest === undefined ? undefined : ts.isRestTypeNode(rest) ? rest.type : rest;
    if (repeated === undefined) return this.#z(`tuple([${fixed.join(", ")}])`);
    return ts.isArrayTypeNode(repeated) ? this.#z(`tuple([${fixed.join(", ")}], ${this.write(repeated.elementType)})`) : this.#custom(type);
  }

  #union(type: ts.UnionTypeNode): string {
    const isNull = (part: ts.TypeNode) => ts.isLiteralTypeNode(part) && part.literal.kind === ts.SyntaxKind.NullKeyword;
    const isUndefined = (part: ts.TypeNode) => part.kind === ts.SyntaxKind.UndefinedKeyword;
    const parts = type.types.filter((part) => !isNull(part) && !isUndefined(part));
    const suffix = (type.types.some(isNull) ? ".nullable()" : "") + (type.types.some(isUndefined) ? ".optional()" : "");
    const [first] = parts;
    if (first === undefined) return this.#z(`union([${type.types.map((part) => this.write(part)).join(", ")}])`);
    if (parts.length === 1) return this.write(first) + suffix;
    const texts = parts.flatMap((part) => (ts.isLiteralTypeNode(part) && ts.isStringLiteral(part.literal) ? [this.#text(part)] : []));
    if (texts.length === parts.length) return this.#z(`enum([${[...new Set(texts)].join(", ")}])`) + suffix;
    return this.#z(`union([${parts.map((part) => this.write(part)).join(", ")}])`) + suffix;
  }

  #object(type: ts.TypeLiteralNode): string {
    const [only] = type.members;
    if (only !== undefined && type.members.length === 1 && ts.isIndexSignatureDeclaration(only)) {
      const key = only.parameters[0]?.type;
      return key === undefined ? this.#custom(type) : this.#z(`record(${this.write(key)}, ${this.write(only.type)})`);
    }
    const entries: string[] = [];
    for (const member of type.members) {
      if (!ts.isPropertySignature(member) || member.type === undefined || ts.isComputedPropertyName(member.name)) return this.#custom(type);
      // Only `z.object({ ["__proto__"]: … })` would have a property of that name.
      if (member.name.getText().includes("__proto__")) return this.#custom(type);
      entries.push(`${member.name.getText()}: ${this.write(member.type)}${member.questionToken === undefined ? "" : ".optional()"}`);
    }
    return this.#z(entries.length === 0 ? "object({})" : `object({ ${entries.join(", ")} })`);
  }

  #reference(type: ts.TypeReferenceNode): string {
    const name = type.typeName.getText();
    const [first, second] = type.typeArguments ?? [];
    if (first !== undefined && second === undefined) {
      if (name === "Array" || name === "ReadonlyArray") return this.#z(`array(${this.write(first)})`);
      if (name === "Set" || name === "ReadonlySet") return this.#z(`set(${this.write(first)})`);
      if (name === "Readonly" || name === "NonNullable") return this.write(first);
      if (name === "Partial" && ts.isTypeLiteralNode(first)) return `${this.write(first)}.partial()`;
    }
    if (first !== undefined && second !== undefined) {
      if (name === "Record") return this.#z(`record(${this.write(first)}, ${this.write(second)})`);
      if (name === "Map" || name === "ReadonlyMap") return this.#z(`map(${this.write(first)}, ${this.write(second)})`);
    }
    if (first === undefined && name === "Date") return this.#z("date()");
    if (first === undefined && this.#options.isSchema?.(name) === true) return name;
    return this.#custom(type);
  }
}
