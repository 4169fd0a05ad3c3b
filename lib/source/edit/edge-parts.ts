import ts from "typescript";
import type { SourceEdge } from "../../schema/source";
import { addCall, callAt, draftOf, edgeCall, edgeNeighbours, entryOf, nameText, sourceOf } from "./builder";
import { dotOf, type BuilderCall } from "./chain";
import { done, refused, type EditContext, type StepOutcome } from "./context";
import type { Draft } from "./draft";
import { inSteps } from "./pipeline";

/** Why there can be no plain edge between these two; null where there can. */
export function edgeProblem({ graph }: EditContext, source: string, target: string): string | null {
  if (source === "__end__") return "Nothing can follow the end of a workflow.";
  if (target === "__start__") return "Nothing can lead to the start of a workflow: draw the edge to a node.";
  const missing = [source, target].find((name) => name !== "__start__" && name !== "__end__" && !graph.nodes.some((node) => node.name === name));
  if (missing !== undefined) return `There is no node called ${missing} in this workflow.`;
  if (plainEdges({ graph }, source, target).length > 0) return `There is an edge from ${source} to ${target} already.`;
  return null;
}

export function plainEdges({ graph }: Pick<EditContext, "graph">, source: string, target?: string): SourceEdge[] {
  return graph.edges.filter((edge) => edge.source === source && (target === undefined || edge.target === target));
}

/** Why the text of edges cannot be changed; null where it can. */
export function lockedEdge(context: EditContext, edges: readonly SourceEdge[]): StepOutcome | null {
  for (const edge of edges) {
    if (edge.locked !== null) return refused(edge.locked, edge.place);
    if (edge.form === "agent") return refused("This edge is made by a function of LangChain: change what that function is given.", edge.place);
    const call = edgeCall(sourceOf(context), edge, context.graph.nodes);
    if (call === null) return refused("This edge is written in a way that can only be changed in the code.", edge.place);
    if (edge.form !== "sequence" && edge.join === null && isRepeated(context, edge)) {
      return refused("This edge is made in a loop together with others: change the loop in the code.", edge.place);
    }
  }
  return null;
}

/** True where one call stands for several edges. */
function isRepeated({ graph }: EditContext, edge: SourceEdge): boolean {
  return graph.edges.some(
    (other) =>
      other.place.start === edge.place.start && other.place.end === edge.place.end && (other.source !== edge.source || other.target !== edge.target),
  );
}

/** Adds a plain edge next to its siblings. */
export function writeEdge(context: EditContext, draft: Draft, source: string, target: string): void {
  const method = `addEdge(${nameText(context, draft, source)}, ${nameText(context, draft, target)})`;
  addCall(context, draft, method, [source, target], edgeNeighbours(context, source));
}

/** Takes plain edges away; a list of sources loses those that no longer wait. Sequences have to be written out before. */
export function removeEdges(context: EditContext, draft: Draft, edges: readonly SourceEdge[]): void {
  const sourceFile = sourceOf(context);
  const byCall = new Map<BuilderCall, Set<string>>();
  for (const edge of edges) {
    const call = edgeCall(sourceFile, edge, context.graph.nodes);
    if (call !== null) byCall.set(call, (byCall.get(call) ?? new Set()).add(edge.source));
  }
  for (const [call, sources] of byCall) removeSources(context, draft, call, sources);
}

function removeSources(context: EditContext, draft: Draft, call: BuilderCall, sources: ReadonlySet<string>): void {
  const joined = context.graph.edges.find((edge) => edge.join !== null && callAt(draft.sourceFile, edge.place) === call);
  const list = call.arguments[0];
  const left = joined?.join?.filter((source) => !sources.has(source)) ?? [];
  if (left.length === 0 || joined === undefined || list === undefined || !ts.isArrayLiteralExpression(list)) return draft.removeCall(call);
  const kept = list.elements.filter((_, index) => !sources.has(joined.join?.[index] ?? ""));
  const only = kept.length === 1 ? kept[0] : undefined;
  if (only !== undefined) return draft.replaceNode(list, only.getText(draft.sourceFile));
  for (const element of list.elements) if (!kept.includes(element)) draft.removeElement(list.elements, element);
}

/** Makes a step on a text without the sequences that it touches: they are written out as single calls first. */
export function withoutSequences(context: EditContext, touched: readonly SourceEdge[], step: (context: EditContext) => StepOutcome): StepOutcome {
  const sourceFile = sourceOf(context);
  const inSequence = touched.filter(({ form }) => form === "sequence").map((edge) => edgeCall(sourceFile, edge, context.graph.nodes));
  const calls = new Set(inSequence.filter((call) => call !== null));
  return calls.size === 0 ? step(context) : inSteps(context, [(at) => writeOut(at, calls), step]);
}

function writeOut(context: EditContext, calls: ReadonlySet<BuilderCall>): StepOutcome {
  const draft = draftOf(context);
  for (const call of calls) writeOutCall(context, draft, call);
  return done(context.file, draft.finish());
}

/** `.addSequence([["a", a], ["b", b]])` as `.addNode("a", a).addNode("b", b).addEdge("a", "b")`, which means the same. */
function writeOutCall(context: EditContext, draft: Draft, call: BuilderCall): void {
  const { sourceFile } = draft;
  const entries = context.graph.nodes.map((node) => entryOf(sourceFile, node)).filter((entry) => entry?.call === call);
  const steps = entries.flatMap((entry) => (entry === null ? [] : [{ name: keyText(draft, entry.name), entry }]));
  const nodes = steps.map(({ name, entry }) => {
    const options = entry.options === null ? [] : [entry.options.getText(sourceFile)];
    return `addNode(${[name, actionText(draft, entry.action), ...options].join(", ")})`;
  });
  const edges = steps.slice(1).map(({ name }, index) => `addEdge(${steps[index]?.name ?? ""}, ${name})`);
  draft.replace(call.expression.name.getStart(sourceFile), call.end, [...nodes, ...edges].join(`${separatorOf(draft, call)}.`));
}

/** What stands between two calls of the chain: nothing, or a new line. */
function separatorOf(draft: Draft, call: BuilderCall): string {
  return /\s*$/.exec(draft.text.slice(call.expression.expression.end, dotOf(call.expression)))?.[0] ?? "";
}

function keyText(draft: Draft, name: ts.Expression | ts.PropertyName): string {
  const text = name.getText(draft.sourceFile);
  const { parent } = name;
  const isKey = ts.isPropertyAssignment(parent) || ts.isShorthandPropertyAssignment(parent) || ts.isMethodDeclaration(parent);
  if (isKey && ts.isComputedPropertyName(name)) return name.expression.getText(draft.sourceFile);
  return isKey && (ts.isIdentifier(name) || ts.isNumericLiteral(name)) ? `${draft.style.quote}${text}${draft.style.quote}` : text;
}

function actionText(draft: Draft, action: ts.Node): string {
  if (ts.isShorthandPropertyAssignment(action)) return action.name.text;
  const text = action.getText(draft.sourceFile);
  if (!ts.isMethodDeclaration(action)) return text;
  const isAsync = action.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.AsyncKeyword) ?? false;
  return `${isAsync ? "async " : ""}function ${text.slice(action.name.getStart(draft.sourceFile) - action.getStart(draft.sourceFile))}`;
}
