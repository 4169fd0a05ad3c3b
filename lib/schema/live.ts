import { z } from "zod";
import { RunEventSchema, RunSchema } from "./run";
import { ThreadSchema } from "./thread";

/**
 * What `GET /api/debug/threads/{id}/events` sends, one SSE message each, with the variant's `type` as event name.
 * A connection starts with `hello`, then replays every event of the run that is active, then goes on live;
 * `events.events` may repeat a `seq` across reconnects: take each `(run_id, seq)` once.
 */
export const LiveMessageSchema = z.discriminatedUnion("type", [
  /** Where the thread stands now. */
  z.object({ type: z.literal("hello"), thread: ThreadSchema, active_runs: z.array(RunSchema) }),
  /** A run was created or its status changed (the crash of the runner included). */
  z.object({ type: z.literal("run"), run: RunSchema }),
  /** A batch of a run's events, in order. */
  z.object({ type: z.literal("events"), run_id: z.string(), events: z.array(RunEventSchema) }),
  /** The thread's rows changed other than by a run (update, fork, delete): read the timeline again. */
  z.object({ type: z.literal("thread"), thread: ThreadSchema.nullable() }),
  /** The workflow was reloaded or failed to load: read it again. */
  z.object({ type: z.literal("workflow"), graph_id: z.string() }),
  /** Breakpoints of the workflow were changed. */
  z.object({ type: z.literal("breakpoints"), graph_id: z.string() }),
  /** Labels of checkpoints or branches were changed. */
  z.object({ type: z.literal("marks"), thread_id: z.string() }),
  /** The runner does not answer (a node spins) or answers again. */
  z.object({ type: z.literal("runner"), responsive: z.boolean(), message: z.string() }),
]);
export type LiveMessage = z.infer<typeof LiveMessageSchema>;
