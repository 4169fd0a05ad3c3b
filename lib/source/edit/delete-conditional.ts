import { removeConditional } from "./branch-removal";
import { draftOf } from "./builder";
import { done, refused, type EditContext, type EditOf, type StepOutcome } from "./context";
import { removeUnused } from "./unused";

/** Takes conditional edges away, with their router where nothing else uses it. */
export function deleteConditional(context: EditContext, edit: EditOf<"delete_conditional">): StepOutcome {
  const conditional = context.graph.conditional.filter(({ source }) => source === edit.source)[edit.router];
  if (conditional === undefined) return refused(`There is no condition behind ${edit.source} any more.`, context.graph.place);
  if (conditional.locked !== null) return refused(conditional.locked, conditional.place);
  const draft = draftOf(context);
  removeUnused(draft, removeConditional(draft, conditional));
  return done(context.file, draft.finish());
}
