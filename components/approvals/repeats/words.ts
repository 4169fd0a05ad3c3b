import { formatCount } from "@/components/ui/format";
import type { Effect, Repeat } from "@/lib/schema/effect";

const TIMES = ["never", "once", "twice"];

function times(count: number): string {
  return TIMES[count] ?? `${count.toLocaleString("en")} times`;
}

export const CAUSE_LABEL: Record<Repeat["cause"], string> = { resume: "resume", retry: "retry", replay: "replay", loop: "same call" };

export const CAUSE_HELP: Record<Repeat["cause"], string> = {
  resume: "The task ran again from its first line: after an answer, a stop, a failure or a crash.",
  retry: "The node was tried again within one run.",
  replay: "Another branch made the call again: after a replay, a fork or an edit.",
  loop: "The workflow made the same call with the same arguments more than once on one branch.",
};

/** Whether it happened more than once, may have, or not. */
export function harmOf({ happened, uncertain }: Pick<Repeat, "happened" | "uncertain">): "repeated" | "maybe" | "once" {
  if (happened > 1) return "repeated";
  return happened + uncertain > 1 ? "maybe" : "once";
}

/** "`calendar_create_event` ran twice for one task". */
export function whatHappened({ cause, name, times: executions, same_input }: Repeat): string {
  const count = times(executions);
  const how: Record<Repeat["cause"], string> = {
    resume: `ran ${count} for one task`,
    retry: `ran ${count}, because its node was tried again`,
    replay: `ran ${count}, on different branches`,
    loop: `was called ${count} with the same arguments`,
  };
  return `${name} ${how[cause]}${same_input || cause === "loop" ? "" : ", with other arguments"}`;
}

const KEY_WORDS: Record<Repeat["key"], string> = {
  equal: "the key was equal, but the answers do not say that the service kept one",
  different: "the idempotency keys differ",
  missing: "there was no idempotency key",
};

/** What came of it: how often it happened, and why that is known. */
export function whatCameOfIt(repeat: Repeat): string {
  const { happened, uncertain, key } = repeat;
  const unknown = uncertain === 0 ? [] : [`What it did is not known of ${formatCount(uncertain, "execution")} that did not come to an end.`];
  if (happened > 1) return [`It ran to its end ${times(happened)}; ${KEY_WORDS[key]}.`, ...unknown].join(" ");
  return [...whyOnce(repeat), ...unknown].join(" ");
}

function whyOnce({ happened, effects, key }: Repeat): string[] {
  if (effects.some(({ source }) => source === "kept")) return ["effect() returned the kept result and did not do it again."];
  const isDeduplicated = effects.some(({ deduplicated }) => deduplicated === true);
  if (isDeduplicated) return [`The service kept one: it says that it had been done before${key === "equal" ? ", the key was equal" : ""}.`];
  return happened === 0 ? [] : ["It ran to its end once."];
}

/** What one execution was. */
export function executionWords({ source, status, deduplicated }: Effect): { text: string; tone: "ok" | "bad" | "wait" | "off" | "plain" } {
  if (source === "kept") return { text: "kept result, not run", tone: "ok" };
  if (status === "running") return { text: "still runs", tone: "wait" };
  if (status === "failed") return { text: "failed", tone: "bad" };
  if (status === "lost") return { text: "cut off", tone: "bad" };
  if (deduplicated === true) return { text: "ran, done before", tone: "ok" };
  return { text: "ran", tone: "plain" };
}

/** Which one it is, from 1: where some in the middle are left out, the last ones are counted from the end. */
export function executionNumber({ effects, times: executions }: Repeat, index: number): number {
  return index === 0 ? 1 : index + 1 + executions - effects.length;
}

/** Where the step that made the call begins, in the workbench. */
export function placeHref({ graph_id, thread_id, checkpoint_id, checkpoint_ns, node }: Effect): string {
  const query = new URLSearchParams();
  if (checkpoint_id !== null) query.set("checkpoint", checkpoint_id);
  if (checkpoint_id !== null && checkpoint_ns !== "") query.set("ns", checkpoint_ns);
  if (node !== "") query.set("node", node);
  return `/w/${encodeURIComponent(graph_id)}/t/${encodeURIComponent(thread_id)}${query.size === 0 ? "" : `?${query}`}`;
}

/** A repeat among others: the same executions may be of two kinds, a replay and a loop beside it. */
export function repeatKey({ cause, effects }: Repeat): string {
  return `${cause} ${effects[0]?.run_id} ${effects[0]?.span_id}`;
}
