import { isConditional, type NodeMarks, type When } from "@/lib/graph/breakpoint-marks";
import type { NodeOverlay, NodeStatus } from "@/lib/graph/overlay";

/** Border, background and halo of a card per status; every status also has an icon and a word. */
export const CARD_LOOK: Record<NodeStatus, string> = {
  idle: "border-line bg-raised",
  next: "border-run/60 bg-raised shadow-[0_0_0_4px_var(--run-bg)]",
  running: "border-run bg-[color-mix(in_srgb,var(--run-bg)_60%,var(--raised))] shadow-[0_0_0_4px_var(--run-bg)]",
  done: "border-[color-mix(in_srgb,var(--ok)_45%,var(--line-strong))] bg-raised",
  interrupted: "border-wait bg-[color-mix(in_srgb,var(--wait-bg)_60%,var(--raised))] shadow-[0_0_0_4px_var(--wait-bg)]",
  failed: "border-bad bg-[color-mix(in_srgb,var(--bad-bg)_60%,var(--raised))] shadow-[0_0_0_4px_var(--bad-bg)]",
};

export const STATUS_COLOUR: Record<NodeStatus, string> = {
  idle: "text-faint",
  next: "text-run",
  running: "text-run",
  done: "text-ok",
  interrupted: "text-wait",
  failed: "text-bad",
};

/** What a screen reader says, and what stands on the card while it is not at rest. */
export const STATUS_WORDS: Record<NodeStatus, string> = {
  idle: "not reached",
  next: "runs next",
  running: "running",
  done: "done",
  interrupted: "waiting for you",
  failed: "failed",
};

/** The second line of a card: what is going on, else what the node does. */
export function toCardLine(overlay: NodeOverlay | undefined, description: string | null, stop?: When): string | null {
  if (stop !== undefined) return `stopped ${stop} it`;
  switch (overlay?.status) {
    case "failed":
      return overlay.error ?? STATUS_WORDS.failed;
    case "interrupted":
    case "running":
    case "next": {
      const words = STATUS_WORDS[overlay.status];
      return overlay.tasks > 1 ? `${overlay.tasks} in parallel · ${words}` : words;
    }
    default:
      return description;
  }
}

/** A duration as short as a card allows: "12 ms", "1.2 s", "3 m 20 s". */
export function formatDuration(ms: number): string {
  if (ms < 999.5) return ms > 0 && ms < 0.5 ? "<1 ms" : `${Math.round(ms)} ms`;
  const seconds = ms / 1000;
  if (seconds < 59.95) return `${seconds < 9.95 ? seconds.toFixed(1) : Math.round(seconds)} s`;
  const whole = Math.round(seconds);
  if (whole < 3600) return whole % 60 === 0 ? `${whole / 60} m` : `${Math.floor(whole / 60)} m ${whole % 60} s`;
  return `${(whole / 3600).toFixed(1)} h`;
}

/** What a screen reader says of a node's breakpoints: "breakpoint before", "conditional breakpoint after, off". */
export function toMarkWords(marks: NodeMarks | undefined, stop: When | undefined): string[] {
  const words = (["before", "after"] as const).flatMap((when) => {
    const mark = marks?.[when] ?? null;
    if (mark === null || mark.look === "implied") return [];
    const kind = isConditional(mark) ? "conditional breakpoint" : "breakpoint";
    return [`${kind} ${when}${mark.look === "off" ? ", off" : mark.look === "failed" ? ", condition failed" : ""}`];
  });
  return stop === undefined ? words : [...words, `stopped ${stop} it`];
}

/** Of what was repeated, a screen reader is told so much. */
const MOST_WORDS = 3;
const TIMES = ["never run", "run once", "run twice"];

/** A node's name for screen readers: "approval, waiting for you, run once". */
export function toNodeLabel(name: string, overlay: NodeOverlay | undefined, extra: readonly string[] = []): string {
  const parts = [name, ...extra];
  if (overlay !== undefined) {
    parts.push(STATUS_WORDS[overlay.status]);
    if (overlay.visits > 0) parts.push(TIMES[overlay.visits] ?? `run ${overlay.visits} times`);
    if (overlay.tasks > 1) parts.push(`${overlay.tasks} in parallel`);
    if (overlay.attempts > 1) parts.push(`${overlay.attempts} attempts`);
    if (overlay.cached === true) parts.push("result from the cache");
    if (overlay.repeats !== undefined) parts.push(...overlay.repeats.words.slice(0, MOST_WORDS));
    if (overlay.error !== null) parts.push(overlay.error);
  }
  return parts.join(", ");
}
