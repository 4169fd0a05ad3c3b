import ts from "typescript";
import type { Place, SourceBranch, SourceConditional } from "../../schema/source";
import type { EditContext } from "./context";
import type { Draft } from "./draft";
import type { Drafts } from "./drafts";
import { conditionalParts } from "./builder";
import { entryAt } from "./path-map";
import { functionOf, literalAt, removeReturn, removeReturnType, sameRouter } from "./router";

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
  const places = conditional.returns.find(({ value }) => value === branch.label)?.places ?? [];
  const left = places.filter((place) => {
    const draft = drafts.of(place.file);
    const literal = literalAt(draft, place);
    return literal === null || !removeReturn(draft, literal);
  });
  if (branch.send && branch.target_place !== null && left.length === 0 && places.length === 0) left.push(branch.target_place);
  if (left.length > 0) return left.map((place) => leftNote(conditional, branch, place));
  const fn = functionOf(drafts, conditional.router);
  if (fn !== null && places.length > 0) removeReturnType(fn.draft, fn.node, branch.label);
  return [];
}

function nameOf(conditional: SourceConditional): string {
  return conditional.router.name === null ? "The condition" : `${conditional.router.name}()`;
}

function leftNote(conditional: SourceConditional, branch: SourceBranch, place: Place): string {
  const what = branch.send ? `sends to ${branch.target}` : `returns "${branch.label}"`;
  return `${nameOf(conditional)} still ${what} in line ${place.line}, which leads nowhere now: change it there.`;
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
