import { z } from "zod";
import { EditSchema, DoubtSchema } from "./edit";
import { GraphIdSchema, NodeNameSchema, ThreadIdSchema, CheckpointIdSchema, CheckpointNamespaceSchema } from "./ids";
import { JsonObjectSchema, JsonSchema } from "./json";
import { CanvasLayoutSchema } from "./layout";
import { ProblemSchema } from "./problem";
import { PlaceSchema, SourceModelSchema } from "./source";

/** A file as it is now. */
export const SourceFileSchema = z.object({ file: z.string(), text: z.string(), hash: z.string() });
export type SourceFile = z.infer<typeof SourceFileSchema>;

/** `GET /api/design/graphs/{id}/model`: the workflow as its text says it. */
export const DesignModelSchema = z.object({
  graph_id: GraphIdSchema,
  /** The workflow's file; `text` and `hash` are of now. */
  file: z.string(),
  text: z.string(),
  hash: z.string(),
  /** Read from the text. While the text has syntax errors, from the last text without (`stale`), or from what could be read. */
  model: SourceModelSchema,
  stale: z.boolean(),
  /** `name` of the graph of the model that the workflow is; null where it could not be told which (the runner's description is shown then). */
  graph: z.string().nullable(),
  layout: CanvasLayoutSchema,
  layout_hash: z.string(),
  /** Why nothing can be changed here (the file is read-only, the server is, the file is not in the project); null where it can. */
  readonly: z.string().nullable(),
});
export type DesignModel = z.infer<typeof DesignModelSchema>;

/** `POST /api/design/graphs/{id}/edits`. `base_hash`: of the workflow's file as the editor knows it. `dry_run` answers what would be, and writes nothing. */
export const EditsBodySchema = z.strictObject({
  base_hash: z.string().max(100),
  edits: z.array(EditSchema).min(1).max(500),
  dry_run: z.boolean().default(false),
  /** Told to everyone with the change, so that an editor knows its own. */
  client_id: z.string().max(100).default(""),
  /** Asked again with the same id, where the first answer was lost: answered again, and not done twice. */
  request_id: z.string().max(100).default(""),
});
export type EditsBody = z.infer<typeof EditsBodySchema>;
export type EditsBodyInput = z.input<typeof EditsBodySchema>;

/** What was changed in one file; `changes` lead from the text before to the text after, `inverse` back. */
export const FileChangeSchema = z.object({
  file: z.string(),
  before_hash: z.string(),
  hash: z.string(),
  changes: z.array(z.object({ start: z.number(), end: z.number(), text: z.string() })),
  inverse: z.array(z.object({ start: z.number(), end: z.number(), text: z.string() })),
});
export type FileChange = z.infer<typeof FileChangeSchema>;

/** The file as the editor knew it, as its edits would have made it (null where that is not known any more), and as it is. */
export const EditConflictSchema = z.object({
  base: SourceFileSchema.nullable(),
  mine: SourceFileSchema.nullable(),
  current: SourceFileSchema.nullable(),
});
export type EditConflict = z.infer<typeof EditConflictSchema>;

/**
 * What became of edits. A stale base whose edits fit the text of now is `done` with `rebased`; where they do not, the
 * answer is the error `edit_conflict` (409) with `EditConflict` as details.
 */
export const EditsResultSchema = z.discriminatedUnion("status", [
  z.object({
    status: z.literal("done"),
    design: DesignModelSchema,
    files: z.array(FileChangeSchema),
    /** The file had changed meanwhile, and the edits were made on the new text. */
    rebased: z.boolean(),
    /** Names that were chosen, e.g. of a pasted node whose name was taken. */
    notes: z.array(z.string()),
  }),
  /** The edit is not sure about these places of the text with this hash: nothing was written. Send it again with `also`. */
  z.object({ status: z.literal("ask"), edit: z.number().int(), question: z.string(), doubts: z.array(DoubtSchema), hash: z.string() }),
  /** It cannot be done, nothing was written. */
  z.object({ status: z.literal("refused"), edit: z.number().int(), reason: z.string(), place: PlaceSchema.nullable() }),
]);
export type EditsResult = z.infer<typeof EditsResultSchema>;

