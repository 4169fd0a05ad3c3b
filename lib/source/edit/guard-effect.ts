import type { EditContext, EditHandler, EditOf, StepOutcome } from "./context";
import { guardByTask } from "./guards/task";
import { guardByKey } from "./guards/key";
import { guardByNodePerCall } from "./guards/node-per-call";
import { guardByOwnNode } from "./guards/own-node";
import { findTarget, type GuardTarget } from "./guards/target";

type Guard = EditOf<"guard_effect">["guard"];

const GUARDS = {
  own_node: guardByOwnNode,
  node_per_call: guardByNodePerCall,
  task: guardByTask,
  key: guardByKey,
} satisfies Record<Guard, (target: GuardTarget) => StepOutcome>;

/** Guards a call that stands before `interrupt()` against happening again when its node runs again. */
export const guardEffect: EditHandler<"guard_effect"> = (context, edit) => guard(context, edit, false);

/** Why a guard cannot be put around a call; null where it can, as far as that is told without making the edit. */
export function guardProblem(context: EditContext, edit: EditOf<"guard_effect">): string | null {
  const outcome = guard(context, edit, true);
  return outcome.status === "refused" ? outcome.reason : null;
}

function guard(context: EditContext, edit: EditOf<"guard_effect">, isTrial: boolean): StepOutcome {
  const target = findTarget(context, edit, isTrial);
  return "refusal" in target ? target.refusal : GUARDS[edit.guard](target);
}
