import { ReplayModeSchema, type ReplayMode } from "@/lib/schema/replay";
import type { Run } from "@/lib/schema/run";

/** How a run treats its calls; `live` for one that says nothing about it. */
export function replayOf({ kwargs }: Pick<Run, "kwargs">): ReplayMode {
  const { replay } = kwargs;
  if (typeof replay !== "object" || replay === null || Array.isArray(replay)) return "live";
  const parsed = ReplayModeSchema.safeParse(replay.mode);
  return parsed.success ? parsed.data : "live";
}