/** `PUT …/layout`. `base_hash` null writes over whatever is there; otherwise a stale one is `edit_conflict` with the current layout. */
export const LayoutBodySchema = z.strictObject({
  base_hash: z.string().max(100).nullable(),
  layout: CanvasLayoutSchema,
  client_id: z.string().max(100).default(""),
});
export const LayoutResultSchema = z.object({ layout: CanvasLayoutSchema, hash: z.string() });
export type LayoutResult = z.infer<typeof LayoutResultSchema>;

/**
 * `GET …/problems`: of the text with this hash. `complete` is false while types are still being checked or the runner
 * has not loaded this text yet; an event says when there is more.
 */
export const ProblemsSchema = z.object({ hash: z.string(), problems: z.array(ProblemSchema), complete: z.boolean() });
export type Problems = z.infer<typeof ProblemsSchema>;

/** `POST …/complete`, `…/hover`: at an offset of a text, which need not be saved. */
export const CodeQuerySchema = z.strictObject({
  file: z.string().max(1000).optional(),
  text: z.string().max(5_000_000),
  offset: z.number().int().min(0),
});
export type CodeQuery = z.infer<typeof CodeQuerySchema>;
export const CompletionSchema = z.object({
  /** Where the word that is completed begins. */
  from: z.number().int(),
  items: z.array(z.object({ label: z.string(), kind: z.string(), detail: z.string().nullable(), apply: z.string().nullable() })),
});
export type Completion = z.infer<typeof CompletionSchema>;
export const HoverSchema = z.object({ start: z.number(), end: z.number(), type: z.string(), docs: z.string() }).nullable();
export type Hover = z.infer<typeof HoverSchema>;
/** `POST …/definition`: where the thing at an offset is defined; only in files of the project. */
export const DefinitionSchema = z.object({ places: z.array(PlaceSchema) });
export type Definition = z.infer<typeof DefinitionSchema>;

/** `GET …/file?file=`: another file of the model, for the code pane. `GET …/base?since=commit|opening`: the text to compare with. */
export const BaseTextSchema = z.object({
  since: z.enum(["commit", "opening"]),
  /** null where there is none, e.g. no commit has the file; `reason` says why. */
  text: z.string().nullable(),
  reason: z.string().nullable(),
});
export type BaseText = z.infer<typeof BaseTextSchema>;

/** A new workflow's id, as it becomes a file name. */
export const NewGraphIdSchema = z
  .string()
  .min(1)
  .max(80)
  .regex(/^[\p{L}\p{N}][\p{L}\p{N}_-]*$/u, "must be letters, digits, - and _ only");

export const TemplateIdSchema = z.enum(["blank", "chat-agent", "research-approval", "map-reduce", "supervisor", "approval-pipeline"]);
export type TemplateId = z.infer<typeof TemplateIdSchema>;
export const TemplateSchema = z.object({ id: TemplateIdSchema, title: z.string(), description: z.string(), nodes: z.number().int() });
export type Template = z.infer<typeof TemplateSchema>;

/** `POST /api/design/graphs`: a new workflow. `import` takes the text of a `.ts` file, a Mermaid flowchart, or a langgraph-builder spec (YAML or JSON). */
export const CreateGraphBodySchema = z.strictObject({
  id: NewGraphIdSchema,
  from: z.discriminatedUnion("kind", [
    z.strictObject({ kind: z.literal("template"), template: TemplateIdSchema }),
    z.strictObject({ kind: z.literal("copy"), graph_id: GraphIdSchema }),
    z.strictObject({ kind: z.literal("import"), text: z.string().min(1).max(2_000_000), name: z.string().max(300).default("") }),
  ]),
});
export type CreateGraphBody = z.input<typeof CreateGraphBodySchema>;
export const CreatedGraphSchema = z.object({ graph_id: GraphIdSchema, file: z.string(), notes: z.array(z.string()) });
export type CreatedGraph = z.infer<typeof CreatedGraphSchema>;

