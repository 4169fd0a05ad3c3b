import type { SourceGraph } from "../../../schema/source";
import { parseExpression } from "./code";
import { Refusal, type ChannelChange, type WantedReducer } from "./dialect";

/** `messages` is a type and a reducer in one word. */
export function toChange(edit: {
  value_type?: string | undefined;
  reducer?: WantedReducer | undefined;
  default?: string | null | undefined;
}): ChannelChange | Refusal {
  const isMessages = edit.value_type?.trim() === "messages";
  const reducer = isMessages ? "messages" : edit.reducer;
  const code = edit.default?.trim();
  const change: ChannelChange = {
    ...(edit.value_type === undefined || isMessages ? {} : { type: edit.value_type.trim() }),
    ...(reducer === undefined ? {} : { reducer }),
    ...(edit.default === undefined ? {} : { default: code === undefined || code === "" ? null : code }),
  };
  if (typeof change.default === "string" && parseExpression(change.default) === null) {
    return new Refusal(`The default \`${change.default}\` is not a value. Examples: 0, "", [], { count: 0 }.`);
  }
  if (typeof reducer === "object" && parseExpression(reducer.code) === null) {
    return new Refusal("The reducer is not a function. Write one such as `(current, next) => [...current, ...next]`, or the name of one.");
  }
  return change;
}

/** Why a channel cannot have this name; null where it can. */
export function refuseName(graph: SourceGraph, name: string): Refusal | null {
  if (graph.channels.some((channel) => channel.name === name)) return new Refusal(`The state has a channel called ${name} already.`);
  if (graph.nodes.some((node) => node.name === name))
    return new Refusal(`A node is called ${name}, and LangGraph wants other names for channels. Rename one of them.`);
  if (name.startsWith("__")) return new Refusal(`Names that begin with two underscores are LangGraph's own. Choose another than ${name}.`);
  if (name in {}) return new Refusal(`Every object has something called ${name}. Choose another name.`);
  return null;
}
