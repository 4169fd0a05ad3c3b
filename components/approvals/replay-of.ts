import type { ReplayMode } from "@/lib/schema/replay";
import type { Run } from "@/lib/schema/run";
import { isReplayMode } from "./replay-words";

/** How a run treats its calls; `live` for one that says nothing about it. */
export function replayOf({ kwargs }: Pick<Run, "kwargs">): ReplayMode {
  const { replay } = kwargs;
  if (typeof replay !== "object" || replay === null || Array.isArray(replay)) return "live";
  return isReplayMode(replay.mode) ? replay.mode : "live";
}
