import { nodeOfNamespace } from "@/lib/graph/levels";
import type { BreakpointSpec, StopReason } from "@/lib/schema/breakpoint";
import type { RunState } from "@/lib/schema/run";
import { placeOf, toOrdinal } from "../breakpoints/words";
import { listWords } from "../timeline/format";

type StoppedAt = NonNullable<Extract<RunState, { status: "interrupted" }>["breakpoint"]>;

/** "Paused before draft", "Paused after check, in review". */
export function stopTitle({ nodes, when, checkpoint_ns }: StoppedAt): string {
  const names = listWords([...new Set(nodes)]);
  const where = checkpoint_ns === "" ? "" : `, in ${nodeOfNamespace(checkpoint_ns).replaceAll(":", " › ")}`;
  return names === "" ? `Paused${where}` : `Paused ${when} ${names}${where}`;
}

/** Why a run was stopped, in one sentence; code stands between backticks. Null where the title says it all. */
export function stopText(reason: StopReason): string | null {
  switch (reason.kind) {
    case "breakpoint":
      return `${breakpointText(reason.spec)}${reason.hits > 1 ? ` (${toOrdinal(reason.hits)} time)` : ""}.`;
    case "failed_condition":
      return `The condition \`${reason.spec.condition ?? ""}\` could not be evaluated: ${reason.message}`;
    case "step":
      return "The step is done.";
    case "node":
      return "It ran to where you wanted it to stop.";
    case "pause":
      return "It was asked to pause. Everything up to here is saved.";
    case "static":
      return null;
  }
}

function breakpointText(spec: BreakpointSpec): string {
  const held = spec.condition === null ? null : `\`${spec.condition}\` held`;
  switch (spec.kind) {
    case "node":
    case "all":
      return `Breakpoint ${placeOf(spec)}${held === null ? "" : `: ${held}`}`;
    case "channel":
      return `\`${spec.channel}\` got a new value${held === null ? "" : `, and ${held}`}`;
    case "condition":
      return `\`${spec.condition}\` became true`;
  }
}
