import { isJsonObject } from "@/lib/graph/diff-equal";
import type { Json, JsonObject } from "@/lib/schema/json";

export type MessageRole = "human" | "ai" | "system" | "tool" | "other";
export type MessagePart =
  | { kind: "text"; text: string; citations: Citation[] }
  | { kind: "reasoning"; text: string }
  /** A `data:` URL; pictures from elsewhere are never fetched. */
  | { kind: "image"; url: string }
  /** Anything else, shown as it is; `type` is the block's own word for itself. */
  | { kind: "data"; type: string | null; value: Json };
/** What a part of a text is taken from. `url` is only ever shown as text. */
export type Citation = { title: string | null; url: string | null; text: string | null };
export type ToolCall = { id: string; name: string; args: Json };

export type MessageValue = {
  role: MessageRole;
  /** The word for the role as the message has it, e.g. `developer`. */
  roleName: string;
  id: string | null;
  name: string | null;
  parts: MessagePart[];
  toolCalls: ToolCall[];
  /** For a tool's answer: which call it answers, and whether it failed. */
  toolCallId: string | null;
  failed: boolean;
};

const ROLES: Record<string, MessageRole> = {
  human: "human",
  user: "human",
  ai: "ai",
  assistant: "ai",
  system: "system",
  developer: "system",
  tool: "tool",
  function: "tool",
};

/** `AIMessageChunk` and `HumanMessage` in a serialised constructor are `ai` and `human`. */
function roleOfClass(id: Json | undefined): string {
  const name = Array.isArray(id) ? id.at(-1) : undefined;
  return typeof name === "string" ? name.replace(/Message(Chunk)?$/, "").toLowerCase() : "";
}

/** The fields of a message in any of the forms that LangChain writes: plain, `{type, data}`, `{lc, id, kwargs}`, OpenAI's. */
function fieldsOf(value: JsonObject): { role: string; fields: JsonObject } | null {
  const { type, data, kwargs, role } = value;
  if (value["lc"] !== undefined && isJsonObject(kwargs) && "content" in kwargs) return { role: roleOfClass(value["id"]), fields: kwargs };
  if (typeof type === "string" && isJsonObject(data) && "content" in data && type in ROLES) return { role: type, fields: data };
  if (!("content" in value)) return null;
  if (typeof type === "string" && type in ROLES) return { role: type, fields: value };
  if (typeof role === "string" && (role in ROLES || type === "generic")) return { role, fields: value };
  return null;
}

/** Reads a chat message for display, or null for anything else. */
export function readMessage(value: Json): MessageValue | null {
  if (!isJsonObject(value)) return null;
  const found = fieldsOf(value);
  if (found === null) return null;
  const { role, fields } = found;
  return {
    role: ROLES[role] ?? "other",
    roleName: role,
    id: textOrNull(fields["id"]),
    name: textOrNull(fields["name"]),
    parts: readParts(fields["content"] ?? null),
    toolCalls: readToolCalls(fields),
    toolCallId: textOrNull(fields["tool_call_id"]),
    failed: fields["status"] === "error",
  };
}

/** True for a list that consists of chat messages only. */
export function isMessageList(value: Json | undefined): value is Json[] {
  return Array.isArray(value) && value.length > 0 && value.every((item) => readMessage(item) !== null);
}

/** What a message says and calls, in one line for previews. */
export function messageText(message: MessageValue): string {
  const calls = message.toolCalls.map((call) => call.name);
  return [
    ...message.parts.map((part) => (part.kind === "text" ? part.text : `[${part.kind}]`)),
    ...(calls.length > 0 ? [`calls ${calls.join(", ")}`] : []),
  ].join(" ");
}

function textOrNull(value: Json | undefined): string | null {
  return typeof value === "string" && value !== "" ? value : null;
}

function readParts(content: Json): MessagePart[] {
  if (typeof content === "string") return content === "" ? [] : [{ kind: "text", text: content, citations: [] }];
  if (!Array.isArray(content)) return content === null ? [] : [readPart(content) ?? { kind: "data", type: null, value: content }];
  return content.map(readPart).filter((part) => part !== null);
}

/** Blocks that only repeat what the message's own list of tool calls says. */
const COPIES = new Set(["tool_use", "tool_call", "tool_call_chunk", "function_call", "input_json_delta"]);

function readPart(part: Json): MessagePart | null {
  if (typeof part === "string") return { kind: "text", text: part, citations: [] };
  if (!isJsonObject(part)) return { kind: "data", type: null, value: part };
  const type = textOrNull(part["type"]);
  if (type !== null && COPIES.has(type)) return null;
  const reasoning = readReasoning(part, type);
  if (reasoning !== null) return { kind: "reasoning", text: reasoning };
  if (typeof part["text"] === "string" && (type === null || type.endsWith("text"))) {
    return { kind: "text", text: part["text"], citations: readCitations(part["annotations"] ?? part["citations"]) };
  }
  const url = readImage(part, type);
  return url === null ? { kind: "data", type, value: part } : { kind: "image", url };
}

function readReasoning(part: JsonObject, type: string | null): string | null {
  const plain = part["reasoning"] ?? part["thinking"];
  if (typeof plain === "string") return plain;
  if (type !== "reasoning" || !Array.isArray(part["summary"])) return null;
  return part["summary"].map((item) => (isJsonObject(item) && typeof item["text"] === "string" ? item["text"] : "")).join("\n\n");
}

function readCitations(value: Json | undefined): Citation[] {
  if (!Array.isArray(value)) return [];
  return value.filter(isJsonObject).map((item) => ({
    title: textOrNull(item["title"]) ?? textOrNull(item["document_title"]),
    url: textOrNull(item["url"]),
    text: textOrNull(item["citedText"]) ?? textOrNull(item["cited_text"]),
  }));
}

const DATA_IMAGE = /^data:image\/(png|jpe?g|gif|webp);base64,/;

/** The picture of a block in any provider's form, if the message itself has it. */
function readImage(part: JsonObject, type: string | null): string | null {
  const held = isJsonObject(part["image_url"]) ? part["image_url"]["url"] : (part["image_url"] ?? part["url"]);
  if (typeof held === "string") return DATA_IMAGE.test(held) ? held : null;
  if (type !== "image") return null;
  const source = isJsonObject(part["source"]) ? part["source"] : part;
  const media = textOrNull(source["media_type"]) ?? textOrNull(source["mimeType"]) ?? textOrNull(source["mime_type"]);
  const data = textOrNull(source["data"]);
  const url = media === null || data === null ? "" : data.startsWith("data:") ? data : `data:${media};base64,${data}`;
  return DATA_IMAGE.test(url) ? url : null;
}

function readToolCalls(fields: JsonObject): ToolCall[] {
  const calls = fields["tool_calls"];
  if (Array.isArray(calls) && calls.length > 0) return calls.flatMap(readToolCall);
  const extra = fields["additional_kwargs"];
  return isJsonObject(extra) && Array.isArray(extra["tool_calls"]) ? extra["tool_calls"].flatMap(readToolCall) : [];
}

function readToolCall(call: Json): ToolCall[] {
  if (!isJsonObject(call)) return [];
  const inner = isJsonObject(call["function"]) ? call["function"] : call;
  const args = inner["args"] ?? inner["arguments"] ?? null;
  return [
    { id: textOrNull(call["id"]) ?? "", name: textOrNull(inner["name"]) ?? "unnamed tool", args: typeof args === "string" ? parsed(args) : args },
  ];
}

function parsed(text: string): Json {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return text;
  }
}
