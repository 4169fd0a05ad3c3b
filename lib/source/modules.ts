import ts from "typescript";
import { literalName, parse, unwrap } from "./ast";
import type { SourceHost } from "./host";
import { readPathAliases, type PathAliases } from "./path-aliases";
import { declarationOf, topLevel, type Declaration, type TypeDeclaration } from "./scope";

/** What a name comes to once imports have been followed. */
export type Definition =
  | { kind: "declaration"; node: Declaration }
  /** `export default …`, `exports.name = …`. */
  | { kind: "expression"; node: ts.Expression }
  | { kind: "module"; file: string }
  /** Something of a package; `path` is its dotted name there, empty for the whole of it. */
  | { kind: "external"; module: string; path: string }
  /** A file of the project that is not there. */
  | { kind: "missing"; module: string };

/** Larger texts are not workflows. */
const MAX_TEXT = 5_000_000;
const MAX_FILES = 300;
const EXTENSIONS = [".ts", ".tsx", ".mts", ".cts", ".js", ".jsx", ".mjs", ".cjs"];
/** What a specifier's extension may be in the project's sources. */
const SOURCE_EXTENSIONS: Record<string, string[]> = {
  ".js": [".ts", ".tsx", ".js", ".jsx"],
  ".jsx": [".tsx", ".jsx"],
  ".mjs": [".mts", ".mjs"],
  ".cjs": [".cts", ".cjs"],
};
const MAX_HOPS = 20;

/** The files of a project as one reading needs them: each is parsed once, and imports are followed among them. */
export class Modules {
  readonly #host: SourceHost;
  readonly #files = new Map<string, ts.SourceFile | null>();
  readonly #aliases = new Map<string, PathAliases | null>();

  constructor(host: SourceHost) {
    this.#host = host;
  }