/** `PATCH /api/design/graphs/{id}`: gives it another id (and file name). Its threads go with it. */
export const RenameGraphBodySchema = z.strictObject({ id: NewGraphIdSchema });

/** `DELETE /api/design/graphs/{id}`: the file is moved to the data folder's bin; `POST …/restore {token}` brings it back. */
export const DeletedGraphSchema = z.object({ token: z.string(), graph_id: GraphIdSchema, file: z.string() });
export type DeletedGraph = z.infer<typeof DeletedGraphSchema>;

export const RestoreGraphBodySchema = z.strictObject({ token: z.uuid() });

/** `POST …/try-node`: one node alone, with an input of its own or the state of a checkpoint. Nothing is saved in a thread. */
export const TryNodeBodySchema = z.strictObject({
  node: NodeNameSchema,
  /** Merged into the checkpoint's state, or the whole state where there is none. */
  values: JsonObjectSchema.default({}),
  from: z
    .strictObject({ thread_id: ThreadIdSchema, checkpoint_id: CheckpointIdSchema, checkpoint_ns: CheckpointNamespaceSchema.default("") })
    .nullable()
    .default(null),
  /** Answers for its interrupts, in order. */
  answers: z.array(JsonSchema).max(100).default([]),
});
export type TryNodeBody = z.input<typeof TryNodeBodySchema>;
export const TryNodeResultSchema = z.object({
  outcome: z.enum(["done", "interrupted", "error"]),
  /** What it wrote, as the node returned it; null where it did not get there. */
  update: JsonSchema.nullable(),
  /** The state after its reducers. */
  values: JsonObjectSchema.nullable(),
  /** What would run after it, by its edges, routers and `Command`s. */
  next: z.array(z.string()),
  /** What it asks and was not answered. */
  interrupts: z.array(z.object({ value: JsonSchema })),
  error: z.object({ name: z.string(), message: z.string(), stack: z.string().nullable() }).nullable(),
  ms: z.number(),
});
export type TryNodeResult = z.infer<typeof TryNodeResultSchema>;

/** `POST …/reduce`: what a channel's own reducer makes of updates, one superstep after the other, from its default on. */
export const ReduceBodySchema = z.strictObject({ channel: NodeNameSchema, updates: z.array(JsonSchema).min(1).max(20) });
export type ReduceBody = z.infer<typeof ReduceBodySchema>;
export const ReducedSchema = z.object({
  /** Before the first update; null where the channel is empty. */
  initial: JsonSchema.nullable(),
  /** The value after each update, as far as they went. */
  steps: z.array(JsonSchema),
  /** The update that the reducer refused or failed at. */
  error: z.object({ update: z.number().int(), message: z.string() }).nullable(),
});
export type Reduced = z.infer<typeof ReducedSchema>;

/** `GET|PUT …/pins`: outputs that stand in for nodes, by node name. A run of the workbench uses those that are on. */
export const PinSchema = z.object({ node: NodeNameSchema, values: JsonObjectSchema, enabled: z.boolean() });
export type Pin = z.infer<typeof PinSchema>;
export const PinsSchema = z.array(PinSchema).max(500);

/** `GET /api/design/events?graph_id=`, one SSE message each with `type` as event name. */
export const DesignEventSchema = z.discriminatedUnion("type", [
  /** Where it stands; a client that has another hash reads the model again. */
  z.object({ type: z.literal("hello"), hash: z.string().nullable(), layout_hash: z.string().nullable() }),
  /** The workflow's text, or a file that its model was read from, changed. `client_id` of whoever asked for it, `""` for other programs. */
  z.object({ type: z.literal("changed"), hash: z.string().nullable(), client_id: z.string() }),
  z.object({ type: z.literal("layout"), hash: z.string(), client_id: z.string() }),
  z.object({ type: z.literal("problems"), hash: z.string() }),
  /** The runner has loaded the workflow anew, or failed to. */
  z.object({ type: z.literal("workflow"), graph_id: z.string() }),
]);
export type DesignEvent = z.infer<typeof DesignEventSchema>;
