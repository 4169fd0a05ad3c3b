import { z } from "zod";
import { isJsonObject } from "@/lib/graph/diff-equal";
import type { Channel } from "@/lib/schema/graph";
import type { Json } from "@/lib/schema/json";
import { readMessage } from "../values/read-message";

/** A list item as it is being typed: plain text, a chat message's text, or JSON. */
const ItemTextSchema = z.object({ as: z.enum(["text", "message", "json"]), text: z.string(), role: z.string().optional() });
export type ItemText = z.infer<typeof ItemTextSchema>;

const ChannelDraftSchema = z.discriminatedUnion("kind", [
  z.object({ kind: z.enum(["text", "json"]), text: z.string(), through: z.boolean() }),
  z.object({
    kind: z.literal("list"),
    /** By index in the list as it was. */
    edits: z.record(z.string(), ItemTextSchema),
    removed: z.array(z.number()),
    added: z.array(ItemTextSchema.extend({ key: z.string() })),
    through: z.boolean(),
  }),
]);

/**
 * What a person typed for one channel. `through`: a custom reducer gets the value instead of being bypassed.
 * Of lists only the differences are kept, so that a draft of a long conversation stays small.
 */
export type ChannelDraft = z.infer<typeof ChannelDraftSchema>;
export type ListDraft = Extract<ChannelDraft, { kind: "list" }>;
export type ValueDraft = Exclude<ChannelDraft, { kind: "list" }>;

export const EditDraftSchema = z.object({ channels: z.record(z.string(), ChannelDraftSchema), asNode: z.string().nullable(), run: z.boolean() });
export type EditDraft = z.infer<typeof EditDraftSchema>;

/** The draft that a channel's editor begins with: the value as it is. */
export function beginDraft(channel: Channel | null, value: Json | undefined): ChannelDraft {
  if (Array.isArray(value)) return emptyListDraft();
  const listReducer = channel?.reducer.kind === "messages" || channel?.reducer.kind === "append";
  if (value === undefined) {
    if (listReducer) return emptyListDraft();
    return isTextSchema(channel) ? { kind: "text", text: "", through: false } : { kind: "json", text: "", through: false };
  }
  return typeof value === "string"
    ? { kind: "text", text: value, through: false }
    : { kind: "json", text: JSON.stringify(value, null, 2), through: false };
}

function emptyListDraft(): ListDraft {
  return { kind: "list", edits: {}, removed: [], added: [], through: false };
}

function isTextSchema(channel: Channel | null): boolean {
  return channel?.schema?.["type"] === "string";
}

/** The text that an item's editor begins with. Messages are edited by their text where it is plain. */
export function beginItem(item: Json): ItemText {
  if (typeof item === "string") return { as: "text", text: item };
  if (isJsonObject(item) && typeof item["content"] === "string" && readMessage(item) !== null) return { as: "message", text: item["content"] };
  return { as: "json", text: JSON.stringify(item, null, 2) };
}

/** The text of a new item: of the kind that the list has. */
export function beginAdded(list: readonly Json[], isMessages: boolean): ItemText {
  if (isMessages) return { as: "message", text: "", role: "human" };
  const last = list.at(-1);
  if (typeof last === "string") return { as: "text", text: "" };
  if (!isJsonObject(last)) return { as: "json", text: "" };
  const shape = Object.fromEntries(
    Object.entries(last)
      .filter(([key]) => key !== "id")
      .map(([key, value]) => [key, blank(value)]),
  );
  return { as: "json", text: JSON.stringify(shape, null, 2) };
}

function blank(value: Json): Json {
  if (typeof value === "string") return "";
  if (typeof value === "number") return 0;
  if (typeof value === "boolean") return false;
  return Array.isArray(value) ? [] : value === null ? null : {};
}
