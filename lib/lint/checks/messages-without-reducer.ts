import type { Check } from "../check";
import { quote } from "../names";
import { returnedUpdates } from "../code/updates";

const MESSAGE_TYPE = /\b(BaseMessage|AnyMessage|AIMessage|HumanMessage|MessageLike|ChatMessage|BaseMessageLike)(Like)?\b/;

/** A list of messages that each node replaces, where nodes return only the new ones. */
export const messagesWithoutReducer: Check = {
  severity: "warning",
  graph: ({ graph, code }) =>
    graph.channels.flatMap((channel) => {
      const { name, type, reducer, place, locked } = channel;
      if (reducer !== null || place === null || locked !== null || type === null || !MESSAGE_TYPE.test(type)) return [];
      if (!/\[\]|Array|array/.test(type)) return [];
      const losing = graph.nodes.find((node) => returnedUpdates(code, node, name).some(({ keepsOld }) => !keepsOld));
      const keeping = graph.nodes.some((node) => returnedUpdates(code, node, name).some(({ keepsOld }) => keepsOld));
      if (losing === undefined && keeping) return [];
      const example = losing === undefined ? "a node that returns new messages" : `what ${quote(losing.name)} returns`;
      return [
        {
          message: `The channel ${quote(name)} has messages and no reducer. So ${example} replaces the whole conversation. Give it the messages reducer, which appends.`,
          targets: [{ kind: "channel", channel: name }],
          place,
          fixes: [{ title: "Append messages", edits: [{ type: "set_channel", graph: graph.name, channel: name, reducer: "messages" }] }],
        },
      ];
    }),
};
