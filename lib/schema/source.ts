import { z } from "zod";
import { KitKindSchema } from "./kit";
import { JsonObjectSchema, JsonSchema } from "./json";

/**
 * A stretch of a file's text. `start` and `end` count UTF-16 units from 0, `end` is behind the last one; line and column
 * of the start count from 1. `file` is relative to the project folder, with `/`.
 */
export const PlaceSchema = z.object({
  file: z.string(),
  start: z.number().int(),
  end: z.number().int(),
  line: z.number().int(),
  column: z.number().int(),
});
export type Place = z.infer<typeof PlaceSchema>;

/** Something that is shown but cannot be edited on the canvas, or not be read without running. */
export const LockedSchema = z.object({ reason: z.string(), place: PlaceSchema });
export type Locked = z.infer<typeof LockedSchema>;

/** A value in the text: `value` is left out where it is not a literal. */
export const SourceValueSchema = z.object({ text: z.string(), place: PlaceSchema, value: JsonSchema.optional() });
export type SourceValue = z.infer<typeof SourceValueSchema>;

/** What a node runs. `definition` is where the code stands, in this file or another; null where it was not found. */
export const SourceActionSchema = z.object({
  kind: z.enum(["function", "inline", "imported", "factory", "kit", "tool_node", "agent", "subgraph", "method", "runnable", "unknown"]),
  /** The name that the text uses, e.g. `callModel`; null for an inline function. */
  name: z.string().nullable(),
  /** The expression that `addNode` is given. */
  place: PlaceSchema.nullable(),
  /** The whole declaration of the function (or of the variable that holds it), with its doc comment left out. */
  definition: PlaceSchema.nullable(),
  /** Braces included; null where it has none of its own. */
  body: PlaceSchema.nullable(),
});
export type SourceAction = z.infer<typeof SourceActionSchema>;

/** A place where a node's code names its successor: `new Command({ goto })` or `new Send(name)`. */
export const SourceGotoSchema = z.object({
  kind: z.enum(["command", "send", "parent"]),
  target: z.string(),
  /** The text of the name, quotes included. */
  place: PlaceSchema,
});
export type SourceGoto = z.infer<typeof SourceGotoSchema>;

/** A node that a kit function makes, with its settings as far as they are literals. */
export const SourceKitSchema = z.object({
  kind: KitKindSchema,
  /** The settings by name; what is no literal is missing here and named in `code`. */
  settings: JsonObjectSchema,
  /** Settings that are code, as text. */
  code: z.record(z.string(), z.string()),
  /** The object literal with the settings. */
  place: PlaceSchema,
});
export type SourceKit = z.infer<typeof SourceKitSchema>;

export const SourceNodeSchema = z.object({
  name: z.string(),
  /** The part of the text that adds it: `.addNode(…)` with its dot, an entry of an object or array, a whole statement. */
  place: PlaceSchema,
  /** The text of its name, quotes included; null where the name is no literal of its own (then it cannot be renamed here). */
  name_place: PlaceSchema.nullable(),
  form: z.enum(["call", "object", "array", "sequence", "agent", "task"]),
  action: SourceActionSchema,
  /** TSDoc of the function, else the comment in the line above; its first sentence. */
  description: z.string().nullable(),
  description_place: PlaceSchema.nullable(),
  /** Options of `addNode` by name: `ends`, `retryPolicy`, `cachePolicy`, `timeout`, `defer`, `errorHandler`, `input`, `metadata`, `subgraphs`. */
  options: z.record(z.string(), SourceValueSchema),
  /** The object literal with the options. */
  options_place: PlaceSchema.nullable(),
  /** Declared `Command` targets; null where there are none or they cannot be read. */
  ends: z.array(z.string()).nullable(),
  gotos: z.array(SourceGotoSchema),
  /** True where its code goes on to a successor whose name cannot be read, besides those in `gotos`. */
  goes_elsewhere: z.boolean().optional(),
  /** The workflow that it is, where it is a subgraph that was found. */
  subgraph: z.object({ file: z.string(), graph: z.string() }).nullable(),
  kit: SourceKitSchema.nullable(),
  /** Channels that its code reads and writes, as far as the text shows; null where the code was not found. */
  reads: z.array(z.string()).nullable(),
  writes: z.array(z.string()).nullable(),
  /** Why it cannot be edited here; null where it can. */
  locked: z.string().nullable(),
});
export type SourceNode = z.infer<typeof SourceNodeSchema>;

/** A plain edge. An array of sources makes one each, with `join` naming all of them. */
export const SourceEdgeSchema = z.object({
  source: z.string(),
  target: z.string(),
  /** `.addEdge(…)` with its dot, `.setEntryPoint(…)`, a whole statement. */
  place: PlaceSchema,
  source_place: PlaceSchema.nullable(),
  target_place: PlaceSchema.nullable(),
  form: z.enum(["edge", "entry", "finish", "sequence", "agent"]),
  /** All sources of an edge that waits for several nodes. */
  join: z.array(z.string()).nullable(),
  locked: z.string().nullable(),
});
export type SourceEdge = z.infer<typeof SourceEdgeSchema>;

