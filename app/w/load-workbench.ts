import "server-only";

import { notFound } from "next/navigation";
import { isRetrographError } from "@/lib/errors";
import type { TimelinePage } from "@/lib/schema/checkpoint";
import type { Workflow } from "@/lib/schema/graph";
import { GraphIdSchema, ThreadIdSchema } from "@/lib/schema/ids";
import type { ThreadSummary } from "@/lib/schema/thread";
import { getThreadSummary, listThreadSummaries } from "@/lib/server/threads";
import { readTimeline } from "@/lib/server/timeline";
import { listWorkflows } from "@/lib/server/workflows";

/** What comes with the page; the rest is read by the browser, newest first. */
const FIRST_ENTRIES = 200;

async function orNotFound<T>(value: Promise<T>): Promise<T> {
  try {
    return await value;
  } catch (error) {
    if (isRetrographError(error) && error.status === 404) notFound();
    throw error;
  }
}

function decodeSegment(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return notFound();
  }
}

/** The workflow of the page's address among all of the project. A workflow whose file is gone may still have threads. */
export async function loadWorkflow(segment: string): Promise<{ graphId: string; workflow: Workflow | null; workflows: Workflow[] }> {
  const graphId = decodeSegment(segment);
  if (!GraphIdSchema.safeParse(graphId).success) notFound();
  const workflows = await listWorkflows();
  return { graphId, workflow: workflows.find((item) => item.graph_id === graphId) ?? null, workflows };
}

export function loadThreads(): Promise<{ threads: ThreadSummary[]; total: number }> {
  return listThreadSummaries({ limit: 100, offset: 0 });
}

/** A thread of the workflow with its newest checkpoints. */
export async function loadThread(graphId: string, threadId: string): Promise<{ thread: ThreadSummary; timeline: TimelinePage }> {
  if (!ThreadIdSchema.safeParse(threadId).success) notFound();
  const thread = await orNotFound(getThreadSummary(threadId));
  if (thread.graph_id !== graphId) notFound();
  const timeline = await orNotFound(readTimeline(threadId, { checkpoint_ns: "", limit: FIRST_ENTRIES }));
  return { thread, timeline };
}
