import type { NodeUpdate } from "./node-types";

/** A way that a condition can go: the edge's label, and when it is taken. */
export type ConditionRule<State> = { label: string; when: (state: State) => boolean };

export type ConditionOptions<State> = {
  /** The first rule that holds decides. */
  rules: ConditionRule<State>[];
  /** The label where none holds. */
  otherwise: string;
};

/**
 * A node that decides by rules over the state where to go. The node itself changes nothing; its `route` is the router:
 *
 * ```ts
 * const size = condition({
 *   rules: [{ label: "above 50", when: (state: typeof State.State) => state.amount > 50 }],
 *   otherwise: "up to 50",
 * });
 *
 * graph
 *   .addNode("size", size)
 *   .addConditionalEdges("size", size.route, { "above 50": "approval", "up to 50": "refund" });
 * ```
 */
export function condition<State extends object = object>({ rules, otherwise }: ConditionOptions<State>) {
  const pass = (_state: State): NodeUpdate => ({});
  const route = (state: State): string => rules.find(({ when }) => when(state))?.label ?? otherwise;
  return Object.assign(pass, { route });
}
