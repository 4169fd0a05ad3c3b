import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import ts from "typescript";
import { expect, it, onTestFinished } from "vitest";
import { isJavaScript } from "../../../../lib/source/edit/builder";
import { GUARDS, guardedFiles } from "./guard";
import { UNSAFE } from "./unsafe";

const OPTIONS: ts.CompilerOptions = {
  strict: true,
  noEmit: true,
  skipLibCheck: true,
  noUnusedLocals: true,
  noUnusedParameters: true,
  noUncheckedIndexedAccess: true,
  target: ts.ScriptTarget.ES2022,
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  types: ["node"],
};

it("guarded workflows are what TypeScript takes", { timeout: 120_000 }, () => {
  const folder = mkdtempSync(join(tmpdir(), "retrograph-types-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  symlinkSync(resolve("node_modules"), join(folder, "node_modules"));
  const roots: string[] = [];
  for (const [index, unsafe] of UNSAFE.entries()) {
    for (const guard of GUARDS) {
      const files = isJavaScript(unsafe.file) ? null : guardedFiles(unsafe, guard);
      for (const [file, text] of Object.entries(files ?? {})) {
        const path = join(folder, `${index} ${guard}`, file);
        mkdirSync(dirname(path), { recursive: true });
        writeFileSync(path, text);
        roots.push(path);
      }
    }
  }
  const program = ts.createProgram(roots, { ...OPTIONS, typeRoots: [resolve("node_modules/@types")] });
  const found = roots.flatMap((path) => {
    const file = program.getSourceFile(path);
    const all = file === undefined ? [] : [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)];
    return all.map(({ messageText, start = 0 }) => {
      const line = file?.text.slice(0, start).split("\n").length ?? 0;
      return `${path.slice(folder.length)}:${line} ${file?.text.split("\n")[line - 1] ?? ""}: ${ts.flattenDiagnosticMessageText(messageText, "\n").slice(0, 600)}`;
    });
  });
  expect(found).toEqual([]);
});
