import "server-only";
import { effectInput, isEffectName } from "../effects/effects";
import type { LaterCall } from "../graph/rerun-words";
import type { Effect } from "../schema/effect";
import type { ReplayMode } from "../schema/replay";
import type { PastCall } from "../schema/rerun";
import { effectsOfTask } from "../store/effects";
import type { Store } from "../store/open";
import { hasEffects, readTaskCalls, recordedSpans, type RanAfter, type RecordedCall } from "../store/rerun-rows";

type Place = { thread_id: string; checkpoint_ns: string; checkpoint_id: string };

/** How the repetition of a task differs from what was recorded. */
export type Repeating = {
  mode: ReplayMode;
  edited: boolean;
  /** Results of `task()` are found again. */
  keepsTasks: boolean;
  /** Results of the kit's `effect()` are found again. */
  keepsEffects: boolean;
};

/** What a task called the last time, each with what its repetition will do. */
export async function readPast(store: Store, place: Place, task: { id: string; deep: boolean }, repeating: Repeating): Promise<PastCall[]> {
  const calls = (readTaskCalls(store, place, task) ?? []).filter(({ status }) => status !== "interrupted");
  const [first] = calls;
  if (first === undefined) return [];
  const recorded = repeating.mode === "live" ? new Set<string>() : recordedSpans(store, first.run_id);
  const effects = await effectsOfTask(store, [task.id], place.thread_id);
  const bySpan = new Map(calls.map((call) => [call.span_id, call]));
  const known = hasEffects(store, place.thread_id);
  const wraps = wrapping(calls, bySpan);
  let isOpen = repeating.edited;
  return calls.map((call): PastCall => {
    const effect = effects.find(({ run_id, span_id }) => run_id === call.run_id && span_id === call.span_id);
    const named = !known && call.kind === "tool" && !wraps.has(call.span_id) && isEffectName(call.name);
    const isEffect = effect !== undefined || call.kind === "effect" || named;
    const again = againOf(call, { repeating, bySpan, isRecorded: recorded.has(call.span_id), isEffect, isOpen });
    // What a model that is asked once more answers decides what comes behind it.
    if (call.kind === "model" && again === "repeats") isOpen = true;
    const { run_id, span_id, name, kind, input, started_at } = call;
    return {
      run_id,
      span_id,
      name,
      kind,
      input,
      started_at,
      is_effect: isEffect,
      again,
      idempotency_key: effect?.idempotency_key ?? (typeof input === "string" ? null : effectInput(input).key),
      deduplicated: effect === undefined ? null : wasKept(effect, effects),
    };
  });
}

/** Calls that do what they do by an `effect()` inside of them: that is what is done once. */
function wrapping(calls: readonly RecordedCall[], bySpan: ReadonlyMap<string, RecordedCall>): Set<string> {
  const found = new Set<string>();
  for (const { kind, within } of calls) {
    if (kind !== "effect") continue;
    for (let around = within; around !== null; around = bySpan.get(around)?.within ?? null) found.add(around);
  }
  return found;
}

type Seen = { repeating: Repeating; bySpan: ReadonlyMap<string, RecordedCall>; isRecorded: boolean; isEffect: boolean; isOpen: boolean };

function againOf(call: RecordedCall, { repeating, bySpan, isRecorded, isEffect, isOpen }: Seen): PastCall["again"] {
  if (isKept(call, repeating, bySpan)) return "kept";
  if (repeating.mode !== "live" && call.kind !== "task") {
    if (isRecorded) return "recorded";
    if (repeating.mode === "dry" && isEffect) return "stubbed";
  }
  return isOpen ? "may_repeat" : "repeats";
}

function isKept(call: RecordedCall, repeating: Repeating, bySpan: ReadonlyMap<string, RecordedCall>): boolean {
  const hasResult = call.status === "done" || call.status === "cached";
  if (hasResult && call.kind === "task" && repeating.keepsTasks) return true;
  if (hasResult && call.kind === "effect" && repeating.keepsEffects) return true;
  const around = call.within === null ? undefined : bySpan.get(call.within);
  return around !== undefined && around !== call && isKept(around, repeating, bySpan);
}

/**
 * Whether one was kept when the same was done again for its task; null where it was not repeated or nothing tells. What a
 * replay answered from a recording was not done.
 */
function wasKept(effect: Effect, effects: readonly Effect[]): boolean | null {
  const [, ...repeated] = effects.filter(
    ({ name, input_hash, source }) => name === effect.name && input_hash === effect.input_hash && (source === "live" || source === "kept"),
  );
  const told = repeated.findLast(({ source, deduplicated }) => source === "kept" || deduplicated !== null);
  return told === undefined ? null : told.source === "kept" || told.deduplicated;
}

/** Calls that were made behind the first superstep; none where their results are recorded. */
export function laterCalls(store: Store, threadId: string, { calls }: RanAfter, mode: ReplayMode): LaterCall[] {
  if (mode !== "live" || calls.length === 0) return [];
  const known = hasEffects(store, threadId);
  return calls.map(({ effects, ...call }) => ({
    ...call,
    is_effect: call.kind === "effect" || effects > 0 || (!known && call.kind === "tool" && isEffectName(call.name)),
  }));
}
