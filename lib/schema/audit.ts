import { z } from "zod";
import { GraphIdSchema, InterruptIdSchema, RunIdSchema, ThreadIdSchema } from "./ids";
import { JsonSchema } from "./json";

export const AuditActionSchema = z.enum([
  "asked",
  /** One of two answers that are needed. */
  "voted",
  /** Somebody took their vote back. */
  "vote_withdrawn",
  "answered",
  /** An answer was refused: too late, not allowed, or wrong. `note` says why. */
  "rejected",
  /** The run that carried the answer did not keep it; the request waits again. */
  "released",
  /** The deadline passed and the default answer was given. */
  "expired",
  /** The thread went another way. */
  "withdrawn",
  "assigned",
  "snoozed",
  /** A webhook was told, or could not be. */
  "notified",
  "rule_changed",
  /** A thread was deleted, and its entries with it. */
  "deleted",
  "exported",
]);
export type AuditAction = z.infer<typeof AuditActionSchema>;

/** Where it came from. `via`: the inbox or workbench, one of the two APIs, or the server itself (deadlines, webhooks). */
export const AuditOriginSchema = z.object({
  via: z.enum(["inbox", "workbench", "debug_api", "agent_api", "server", "workflow"]),
  address: z.string().nullable(),
  user_agent: z.string().nullable(),
});
export type AuditOrigin = z.infer<typeof AuditOriginSchema>;

/** One entry; none is ever changed or deleted but with its thread. */
export const AuditEntrySchema = z.object({
  audit_id: z.number().int(),
  at: z.string(),
  action: AuditActionSchema,
  /** Of the thread, where it is about one. */
  thread_id: ThreadIdSchema.nullable(),
  graph_id: GraphIdSchema.nullable(),
  interrupt_id: InterruptIdSchema.nullable(),
  run_id: RunIdSchema.nullable(),
  node: z.string().nullable(),
  actor: z.string(),
  verified: z.boolean(),
  origin: AuditOriginSchema,
  /** What was asked, for `asked`: the whole payload. */
  shown: JsonSchema.optional(),
  /** SHA-256 of the payload's JSON, so that an answer names what it answered. */
  shown_hash: z.string().nullable(),
  answer: JsonSchema.optional(),
  /** Of an entry in a list: `shown` or `answer` is too long for it; the entry itself has them. */
  is_cut: z.literal(true).optional(),
  note: z.string().nullable(),
});
export type AuditEntry = z.infer<typeof AuditEntrySchema>;

/** `GET /api/debug/audit`: newest first; `format` `jsonl` or `csv` gives all that match as a file, oldest first. */
export const AuditQuerySchema = z.object({
  thread_id: ThreadIdSchema.optional(),
  graph_id: GraphIdSchema.optional(),
  interrupt_id: InterruptIdSchema.optional(),
  actor: z.string().max(80).optional(),
  action: AuditActionSchema.optional(),
  since: z.iso.datetime({ offset: true }).optional(),
  until: z.iso.datetime({ offset: true }).optional(),
  format: z.enum(["json", "jsonl", "csv"]).default("json"),
  limit: z.coerce.number().int().min(1).max(1000).default(100),
  before: z.coerce.number().int().optional(),
});
export type AuditQuery = z.input<typeof AuditQuerySchema>;
/** `GET /api/debug/audit/{audit_id}`: one entry, whole. */
export const AuditParamsSchema = z.object({ audit_id: z.coerce.number().int().min(1) });
export const AuditPageSchema = z.object({ entries: z.array(AuditEntrySchema), total: z.number().int() });
export type AuditPage = z.infer<typeof AuditPageSchema>;
