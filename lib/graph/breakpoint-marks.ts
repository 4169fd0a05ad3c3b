import type { Breakpoint } from "../schema/breakpoint";

export type When = "before" | "after";

/**
 * What stands at one edge of a node. `on` and `off`: a breakpoint there, switched on or off. `failed`: the one whose
 * condition could not be evaluated in the newest run. `implied`: none of its own, but one for all nodes.
 */
export type BreakpointMark = {
  look: "on" | "off" | "failed" | "implied";
  condition: string | null;
  hits: number | null;
};
export type NodeMarks = Record<When, BreakpointMark | null>;

const NO_MARKS: NodeMarks = { before: null, after: null };

/** What makes a breakpoint stop only sometimes, as `condition` and `hits` of its specification say. */
export function isConditional({ condition, hits }: Pick<BreakpointMark, "condition" | "hits">): boolean {
  return condition !== null || (hits ?? 1) > 1;
}

/** The marks of all nodes that have any, by drawn id. Of several breakpoints in one place the one that stops first is shown. */
export function toBreakpointMarks(
  breakpoints: readonly Breakpoint[],
  nodeIds: readonly string[],
  failedId: string | null,
): Record<string, NodeMarks> {
  const marks = new Map<string, NodeMarks>();
  const put = (node: string, when: When, mark: BreakpointMark) => {
    const known = marks.get(node) ?? NO_MARKS;
    const before = known[when];
    if (before === null || rank(mark) > rank(before)) marks.set(node, { ...known, [when]: mark });
  };
  for (const { breakpoint_id, enabled, spec } of breakpoints) {
    if (spec.kind !== "node" && spec.kind !== "all") continue;
    const { when, condition, hits } = spec;
    const isFailed = breakpoint_id === failedId;
    if (spec.kind === "node") put(spec.node, when, { look: isFailed ? "failed" : enabled ? "on" : "off", condition, hits });
    else if (enabled) for (const node of nodeIds) put(node, when, { look: "implied", condition, hits });
  }
  return Object.fromEntries(marks);
}

const LOOK_RANK: Record<BreakpointMark["look"], number> = { implied: 0, off: 2, on: 4, failed: 6 };

function rank(mark: BreakpointMark): number {
  return LOOK_RANK[mark.look] + (isConditional(mark) ? 0 : 1);
}

/** The breakpoints that stand at one edge of a node, those for all nodes left out. */
export function breakpointsAt(breakpoints: readonly Breakpoint[], node: string, when: When): Breakpoint[] {
  return breakpoints.filter(({ spec }) => spec.kind === "node" && spec.node === node && spec.when === when);
}

/** True for a breakpoint whose node or channel the workflow does not have (any more). */
export function isAstray({ spec }: Pick<Breakpoint, "spec">, nodeIds: ReadonlySet<string>, channels: ReadonlySet<string>): boolean {
  if (spec.kind === "node") return !nodeIds.has(spec.node);
  return spec.kind === "channel" && !channels.has(spec.channel);
}
