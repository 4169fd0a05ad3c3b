import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type * as TypeScript from "typescript";
import type { SourcePlace } from "../schema/graph";
import type { RawPlace } from "./function-places";
import { projectPath } from "./project";

// The compiler is CommonJS and large: required once, and only by the process that needs it.
const ts = loadCompiler(createRequire(import.meta.url)("typescript"));

function loadCompiler(module: unknown): typeof TypeScript {
  if (!isCompiler(module)) throw new Error("typescript is not installed. Run npm install.");
  return module;
}

function isCompiler(module: unknown): module is typeof TypeScript {
  return typeof module === "object" && module !== null && "createSourceFile" in module;
}

/** A function as it stands in its file. */
export type SourceFunction = {
  place: SourcePlace;
  /** First sentence of the doc comment. */
  description: string | null;
  node: TypeScript.SignatureDeclaration;
  file: TypeScript.SourceFile;
};

/** Parsed files of the project, read once each. */
export class Sources {
  readonly #projectDir: string;
  readonly #files = new Map<string, TypeScript.SourceFile | null>();

  constructor(projectDir: string) {
    this.#projectDir = projectDir;
  }

  /** The parsed file, or null when it cannot be read. */
  file(path: string): TypeScript.SourceFile | null {
    const known = this.#files.get(path);
    if (known !== undefined) return known;
    let file: TypeScript.SourceFile | null = null;
    try {
      file = ts.createSourceFile(path, readFileSync(path, "utf8"), ts.ScriptTarget.Latest, true);
    } catch {
      // A file that is gone is shown without its text.
    }
    this.#files.set(path, file);
    return file;
  }

  /** The function at a place that V8 reported, or null for one of a dependency or one that is not there any more. */
  functionAt(raw: RawPlace | null): SourceFunction | null {
    if (raw === null || raw.path.includes("/node_modules/")) return null;
    const file = this.file(raw.path);
    if (file === null || raw.line >= file.getLineStarts().length) return null;
    const position = (file.getLineStarts()[raw.line] ?? 0) + raw.column;
    const node = innermostFunction(file, position);
    if (node === null) return null;
    const shown = wholeDeclaration(node);
    const start = file.getLineAndCharacterOfPosition(shown.getStart(file));
    const end = file.getLineAndCharacterOfPosition(shown.getEnd());
    return {
      node,
      file,
      description: firstSentence(docComment(shown) ?? docComment(node)),
      place: {
        file: projectPath(this.#projectDir, raw.path),
        line: start.line + 1,
        column: start.character + 1,
        end_line: end.line + 1,
        text: shown.getText(file),
      },
    };
  }

  /** The comment that opens a file, without its markers, or null. */
  leadingComment(path: string): string | null {
    const file = this.file(path);
    if (file === null) return null;
    const first = ts.getLeadingCommentRanges(file.text, 0)?.find(({ pos }) => file.text.startsWith("/**", pos));
    if (first === undefined) return null;
    // The comment belongs to the file only if it does not sit on the first statement.
    const statement = file.statements[0];
    const after = file.text.slice(first.end, statement?.getStart(file) ?? first.end);
    if (statement !== undefined && !ts.isImportDeclaration(statement) && !/\n\s*\n/.test(after)) return null;
    return plainComment(file.text.slice(first.pos, first.end));
  }
}

/** The smallest function that contains the position outside of its body: V8 points at the parameters. */
function innermostFunction(file: TypeScript.SourceFile, position: number): TypeScript.SignatureDeclaration | null {
  let found: TypeScript.SignatureDeclaration | null = null;
  const visit = (node: TypeScript.Node): void => {
    if (position < node.getStart(file) || position > node.getEnd()) return;
    if (ts.isFunctionLike(node) && "body" in node && node.body !== undefined) found = node;
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

/** `const plan = async () => …` is shown whole, and so is a method or a property of an object. */
function wholeDeclaration(node: TypeScript.Node): TypeScript.Node {
  const { parent } = node;
  if (parent === undefined) return node;
  if (ts.isVariableDeclaration(parent) && parent.initializer === node) {
    const list = parent.parent;
    return ts.isVariableDeclarationList(list) && list.declarations.length === 1 && ts.isVariableStatement(list.parent) ? list.parent : parent;
  }
  if (ts.isPropertyAssignment(parent) || ts.isPropertyDeclaration(parent)) return parent;
  return node;
}

function docComment(node: TypeScript.Node): string | null {
  const text = node.getSourceFile().text;
  const ranges = ts.getLeadingCommentRanges(text, node.getFullStart()) ?? [];
  const doc = ranges.findLast(({ pos }) => text.startsWith("/**", pos));
  return doc === undefined ? null : plainComment(text.slice(doc.pos, doc.end));
}

function plainComment(comment: string): string {
  return (
    comment
      .replace(/^\/\*\*+/, "")
      .replace(/\*+\/$/, "")
      .split("\n")
      .map((line) => line.replace(/^\s*\*\s?/, "").trim())
      .join("\n")
      .split(/\n\s*@/)[0]
      ?.trim() ?? ""
  );
}

/** The first sentence of a text, in one line; null for an empty one. */
export function firstSentence(text: string | null): string | null {
  const paragraph =
    text
      ?.split(/\n\s*\n/)[0]
      ?.replaceAll(/\s+/g, " ")
      .trim() ?? "";
  if (paragraph === "") return null;
  return /^.*?[.!?](?=\s|$)/.exec(paragraph)?.[0] ?? paragraph;
}

/** The text of a function without comments, strings kept, for telling what it calls. */
export function codeOf(fn: SourceFunction): string {
  return fn.node.getText(fn.file).replaceAll(/\/\*[\s\S]*?\*\/|(?<![:"'`])\/\/[^\n]*/g, "");
}

export { ts };
