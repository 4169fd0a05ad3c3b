import type { ReplayMode } from "@/lib/schema/replay";

export type ReplayWords = { label: string; short: string; meaning: string };

/** What each way of running is called, and what it means in one line. */
export const REPLAY_WORDS: Record<ReplayMode, ReplayWords> = {
  live: { label: "Live", short: "live", meaning: "Models and tools are called." },
  recorded: {
    label: "Recorded",
    short: "recorded",
    meaning: "Calls with the input of a recorded one return what that returned. Others are made.",
  },
  strict: {
    label: "Recorded, stop at anything new",
    short: "strict",
    meaning: "Only recorded results. The run stops at the first call that has none.",
  },
  dry: {
    label: "Dry run",
    short: "dry run",
    meaning: "Recorded results, stand-ins for the rest. Nothing leaves the process.",
  },
};

/** An answer is not given in a dry run: it would be spent though nothing happened. It is tried beside others on copies instead. */
export const ANSWER_MODES: readonly ReplayMode[] = ["live", "recorded", "strict"];

/** True for the name of a mode. Asked of the words: the schema would bring a tenth of what a page loads. */
export function isReplayMode(mode: unknown): mode is ReplayMode {
  return typeof mode === "string" && Object.hasOwn(REPLAY_WORDS, mode);
}

/** All modes, in the order in which they are offered. */
export const REPLAY_MODES: readonly ReplayMode[] = Object.keys(REPLAY_WORDS).filter(isReplayMode);
