import type { Check, Finding } from "../check";
import { channelUse, namesOfState } from "../code/channel-use";
import { quote, quoteAll } from "../names";

/** A channel that nobody reads. Without an output schema every channel that is written is part of the answer. */
export const channelNeverRead: Check = {
  severity: "info",
  graph: (scope) => {
    const { graph, code, model, isWhole } = scope;
    if (!isWhole || graph.api !== "graph" || graph.nodes.length === 0) return [];
    const use = channelUse(scope);
    const given = graph.input === null ? new Set<string>() : namesOfState(code, graph.input);
    const answered = graph.output === null ? null : namesOfState(code, graph.output);
    if (use === null || given === null || (graph.output !== null && answered === null)) return [];
    // A state that several graphs share, or that stands elsewhere, may be there for others.
    const isShared = model.graphs.some((other) => other !== graph && other.state.name === graph.state.name);
    return graph.channels.flatMap((channel): Finding[] => {
      const { name, place, locked } = channel;
      const writers = use.writers.get(name);
      if (place === null || locked !== null || use.readers.has(name) || answered?.has(name) === true) return [];
      // What is written is the result, as long as nothing says what the result is.
      if (writers !== undefined && answered === null) return [];
      if (writers === undefined && (isShared || place.file !== model.file)) return [];
      const what =
        writers === undefined
          ? `No node reads or writes the channel ${quote(name)}. ${given.has(name) ? "The input has it, and nothing comes of it" : "It is saved with every checkpoint all the same"}`
          : `Nothing reads the channel ${quote(name)}, which ${quoteAll([...writers])} ${writers.size === 1 ? "writes" : "write"}. It is not part of the output either`;
      return [
        {
          message: `${what}. Use it, or delete it.`,
          targets: [{ kind: "channel", channel: name }],
          place,
          severity: writers === undefined ? "info" : "warning",
          fixes: writers === undefined ? [{ title: `Delete ${name}`, edits: [{ type: "delete_channel", graph: graph.name, channel: name }] }] : [],
        },
      ];
    });
  },
};