/** One way that a router can go. Without a path map, or with a list, the label is the target's name. */
export const SourceBranchSchema = z.object({
  label: z.string(),
  target: z.string(),
  /** The entry of the path map, or the text that the router returns. */
  place: PlaceSchema.nullable(),
  label_place: PlaceSchema.nullable(),
  target_place: PlaceSchema.nullable(),
  /** Reached by `Send`: one instance per item. */
  send: z.boolean(),
});
export type SourceBranch = z.infer<typeof SourceBranchSchema>;

export const SourceConditionalSchema = z.object({
  source: z.string(),
  source_place: PlaceSchema.nullable(),
  /** `.addConditionalEdges(…)` with its dot, or a whole statement. */
  place: PlaceSchema,
  router: SourceActionSchema,
  /** Strings that the router returns, each with all its places. */
  returns: z.array(z.object({ value: z.string(), places: z.array(PlaceSchema) })),
  /** `inferred`: there is no path map, the ways were read from the router's code. `unknown`: they could not be. */
  map: z.enum(["object", "array", "inferred", "unknown"]),
  map_place: PlaceSchema.nullable(),
  /** null where `map` is `unknown`. */
  branches: z.array(SourceBranchSchema).nullable(),
  locked: z.string().nullable(),
});
export type SourceConditional = z.infer<typeof SourceConditionalSchema>;

export const SourceReducerSchema = z.object({
  /** `last`: overwrites, declared or not. `custom`: a function with another name or none. */
  kind: z.enum(["last", "messages", "append", "custom"]),
  /** What the interface shows: "last value", "append", "messages", or the function's name. */
  label: z.string(),
  text: z.string().nullable(),
  place: PlaceSchema.nullable(),
});

export const SourceChannelSchema = z.object({
  name: z.string(),
  /** The whole entry; null where it comes from a library, e.g. `messages` of `MessagesAnnotation`. */
  place: PlaceSchema.nullable(),
  name_place: PlaceSchema.nullable(),
  /** The TypeScript type or zod schema as text, e.g. `string[]` or `z.number().int()`. */
  type: z.string().nullable(),
  type_place: PlaceSchema.nullable(),
  /** null: it has none, the last value wins. One that says no more than that is `last`. */
  reducer: SourceReducerSchema.nullable(),
  default: SourceValueSchema.nullable(),
  description: z.string().nullable(),
  locked: z.string().nullable(),
});
export type SourceChannel = z.infer<typeof SourceChannelSchema>;

/** How the state is written down. `entries` is where channels stand: the braces of the object literal. */
export const SourceStateSchema = z.object({
  kind: z.enum(["state_schema", "annotation", "zod", "messages_annotation", "messages_zod", "channels", "unknown"]),
  /** The name of the variable that holds it, e.g. `State`. */
  name: z.string().nullable(),
  place: PlaceSchema.nullable(),
  entries: PlaceSchema.nullable(),
});
export type SourceState = z.infer<typeof SourceStateSchema>;

export const SourceGraphSchema = z.object({
  /** The variable, property, function or class that holds the builder; made unique in the file by `~2`, `~3` … */
  name: z.string(),
  /** `entrypoint` is the functional API: shown, not editable. */
  api: z.enum(["graph", "agent", "entrypoint"]),
  /** Names under which the file exports the builder or what it compiles to; `default` among them. */
  exported_as: z.array(z.string()),
  /** `new StateGraph(…)`, `createAgent(…)`, `entrypoint(…)`. */
  place: PlaceSchema,
  /** `chain`: calls on one another. `statements`: calls on a variable, each for itself. `mixed`: both. */
  style: z.enum(["chain", "statements", "mixed"]),
  /** The variable that statements call on; null where there is none. */
  variable: z.string().nullable(),
  nodes: z.array(SourceNodeSchema),
  edges: z.array(SourceEdgeSchema),
  conditional: z.array(SourceConditionalSchema),
  state: SourceStateSchema,
  input: SourceStateSchema.nullable(),
  output: SourceStateSchema.nullable(),
  context: SourceStateSchema.nullable(),
  channels: z.array(SourceChannelSchema),
  /** `.compile(…)` with its dot. */
  compile: z.object({ place: PlaceSchema, options: z.record(z.string(), SourceValueSchema) }).nullable(),
  /** What could not be read, each with reason and line; empty: what is here is all there is. */
  locked: z.array(LockedSchema),
});
export type SourceGraph = z.infer<typeof SourceGraphSchema>;

/** What a file says without being run. `hash` is the SHA-256 of its text in hex. */
export const SourceModelSchema = z.object({
  file: z.string(),
  hash: z.string(),
  graphs: z.array(SourceGraphSchema),
  errors: z.array(z.object({ message: z.string(), place: PlaceSchema })),
  /** Other files of the project that were read for it: a change there may change the model. */
  files: z.array(z.string()),
});
export type SourceModel = z.infer<typeof SourceModelSchema>;
