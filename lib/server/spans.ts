import "server-only";
import { RetrographError } from "../errors";
import type { RunSpans, SpanDetail } from "../schema/span";
import { listSpans, readSpan, sumSpans } from "../store/spans";
import { getApp } from "./app";
import { getRun } from "./runs";

/** What a run did, with the sums of its model and tool calls. Throws `run_not_found`. */
export async function readRunSpans(runId: string): Promise<RunSpans> {
  const { store } = await getApp();
  await getRun(runId);
  const spans = await listSpans(store, runId);
  return { spans, totals: sumSpans(spans) };
}

/** A span with what went in and came out. Throws `run_not_found`, `span_not_found`. */
export async function readSpanDetail(runId: string, spanId: string): Promise<SpanDetail> {
  const { store } = await getApp();
  await getRun(runId);
  const span = await readSpan(store, runId, spanId);
  if (span !== null) return span;
  throw new RetrographError("span_not_found", `The run ${runId} has no span ${spanId}. Read its trace again.`, { run_id: runId, span_id: spanId });
}
