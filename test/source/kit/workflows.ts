import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import ts from "typescript";
import { applyEdits } from "../../../lib/source/edit/apply-edits";
import { memoryHost, type SourceHost } from "../../../lib/source/host";
import { readSource } from "../../../lib/source/read-source";
import { EditSchema, type EditInput } from "../../../lib/schema/edit";
import type { SourceGraph } from "../../../lib/schema/source";

export const ROOT = resolve(import.meta.dirname, "../../..");

/** A project of these files, with Retrograph's kit to copy from. */
export function projectOf(files: Record<string, string>): SourceHost {
  const kit = (name: string) => (existsSync(join(ROOT, "lib/kit", `${name}.ts`)) ? readFileSync(join(ROOT, "lib/kit", `${name}.ts`), "utf8") : null);
  return { ...memoryHost(files), kit };
}

export const graphOf = (files: Record<string, string>, file: string, name?: string): SourceGraph => {
  const { graphs } = readSource(projectOf(files), file);
  const found =
    name === undefined
      ? (graphs.find(({ exported_as }) => exported_as.includes("graph")) ?? graphs.at(-1))
      : graphs.find((each) => each.name === name);
  if (found === undefined) throw new Error(`There is no graph in ${file}.`);
  return found;
};

/** The files after edits, with the notes; throws what a refusal says. */
export function edited(files: Record<string, string>, file: string, edits: EditInput[]): { files: Record<string, string>; notes: string[] } {
  const outcome = applyEdits(projectOf(files), file, EditSchema.array().parse(edits));
  if (outcome.status !== "done") throw new Error(outcome.status === "refused" ? outcome.reason : outcome.question);
  return { files: { ...files, ...Object.fromEntries([...outcome.files].map(([name, { text }]) => [name, text])) }, notes: outcome.notes };
}

const OPTIONS: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2022,
  lib: ["lib.dom.d.ts", "lib.dom.iterable.d.ts", "lib.es2023.d.ts"],
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  strict: true,
  noUncheckedIndexedAccess: true,
  noUnusedLocals: true,
  noUnusedParameters: true,
  skipLibCheck: true,
  noEmit: true,
  types: ["node"],
};

/** What TypeScript, strict as this repository is, says of files as if they lay in a folder of it. */
export function typeErrors(folders: Record<string, Record<string, string>>): string[] {
  const texts = new Map<string, string>();
  for (const [folder, files] of Object.entries(folders)) for (const [file, text] of Object.entries(files)) texts.set(join(ROOT, folder, file), text);
  const host = ts.createCompilerHost(OPTIONS);
  const { fileExists, readFile, getSourceFile, directoryExists } = host;
  host.fileExists = (path) => texts.has(path) || fileExists(path);
  host.directoryExists = (path) => [...texts.keys()].some((file) => file.startsWith(`${path}/`)) || (directoryExists?.(path) ?? true);
  host.readFile = (path) => texts.get(path) ?? readFile(path);
  host.getSourceFile = (path, options, ...rest) => {
    const text = texts.get(path);
    return text === undefined ? getSourceFile(path, options, ...rest) : ts.createSourceFile(path, text, options, true);
  };
  const program = ts.createProgram([...texts.keys()], OPTIONS, host);
  return [...texts.keys()].flatMap((path) => {
    const file = program.getSourceFile(path);
    const found = file === undefined ? [] : [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)];
    return found.map(({ messageText, start }) => {
      const line = file === undefined || start === undefined ? 0 : file.getLineAndCharacterOfPosition(start).line + 1;
      return `${path.slice(ROOT.length + 1)}:${line} ${ts.flattenDiagnosticMessageText(messageText, " ")}`;
    });
  });
}

/** Writes files below a folder of this repository, so that they can be imported. */
export function writeProject(folder: string, files: Record<string, string>): void {
  for (const [file, text] of Object.entries(files)) {
    const path = join(folder, file);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  }
}
