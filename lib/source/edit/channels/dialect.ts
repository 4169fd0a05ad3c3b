import ts from "typescript";
import type { TextChange } from "../../../schema/edit";
import { importName, styleOf, type TextStyle } from "../text";
import { parseType } from "./code";
import { toZod } from "./zod-type";

export type WantedReducer = "last" | "append" | "messages" | { code: string };

/** A channel as a person describes it. `default` is the value's code, or a function that gives it. */
export type ChannelSpec = { type: string; reducer: WantedReducer; default: string | null };
export type ChannelChange = Partial<ChannelSpec>;

/** Why something cannot be written in this form, and what to do instead. */
export class Refusal {
  constructor(readonly reason: string) {}
}

/** A way to write a state down. */
export type Dialect = {
  /** The value of a new channel's entry. */
  write(spec: ChannelSpec, file: FileWriter): string | Refusal;
  /** The changes of a channel's value. */
  change(value: ts.Expression, change: ChannelChange, file: FileWriter): TextChange[] | Refusal;
};

export const LANGGRAPH = "@langchain/langgraph";
export const LANGGRAPH_ZOD = "@langchain/langgraph/zod";
const MESSAGES = "@langchain/core/messages";
const WIDTH = 100;

/** The file that holds a state: its style, and what has to be imported for what is written into it. */
export class FileWriter {
  #style: TextStyle | null = null;
  readonly isScript: boolean;
  readonly #imports: TextChange[] = [];

  constructor(readonly sourceFile: ts.SourceFile) {
    this.isScript = /\.[cm]?jsx?$/i.test(sourceFile.fileName);
  }

  /** Told by the whole text, so that it is asked for only where something is written. */
  get style(): TextStyle {
    return (this.#style ??= styleOf(this.sourceFile.text));
  }

  /** Changes that import what `use` was asked for. */
  get imports(): readonly TextChange[] {
    return this.#imports;
  }

  /** The name under which the file can use a module's export; imports it where it is not there. */
  use(from: string, name: string, type = false): string {
    const { local, changes } = importName(this.sourceFile, { from, name, ...(type ? { type } : {}) });
    for (const change of changes) {
      const isKnown = this.#imports.some(({ start, text }) => start === change.start && text === change.text);
      if (!isKnown) this.#imports.push(change);
    }
    return local;
  }

  /** What the file calls zod. */
  z(): string {
    for (const statement of this.sourceFile.statements) {
      if (
        !ts.isImportDeclaration(statement) ||
        !ts.isStringLiteral(statement.moduleSpecifier) ||
        !/^zod(\/v\d.*)?$/.test(statement.moduleSpecifier.text)
      )
        continue;
      const clause = statement.importClause;
      const bindings = clause?.namedBindings;
      if (bindings !== undefined && ts.isNamespaceImport(bindings)) return bindings.name.text;
      const named = bindings?.elements.find(({ propertyName, name }) => (propertyName ?? name).text === "z");
      if (named !== undefined) return named.name.text;
      if (clause?.name !== undefined) return clause.name.text;
    }
    return this.use("zod", "z");
  }

  /** The zod schema of a TypeScript type. */
  zod(type: string): string | Refusal {
    const text = type.trim();
    if (text === "BaseMessage[]" && !this.isScript) this.baseMessage();
    const z = this.z();
    const isSchema = (name: string) => declares(this.sourceFile, name);
    return toZod(text, { z, quote: this.style.quote, isScript: this.isScript, isSchema }) ?? notAType(type);
  }

  baseMessage(): string {
    return this.use(MESSAGES, "BaseMessage", true);
  }

  /** `head` with options in braces behind it, on one line where it fits. */
  withOptions(head: string, options: readonly string[], tail = ")"): string {
    const line = `${head}{ ${options.join(", ")} }${tail}`;
    if (line.length <= WIDTH && !line.includes("\n")) return line;
    const { eol, indent, trailingCommas } = this.style;
    return `${head}{${eol}${options.map((option) => indentLines(option, indent, eol)).join(`,${eol}`)}${trailingCommas ? "," : ""}${eol}}${tail}`;
  }
}

function indentLines(text: string, indentation: string, eol: string): string {
  return text
    .split(/\r?\n/)
    .map((line) => indentation + line)
    .join(eol);
}

/** True for a constant or import of the file: a name that stands for a value. */
function declares(sourceFile: ts.SourceFile, name: string): boolean {
  return sourceFile.statements.some((statement) => {
    if (ts.isVariableStatement(statement))
      return statement.declarationList.declarations.some((each) => ts.isIdentifier(each.name) && each.name.text === name);
    const bindings = ts.isImportDeclaration(statement) ? statement.importClause?.namedBindings : undefined;
    const isNamed = bindings !== undefined && ts.isNamedImports(bindings);
    // An imported name is taken for a schema where it is called like one.
    return isNamed && /schema$/i.test(name) && bindings.elements.some((element) => element.name.text === name && !element.isTypeOnly);
  });
}

export function notAType(text: string): Refusal {
  return new Refusal(`\`${text.trim()}\` is not a TypeScript type. Examples: string, number[], "low" | "high", Record<string, number>.`);
}

/** Reducers as code; `null` for `last`, which needs none. */
export function toReducerCode(reducer: WantedReducer, file: FileWriter): string | null {
  if (reducer === "last") return null;
  if (reducer === "append") return "(current, next) => current.concat(next)";
  if (reducer === "messages") return file.use(LANGGRAPH, "messagesStateReducer");
  return reducer.code.trim();
}

export const LAST_REDUCER = "(_, next) => next";

/** Whether `append` makes sense for a type, as far as its text says; a named type may be a list. */
export function canAppend(type: string): boolean {
  const node = parseType(type);
  if (node === null) return true;
  const inner = ts.isTypeOperatorNode(node) ? node.type : node;
  if (ts.isTypeReferenceNode(inner)) return !["Record", "Map", "Set", "Date", "Partial"].includes(inner.typeName.getText());
  return ts.isArrayTypeNode(inner) || ts.isTupleTypeNode(inner) || ts.isIndexedAccessTypeNode(inner) || inner.kind === ts.SyntaxKind.AnyKeyword;
}

export function cannotAppend(type: string): Refusal {
  return new Refusal(`Append joins lists, and \`${type.trim()}\` is none. Give it a list type, e.g. \`${type.trim()}[]\`, or another reducer.`);
}

/** The property of an object literal with one of these names. */
export function propertyOf(object: ts.ObjectLiteralExpression, ...names: string[]): ts.ObjectLiteralElementLike | null {
  return (
    object.properties.find((property) => property.name !== undefined && names.includes(property.name.getText().replace(/^["']|["']$/g, ""))) ?? null
  );
}

/** Where the value of a property stands; the whole of a method or shorthand, which has to be rewritten. */
export function setPropertyValue(sourceFile: ts.SourceFile, property: ts.ObjectLiteralElementLike, code: string): TextChange {
  if (ts.isPropertyAssignment(property)) return { start: property.initializer.getStart(sourceFile), end: property.initializer.end, text: code };
  const name = property.name?.getText(sourceFile) ?? "";
  return { start: property.getStart(sourceFile), end: property.end, text: `${name}: ${code}` };
}
