import type ts from "typescript";
import type { Place, SourceBranch, SourceConditional } from "../../schema/source";
import { placeOf } from "../ast";
import type { EditContext } from "./context";
import type { Draft } from "./draft";
import type { Drafts } from "./drafts";
import { conditionalParts } from "./builder";
import { entryAt } from "./path-map";
import { functionOf, isSent, literalAt, removeReturn, removeReturnType, returnedAt, sameRouter, sendsTo } from "./router";
import { removeUnusedInside } from "./unused";

/** A branch that goes: its entry in the path map and, where it is clear what remains, its `return` in the router. Gives notes about what is left. */
export function removeBranches(context: EditContext, drafts: Drafts, conditional: SourceConditional, branches: readonly SourceBranch[]): string[] {
  const notes: string[] = [];
  for (const branch of branches) {
    if (conditional.map === "object" || conditional.map === "array") {
      const entry = entryAt(drafts, branch);
      if (entry !== null) entry.draft.removeElement(entry.list, entry.entry);
    }
    if (sameRouter(context, conditional).length > 1) notes.push(sharedNote(conditional, branch));
    else notes.push(...removeReturns(drafts, conditional, branch));
  }
  return notes;
}

function removeReturns(drafts: Drafts, conditional: SourceConditional, branch: SourceBranch): string[] {
  const fn = functionOf(drafts, conditional.router);
  if (isSent(drafts, conditional, branch)) {
    const sends = fn === null ? [] : sendsTo(fn.node, branch.target).map(placeOf);
    return sends.map((place) => `${nameOf(conditional)} still sends to ${branch.target} in line ${place.line}: change it there.`);
  }
  const { places, elsewhere } = returnedAt(drafts, conditional, branch.label);
  if (elsewhere.length > 0) return elsewhere.map((place) => leftNote(conditional, branch, place));
  const left = places.filter((place) => {
    const draft = drafts.of(place.file);
    const literal = literalAt(draft, place);
    return literal === null || !removeReturn(draft, literal);
  });
  if (left.length > 0) return left.map((place) => leftNote(conditional, branch, place));
  if (fn !== null && places.length > 0) {
    removeReturnType(fn.draft, fn.node, branch.label);
    removeUnusedInside(fn.draft, fn.node);
  }
  return [];
}

function nameOf(conditional: SourceConditional): string {
  return conditional.router.name === null ? "The condition" : `${conditional.router.name}()`;
}

function leftNote(conditional: SourceConditional, branch: SourceBranch, place: Place): string {
  return `${nameOf(conditional)} still returns "${branch.label}" in line ${place.line}, which leads nowhere now: change it there.`;
}

function sharedNote(conditional: SourceConditional, branch: SourceBranch): string {
  return `${nameOf(conditional)} decides for other edges too, so it was left alone: behind ${conditional.source} it must not return "${branch.label}" any more.`;
}

/** Takes conditional edges away. Gives the router, which may be of no more use. */
export function removeConditional(draft: Draft, conditional: SourceConditional): ts.Node[] {
  const parts = conditionalParts(draft.sourceFile, conditional);
  if (parts === null) return [];
  draft.removeCall(parts.call);
  return [parts.path, parts.map].filter((each) => each !== null);
}
