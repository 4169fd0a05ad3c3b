import "server-only";

import { notFound } from "next/navigation";
import { cache } from "react";
import { isRetrographError } from "@/lib/errors";
import type { TimelinePage } from "@/lib/schema/checkpoint";
import { TimelineQuerySchema } from "@/lib/schema/debug-api";
import type { Workflow } from "@/lib/schema/graph";
import { GraphIdSchema, ThreadIdSchema } from "@/lib/schema/ids";
import type { Run } from "@/lib/schema/run";
import type { Interrupt, ThreadSummary } from "@/lib/schema/thread";
import { listInterrupts } from "@/lib/server/interrupts";
import { listRuns } from "@/lib/server/runs";
import { requirePageAccess } from "@/lib/server/page-access";
import { getThreadSummary, listThreadSummaries } from "@/lib/server/threads";
import { readTimeline } from "@/lib/server/timeline";
import { listWorkflows } from "@/lib/server/workflows";

/** What comes with the page; the rest is read by the browser, newest first. */
const FIRST_ENTRIES = 200;
const FIRST_RUNS = 20;

async function orNotFound<T>(value: Promise<T>): Promise<T> {
  try {
    return await value;
  } catch (error) {
    if (isRetrographError(error) && error.status === 404) notFound();
    throw error;
  }
}

/** A page's address segment as it was meant: Next hands it over still encoded. */
export function decodeSegment(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return notFound();
  }
}

export type LoadedWorkflow = { graphId: string; workflow: Workflow | null; workflows: Workflow[] };

/** The workflow of the page's address among all of the project. A workflow whose file is gone may still have threads. */
export const loadWorkflow = cache(async (segment: string): Promise<LoadedWorkflow> => {
  await requirePageAccess();
  const graphId = decodeSegment(segment);
  if (!GraphIdSchema.safeParse(graphId).success) notFound();
  const workflows = await listWorkflows();
  return { graphId, workflow: workflows.find((item) => item.graph_id === graphId) ?? null, workflows };
});

export function loadThreads(): Promise<{ threads: ThreadSummary[]; total: number }> {
  return listThreadSummaries({ limit: 100, offset: 0 });
}

export type LoadedThread = { summary: ThreadSummary; timeline: TimelinePage; runs: Run[]; interrupts: Interrupt[] };

/** A thread of the workflow with its newest checkpoints, runs and questions. */
export const loadThread = cache(async (graphId: string, segment: string): Promise<LoadedThread> => {
  const threadId = decodeSegment(segment);
  if (!ThreadIdSchema.safeParse(threadId).success) notFound();
  const summary = await orNotFound(getThreadSummary(threadId));
  if (summary.graph_id !== graphId) notFound();
  const [timeline, runs, interrupts] = await orNotFound(
    Promise.all([
      readTimeline(threadId, TimelineQuerySchema.parse({ limit: FIRST_ENTRIES })),
      listRuns(threadId, { limit: FIRST_RUNS, offset: 0 }),
      listInterrupts(threadId),
    ]),
  );
  return { summary, timeline, runs, interrupts };
});
