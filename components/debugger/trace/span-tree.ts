import type { Span, SpanKind } from "@/lib/schema/span";

export type SpanTree = {
  roots: Span[];
  children: ReadonlyMap<string, Span[]>;
  byId: ReadonlyMap<string, Span>;
};

export type SpanRow = { span: Span; depth: number; openable: boolean; open: boolean };

export type SpanFilter = { text: string; kinds: ReadonlySet<SpanKind> | null; troubleOnly: boolean };
export const NO_FILTER: SpanFilter = { text: "", kinds: null, troubleOnly: false };

/** Spans by the span around them, in the order in which they started. One whose parent is not there stands at the top. */
export function buildSpanTree(spans: readonly Span[]): SpanTree {
  const byId = new Map(spans.map((span) => [span.span_id, span]));
  const children = new Map<string, Span[]>();
  const roots: Span[] = [];
  for (const span of spans) {
    const parent = span.parent_span_id;
    if (parent === null || !byId.has(parent)) roots.push(span);
    else {
      const siblings = children.get(parent);
      if (siblings === undefined) children.set(parent, [span]);
      else siblings.push(span);
    }
  }
  return { roots, children, byId };
}

/** Failed, or ended by something that the code did not do. */
export function isTrouble({ status }: Span): boolean {
  return status === "failed" || status === "lost";
}

function matches(span: Span, filter: SpanFilter): boolean {
  if (filter.kinds !== null && !filter.kinds.has(span.kind)) return false;
  if (filter.troubleOnly && !isTrouble(span)) return false;
  const text = filter.text.trim().toLowerCase();
  if (text === "") return true;
  return [span.name, span.model ?? "", span.error?.message ?? "", span.tool_call_id ?? ""].some((part) => part.toLowerCase().includes(text));
}

export function isFiltering(filter: SpanFilter): boolean {
  return filter.text.trim() !== "" || filter.kinds !== null || filter.troubleOnly;
}

/** The matching spans with everything around them, or null where all match. */
function keptBy(tree: SpanTree, filter: SpanFilter): ReadonlySet<string> | null {
  if (!isFiltering(filter)) return null;
  const kept = new Set<string>();
  for (const span of tree.byId.values()) {
    if (!matches(span, filter)) continue;
    let up: Span | undefined = span;
    while (up !== undefined && !kept.has(up.span_id)) {
      kept.add(up.span_id);
      up = up.parent_span_id === null ? undefined : tree.byId.get(up.parent_span_id);
    }
  }
  return kept;
}

/** The visible rows: what is open, and what the filter lets through with everything around it. */
export function spanRows(tree: SpanTree, closed: ReadonlySet<string>, filter: SpanFilter): SpanRow[] {
  const kept = keptBy(tree, filter);
  const rows: SpanRow[] = [];
  const stack = [...tree.roots].reverse().map((span) => ({ span, depth: 0 }));
  for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
    const { span, depth } = next;
    if (kept !== null && !kept.has(span.span_id)) continue;
    const inner = (tree.children.get(span.span_id) ?? []).filter((child) => kept === null || kept.has(child.span_id));
    const open = inner.length > 0 && !closed.has(span.span_id);
    rows.push({ span, depth, openable: inner.length > 0, open });
    if (open) for (let index = inner.length - 1; index >= 0; index--) stack.push({ span: inner[index] ?? span, depth: depth + 1 });
  }
  return rows;
}

/** A stretch of time in milliseconds since 1970. */
export type TimeRange = { from: number; to: number };

/** When the spans happened; what runs still, until `now`. */
export function rangeOf(spans: readonly Span[], now: number): TimeRange {
  let from = Infinity;
  let to = -Infinity;
  for (const span of spans) {
    const start = Date.parse(span.started_at);
    from = Math.min(from, start);
    to = Math.max(to, start + lengthOf(span, now));
  }
  return from === Infinity ? { from: now, to: now } : { from, to: Math.max(to, from + 1) };
}

function lengthOf(span: Span, now: number): number {
  if (span.ms !== null) return span.ms;
  return span.status === "running" ? Math.max(0, now - Date.parse(span.started_at)) : 0;
}

/** Where a bar lies in the range, and the part of it before the first token, all as fractions. */
export type Bar = { left: number; width: number; waiting: number };

export function barOf(span: Span, range: TimeRange, now: number): Bar {
  const whole = range.to - range.from;
  const length = lengthOf(span, now);
  const left = Math.min(1, Math.max(0, (Date.parse(span.started_at) - range.from) / whole));
  const waiting = span.first_token_ms === null || length === 0 ? 0 : Math.min(1, span.first_token_ms / length);
  return { left, width: Math.min(1 - left, length / whole), waiting };
}
