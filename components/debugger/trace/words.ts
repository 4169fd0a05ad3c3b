import type { RunStatus } from "@/lib/schema/run";
import type { Span, SpanKind, SpanTotals } from "@/lib/schema/span";
import { formatCount } from "@/components/ui/format";

/** `0.4 ms`, `12 ms`, `1.24 s`, `2 min 5 s`. */
export function formatDuration(ms: number): string {
  if (ms < 10) return `${ms.toFixed(1)} ms`;
  if (ms < 1000) return `${Math.round(ms)} ms`;
  if (ms < 60_000) return `${(ms / 1000).toFixed(ms < 10_000 ? 2 : 1)} s`;
  const seconds = Math.round(ms / 1000);
  return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}

/** `$0`, `<$0.0001`, `$0.0123`, `$12.30`. */
export function formatCost(dollars: number): string {
  if (dollars === 0) return "$0";
  if (dollars < 0.0001) return "<$0.0001";
  if (dollars < 0.1) return `$${dollars.toFixed(4)}`;
  return `$${dollars.toFixed(2)}`;
}

/** `812`, `1.2k`, `3.4M`. */
export function formatTokens(tokens: number): string {
  if (tokens < 1000) return String(tokens);
  if (tokens < 999_950) return `${(tokens / 1000).toFixed(tokens < 9950 ? 1 : 0)}k`;
  return `${(tokens / 1_000_000).toFixed(1)}M`;
}

export const KIND_WORDS: Record<SpanKind, string> = {
  node: "node",
  model: "model call",
  tool: "tool call",
  task: "task",
  retriever: "retriever",
  effect: "side effect",
  chain: "chain",
};

export const STATUS_WORDS: Record<Span["status"], string> = {
  running: "running",
  done: "done",
  failed: "failed",
  interrupted: "waits for an answer",
  cached: "cached: nothing ran",
  lost: "cut off",
};

/** Where the result of a call of a replay came from. */
export const SOURCE_WORDS: Record<NonNullable<Span["source"]>, string> = {
  live: "It was really called.",
  recorded: "Nothing was called: this is what an earlier, equal call returned.",
  stubbed: "Nothing was called: this stands in for what it would have returned.",
};

export const RUN_WORDS: Record<RunStatus, string> = {
  pending: "waits for its turn",
  running: "running",
  success: "done",
  interrupted: "stopped",
  error: "failed",
  cancelled: "cancelled",
  budget_exceeded: "out of budget",
  crashed: "crashed",
};

/** What a span is called in the list: a model call by its model. */
export function spanTitle(span: Span): string {
  return span.kind === "model" && span.model !== null ? span.model : span.name;
}

/** What a run used, in words. */
export function totalsInWords(totals: SpanTotals): string[] {
  if (totals.model_calls + totals.tool_calls === 0) return [];
  return [
    ...(totals.model_calls === 0 ? [] : [formatCount(totals.model_calls, "model call")]),
    ...(totals.tool_calls === 0 ? [] : [formatCount(totals.tool_calls, "tool call")]),
    ...(totals.tokens.total === 0 ? [] : [formatCount(totals.tokens.total, "token")]),
    ...(totals.cost === null ? [] : [formatCost(totals.cost)]),
  ];
}

/** Everything about a span that a screen reader reads in its row. */
export function rowLabel(span: Span): string {
  return [
    `${KIND_WORDS[span.kind]} ${spanTitle(span)}`,
    STATUS_WORDS[span.status],
    span.attempt > 1 ? `attempt ${span.attempt}` : "",
    span.source === "recorded" ? "recorded result" : span.source === "stubbed" ? "stand-in, not called" : "",
    span.ms === null ? "" : formatDuration(span.ms),
    span.tokens === null ? "" : formatCount(span.tokens.total, "token"),
  ]
    .filter((part) => part !== "")
    .join(", ");
}
