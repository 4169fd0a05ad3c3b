import type { Doubt } from "../../schema/edit";
import type { SourceBranch, SourceConditional } from "../../schema/source";
import ts from "typescript";
import { refused, type EditContext, type EditOf, type StepOutcome } from "./context";
import { doubtsIn, settleDoubts } from "./doubts";
import { Drafts } from "./drafts";
import { renameKitBranch } from "./kit-branches";
import { propertyKey, quoted } from "./names";
import { editableConditional, entryAt, noBranch, writeMap } from "./path-map";
import { functionOf, isSent, literalAt, requoted, returnedAt, returnTypes, sameRouter } from "./router";

/** Gives a branch another label, in the path map and in what the router returns. */
export function renameBranch(context: EditContext, edit: EditOf<"rename_branch">): StepOutcome {
  const found = editableConditional(context, edit.source, edit.router);
  if ("refusal" in found) return found.refusal;
  const { conditional, branches } = found;
  const branch = branches.find(({ label }) => label === edit.label);
  if (branch === undefined) return noBranch(conditional, edit.label);
  if (edit.name === edit.label) return new Drafts(context).finish();
  if (branches.some(({ label }) => label === edit.name)) {
    return refused(`There is a branch called ${edit.name} already: choose another name.`, conditional.place);
  }
  if (branch.send && conditional.map === "inferred") {
    return refused("This branch is made by Send, which names the node itself: it has no label of its own.", branch.place);
  }
  const ofKit = renameKitBranch(context, conditional, edit);
  if (ofKit !== null) return ofKit;
  const drafts = new Drafts(context);
  const [constant] = returnedAt(drafts, conditional, edit.label).elsewhere;
  if (constant !== undefined) {
    const reason = `The router takes “${edit.label}” from a constant (line ${constant.line} of ${constant.file}), which other places may share: rename it there.`;
    return refused(reason, constant);
  }
  if (!renameLabel(context, drafts, conditional, branch, edit.name)) {
    return refused("The path map of this condition is written in a way that can only be changed in the code.", conditional.place);
  }
  const settled = settleDoubts(drafts, edit.also, renameReturns(drafts, conditional, edit.label, edit.name), edit.name, {
    question: `“${edit.label}” also stands here. Which of these mean the branch?`,
  });
  if (settled !== null) return settled;
  const isReturned = returnedAt(drafts, conditional, edit.label).places.length > 0 || isSent(drafts, conditional, branch) || edit.also !== "ask";
  const note = `Where the condition behind ${edit.source} returns "${edit.label}" was not found: change it there to "${edit.name}".`;
  return drafts.finish(isReturned ? [] : [note]);
}

/** Path maps of all conditional edges that use the router, since it returns one label for all of them. */
function renameLabel(context: EditContext, drafts: Drafts, conditional: SourceConditional, branch: SourceBranch, name: string): boolean {
  for (const each of sameRouter(context, conditional)) {
    const entry = each.branches?.find(({ label }) => label === branch.label);
    if (entry === undefined) continue;
    if (each.map !== "object") {
      const branches = (each.branches ?? []).filter(({ send }) => !send);
      if (
        !writeMap(
          context,
          drafts,
          each,
          branches.map((other) => (other === entry ? { ...other, label: name } : other)),
        )
      )
        return false;
      continue;
    }
    const written = entryAt(drafts, entry);
    if (written === null) return false;
    const { draft, entry: property } = written;
    const key = propertyKey(name, draft.style);
    if (ts.isShorthandPropertyAssignment(property)) draft.replaceNode(property, `${key}: ${property.name.text}`);
    else if (ts.isPropertyAssignment(property)) {
      const isQuoted = ts.isStringLiteral(property.name) && !key.startsWith("[");
      draft.replaceNode(property.name, isQuoted ? requoted(property.name.getText(draft.sourceFile), name) : key);
    } else return false;
  }
  return true;
}

/** The strings that the router returns for it are changed; gives other places of the same string that may mean it. */
function renameReturns(drafts: Drafts, conditional: SourceConditional, label: string, name: string): Doubt[] {
  const { places } = returnedAt(drafts, conditional, label);
  for (const place of places) {
    const draft = drafts.of(place.file);
    const literal = literalAt(draft, place);
    if (literal !== null)
      draft.replaceNode(literal, ts.isStringLiteralLike(literal) ? requoted(literal.getText(draft.sourceFile), name) : quoted(name, draft.style));
  }
  const fn = functionOf(drafts, conditional.router);
  if (fn === null) return [];
  const types = returnTypes(fn.node, label).filter((type) => type.getSourceFile() === fn.draft.sourceFile);
  for (const type of types) fn.draft.replaceNode(type.literal, requoted(type.literal.getText(fn.draft.sourceFile), name));
  return doubtsIn(fn.draft, fn.node, label, [...places, ...types.map((type) => ({ start: type.getStart(), end: type.end }))]);
}
