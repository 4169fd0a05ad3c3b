import { nameText } from "./builder";
import { refused, type EditContext, type EditOf, type StepOutcome } from "./context";
import { Drafts } from "./drafts";
import { addKitBranch } from "./kit-branches";
import { propertyKey } from "./names";
import { appendElement, editableConditional, mapLiteral, writeMap } from "./path-map";
import { functionOf } from "./router";
import { addReturn, conditionProblem } from "./write-router";
import type { SourceConditional } from "../../schema/source";
import ts from "typescript";

/** One more way for a router: an entry of its path map, and a `return` in its code where that is plain enough. */
export function addBranch(context: EditContext, edit: EditOf<"add_branch">): StepOutcome {
  const found = editableConditional(context, edit.source, edit.router);
  if ("refusal" in found) return found.refusal;
  const { conditional, branches } = found;
  if (branches.some(({ label }) => label === edit.label)) {
    return refused(`There is a branch called ${edit.label} already: choose another name.`, conditional.place);
  }
  if (edit.target !== "__end__" && !context.graph.nodes.some(({ name }) => name === edit.target)) {
    return refused(`There is no node called ${edit.target} in this workflow.`, conditional.place);
  }
  const problem = conditionProblem([edit]);
  if (problem !== null) return refused(problem, conditional.place);

  const ofKit = addKitBranch(context, conditional, edit);
  if (ofKit !== null) return ofKit;
  const drafts = new Drafts(context);
  const isReturned = conditional.returns.some(({ value }) => value === edit.label);
  const returns = !isReturned && edit.when !== undefined && addToRouter(context, drafts, conditional, edit.label, edit.when);
  if (!addToMap(context, drafts, conditional, edit, returns || isReturned)) {
    return refused("The path map of this condition is written in a way that can only be changed in the code.", conditional.place);
  }
  const router = conditional.router.name === null ? "The condition" : `${conditional.router.name}()`;
  const left = edit.when === undefined ? "when it does" : `if (${edit.when}) return "${edit.label}"`;
  return drafts.finish(returns || isReturned ? [] : [`${router} never returns "${edit.label}" yet: write in its code ${left}.`]);
}

function addToRouter(context: EditContext, drafts: Drafts, conditional: SourceConditional, label: string, when: string): boolean {
  const fn = functionOf(drafts, conditional.router);
  return fn !== null && addReturn(context, fn.draft, fn.node, label, when);
}

function addToMap(context: EditContext, drafts: Drafts, conditional: SourceConditional, edit: EditOf<"add_branch">, isReturned: boolean): boolean {
  const branches = conditional.branches ?? [];
  const added = { label: edit.label, target: edit.target, place: null, label_place: null, target_place: null, send: false };
  if (conditional.map === "inferred" && edit.label === edit.target && isReturned) return true;
  const literal = mapLiteral(drafts, conditional);
  if (literal === null || (ts.isArrayLiteralExpression(literal.node) && edit.label !== edit.target)) {
    return writeMap(context, drafts, conditional, [...branches.filter(({ send }) => !send || literal !== null), added]);
  }
  const { draft, node } = literal;
  const target = nameText(context, draft, edit.target);
  if (ts.isArrayLiteralExpression(node)) appendElement(draft, node.elements, node, target);
  else appendElement(draft, node.properties, node, `${propertyKey(edit.label, draft.style)}: ${target}`);
  return true;
}
