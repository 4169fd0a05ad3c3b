import { z } from "zod";

/** Retrograph makes UUIDs; other LangGraph programs name threads as they like (`user-42`). `new` is the page of a new thread. */
export const ThreadIdSchema = z
  .string()
  .regex(/^[\p{L}\p{N}][\p{L}\p{N}._:@+~=-]{0,199}$/u, "must be a thread id: letters, digits and . _ : @ + ~ = - only")
  .refine((id) => id !== "new", { message: "must not be the word new" });
export const RunIdSchema = z.uuid("must be a UUID");
/** LangGraph writes UUIDv6; foreign savers may write any short token. */
export const CheckpointIdSchema = z.string().regex(/^[A-Za-z0-9_-]{1,64}$/, "must be a checkpoint id");
/** `""` for the workflow itself, `child:<task id>` (joined by `|`) for a subgraph. */
export const CheckpointNamespaceSchema = z.string().max(2000);
export const GraphIdSchema = z
  .string()
  .min(1)
  .max(200)
  .regex(/^[^\u0000-\u001f]+$/, "must not contain control characters");
export const NodeNameSchema = z.string().min(1).max(500);
export const InterruptIdSchema = z.string().min(1).max(200);
