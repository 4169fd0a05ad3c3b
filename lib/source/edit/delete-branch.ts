import { removeBranches, removeConditional } from "./branch-removal";
import { refused, type EditContext, type EditOf, type StepOutcome } from "./context";
import { Drafts } from "./drafts";
import { deleteKitBranch } from "./kit-branches";
import { editableConditional, noBranch } from "./path-map";
import { isSent } from "./router";
import { removeUnused } from "./unused";

/** Takes a branch away; with its last one the condition goes. */
export function deleteBranch(context: EditContext, edit: EditOf<"delete_branch">): StepOutcome {
  const found = editableConditional(context, edit.source, edit.router);
  if ("refusal" in found) return found.refusal;
  const { conditional, branches } = found;
  const branch = branches.find(({ label }) => label === edit.label);
  if (branch === undefined) return noBranch(conditional, edit.label);
  if (conditional.map === "inferred" && isSent(new Drafts(context), conditional, branch)) {
    return refused("This branch is made by Send in the router's code: change it there.", branch.place ?? conditional.place);
  }
  const ofKit = deleteKitBranch(context, conditional, edit);
  if (ofKit !== null) return ofKit;
  const drafts = new Drafts(context);
  if (branches.length === 1) {
    removeUnused(drafts.main, removeConditional(drafts.main, conditional));
    return drafts.finish();
  }
  const notes = removeBranches(context, drafts, conditional, [branch]);
  if (conditional.map === "inferred" && notes.length > 0) {
    return refused(`What is left without this branch is not clear from the router's code. ${notes.join(" ")}`, branch.place ?? conditional.place);
  }
  removeUnused(drafts.main, []);
  return drafts.finish(notes);
}
