import { z } from "zod";
import { GraphIdSchema } from "./ids";
import { JsonObjectSchema, JsonSchema } from "./json";

/** Where a node's function stands. Lines and columns count from 1; `file` is relative to the project folder. */
export const SourcePlaceSchema = z.object({
  file: z.string(),
  line: z.number().int(),
  column: z.number().int(),
  end_line: z.number().int().nullable(),
  /** The function's TypeScript as it stands in the file (source-mapped), or the compiled text if the file is not to be had. */
  text: z.string(),
});
export type SourcePlace = z.infer<typeof SourcePlaceSchema>;

/** What a node is, as far as the runtime can tell; decides the icon of its card. */
export const NodeKindSchema = z.enum(["start", "end", "node", "tools", "agent", "subgraph", "error_handler"]);
export type NodeKind = z.infer<typeof NodeKindSchema>;

/** How a channel merges a write. */
export const ReducerSchema = z.object({
  /** `last`: overwrites. `messages`: LangChain's messages reducer. `append`: concatenates lists. `custom`: any other function. */
  kind: z.enum(["last", "messages", "append", "custom", "ephemeral", "other"]),
  /** What the interface shows: "last value", "append", "messages", or the function's name. */
  label: z.string(),
  source: z.string().nullable(),
});

export const ChannelSchema = z.object({
  name: z.string(),
  /** LangGraph's class, e.g. `LastValue`, `BinaryOperatorAggregate`, `DeltaChannel`. */
  type: z.string(),
  reducer: ReducerSchema,
  /** JSON schema of the value, where the workflow declares one. */
  schema: JsonObjectSchema.nullable(),
  /** The channel's default value, where it has one. */
  default: JsonSchema.optional(),
  input: z.boolean(),
  output: z.boolean(),
});
export type Channel = z.infer<typeof ChannelSchema>;

/**
 * A node of the drawing. Ids of nodes in an opened subgraph are `child:inner` (LangGraph's xray form),
 * with `parent` = `child`; the frame itself is the node `child` with `kind: "subgraph"`.
 */
export const GraphNodeSchema = z.object({
  id: z.string(),
  name: z.string(),
  kind: NodeKindSchema,
  parent: z.string().nullable(),
  /** One line of what it does: the first sentence of its doc comment or its metadata's `description`. */
  description: z.string().nullable(),
  source: SourcePlaceSchema.nullable(),
  /** `Command` targets that the code declares. */
  ends: z.array(z.string()),
  /** Channel names whose new version makes the node run. */
  triggers: z.array(z.string()),
  defer: z.boolean(),
  metadata: JsonObjectSchema,
  /** The routers of the conditional edges that leave the node; left out where it has none. */
  routers: z.array(z.object({ name: z.string(), source: SourcePlaceSchema.nullable() })).optional(),
  /** Of a subgraph: its own state channels. */
  channels: z.array(ChannelSchema).optional(),
});
export type GraphNode = z.infer<typeof GraphNodeSchema>;

/**
 * An edge of the drawing: one per pair of nodes and kind, its labels collected.
 * `command`: a `Command` target from `ends`. `labels` is empty where the path map has none.
 */
export const GraphEdgeSchema = z.object({
  id: z.string(),
  source: z.string(),
  target: z.string(),
  kind: z.enum(["static", "conditional", "command"]),
  labels: z.array(z.string()),
});
export type GraphEdge = z.infer<typeof GraphEdgeSchema>;

/** JSON schemas of a graph; null where the workflow declares none. */
export const GraphSchemasSchema = z.object({
  input: JsonObjectSchema.nullable(),
  output: JsonObjectSchema.nullable(),
  state: JsonObjectSchema.nullable(),
  context: JsonObjectSchema.nullable(),
});
export type GraphSchemas = z.infer<typeof GraphSchemasSchema>;

/** The structure of a workflow as the runner reports it. */
export const GraphDescriptionSchema = z.object({
  graph_id: GraphIdSchema,
  /** `entrypoint`: the functional API. */
  api: z.enum(["graph", "entrypoint"]),
  /** Title for people: from the workflow's metadata or its id. */
  title: z.string(),
  description: z.string().nullable(),
  /** File of the workflow, relative to the project folder. */
  file: z.string(),
  nodes: z.array(GraphNodeSchema),
  edges: z.array(GraphEdgeSchema),
  channels: z.array(ChannelSchema),
  schemas: GraphSchemasSchema,
  /** An input to start from, where the workflow exports `exampleInput` or its schema has examples or defaults. */
  example_inputs: z.array(JsonSchema),
  /** It was compiled with a store of its own, which Retrograph cannot look into. */
  own_store: z.boolean().optional(),
  /** Hash of structure and node sources; a run records it. */
  revision: z.string(),
});
export type GraphDescription = z.infer<typeof GraphDescriptionSchema>;

/** Why a workflow could not be loaded. */
export const LoadErrorSchema = z.object({
  /** e.g. `SyntaxError`, `TypeError`, `NoGraphExported`, `UnreachableNodeError`. */
  name: z.string(),
  message: z.string(),
  /** Source-mapped, paths relative to the project folder. */
  stack: z.string().nullable(),
  file: z.string().nullable(),
  line: z.number().int().nullable(),
  column: z.number().int().nullable(),
  /** What to do about it, in one sentence. */
  hint: z.string().nullable(),
});
export type LoadError = z.infer<typeof LoadErrorSchema>;

/** One workflow of the project: loaded, or failed with its error. */
export const WorkflowSchema = z.discriminatedUnion("status", [
  z.object({ status: z.literal("loaded"), graph_id: GraphIdSchema, file: z.string(), description: GraphDescriptionSchema }),
  z.object({ status: z.literal("failed"), graph_id: GraphIdSchema, file: z.string(), error: LoadErrorSchema }),
]);
export type Workflow = z.infer<typeof WorkflowSchema>;
