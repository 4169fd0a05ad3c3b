import { useQuery, type UseQueryResult } from "@tanstack/react-query";
import { getSpan, getSpans } from "@/lib/client/api";
import type { RunSpans, Span, SpanDetail } from "@/lib/schema/span";

/** A trace that grows is read again after this long, and later the longer it is. */
const LIVE_MS = 800;
const LIVE_MS_PER_SPAN = 0.5;

/** The trace of a run, read again while it runs. */
export function useSpans(runId: string | null, isLive: boolean): UseQueryResult<RunSpans> {
  return useQuery({
    // A run that has ended is read once more: its last spans came with its end.
    queryKey: ["spans", runId, isLive ? "live" : "ended"],
    queryFn: ({ signal }) => getSpans(runId ?? "", signal),
    enabled: runId !== null,
    placeholderData: (previous, query) => (query?.queryKey[1] === runId ? previous : undefined),
    refetchInterval: isLive ? ({ state }) => LIVE_MS + (state.data?.spans.length ?? 0) * LIVE_MS_PER_SPAN : false,
    staleTime: isLive ? 0 : 60_000,
    retry: false,
  });
}

/** What went into a span and came out. Read again when the span changes. */
export function useSpanDetail(span: Span): UseQueryResult<SpanDetail> {
  return useQuery({
    queryKey: ["span", span.run_id, span.span_id, span.status],
    queryFn: ({ signal }) => getSpan(span.run_id, span.span_id, signal),
    staleTime: Infinity,
    retry: false,
  });
}
