import "server-only";
import type { z } from "zod";
import type { TimelinePage } from "../schema/checkpoint";
import type { TimelineQuerySchema } from "../schema/debug-api";
import { readTimeline as readStored } from "../store/timeline";
import { readTimelineText as readStoredText } from "../store/timeline-text";
import { getApp } from "./app";
import { requireThread } from "./threads";

/** A thread's checkpoints without their states, newest first. Throws `thread_not_found`. */
export async function readTimeline(threadId: string, query: Omit<z.output<typeof TimelineQuerySchema>, "subgraphs">): Promise<TimelinePage> {
  const app = await getApp();
  await requireThread(app, threadId);
  const { checkpoint_ns, before, limit } = query;
  return readStored(app.store, threadId, { checkpoint_ns, limit, ...(before === undefined ? {} : { before }) });
}

/**
 * `readTimeline` as JSON text, for answers: it never becomes objects on its way. With `subgraphs`, the checkpoints of
 * the subgraphs in place of those of the namespace. Throws `thread_not_found`.
 */
export async function readTimelineText(threadId: string, query: z.output<typeof TimelineQuerySchema>): Promise<string> {
  const app = await getApp();
  await requireThread(app, threadId);
  const { checkpoint_ns, subgraphs, before, limit } = query;
  return readStoredText(app.store, threadId, { checkpoint_ns, subgraphs, limit, ...(before === undefined ? {} : { before }) });
}
