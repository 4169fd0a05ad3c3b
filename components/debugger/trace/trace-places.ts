import type { TimelineEntry } from "@/lib/schema/checkpoint";
import type { Run } from "@/lib/schema/run";
import type { Span } from "@/lib/schema/span";

/**
 * The run that a checkpoint belongs to: the one that wrote it. At the end of a branch the newest run that went on from it
 * without writing another, such as one that failed at once, is more to the point.
 */
export function runOfCheckpoint(entry: TimelineEntry, isLeaf: boolean, runs: readonly Run[]): Run | null {
  const retried = isLeaf ? runs.find((run) => run.from_checkpoint_id === entry.checkpoint_id && run.state.status !== "pending") : undefined;
  return retried ?? runs.find((run) => run.run_id === entry.run_id) ?? null;
}

/** The spans of a checkpoint: those of the step that wrote it, and those that started from it and did not come to an end. */
export function spansOfCheckpoint(entry: TimelineEntry, spans: readonly Span[]): ReadonlySet<string> {
  const isOf = (span: Span) =>
    span.checkpoint_ns === entry.checkpoint_ns &&
    (span.kind === "node" || span.kind === "task") &&
    (span.checkpoint_id === entry.parent_checkpoint_id
      ? entry.nodes.includes(span.name)
      : span.checkpoint_id === entry.checkpoint_id && span.status !== "done" && span.status !== "cached");
  return new Set(spans.filter((span) => span.checkpoint_id !== null && isOf(span)).map((span) => span.span_id));
}

/** The checkpoints before and after the step of a span, among those that are known. */
export function checkpointsAround(span: Span, entries: readonly TimelineEntry[]): { before: TimelineEntry | null; after: TimelineEntry | null } {
  const { checkpoint_id: id, checkpoint_ns: ns, run_id: run } = span;
  if (id === null) return { before: null, after: null };
  const before = entries.find((entry) => entry.checkpoint_id === id && entry.checkpoint_ns === ns) ?? null;
  const after = entries.find((entry) => entry.parent_checkpoint_id === id && entry.checkpoint_ns === ns && entry.run_id === run) ?? null;
  return { before, after };
}
