import type { BreakpointSpec } from "@/lib/schema/breakpoint";

/** Where a breakpoint stops: "before draft", "when notes changes". */
export function placeOf(spec: BreakpointSpec): string {
  switch (spec.kind) {
    case "node":
      return `${spec.when} ${spec.node}`;
    case "all":
      return `${spec.when} every node`;
    case "channel":
      return `when ${spec.channel} changes`;
    case "condition":
      return `when ${spec.condition} becomes true`;
  }
}

/** What makes it stop only sometimes: "if notes.length > 3, from the 2nd time on"; empty for one that always stops. */
export function limitsOf(spec: BreakpointSpec): string {
  const condition = spec.kind === "condition" || spec.condition === null ? [] : [`if ${spec.condition}`];
  const hits = (spec.hits ?? 1) > 1 ? [`from the ${toOrdinal(spec.hits ?? 1)} time on`] : [];
  return [...condition, ...hits].join(", ");
}

/** `1st`, `2nd`, `3rd`, `11th`. */
export function toOrdinal(count: number): string {
  const tens = count % 100;
  const suffix = tens >= 11 && tens <= 13 ? "th" : (["th", "st", "nd", "rd"][count % 10] ?? "th");
  return `${count}${suffix}`;
}
