import type { Check, Finding } from "../check";
import { channelUse, namesOfState } from "../code/channel-use";
import { quote, quoteAll } from "../names";

/** A channel that nodes read, and that neither a node nor the input ever fills. Without an input schema any channel may come with the input. */
export const channelNeverWritten: Check = {
  severity: "warning",
  graph: (scope) => {
    const { graph, code, isWhole } = scope;
    const given = graph.input === null ? null : namesOfState(code, graph.input);
    const use = isWhole && graph.api === "graph" && given !== null ? channelUse(scope) : null;
    if (use === null || given === null) return [];
    return graph.channels.flatMap((channel): Finding[] => {
      const { name, place, locked } = channel;
      const readers = use.readers.get(name);
      if (place === null || locked !== null || readers === undefined || use.writers.has(name) || use.routed.has(name) || given.has(name)) return [];
      const hasDefault = channel.default !== null || /\.(default|prefault|catch)\(/.test(channel.type ?? "");
      const then = hasDefault ? "It always has its default there" : "It is undefined there";
      return [
        {
          message: `Nothing writes the channel ${quote(name)}, which ${quoteAll([...readers])} ${readers.size === 1 ? "reads" : "read"}. ${then}, because no node returns it and the input does not have it. Write it, add it to the input, or make it a constant.`,
          targets: [{ kind: "channel", channel: name }],
          place,
          severity: hasDefault ? "info" : "warning",
        },
      ];
    });
  },
};
