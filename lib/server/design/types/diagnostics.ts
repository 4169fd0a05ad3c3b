import ts from "typescript";
import { relative } from "node:path";
import type { Place } from "../../../schema/source";
import { fixesFor } from "./fixes";
import type { ProjectService } from "./language-service";
import type { TypeProblem } from "./protocol";

const MAX_PROBLEMS = 200;
/** Fixes take longer than the check itself; the first problems are the ones that somebody looks at. */
const MAX_WITH_FIXES = 25;
/** Files that a workflow imports are checked with it, up to this many. */
const MAX_IMPORTED = 40;

/** What `strict` finds: where a project does not ask for it, hints. */
const IS_STRICT = (code: number) =>
  (code >= 7005 && code <= 7057) || (code >= 18046 && code <= 18049) || (code >= 2531 && code <= 2533) || code === 2564;
/** TypeScript has given up on types this deep, as it does on long chains of nodes; the code runs all the same. */
const TOO_DEEP = new Set([2589, 2590]);
/** Declared and never used: nothing goes wrong by it. */
const UNUSED = new Set([6133, 6138, 6192, 6196, 6198, 6199, 6205]);

/** A place in a file that TypeScript has read. */
export function placeIn(sourceFile: ts.SourceFile, projectDir: string, start: number, length: number): Place {
  const { line, character } = sourceFile.getLineAndCharacterOfPosition(start);
  const file = relative(projectDir, sourceFile.fileName).replaceAll("\\", "/");
  return { file, start, end: start + length, line: line + 1, column: character + 1 };
}

type Located = ts.Diagnostic & { file: ts.SourceFile; start: number };

function isLocated(diagnostic: ts.Diagnostic): diagnostic is Located {
  return diagnostic.file !== undefined && diagnostic.start !== undefined;
}

function severityOf(diagnostic: ts.Diagnostic, hasConfig: boolean): TypeProblem["severity"] {
  if (diagnostic.category === ts.DiagnosticCategory.Suggestion || diagnostic.category === ts.DiagnosticCategory.Message) return "info";
  if (TOO_DEEP.has(diagnostic.code)) return "info";
  if (!hasConfig && IS_STRICT(diagnostic.code)) return "info";
  if (diagnostic.category === ts.DiagnosticCategory.Warning || UNUSED.has(diagnostic.code)) return "warning";
  return "error";
}

/** TypeScript may say the same twice of an expression and the one that it begins with. */
function onceEach(found: readonly Located[]): Located[] {
  return [...new Map(found.map((one) => [`${one.file.fileName}:${one.start}:${one.code}`, one])).values()];
}

/** Checks files; what was found in an imported one is kept until that file, or one that it imports, changes. */
export function createChecker(projectDir: string) {
  const known = new WeakMap<ProjectService, Map<string, { key: string; found: Located[] }>>();

  function check(project: ProjectService, path: string): Located[] {
    const syntactic = project.service.getSyntacticDiagnostics(path).filter(isLocated);
    // Types of a text that cannot be parsed say nothing; its syntax is reported by whoever reads the model.
    return syntactic.length > 0 ? syntactic : project.service.getSemanticDiagnostics(path).filter(isLocated);
  }

  function checkImported(project: ProjectService, path: string): Located[] {
    const cache = known.get(project) ?? new Map<string, { key: string; found: Located[] }>();
    known.set(project, cache);
    const key = [path, ...project.importsOf(path)].map((file) => `${file}@${project.files.version(file)}`).join("\n");
    const last = cache.get(path);
    if (last?.key === key) return last.found;
    const found = check(project, path);
    cache.set(path, { key, found });
    return found;
  }

  /** What is wrong with the types of a file, and of the project's files that it imports. */
  return function problemsOf(project: ProjectService, path: string): TypeProblem[] {
    const own = project.service.getSyntacticDiagnostics(path).length > 0 ? [] : check(project, path);
    const imported = project.importsOf(path).slice(0, MAX_IMPORTED);
    const found = onceEach([...own, ...imported.flatMap((file) => checkImported(project, file))]).slice(0, MAX_PROBLEMS);
    return found.map((diagnostic, index) => ({
      place: placeIn(diagnostic.file, projectDir, diagnostic.start, diagnostic.length ?? 0),
      message: ts.flattenDiagnosticMessageText(diagnostic.messageText, "\n"),
      code: `ts${diagnostic.code}`,
      severity: severityOf(diagnostic, project.hasConfig),
      fixes: index < MAX_WITH_FIXES ? fixesFor(project, projectDir, diagnostic) : [],
    }));
  };
}
