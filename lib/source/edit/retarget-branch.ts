import ts from "typescript";
import type { SourceBranch, SourceConditional } from "../../schema/source";
import { callAt, conditionalParts, draftOf, endText, moveBehind, nameText } from "./builder";
import { done, refused, type EditContext, type EditOf, type StepOutcome } from "./context";
import { Drafts } from "./drafts";
import { quoted } from "./names";
import { editableConditional, entryAt, noBranch, writeMap } from "./path-map";
import { inSteps } from "./pipeline";
import { functionOf, isSent, literalAt, removeReturnType, requoted, returnedAt, returnTypes, sameRouter, sendsTo } from "./router";

/** Lets a branch lead to another node. Its label stays, where it has one of its own. */
export function retargetBranch(context: EditContext, edit: EditOf<"retarget_branch">): StepOutcome {
  const found = editableConditional(context, edit.source, edit.router);
  if ("refusal" in found) return found.refusal;
  const { conditional, branches } = found;
  const branch = branches.find(({ label }) => label === edit.label);
  if (branch === undefined) return noBranch(conditional, edit.label);
  if (edit.target === "__start__") return refused("A branch cannot lead to the start of the workflow.", conditional.place);
  if (edit.target !== "__end__" && !context.graph.nodes.some(({ name }) => name === edit.target)) {
    return refused(`There is no node called ${edit.target} in this workflow.`, conditional.place);
  }
  const drafts = new Drafts(context);
  if (edit.target === branch.target) return drafts.finish();
  const parts = conditionalParts(drafts.main.sourceFile, conditional);
  if (parts === null) return refused("This condition is written in a way that can only be changed in the code.", conditional.place);
  return inSteps(context, [
    () => {
      if (retargetIn(context, drafts, conditional, branch, edit.target)) return drafts.finish();
      return refused("Where this branch leads is decided in the router's code: change it there.", branch.place ?? conditional.place);
    },
    (at) => putInOrder(at, edit.source, edit.router),
  ]);
}

/** The call has to come after the nodes that it leads to. */
function putInOrder(context: EditContext, source: string, router: number): StepOutcome {
  const draft = draftOf(context);
  const conditional = context.graph.conditional.filter((each) => each.source === source)[router];
  const call = conditional === undefined ? null : callAt(draft.sourceFile, conditional.place);
  if (call !== null) moveBehind(context, draft, call, [source, ...(conditional?.branches ?? []).map(({ target }) => target)]);
  return done(context.file, draft.finish());
}

/** The target in the path map; without one, what the router returns, or a path map where other edges need that. */
export function retargetIn(context: EditContext, drafts: Drafts, conditional: SourceConditional, branch: SourceBranch, target: string): boolean {
  if (isSent(drafts, conditional, branch)) return retargetSends(context, drafts, conditional, branch, target);
  if (conditional.map === "object") {
    const found = entryAt(drafts, branch);
    if (found === null) return false;
    const { draft, entry } = found;
    if (ts.isPropertyAssignment(entry)) draft.replaceNode(entry.initializer, nameText(context, draft, target));
    else if (ts.isShorthandPropertyAssignment(entry)) draft.replaceNode(entry, `${entry.name.text}: ${nameText(context, draft, target)}`);
    else return false;
    return true;
  }
  if (retargetReturns(context, drafts, conditional, branch, target)) return true;
  const branches = (conditional.branches ?? []).filter(({ send }) => !send);
  return writeMap(
    context,
    drafts,
    conditional,
    branches.map((each) => (each === branch ? { ...each, target } : each)),
  );
}

/** Without labels the router names its targets itself: it returns another name, and a list of targets names that too. */
function retargetReturns(context: EditContext, drafts: Drafts, conditional: SourceConditional, branch: SourceBranch, target: string): boolean {
  const { places, elsewhere } = returnedAt(drafts, conditional, branch.label);
  const fn = functionOf(drafts, conditional.router);
  if (places.length === 0 || elsewhere.length > 0 || fn === null || sameRouter(context, conditional).length > 1) return false;
  const types = returnTypes(fn.node, branch.label);
  if (types.some((type) => type.getSourceFile() !== fn.draft.sourceFile)) return false;
  const entry = conditional.map === "array" ? entryAt(drafts, branch) : null;
  if (conditional.map === "array" && entry === null) return false;
  const isKnown = (conditional.branches ?? []).some((each) => each.target === target);
  if (entry !== null && isKnown) entry.draft.removeElement(entry.list, entry.entry);
  else if (entry !== null) entry.draft.replaceNode(entry.entry, nameText(context, entry.draft, target));
  for (const place of places) {
    const draft = drafts.of(place.file);
    const literal = literalAt(draft, place);
    if (literal === null) continue;
    const text = literal.getText(draft.sourceFile);
    const isEnd = target === "__end__";
    draft.replaceNode(
      literal,
      isEnd ? endText(context, draft, target) : ts.isStringLiteralLike(literal) ? requoted(text, target) : quoted(target, draft.style),
    );
  }
  if (returnTypes(fn.node, target).length > 0) removeReturnType(fn.draft, fn.node, branch.label);
  else for (const type of types) fn.draft.replaceNode(type.literal, requoted(type.literal.getText(), target));
  return true;
}

/** `new Send("a", …)` names its node itself. */
function retargetSends(context: EditContext, drafts: Drafts, conditional: SourceConditional, branch: SourceBranch, target: string): boolean {
  if (target === "__end__" || sameRouter(context, conditional).length > 1) return false;
  const fn = functionOf(drafts, conditional.router);
  if (fn === null) return false;
  const names = sendsTo(fn.node, branch.target);
  for (const name of names) fn.draft.replaceNode(name, requoted(name.getText(), target));
  const entry = conditional.map === "inferred" ? null : entryAt(drafts, branch);
  if (entry !== null && ts.isPropertyAssignment(entry.entry))
    entry.draft.replaceNode(entry.entry.initializer, nameText(context, entry.draft, target));
  else if (entry !== null) entry.draft.replaceNode(entry.entry, nameText(context, entry.draft, target));
  return names.length > 0;
}
