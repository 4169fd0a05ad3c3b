import type { Breakpoint, StopReason } from "../../schema/breakpoint";
import type { RunSpec } from "../../schema/run";
import type { StopNames } from "./loop";

type When = "before" | "after";

/** Breakpoints that LangGraph's own configuration can express: unconditional ones on nodes of the workflow itself. */
function plain(spec: RunSpec, when: When): Breakpoint[] {
  return spec.debug.breakpoints.filter(({ enabled, spec: one }) => {
    if (!enabled || (one.kind !== "node" && one.kind !== "all")) return false;
    return one.when === when && one.condition === null && one.hits === null && (one.kind === "all" || !one.node.includes(":"));
  });
}

function namesOf(spec: RunSpec, when: When): StopNames {
  const { stop } = spec.debug;
  const own = when === "before" ? spec.interrupt_before : spec.interrupt_after;
  const stepsHere = when === "after" && (stop.at === "step" || stop.at === "into" || stop.at === "out");
  const stops = plain(spec, when);
  if (own === "*" || stepsHere || stops.some((one) => one.spec.kind === "all")) return "*";
  const target = stop.at === "node" && stop.when === when ? [stop.node] : [];
  return [...new Set([...own, ...stops.flatMap((one) => (one.spec.kind === "node" ? [one.spec.node] : [])), ...target])];
}

/**
 * A run for a version of LangGraph that cannot be asked between its supersteps: what its public configuration can say of
 * the breakpoints is said there. It reaches the workflow's own nodes alone.
 */
export function withPublicStops(spec: RunSpec): RunSpec {
  return { ...spec, interrupt_before: toList(namesOf(spec, "before")), interrupt_after: toList(namesOf(spec, "after")) };
}

function toList(names: StopNames): RunSpec["interrupt_before"] {
  return names === "*" ? names : [...names];
}

/** Why such a run stopped at the nodes. */
export function publicReason(spec: RunSpec, when: When, nodes: readonly string[]): StopReason {
  const { stop } = spec.debug;
  const found = plain(spec, when).find(({ spec: one }) => one.kind === "all" || (one.kind === "node" && nodes.includes(one.node)));
  if (found !== undefined) return { kind: "breakpoint", breakpoint_id: found.breakpoint_id, spec: found.spec, hits: 1 };
  if (stop.at === "node" && stop.when === when && nodes.includes(stop.node)) return { kind: "node" };
  return stop.at === "end" || stop.at === "node" || when === "before" ? { kind: "static" } : { kind: "step" };
}
