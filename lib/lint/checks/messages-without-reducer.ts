import type { SourceChannel, SourceNode } from "../../schema/source";
import type { Check } from "../check";
import type { Code } from "../code/code";
import { quote } from "../names";
import { returnedUpdates } from "../code/updates";

/** A list of messages, by its type; untyped, by its name. */
function holdsMessages({ name, type }: SourceChannel): boolean {
  if (type === null || /^(any|unknown)(\[\])?$|^z\.(any|array\(z\.any\(\)\))/.test(type)) return name === "messages";
  return /Message(Like|Chunk)?\b/.test(type) && /\[\]|Array|array/.test(type);
}

/** A list of messages that each node replaces, where nodes return only the new ones. */
export const messagesWithoutReducer: Check = {
  severity: "warning",
  graph: ({ graph, code, isWhole }) =>
    (isWhole ? graph.channels : []).flatMap((channel) => {
      const { name, reducer, place, locked } = channel;
      if (reducer !== null || place === null || locked !== null || !holdsMessages(channel)) return [];
      const losing = graph.nodes.find((node) => returnsOnlyNew(code, node, name));
      if (losing === undefined) return [];
      return [
        {
          message: `The channel ${quote(name)} has messages and no reducer. So what ${quote(losing.name)} returns replaces the whole conversation. Give it the messages reducer, which appends.`,
          targets: [{ kind: "channel", channel: name }],
          place,
          fixes: [{ title: "Append messages", edits: [{ type: "set_channel", graph: graph.name, channel: name, reducer: "messages" }] }],
        },
      ];
    }),
};

/** A node that returns a list without the old one in it. What `ToolNode` returns is always such a list. */
function returnsOnlyNew(code: Code, node: SourceNode, channel: string): boolean {
  if (node.action.kind === "tool_node") return channel === "messages";
  return returnedUpdates(code, node, channel).some(({ keepsOld }) => !keepsOld);
}
