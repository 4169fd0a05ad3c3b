import ts from "typescript";
import type { TextChange } from "../../schema/edit";
import type { SourceHost } from "../host";

/** From where a file imports a function of the kit, and what has to be written for that. */
export type KitImport = {
  from: string;
  /** Files of the kit that the project did not have, each as a change of an empty text. */
  files: Map<string, TextChange[]>;
  notes: string[];
};

/** Packages that the kit's files use, besides LangGraph itself. */
const PACKAGES: Record<string, readonly string[]> = {
  "agent-node": ["langchain", "@langchain/core", "@langchain/langgraph"],
  "model-node": ["langchain", "@langchain/core", "zod"],
  "tools-node": ["@langchain/core", "@langchain/langgraph"],
  "approval-node": ["@langchain/langgraph", "zod"],
  "map-node": ["@langchain/core", "@langchain/langgraph"],
  "http-node": ["@langchain/core"],
  effect: ["@langchain/core", "@langchain/langgraph"],
};

/**
 * Where `file` of the kit is to be imported from. A project that has a kit uses it; into another one the files that are
 * needed are copied, so that the workflow runs without Retrograph. null where there is nothing to copy from.
 */
export function importKit(host: SourceHost, importer: ts.SourceFile, file: string): KitImport | null {
  const extension = importExtension(importer);
  for (const folder of ["lib/kit", "kit"]) {
    if (host.read(`${folder}/${file}.ts`) !== null)
      return { from: relativeTo(importer.fileName, `${folder}/${file}`, extension), files: new Map(), notes: [] };
  }
  const files = new Map<string, TextChange[]>();
  if (!copyKit(host, file, extension, files)) return null;
  const missing = missingPackages(host, file);
  return {
    from: relativeTo(importer.fileName, `kit/${file}`, extension),
    files,
    notes: [
      `Copied ${[...files.keys()].join(", ")} into the project.`,
      ...(missing.length === 0 ? [] : [`The node needs packages that package.json does not name: npm install ${missing.join(" ")}`]),
    ],
  };
}

function copyKit(host: SourceHost, file: string, extension: string, files: Map<string, TextChange[]>): boolean {
  const path = `kit/${file}.ts`;
  if (files.has(path) || host.read(path) !== null) return true;
  const text = host.kit?.(file) ?? null;
  if (text === null) return false;
  const names: string[] = [];
  const written = text.replace(/(\bfrom ")\.\/([\w-]+)(")/g, (_, before: string, name: string, after: string) => {
    names.push(name);
    return `${before}./${name}${extension}${after}`;
  });
  files.set(path, [{ start: 0, end: 0, text: written }]);
  return names.every((name) => copyKit(host, name, extension, files));
}

/** The extension that the file writes in its relative imports: none, `.js` or `.ts`. */
function importExtension(importer: ts.SourceFile): string {
  for (const statement of importer.statements) {
    if (!ts.isImportDeclaration(statement) || !ts.isStringLiteral(statement.moduleSpecifier)) continue;
    const extension = /^\.{1,2}\/.*(\.[cm]?[jt]s)$/.exec(statement.moduleSpecifier.text)?.[1];
    if (extension !== undefined) return extension.endsWith("ts") ? ".ts" : ".js";
  }
  return "";
}

/** How `file` imports `target`; both are relative to the project's folder. */
export function relativeTo(file: string, target: string, extension: string): string {
  const from = file.split("/").slice(0, -1);
  const to = target.split("/");
  let shared = 0;
  while (shared < from.length && shared < to.length - 1 && from[shared] === to[shared]) shared += 1;
  const up = from.length - shared;
  return `${up === 0 ? "./" : "../".repeat(up)}${to.slice(shared).join("/")}${extension}`;
}

function missingPackages(host: SourceHost, file: string): string[] {
  const text = host.read("package.json");
  if (text === null) return [];
  // Whatever form the file has: a package that it names stands there in quotes.
  return (PACKAGES[file] ?? []).filter((name) => !text.includes(`"${name}"`));
}
