import "server-only";
import type { WhatIf } from "../schema/what-if";
import type { Store } from "../store/open";
import { listSpans, readSpan } from "../store/spans";

/** More than a person reads. */
const MOST_CALLS = 200;
const KINDS: ReadonlySet<string> = new Set(["model", "tool", "effect"]);

type Call = WhatIf["alternatives"][number]["calls"][number];

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
