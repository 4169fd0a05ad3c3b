import { z } from "zod";
import { CheckpointIdSchema, CheckpointNamespaceSchema, NodeNameSchema } from "./ids";
import { JsonSchema, type Json } from "./json";

/** `GET /api/debug/threads/{id}/why?checkpoint_id=&checkpoint_ns=&node=`: the checkpoint is the one that the node started from. */
export const WhyQuerySchema = z.object({
  checkpoint_id: CheckpointIdSchema,
  checkpoint_ns: CheckpointNamespaceSchema.default(""),
  node: NodeNameSchema,
});

/** Who opened a trigger: the task whose write did, and by which way the graph led here. */
const CauseSchema = z.object({
  /** `edge` and `join` as declared; `conditional` by a router's answer; `command` by a `goto`; `update` by an edit made as a node. */
  via: z.enum(["input", "edge", "join", "conditional", "command", "send", "update", "unknown"]),
  /** The node that ran before; null for the input. */
  source: z.string().nullable(),
  /** The checkpoint that the write led to, and the task that made it. */
  checkpoint_id: CheckpointIdSchema.nullable(),
  task_id: z.string().nullable(),
  /** Label of the conditional edge's branch, where it has one. */
  label: z.string().nullable(),
});
export type Cause = z.infer<typeof CauseSchema>;

export const WhySchema = z.object({
  node: z.string(),
  /** One per task: a node runs several times in a superstep when it was sent to. Empty when it did not run from there. */
  tasks: z.array(
    z.object({
      task_id: z.string(),
      /** `pull`: a channel's new version triggered it. `push`: a `Send`. */
      kind: z.enum(["pull", "push"]),
      triggers: z.array(z.object({ channel: z.string(), version: JsonSchema, seen: JsonSchema, causes: z.array(CauseSchema) })),
      /** The packet's input, for `push`. */
      input: JsonSchema.optional(),
    }),
  ),
  /** For a node that did not run: what would have made it run and was not there. */
  missing: z.array(z.object({ channel: z.string(), reason: z.string() })),
});
export type Why = z.infer<typeof WhySchema>;

/** Who opened a trigger channel, as the rows tell it: `value` is what the write said, the router's node for a conditional edge. */
export type WriteFacts = {
  by: "input" | "task" | "update" | "command" | "unknown";
  source: string | null;
  value: string | null;
  checkpoint_id: string | null;
  task_id: string | null;
};
export type TriggerFacts = { channel: string; version: Json; seen: Json; writes: WriteFacts[] };
/** What the rows know about why a node runs from a checkpoint; the workflow's drawing gives it words. */
export type WhyFacts = {
  tasks: { task_id: string; kind: "pull" | "push"; input?: Json; triggers: TriggerFacts[] }[];
  /** Channels that would have made it run and did not open. `finished` false: it waits until nothing else is left to run. */
  waiting: { channel: string; arrived: string[]; finished: boolean | null }[];
  /** Nodes that run instead. */
  next: string[];
  /** The nodes of the superstep that led to the checkpoint, and where each went. */
  before: { node: string; targets: string[] }[];
};

/** `POST /api/debug/threads/{id}/routes`: asks the current code's conditional edges again on a checkpoint's state. Nothing is saved. */
export const RoutesBodySchema = z.strictObject({
  checkpoint_id: CheckpointIdSchema,
  checkpoint_ns: CheckpointNamespaceSchema.default(""),
  /** The node that the edges leave from. */
  node: NodeNameSchema,
});
export type RoutesBody = z.input<typeof RoutesBodySchema>;
export const RouteSchema = z.object({
  /** The name of the router's function, or the one that LangGraph gives it. */
  name: z.string(),
  source: z.string(),
  /** A node that was sent to several times has its routers asked once per task; null where it did not run. */
  task_id: z.string().nullable(),
  outcome: z.discriminatedUnion("ok", [
    z.object({
      ok: z.literal(true),
      /** What the router answered, and the nodes that this leads to (`__end__` for the end). */
      answer: JsonSchema,
      targets: z.array(z.object({ node: z.string(), label: z.string().nullable(), input: JsonSchema.optional() })),
    }),
    z.object({ ok: z.literal(false), message: z.string() }),
  ]),
  /** Nodes that it could have led to and did not. */
  others: z.array(z.object({ node: z.string(), label: z.string().nullable() })),
});
export const RoutesSchema = z.object({ routes: z.array(RouteSchema), ms: z.number() });
export type Routes = z.infer<typeof RoutesSchema>;

/** One thing that is not as it was when the checkpoint's run ran. */
export const RevisionChangeSchema = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("node_added"), node: z.string() }),
  z.object({ kind: z.literal("node_removed"), node: z.string() }),
  z.object({ kind: z.literal("node_code"), node: z.string(), before: z.string(), after: z.string() }),
  /** The router of a conditional edge that leaves the node. */
  z.object({ kind: z.literal("router_code"), node: z.string(), router: z.string(), before: z.string(), after: z.string() }),
  z.object({ kind: z.literal("edges"), node: z.string(), added: z.array(z.string()), removed: z.array(z.string()) }),
  z.object({ kind: z.literal("channel_added"), channel: z.string() }),
  z.object({ kind: z.literal("channel_removed"), channel: z.string() }),
  z.object({ kind: z.literal("channel_type"), channel: z.string(), before: z.string(), after: z.string() }),
  z.object({ kind: z.literal("reducer"), channel: z.string(), before: z.string(), after: z.string() }),
]);
export type RevisionChange = z.infer<typeof RevisionChangeSchema>;

/** `GET /api/debug/threads/{id}/revision?checkpoint_id=&checkpoint_ns=` */
export const RevisionQuerySchema = z.object({ checkpoint_id: CheckpointIdSchema, checkpoint_ns: CheckpointNamespaceSchema.default("") });
export const RevisionReportSchema = z.object({
  /** Null for a checkpoint of another program. */
  then: z.string().nullable(),
  now: z.string().nullable(),
  changes: z.array(RevisionChangeSchema),
  /** Why going on from the checkpoint cannot work with the current code: LangGraph would run nothing, or lose values, without a word. */
  blockers: z.array(z.object({ kind: z.enum(["node_gone", "channel_gone", "workflow_failed"]), name: z.string(), message: z.string() })),
  /** Likely renames, best first. */
  renames: z.array(z.object({ kind: z.enum(["node", "channel"]), from: z.string(), to: z.string(), likeness: z.number().min(0).max(1) })),
});
export type RevisionReport = z.infer<typeof RevisionReportSchema>;

/** `POST /api/debug/threads/{id}/migrate`: a fork of the checkpoint in which nodes and channels have their new names. Answers a `ForkResult`. */
export const MigrateBodySchema = z.strictObject({
  checkpoint_id: CheckpointIdSchema,
  nodes: z.record(NodeNameSchema, NodeNameSchema).default({}),
  channels: z.record(z.string().min(1).max(500), z.string().min(1).max(500)).default({}),
});
export type MigrateBody = z.input<typeof MigrateBodySchema>;
