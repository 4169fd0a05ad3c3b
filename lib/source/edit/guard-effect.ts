import type { EditHandler, EditOf, StepOutcome } from "./context";
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
export const guardEffect: EditHandler<"guard_effect"> = (context, edit) => {
  const target = findTarget(context, edit);
  return "refusal" in target ? target.refusal : GUARDS[edit.guard](target);
};
