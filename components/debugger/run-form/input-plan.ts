import type { GraphDescription } from "@/lib/schema/graph";
import type { Json, JsonObject } from "@/lib/schema/json";

/** How the input of a workflow is asked for. */
export type InputPlan = {
  /** Schema of the form; null where only JSON can be offered. */
  schema: JsonObject | null;
  /** Properties that are conversations: asked for as one text box. */
  messages: string[];
  /** Properties left to the JSON side: they have defaults and no words for people. */
  hidden: string[];
  /** What to start from where there is neither example nor earlier input. */
  skeleton: Json;
};

export function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function messageChannels(description: GraphDescription): Set<string> {
  return new Set(description.channels.filter((channel) => channel.input && channel.reducer.kind === "messages").map((channel) => channel.name));
}

function defaultOf(property: Json | undefined): Json | undefined {
  return isObject(property) ? property.default : undefined;
}

function skeletonOf(description: GraphDescription, messages: Set<string>): JsonObject {
  const skeleton: JsonObject = {};
  for (const channel of description.channels) {
    if (!channel.input) continue;
    skeleton[channel.name] = messages.has(channel.name) ? [{ role: "human", content: "" }] : (channel.default ?? null);
  }
  return skeleton;
}

/** Plans the input form from the input's JSON schema, or from the channels where the workflow declares none. */
export function planInput(description: GraphDescription): InputPlan {
  const messages = messageChannels(description);
  const schema = description.schemas.input;
  if (!schema) {
    const skeleton = skeletonOf(description, messages);
    const only = Object.keys(skeleton);
    if (messages.size === 0 || only.some((name) => !messages.has(name))) return { schema: null, messages: [...messages], hidden: [], skeleton };
    return { schema: { type: "object", properties: Object.fromEntries(only.map((name) => [name, {}])) }, messages: only, hidden: [], skeleton };
  }
  if (!isObject(schema.properties))
    return { schema: schema.type === "object" ? null : schema, messages: [], hidden: [], skeleton: schema.default ?? {} };

  const required = new Set(Array.isArray(schema.required) ? schema.required : []);
  const conversation = Object.keys(schema.properties).filter((name) => messages.has(name) || name === "messages");
  const hidden = Object.entries(schema.properties)
    .filter(([name, property]) => {
      const isOptional = !required.has(name) || defaultOf(property) !== undefined;
      const hasWords = isObject(property) && (property.title !== undefined || property.description !== undefined);
      return conversation.length > 0 && !conversation.includes(name) && isOptional && !hasWords;
    })
    .map(([name]) => name);
  const properties: JsonObject = {};
  const skeleton: JsonObject = {};
  for (const [name, property] of Object.entries(schema.properties)) {
    if (conversation.includes(name)) {
      // A message's own schema is a union of every kind of message: a person types text.
      properties[name] = { title: isObject(property) && typeof property.title === "string" ? property.title : "Message" };
      skeleton[name] = [{ role: "human", content: "" }];
    } else if (!hidden.includes(name)) {
      properties[name] = property;
      const start = defaultOf(property);
      if (start !== undefined) skeleton[name] = start;
    }
  }
  const stillRequired = [...required].filter((name) => typeof name === "string" && name in properties);
  return { schema: { ...schema, properties, required: stillRequired }, messages: conversation, hidden, skeleton };
}

/** The text of the last message a person wrote, from an input's messages. */
export function messageText(messages: Json | undefined): string {
  const last = Array.isArray(messages) ? messages.at(-1) : messages;
  if (typeof last === "string") return last;
  return isObject(last) && typeof last.content === "string" ? last.content : "";
}

/** What a chip for an input says: its first text, of at most so many letters. */
export function inputLabel(input: Json, most = 64): string {
  const first = isObject(input) ? Object.values(input).find((value) => value !== "" && value !== null) : input;
  const text = typeof first === "string" ? first : messageText(first) || JSON.stringify(first ?? input);
  const [firstLine = "", ...more] = text.trim().split("\n");
  const line = firstLine.replace(/^#+\s*/, "");
  if (line.length > most) return `${line.slice(0, most - 1).trimEnd()}…`;
  return more.length > 0 ? `${line} …` : line;
}

/** What is missing before an input can run; null when it is complete. */
export function missingMessage(plan: InputPlan, input: Json): string | null {
  if (!isObject(input)) return null;
  for (const name of plan.messages) {
    const value = input[name];
    if (Array.isArray(value) && value.length === 1 && messageText(value).trim() === "") return "Write a message first.";
  }
  return null;
}
