import { z } from "zod";
import type { GraphSchemas } from "../schema/graph";
import { JsonObjectSchema, type Json, type JsonObject } from "../schema/json";
import { toDisplayJson } from "../store/display";
import { importFrom, isBag, isBuilder, type Bag, type LangGraph, type PregelLike } from "./langgraph";

type SchemaReader = (graph: unknown, registry?: unknown) => unknown;
const isReader = (value: unknown): value is SchemaReader => typeof value === "function";
const ReadersSchema = z.object({
  getInputTypeSchema: z.custom<SchemaReader>(isReader),
  getOutputTypeSchema: z.custom<SchemaReader>(isReader),
  getStateTypeSchema: z.custom<SchemaReader>(isReader),
  getConfigTypeSchema: z.custom<SchemaReader>(isReader),
});
export type SchemaReaders = z.infer<typeof ReadersSchema>;

/** What a form needs to offer a conversation: any message that LangChain can read. */
const MESSAGE_SCHEMA: JsonObject = {
  type: "object",
  title: "Message",
  properties: {
    role: { type: "string", title: "Role", enum: ["user", "assistant", "system"], default: "user" },
    content: { type: "string", title: "Content" },
  },
  // A message may also say what it is by its `type`, as saved ones do.
  required: ["content"],
};

/** JSON schema of messages as a person writes them. */
export const MESSAGES_INPUT_SCHEMA: JsonObject = { type: "array", title: "Messages", items: MESSAGE_SCHEMA, langgraph_type: "messages" };

/** JSON schema of messages as the state holds them: of any type, with text or blocks of content. */
export const MESSAGES_STATE_SCHEMA: JsonObject = {
  type: "array",
  title: "Messages",
  items: { type: "object", title: "Message", properties: { type: { type: "string" }, id: { type: ["string", "null"] } }, required: ["content"] },
  langgraph_type: "messages",
};

/** LangGraph's own readers of declared schemas, from the project's copy; null for versions without them. */
export async function loadSchemaReaders(langgraph: LangGraph): Promise<SchemaReaders | null> {
  try {
    return ReadersSchema.parse(await importFrom(langgraph.root, "./zod/schema"));
  } catch {
    return null;
  }
}

/** The JSON schemas that a workflow declares; null where it declares none. */
export function readSchemas(graph: PregelLike, readers: SchemaReaders | null): GraphSchemas {
  const builder = isBuilder(graph.builder) ? graph.builder : null;
  if (readers === null || builder === null) return { input: null, output: null, state: null, context: null };
  const read = (reader: SchemaReader): JsonObject | null => {
    try {
      return normalise(reader(graph, builder["_metaRegistry"]));
    } catch {
      // A schema that JSON schema has no words for counts as none.
      return null;
    }
  };
  return {
    input: read(readers.getInputTypeSchema),
    output: read(readers.getOutputTypeSchema),
    state: read(readers.getStateTypeSchema),
    context: read(readers.getConfigTypeSchema),
  };
}

/** LangGraph puts a `$schema` into every property; only the outermost means something. */
function normalise(schema: unknown): JsonObject | null {
  if (!isBag(schema)) return null;
  const parsed = JsonObjectSchema.safeParse(toDisplayJson(dropNested(schema)));
  return parsed.success ? parsed.data : null;
}

/** zod says of every integer that it must be a safe one. */
function isNoBound(key: string, value: unknown): boolean {
  return (key === "minimum" && value === Number.MIN_SAFE_INTEGER) || (key === "maximum" && value === Number.MAX_SAFE_INTEGER);
}

function dropNested(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(dropNested);
  if (!isBag(value)) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, inner]) =>
      key === "$schema" || inner === undefined || isNoBound(key, inner) ? [] : [[key, dropNested(inner)]],
    ),
  );
}

/**
 * Completes schemas where the workflow declares none: `known` holds the channels whose values could be told from their
 * reducer or their TypeScript type. Without any such channel the schema stays null.
 */
export function completeSchema(schema: JsonObject | null, names: readonly string[], known: Readonly<Record<string, JsonObject>>): JsonObject | null {
  const declared = isBag(schema?.["properties"]) ? schema["properties"] : {};
  const properties: Record<string, Json> = {};
  for (const name of names) {
    const own = JsonObjectSchema.safeParse(declared[name]);
    const better = known[name];
    if (better !== undefined && (!own.success || better["langgraph_type"] === "messages")) properties[name] = mergeTitle(better, own.data);
    else if (own.success) properties[name] = own.data;
  }
  if (Object.keys(properties).length === 0) return schema;
  return { ...(schema ?? { type: "object" }), properties };
}

/** Keeps what a person wrote about the field. */
function mergeTitle(schema: JsonObject, declared: JsonObject | undefined): JsonObject {
  const written: Bag = { title: declared?.["title"], description: declared?.["description"], default: declared?.["default"] };
  const kept = Object.entries(written).filter(([, value]) => value !== undefined);
  return { ...schema, ...JsonObjectSchema.catch({}).parse(Object.fromEntries(kept)) };
}