  /** Every file that was read, the missing ones left out. */
  get files(): string[] {
    return [...this.#files].flatMap(([file, parsed]) => (parsed === null ? [] : [file]));
  }

  /** A parsed file, or null where there is none. */
  sourceFile(file: string): ts.SourceFile | null {
    const known = this.#files.get(file);
    if (known !== undefined) return known;
    if (this.#files.size >= MAX_FILES) return null;
    const text = this.#host.read(file);
    const parsed = text === null || text.length > MAX_TEXT ? null : parseOrNull(text, file);
    this.#files.set(file, parsed);
    return parsed;
  }

  /** The file that a specifier means, or the package. */
  resolve(specifier: string, from: string): Definition {
    const relative = /^\.{1,2}(\/|$)/.test(specifier);
    const candidates = relative ? [join(folderOf(from), specifier)] : this.#aliasCandidates(specifier, from);
    for (const candidate of candidates) {
      const file = candidate === null ? null : this.#existing(candidate);
      if (file !== null) return { kind: "module", file };
    }
    return relative || /^([@~]\/|#)/.test(specifier) ? { kind: "missing", module: specifier } : { kind: "external", module: specifier, path: "" };
  }

  #existing(path: string): string | null {
    const extension = /\.[cm]?[jt]sx?$/.exec(path)?.[0] ?? "";
    const stem = extension === "" ? path : path.slice(0, -extension.length);
    const names = [
      ...(SOURCE_EXTENSIONS[extension] ?? []).map((other) => stem + other),
      ...(extension === "" ? [] : [path]),
      ...EXTENSIONS.map((other) => path + other),
      ...EXTENSIONS.map((other) => `${path === "" ? "" : `${path}/`}index${other}`),
    ];
    return names.find((name) => this.#exists(name)) ?? null;
  }

  #exists(file: string): boolean {
    return this.#files.get(file) != null || (this.#host.exists?.(file) ?? this.#host.read(file) !== null);
  }

  #aliasCandidates(specifier: string, from: string): (string | null)[] {
    const candidates: (string | null)[] = [];
    for (const folder of upward(folderOf(from))) {
      let aliases = this.#aliases.get(folder);
      if (aliases === undefined) {
        aliases = readPathAliases(this.#host, folder);
        this.#aliases.set(folder, aliases);
      }
      if (aliases === null) continue;
      candidates.push(...aliases(specifier));
      if (candidates.length > 0) break;
    }
    // Bundlers' habits, where no configuration says otherwise.
    const habit = /^[@~]\/(.+)$/.exec(specifier)?.[1];
    if (habit !== undefined) candidates.push(...upward(folderOf(from)).flatMap((folder) => [join(folder, `src/${habit}`), join(folder, habit)]));
    return candidates;
  }

  /** What an identifier stands for; null for a global. */
  define(identifier: ts.Identifier): Definition | null {
    const declaration = declarationOf(identifier);
    return declaration === null ? null : this.follow(declaration);
  }

  /** A declaration, or what an import stands for. */
  follow(declaration: Declaration | TypeDeclaration, hops = 0): Definition | null {
    const from = declaration.getSourceFile().fileName;
    if (ts.isImportSpecifier(declaration)) {
      const specifier = declaration.parent.parent.parent.moduleSpecifier;
      return this.#member(specifier, from, (declaration.propertyName ?? declaration.name).text, hops);
    }
    if (ts.isImportClause(declaration)) return this.#member(declaration.parent.moduleSpecifier, from, "default", hops);
    if (ts.isNamespaceImport(declaration)) return this.#member(declaration.parent.parent.moduleSpecifier, from, null, hops);
    if (ts.isImportEqualsDeclaration(declaration)) {
      const reference = declaration.moduleReference;
      return ts.isExternalModuleReference(reference) ? this.#member(reference.expression, from, null, hops) : null;
    }
    if (ts.isTypeAliasDeclaration(declaration) || ts.isInterfaceDeclaration(declaration) || ts.isTypeParameterDeclaration(declaration)) {
      return null;
    }
    return { kind: "declaration", node: declaration };
  }

  #member(specifier: ts.Expression, from: string, name: string | null, hops: number): Definition | null {
    if (!ts.isStringLiteralLike(specifier)) return null;
    const module = this.resolve(specifier.text, from);
    return name === null ? module : this.member(module, name, hops);
  }

  /** A named export of a module. */
  member(module: Definition, name: string, hops = 0): Definition | null {
    if (module.kind === "external") return { ...module, path: module.path === "" ? name : `${module.path}.${name}` };
    if (module.kind !== "module") return module.kind === "missing" ? module : null;
    const sourceFile = this.sourceFile(module.file);
    return sourceFile === null ? { kind: "missing", module: module.file } : this.exported(sourceFile, name, hops);
  }

  /** What a file exports under a name, re-exports followed; null where it exports none such. */
  exported(sourceFile: ts.SourceFile, name: string, hops = 0): Definition | null {
    if (hops > MAX_HOPS) return null;
    const local = topLevel(sourceFile);
    for (const statement of sourceFile.statements) {
      const found = this.#exportedBy(statement, name, hops);
      if (found !== null) return found;
    }
    const declaration = local.values.get(name);
    if (declaration !== undefined && isExported(declaration)) return this.follow(declaration, hops + 1);
    for (const statement of sourceFile.statements) {
      if (!ts.isExportDeclaration(statement) || statement.exportClause !== undefined || statement.moduleSpecifier === undefined) continue;
      const found = this.#member(statement.moduleSpecifier, sourceFile.fileName, name, hops + 1);
      // A package that exports everything may or may not have the name: only a project's file is sure.
      if (found !== null && (found.kind !== "external" || /langgraph|langchain/.test(found.module))) return found;
    }
    return commonJsExport(sourceFile, name);
  }

  #exportedBy(statement: ts.Statement, name: string, hops: number): Definition | null {
    if (ts.isExportAssignment(statement)) {
      if (name !== "default" && statement.isExportEquals !== true) return null;
      return this.#expression(statement.expression, hops);
    }
    if (
      (ts.isFunctionDeclaration(statement) || ts.isClassDeclaration(statement)) &&
      name === "default" &&
      hasModifier(statement, ts.SyntaxKind.DefaultKeyword)
    ) {
      return { kind: "declaration", node: statement };
    }
    if (!ts.isExportDeclaration(statement) || statement.exportClause === undefined) return null;
    const { exportClause, moduleSpecifier } = statement;
    const from = statement.getSourceFile().fileName;
    if (ts.isNamespaceExport(exportClause)) {
      return exportClause.name.text === name && moduleSpecifier !== undefined ? this.#member(moduleSpecifier, from, null, hops + 1) : null;
    }
    const specifier = exportClause.elements.find((element) => element.name.text === name);
    if (specifier === undefined) return null;
    const own = specifier.propertyName ?? specifier.name;
    if (moduleSpecifier !== undefined) return this.#member(moduleSpecifier, from, own.text, hops + 1);
    const declaration = topLevel(statement.getSourceFile()).values.get(own.text);
    return declaration === undefined ? null : this.follow(declaration, hops + 1);
  }

