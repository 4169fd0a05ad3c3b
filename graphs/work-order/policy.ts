import type { Step } from "./definitions";
import type { WorkOrder } from "./state";

/** A step is done at most so often before somebody has to look at it. */
export const MAX_ATTEMPTS = 3;

/** Sums of dollars, to the cent. */
export function addUsd(a: number, b: number): number {
  return Math.round((a + b) * 100) / 100;
}

/** Why a step must not be done without a person, or null. The same for every scenario: the plan differs, the policy does not. */
export function tripwire(state: WorkOrder, step: Step): string | null {
  if (state.waived.includes(step.id)) return null;
  const attempts = state.attempts[step.id] ?? 0;
  if (attempts >= MAX_ATTEMPTS) return `"${step.title}" was done ${attempts} times and is still not right.`;
  if (step.irreversible) return `"${step.title}" cannot be undone.`;
  const total = addUsd(state.spent_usd, step.cost_usd);
  return total > state.budget_usd
    ? `"${step.title}" would bring the cost to $${total.toFixed(2)}; $${state.budget_usd.toFixed(2)} is allowed.`
    : null;
}
