import { resolve } from "node:path";
import ts from "typescript";

const OPTIONS: ts.CompilerOptions = {
  strict: true,
  noEmit: true,
  skipLibCheck: true,
  noUnusedLocals: true,
  noUnusedParameters: true,
  target: ts.ScriptTarget.ES2022,
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  types: ["node"],
};

/** What TypeScript has against texts, each a module of its own that can import what this repository can. Takes seconds. */
export function typeProblems(texts: Readonly<Record<string, string>>): string[] {
  const pathOf = (name: string) => `${resolve("test/source")}/${name.replace(/\W+/g, "-")}.virtual.ts`;
  const files = new Map(Object.entries(texts).map(([name, text]) => [pathOf(name), text]));
  const host = ts.createCompilerHost(OPTIONS);
  const { getSourceFile, fileExists, readFile } = host;
  host.fileExists = (file) => files.has(file) || fileExists(file);
  host.readFile = (file) => files.get(file) ?? readFile(file);
  host.getSourceFile = (file, language, ...rest) => {
    const text = files.get(file);
    return text === undefined ? getSourceFile(file, language, ...rest) : ts.createSourceFile(file, text, language, true);
  };
  const program = ts.createProgram([...files.keys()], OPTIONS, host);
  return Object.keys(texts).flatMap((name) => {
    const file = program.getSourceFile(pathOf(name));
    const found = file === undefined ? [] : [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)];
    return found.map(({ messageText, start = 0 }) => {
      const line = file?.text.slice(0, start).split("\n").length ?? 0;
      const words = ts.flattenDiagnosticMessageText(messageText, "\n").slice(0, 400);
      return `${name}, line ${line} (${file?.text.split("\n")[line - 1] ?? ""}): ${words}`;
    });
  });
}