  #expression(expression: ts.Expression, hops: number): Definition {
    const inner = unwrap(expression);
    const declaration = ts.isIdentifier(inner) ? declarationOf(inner) : null;
    const followed = declaration === null ? null : this.follow(declaration, hops + 1);
    return followed ?? { kind: "expression", node: inner };
  }

  /** The type declaration that a file exports under a name, with re-exports followed. */
  exportedType(file: string, name: string, hops = 0): TypeDeclaration | null {
    const sourceFile = hops > MAX_HOPS ? null : this.sourceFile(file);
    if (sourceFile === null) return null;
    for (const statement of sourceFile.statements) {
      if (!ts.isExportDeclaration(statement)) continue;
      const { exportClause, moduleSpecifier } = statement;
      const specifier =
        exportClause !== undefined && ts.isNamedExports(exportClause)
          ? exportClause.elements.find((element) => element.name.text === name)
          : undefined;
      if (exportClause !== undefined && specifier === undefined) continue;
      const own = specifier === undefined ? name : (specifier.propertyName ?? specifier.name).text;
      if (moduleSpecifier === undefined) {
        const found = topLevel(sourceFile).types.get(own);
        if (found !== undefined) return this.followType(found, hops + 1);
      } else if (ts.isStringLiteralLike(moduleSpecifier)) {
        const module = this.resolve(moduleSpecifier.text, file);
        const found = module.kind === "module" ? this.exportedType(module.file, own, hops + 1) : null;
        if (found !== null) return found;
      }
    }
    const found = topLevel(sourceFile).types.get(name);
    return found === undefined ? null : this.followType(found, hops + 1);
  }

  /** A type's declaration, where an import is followed to its file; null for one of a package. */
  followType(declaration: TypeDeclaration, hops = 0): TypeDeclaration | null {
    if (!ts.isImportSpecifier(declaration)) return ts.isImportClause(declaration) || ts.isNamespaceImport(declaration) ? null : declaration;
    const specifier = declaration.parent.parent.parent.moduleSpecifier;
    if (!ts.isStringLiteralLike(specifier)) return null;
    const module = this.resolve(specifier.text, declaration.getSourceFile().fileName);
    return module.kind === "module" ? this.exportedType(module.file, (declaration.propertyName ?? declaration.name).text, hops + 1) : null;
  }
}

function parseOrNull(text: string, file: string): ts.SourceFile | null {
  try {
    return parse(text, file);
  } catch {
    // The parser overflows the stack on absurd nesting; such a text says nothing about a workflow.
    return null;
  }
}

export function hasModifier(node: ts.Node, kind: ts.SyntaxKind): boolean {
  return ts.canHaveModifiers(node) && (ts.getModifiers(node)?.some((modifier) => modifier.kind === kind) ?? false);
}

/** True for what `export` stands before. */
export function isExported(declaration: Declaration): boolean {
  let node: ts.Node = declaration;
  while (ts.isBindingElement(node) || ts.isBindingName(node) || ts.isVariableDeclaration(node) || ts.isVariableDeclarationList(node))
    node = node.parent;
  return hasModifier(node, ts.SyntaxKind.ExportKeyword);
}

/** `exports.name = …`, `module.exports.name = …`, `module.exports = { name }`; `default` is `module.exports` itself. */
function commonJsExport(sourceFile: ts.SourceFile, name: string): Definition | null {
  let found: ts.Expression | null = null;
  for (const statement of sourceFile.statements) {
    if (!ts.isExpressionStatement(statement) || !ts.isBinaryExpression(statement.expression)) continue;
    const { left, right, operatorToken } = statement.expression;
    if (operatorToken.kind !== ts.SyntaxKind.EqualsToken) continue;
    const target = exportTarget(left);
    if (target === name) found = right;
    if (target !== "module.exports") continue;
    if (name === "default") found ??= right;
    if (ts.isObjectLiteralExpression(right)) found = memberOf(right, name) ?? found;
  }
  return found === null ? null : { kind: "expression", node: found };
}

function memberOf(object: ts.ObjectLiteralExpression, name: string): ts.Expression | null {
  for (const property of object.properties) {
    if (ts.isPropertyAssignment(property) && literalName(property.name) === name) return property.initializer;
    if (ts.isShorthandPropertyAssignment(property) && property.name.text === name) return property.name;
  }
  return null;
}

/** The name that an assignment exports in CommonJS: `module.exports` for the whole, null for any other assignment. */
export function exportTarget(left: ts.Expression): string | null {
  if (!ts.isPropertyAccessExpression(left)) return null;
  const { expression, name } = left;
  if (ts.isIdentifier(expression) && expression.text === "exports") return name.text;
  if (ts.isIdentifier(expression) && expression.text === "module" && name.text === "exports") return "module.exports";
  return exportTarget(expression) === "module.exports" ? name.text : null;
}

function folderOf(file: string): string {
  const slash = file.lastIndexOf("/");
  return slash === -1 ? "" : file.slice(0, slash);
}

/** A folder and those that it is in, up to the project's own. */
function upward(folder: string): string[] {
  return folder === "" ? [""] : [folder, ...upward(folderOf(folder))];
}

/** A path below the project's folder, or null for one that leaves it. */
function join(folder: string, path: string): string | null {
  const parts = folder === "" ? [] : folder.split("/");
  for (const part of path.split("/")) {
    if (part === "" || part === ".") continue;
    if (part !== "..") parts.push(part);
    else if (parts.pop() === undefined) return null;
  }
  return parts.join("/");
}
