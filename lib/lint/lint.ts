import type { Problem } from "../schema/problem";
import { LINT_CODES, type LintCode } from "../schema/lint";
import type { SourceModel } from "../schema/source";
import type { SourceHost } from "../source/host";
import { Modules } from "../source/modules";
import type { Check, FileScope, Finding, GraphScope } from "./check";
import { isOpaque } from "./code/opaque";
import { Code } from "./code/code";
import { flowOf } from "./flow";
import { ignoresOf, isIgnored } from "./ignore";
import { CHECKS } from "./registry";

/**
 * What the checks that know LangGraph find wrong with a file, in the order of its text. Nothing of what a comment
 * `// retrograph-ignore <code>: reason` silences; nothing at all while the text has syntax errors.
 */
export function lint(host: SourceHost, model: SourceModel): Problem[] {
  const modules = new Modules(host);
  const sourceFile = modules.sourceFile(model.file);
  if (sourceFile === null || model.errors.length > 0) return [];
  const file: FileScope = { host, model, sourceFile, code: new Code(modules) };
  const scopes = model.graphs.map((graph): GraphScope => {
    const flow = flowOf(graph, model, (node) => isOpaque(file.code, node));
    return { ...file, graph, flow, isWhole: graph.locked.length === 0 };
  });
  const problems = LINT_CODES.flatMap((code) => problemsOf(code, CHECKS[code], file, scopes));
  return withoutIgnored(host, problems).sort((a, b) => a.place.file.localeCompare(b.place.file) || a.place.start - b.place.start);
}

function problemsOf(code: LintCode, check: Check, file: FileScope, scopes: readonly GraphScope[]): Problem[] {
  const toProblem = ({ fixes = [], severity = check.severity, ...finding }: Finding, graph: string | null): Problem => ({
    origin: "lint",
    code,
    severity,
    ...finding,
    graph,
    fixes,
  });
  if ("file" in check) return check.file(file).map((finding) => toProblem(finding, null));
  return scopes.flatMap((scope) => check.graph(scope).map((finding) => toProblem(finding, scope.graph.name)));
}

/** Comments count in the file in which a problem stands, which need not be the workflow's own. */
function withoutIgnored(host: SourceHost, problems: readonly Problem[]): Problem[] {
  const byFile = new Map<string, ReturnType<typeof ignoresOf>>();
  return problems.filter((problem) => {
    const { file } = problem.place;
    const ignores = byFile.get(file) ?? ignoresOf(host.read(file) ?? "");
    byFile.set(file, ignores);
    return !isIgnored(problem, ignores);
  });
}
