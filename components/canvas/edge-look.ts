import type { VisibleEdge } from "@/lib/graph/layout-input";
import type { CanvasOverlay, NodeStatus } from "@/lib/graph/overlay";

/** What a run made of a line: `plan` without a run, `rest` not taken, `taken` on the way here, else what it leads to now. */
export type Course = "plan" | "rest" | "taken" | "next" | "running" | "interrupted" | "failed";

export const COURSE_COLOUR: Record<Course, string> = {
  plan: "text-[color-mix(in_srgb,var(--line-strong)_60%,var(--faint))]",
  rest: "text-off",
  taken: "text-ok",
  next: "text-run",
  running: "text-run",
  interrupted: "text-wait",
  failed: "text-bad",
};

export const DASHES: Record<VisibleEdge["kind"], string | undefined> = { static: undefined, conditional: "5 4", command: "1 4" };

const LEADS_TO: Partial<Record<NodeStatus, Course>> = { next: "next", running: "running", interrupted: "interrupted", failed: "failed" };

/** How often a line was taken, and what it shows; `taken` is null without a run. */
export function toProgress(overlay: CanvasOverlay | null, edge: VisibleEdge | undefined): { taken: number | null; course: Course } {
  if (overlay === null || edge === undefined) return { taken: null, course: "plan" };
  const parts = edge.edgeIds.flatMap((id) => overlay.edges[id] ?? []);
  const taken = parts.reduce((sum, part) => sum + part.taken, 0);
  if (taken === 0) return { taken, course: "rest" };
  const status = overlay.nodes[edge.target]?.status ?? "idle";
  return { taken, course: (parts.some(({ last }) => last) ? LEADS_TO[status] : undefined) ?? "taken" };
}

const TIMES = ["not taken", "taken once", "taken twice"];

/** A line's name for screen readers: "From note to plan, when more evidence, taken twice". */
export function toEdgeLabel(source: string, target: string, { kind, labels }: Pick<VisibleEdge, "kind" | "labels">, taken: number | null): string {
  const parts = [`From ${source} to ${target}`];
  if (labels.length > 0) parts.push(`when ${labels.join(" or ")}`);
  else if (kind === "conditional") parts.push("conditional");
  if (kind === "command") parts.push("by command");
  if (taken !== null) parts.push(TIMES[taken] ?? `taken ${taken} times`);
  return parts.join(", ");
}
