import type { SourceChannel, SourceGraph } from "../../schema/source";

/** A channel that a new node needs; added to the state where it is not there. */
export type WantedChannel = { name: string; value_type: string; default: string | null; reducer: "last" | "messages"; description: string };

/** True for the channel of a conversation. */
export function isConversation({ name, reducer, type }: SourceChannel): boolean {
  return reducer?.kind === "messages" || (name === "messages" && /Message/.test(type ?? "Message"));
}

export function conversationOf(graph: SourceGraph): SourceChannel | null {
  return graph.channels.find((channel) => channel.name === "messages" && isConversation(channel)) ?? graph.channels.find(isConversation) ?? null;
}

/** What a channel holds, as far as its type tells. */
export function shapeOf({ type, reducer }: SourceChannel): "string" | "number" | "boolean" | "list" | "other" {
  const text = type?.trim() ?? "";
  if (reducer?.kind === "append" || reducer?.kind === "messages") return "list";
  if (/^(string\b(?!\[)|z\.(string|enum)\(|"[^"]*")/.test(text) && !/\[\]$|\.array\(\)/.test(text)) return "string";
  if (/^(number\b(?!\[)|z\.(number|int)\()/.test(text) && !/\[\]$|\.array\(\)/.test(text)) return "number";
  if (/^(boolean\b(?!\[)|z\.boolean\()/.test(text) && !/\[\]$|\.array\(\)/.test(text)) return "boolean";
  if (/\[\]$|^(Array|ReadonlyArray)<|^z\.array\(|\.array\(\)/.test(text)) return "list";
  return "other";
}

export function channelsOfShape(graph: SourceGraph, shape: ReturnType<typeof shapeOf>): SourceChannel[] {
  return graph.channels.filter((channel) => shapeOf(channel) === shape);
}
