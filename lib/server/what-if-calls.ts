import "server-only";
import { z } from "zod";
import type { WhatIf } from "../schema/what-if";
import type { Store } from "../store/open";
import { listSpans, readSpan } from "../store/spans";

/** More than a person reads. */
const MOST_CALLS = 200;
const KINDS: ReadonlySet<string> = new Set(["model", "tool", "effect"]);

const NodesSchema = z.array(z.string());

type Call = WhatIf["alternatives"][number]["calls"][number];

/** The workflow's own nodes that a run executed, step by step. Synchronous. */
export function pathOf(store: Store, runId: string, threadId: string): string[][] {
  const rows = store
    .prepare(
      `SELECT nodes FROM checkpoint_index WHERE thread_id = ? AND checkpoint_ns = '' AND run_id = ? AND source = 'loop' ORDER BY checkpoint_id LIMIT ?`,
    )
    .pluck()
    .all(threadId, runId, MOST_CALLS);
  return rows.map((nodes) => NodesSchema.parse(JSON.parse(String(nodes)))).filter((nodes) => nodes.length > 0);
}

/** The calls of a dry run, in order, with what each was given and where its result came from. */
export async function callsOf(store: Store, runId: string): Promise<Call[]> {
  const spans = (await listSpans(store, runId)).filter(({ kind }) => KINDS.has(kind)).slice(0, MOST_CALLS);
  return await Promise.all(
    spans.map(async ({ span_id, name, kind, source }): Promise<Call> => {
      const detail = await readSpan(store, runId, span_id);
      // An effect that was done before gives what was kept, whatever the mode.
      return { run_id: runId, span_id, name, kind, source: source ?? "recorded", input: detail?.input ?? null };
    }),
  );
}
