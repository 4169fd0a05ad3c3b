import { addCall, callAt, draftOf, edgeNeighbours, nameText, rootOf, statementOf } from "./builder";
import type { BuilderCall } from "./chain";
import { expressionProblem } from "./code";
import { done, refused, type EditContext, type EditOf, type StepOutcome } from "./context";
import type { Draft } from "./draft";
import { lockedEdge, plainEdges, removeEdges, withoutSequences } from "./edge-parts";
import { capitalised, isVariableName, toVariableName, unusedName } from "./names";
import { mapText } from "./path-map";
import { isBehind } from "./retarget-edge";
import { identifiersOf } from "../scope";
import { bodyLines, conditionProblem, routerText } from "./write-router";

/** The plain edges to the branches' targets become branches of a new router function above the builder. */
export function makeConditional(context: EditContext, edit: EditOf<"make_conditional">): StepOutcome {
  const problem = problemWith(context, edit);
  if (problem !== null) return refused(problem, context.graph.place);
  const targets = new Set(edit.branches.map(({ target }) => target));
  const edges = plainEdges(context, edit.source).filter(({ target }) => targets.has(target));
  return lockedEdge(context, edges) ?? withoutSequences(context, edges, (plain) => convert(plain, edit, targets));
}

function problemWith(context: EditContext, edit: EditOf<"make_conditional">): string | null {
  const { graph } = context;
  const has = (name: string) => graph.nodes.some((node) => node.name === name);
  if (edit.source === "__end__") return "Nothing can follow the end of a workflow.";
  if (edit.source !== "__start__" && !has(edit.source)) return `There is no node called ${edit.source} in this workflow.`;
  const labels = edit.branches.map(({ label }) => label);
  const double = labels.find((label, index) => labels.indexOf(label) !== index);
  if (double !== undefined) return `Two branches are called ${double}: give one of them another name.`;
  const missing = edit.branches.find(({ target }) => target !== "__end__" && !has(target));
  if (missing?.target === "__start__") return "A branch cannot lead to the start of the workflow.";
  if (missing !== undefined) return `The branch ${missing.label} leads to ${missing.target}, and there is no such node.`;
  return conditionProblem(edit.branches);
}

function convert(context: EditContext, edit: EditOf<"make_conditional">, targets: ReadonlySet<string>): StepOutcome {
  const draft = draftOf(context);
  const edges = plainEdges(context, edit.source).filter(({ target }) => targets.has(target));
  const written = writeRouter(context, draft, edit);
  if ("reason" in written) return refused(written.reason, context.graph.place);
  const first = edges.map((edge) => (edge.join === null ? callAt(draft.sourceFile, edge.place) : null)).find((call) => call !== null);
  const replaced = first !== undefined && isBehind(context, first.end, [edit.source, ...targets]) ? first : null;
  const method = conditionalText(context, draft, edit, written.router, replaced);
  if (replaced !== null) draft.replace(replaced.expression.name.getStart(draft.sourceFile), replaced.end, method);
  removeEdges(
    context,
    draft,
    edges.filter((edge) => replaced === null || callAt(draft.sourceFile, edge.place) !== replaced),
  );
  if (replaced === null) addCall(context, draft, method, [edit.source, ...targets], edgeNeighbours(context, edit.source));
  const silent = edit.branches.slice(0, -1).filter(({ when }) => when === undefined);
  const notes = written.isNew ? silent.map(({ label }) => `${written.name} never returns "${label}" yet: write in its code when it does.`) : [];
  return done(context.file, draft.finish(), notes);
}

type WrittenRouter = { router: string; name: string; isNew: boolean } | { reason: string };

/** The router as the call names it: a new function, one that the file has already, or an expression. */
function writeRouter(context: EditContext, draft: Draft, edit: EditOf<"make_conditional">): WrittenRouter {
  const wanted = edit.router?.trim() ?? "";
  if (wanted !== "" && !isVariableName(wanted)) {
    const problem = expressionProblem(wanted);
    return problem === null ? { router: wanted, name: wanted, isNew: false } : { reason: problem };
  }
  if (wanted !== "" && identifiersOf(draft.sourceFile).has(wanted)) return { router: wanted, name: wanted, isNew: false };
  const source = edit.source === "__start__" ? "Start" : capitalised(toVariableName(edit.source, "node"));
  const name = wanted !== "" ? wanted : unusedName(draft.sourceFile, `routeAfter${source}`);
  const root = rootOf(context);
  if (root === null) return { reason: "The builder of this workflow was not found in its text." };
  const lines = routerText(context, draft, name, edit.branches);
  if (lines === null) {
    const { eol, indent } = draft.style;
    const inner = [...bodyLines(draft, edit.branches)].map((line) => indent + line);
    return { router: ["(state) => {", ...inner, `${indent}}`].join(eol), name: "The condition", isNew: true };
  }
  draft.insertAbove(statementOf(root), lines);
  return { router: name, name: `${name}()`, isNew: true };
}

function conditionalText(context: EditContext, draft: Draft, edit: EditOf<"make_conditional">, router: string, at: BuilderCall | null): string {
  const start = at?.expression.name.getStart(draft.sourceFile) ?? rootOf(context)?.getStart(draft.sourceFile) ?? 0;
  const indentation = draft.indentation(start) + (at !== null && draft.beginsLine(start - 1) ? "" : draft.style.indent);
  return `addConditionalEdges(${nameText(context, draft, edit.source)}, ${router}, ${mapText(context, draft, edit.branches, indentation)})`;
}
