import { askApproval, type ApprovalChoice, type ApprovalRule } from "./approval";
import { channelValue, textFor, type ChannelName, type NodeUpdate, type StateText } from "./node-types";

export type ApprovalNodeOptions<State extends object> = {
  /** What is asked, e.g. `` (state) => `Refund ${state.amount}?` ``. */
  title: StateText<State>;
  /** One or two sentences: what happens on approval. */
  description?: StateText<State>;
  /** Channels that the person sees. */
  show?: NoInfer<ChannelName<State>>[];
  /** Channels that the person may correct with the answer. */
  edit?: NoInfer<ChannelName<State>>[];
  /** What the person can answer. */
  choices: ApprovalChoice[];
  /** The channel for the choice's value, by which `route` goes on. */
  into: NoInfer<ChannelName<State>>;
  /** The channel for the person's comment. */
  comment?: NoInfer<ChannelName<State>>;
  /** Who must answer, and what is answered when nobody does in time. */
  approval?: ApprovalRule;
};

/**
 * A node that waits for a person's decision and writes it down; its `route` is the router that follows it:
 *
 * ```ts
 * const approval = approvalNode({
 *   title: (state: typeof State.State) => `Refund ${state.amount}?`,
 *   show: ["order_id", "amount"],
 *   choices: [
 *     { value: "approve", label: "Approve", style: "primary" },
 *     { value: "refuse", label: "Refuse", style: "danger", comment: "required" },
 *   ],
 *   into: "decision",
 * });
 *
 * graph
 *   .addNode("approval", approval)
 *   .addConditionalEdges("approval", approval.route, { approve: "refund", refuse: END });
 * ```
 */
export function approvalNode<State extends object = object>(options: ApprovalNodeOptions<State>) {
  const ask = (state: State): NodeUpdate => {
    const { choice, comment, changes } = askApproval({
      title: textFor(options.title, state),
      description: options.description === undefined ? "" : textFor(options.description, state),
      choices: options.choices,
      details: valuesOf(state, options.show ?? []),
      ...(options.edit === undefined ? {} : { edit: valuesOf(state, options.edit) }),
      ...(options.approval === undefined ? {} : { approval: options.approval }),
    });
    return { ...changes, [options.into]: choice, ...(options.comment === undefined ? {} : { [options.comment]: comment ?? "" }) };
  };
  const route = (state: State): string => {
    const choice = channelValue(state, options.into);
    if (typeof choice === "string") return choice;
    throw new Error(`Nobody has decided yet: the channel "${options.into}" has no choice.`);
  };
  return Object.assign(ask, { route });
}

function valuesOf(state: object, channels: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(channels.map((channel) => [channel, channelValue(state, channel)]));
}
