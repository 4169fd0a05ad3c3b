import { z } from "zod";
import { JsonObjectSchema } from "./json";
import { KitKindSchema } from "./kit";
import { PlaceSchema } from "./source";

/** A node's or channel's name as a person may choose it: anything that LangGraph takes. */
export const NodeNameSchema = z.string().trim().min(1, "must not be empty").max(200);
const Text = z.string().max(2_000_000);
const graph = NodeNameSchema;

/** Code as text for an option, or null to take the option away. */
const Code = z.string().max(20_000).nullable();

/**
 * Where a rename cannot be sure that a place means the thing, it asks: `ask` (as long as nothing was decided), `none`,
 * or the places to change with it.
 */
const AlsoSchema = z.union([z.enum(["ask", "none"]), z.array(PlaceSchema).max(1000)]).default("ask");

/**
 * One change of a workflow's text. `graph` is the `name` of the graph in its file. `__start__` and `__end__` are the ends.
 * Several edits are one request, made one after the other or not at all, and one step of the history.
 */
export const EditSchema = z.discriminatedUnion("type", [
  // Nodes
  z.object({ type: z.literal("add_node"), graph, name: NodeNameSchema, kind: KitKindSchema, settings: JsonObjectSchema.default({}) }),
  z.object({ type: z.literal("rename_node"), graph, node: NodeNameSchema, name: NodeNameSchema, also: AlsoSchema }),
  /** Its edges go with it. `heal`: what led to it leads on to what it led to, where that is one node. */
  z.object({ type: z.literal("delete_node"), graph, node: NodeNameSchema, heal: z.boolean().default(false) }),
  z.object({ type: z.literal("duplicate_node"), graph, node: NodeNameSchema, name: NodeNameSchema }),
  /** `options`: text per option name (`ends`, `retryPolicy`, `defer`, `metadata` …), null takes it away. */
  z.object({ type: z.literal("set_node_options"), graph, node: NodeNameSchema, options: z.record(z.string().regex(/^\w+$/), Code) }),
  /** Settings by name; null takes one away. `code` has those that are code. What is not named stays as it is. */
  z.object({
    type: z.literal("set_kit_settings"),
    graph,
    node: NodeNameSchema,
    settings: JsonObjectSchema.default({}),
    code: z.record(z.string(), Code).default({}),
  }),
  /** The one-line description: the first sentence of the function's doc comment, or the comment above. */
  z.object({ type: z.literal("set_description"), graph, node: NodeNameSchema, text: z.string().max(2000) }),
  /** The text of the node's definition, as `definition` of its action gives it. */
  z.object({ type: z.literal("set_node_code"), graph, node: NodeNameSchema, text: Text }),
  /** The selected nodes become a workflow of their own in the same file, used as one node called `name`. */
  z.object({ type: z.literal("extract_subgraph"), graph, nodes: z.array(NodeNameSchema).min(1).max(500), name: NodeNameSchema }),
  /** A subgraph's nodes take its place. */
  z.object({ type: z.literal("inline_subgraph"), graph, node: NodeNameSchema }),
  /** Builder calls or whole files from elsewhere: their nodes, what they need, and the edges among them. */
  z.object({ type: z.literal("paste"), graph, text: Text }),

  /**
   * Guards a call that stands before `interrupt()` against happening again on resume. `own_node`: the call moves into a node of
   * its own after the one that asks. `node_per_call`: one node (a `Send`) per tool call. `task`: it is wrapped in `task()`.
   * `key`: it is wrapped in the kit's `effect()`, which derives an idempotency key. `place`: the call's.
   */
  z.object({
    type: z.literal("guard_effect"),
    graph,
    node: NodeNameSchema,
    guard: z.enum(["own_node", "node_per_call", "task", "key"]),
    place: PlaceSchema,
  }),

  // Edges
  z.object({ type: z.literal("add_edge"), graph, source: NodeNameSchema, target: NodeNameSchema }),
  z.object({
    type: z.literal("retarget_edge"),
    graph,
    source: NodeNameSchema,
    target: NodeNameSchema,
    new_source: NodeNameSchema.optional(),
    new_target: NodeNameSchema.optional(),
  }),
  z.object({ type: z.literal("delete_edge"), graph, source: NodeNameSchema, target: NodeNameSchema }),
  /** `__start__` leads to this node, and to no other by a plain edge. */
  z.object({ type: z.literal("set_entry"), graph, node: NodeNameSchema }),
  z.object({ type: z.literal("set_finish"), graph, node: NodeNameSchema }),

  // Branches. `router` counts the conditional edges of the source from 0.
  /** The plain edges of the source become branches of a new router function. */
  z.object({
    type: z.literal("make_conditional"),
    graph,
    source: NodeNameSchema,
    router: z.string().max(200).optional(),
    branches: z.array(z.object({ label: NodeNameSchema, target: NodeNameSchema, when: z.string().max(2000).optional() })).min(1),
  }),
  z.object({
    type: z.literal("add_branch"),
    graph,
    source: NodeNameSchema,
    router: z.number().int().default(0),
    label: NodeNameSchema,
    target: NodeNameSchema,
    /** A JavaScript condition over `state` that picks it. */
    when: z.string().max(2000).optional(),
  }),
  z.object({
    type: z.literal("rename_branch"),
    graph,
    source: NodeNameSchema,
    router: z.number().int().default(0),
    label: NodeNameSchema,
    name: NodeNameSchema,
    also: AlsoSchema,
  }),
  z.object({
    type: z.literal("retarget_branch"),
    graph,
    source: NodeNameSchema,
    router: z.number().int().default(0),
    label: NodeNameSchema,
    target: NodeNameSchema,
  }),
  z.object({ type: z.literal("delete_branch"), graph, source: NodeNameSchema, router: z.number().int().default(0), label: NodeNameSchema }),
  z.object({ type: z.literal("delete_conditional"), graph, source: NodeNameSchema, router: z.number().int().default(0) }),

  // State
  z.object({
    type: z.literal("add_channel"),
    graph,
    name: NodeNameSchema,
    /** A TypeScript type (`string[]`, `"a" | "b"`, `messages`); written in the form that the file's state has. */
    value_type: z.string().min(1).max(5000),
    reducer: z.union([z.enum(["last", "append", "messages"]), z.object({ code: z.string().max(20_000) })]).default("last"),
    default: Code.default(null),
    description: z.string().max(2000).default(""),
  }),
  z.object({ type: z.literal("rename_channel"), graph, channel: NodeNameSchema, name: NodeNameSchema, also: AlsoSchema }),
  /** What is left out stays as it is. `default: null` takes the default away. */
  z.object({
    type: z.literal("set_channel"),
    graph,
    channel: NodeNameSchema,
    value_type: z.string().min(1).max(5000).optional(),
    reducer: z.union([z.enum(["last", "append", "messages"]), z.object({ code: z.string().max(20_000) })]).optional(),
    default: Code.optional(),
    description: z.string().max(2000).optional(),
  }),
  /** Asks where the channel is still used; with anything but `ask` it goes, and those places stay as they are. */
  z.object({ type: z.literal("delete_channel"), graph, channel: NodeNameSchema, also: AlsoSchema }),

  // Text
  /** Changes of the text itself, e.g. by the code pane, a quick fix or an undo. Places are those of the base text, in order, not overlapping. */
  z.object({
    type: z.literal("replace_text"),
    /** Relative to the project; the workflow's own file where left out. */
    file: z.string().max(1000).optional(),
    /** Of that file, where it is another one than the request's `base_hash` is about: the text that the places count in. */
    base_hash: z.string().max(100).optional(),
    changes: z.array(z.object({ start: z.number().int().min(0), end: z.number().int().min(0), text: Text })).max(10_000),
  }),
]);
export type Edit = z.infer<typeof EditSchema>;
/** An edit as a caller may write it: what has a default can be left out. */
export type EditInput = z.input<typeof EditSchema>;

/** A change of a text: what stands from `start` to `end` becomes `text`. */
export type TextChange = { start: number; end: number; text: string };

/** A place that a rename is not sure about. */
export const DoubtSchema = z.object({ place: PlaceSchema, line_text: z.string(), reason: z.string() });
export type Doubt = z.infer<typeof DoubtSchema>;
