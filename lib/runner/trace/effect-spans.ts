import type { Json } from "../../schema/json";
import { effectInput, isPureName, isSureEffectName } from "../../effects/effects";
import { toDisplayJson } from "../../store/display";
import type { SpanEffect, SpanRecord } from "../../store/spans";
import { isBag } from "../langgraph";
import type { Redactor } from "./secrets";

/** What an `effect()` of the kit says of itself in its metadata. */
export type KitEffect = { call: string; name: string; key: string; kept: boolean };

/** The kit's `effect()` that metadata tells of; everything that runs inside of it has the same. */
export function kitEffectOf(metadata: unknown): KitEffect | null {
  const told = isBag(metadata) ? metadata["effect"] : undefined;
  if (!isBag(told)) return null;
  const { call, name, key, kept } = told;
  if (typeof call !== "string" || typeof name !== "string" || typeof key !== "string") return null;
  return { call, name, key, kept: kept === true };
}

type Start = { kind: SpanRecord["kind"]; name: string; input: unknown; metadata: unknown; kitEffect?: KitEffect | undefined };

/** A tool says whether it changes something, in its metadata or by the hints of its MCP server; else its name does. */
function changesSomething({ kind, name, metadata }: Start): boolean {
  if (kind === "task" || kind === "chain") return isSureEffectName(name);
  if (kind !== "tool") return kind === "effect";
  const { effect, annotations } = isBag(metadata) ? metadata : {};
  if (typeof effect === "boolean") return effect;
  const hint = isBag(annotations) ? annotations["readOnlyHint"] : undefined;
  return typeof hint === "boolean" ? !hint : !isPureName(name);
}

export type EffectPlace = Pick<SpanEffect, "graph_id" | "node" | "task_id" | "attempt">;

export type Around = {
  /** The spans around it that are still open, innermost first. */
  spans: Iterable<SpanRecord>;
  /** Told of those that only wrap this one. */
  onWrapping: (span: SpanRecord) => void;
  redactor: Redactor;
};

/** What makes a span that begins an effect, or null. */
export function beginEffect(start: Start, place: EffectPlace, { spans, onWrapping, redactor }: Around): SpanEffect | null {
  if (!changesSomething(start)) return null;
  const outer = [...spans];
  // What an `effect()` runs is that effect.
  if (outer.some(({ kind }) => kind === "effect")) return null;
  for (const span of outer) {
    const wraps = start.kind === "effect" || span.kind === "chain" || span.kind === "task";
    if (!wraps || span.effect === null || span.effect === "wrapping") continue;
    span.effect = "wrapping";
    onWrapping(span);
  }
  const { hash, key } = effectInput(toDisplayJson(start.input));
  const { kitEffect } = start;
  return {
    ...place,
    input_hash: hash,
    idempotency_key: kitEffect?.key ?? redacted(key, redactor),
    kept: kitEffect?.kept ?? false,
    deduplicated: null,
  };
}

function redacted(key: string | null, redactor: Redactor): string | null {
  return key === null ? null : redactor.text(key);
}

/** Longer results are not searched for a word about deduplication. */
const LONGEST = 100_000;
const SAYS_REPEATED = ["deduplicated", "repeated", "idempotent_replayed", "idempotentReplayed"];

/** The objects in which a service's answer may stand: the result itself, a message's content and artifact, JSON as text. */
function answersIn(output: unknown): Record<string, Json>[] {
  const json = toDisplayJson(output);
  const candidates: Json[] = [json];
  if (isPlain(json)) candidates.push(json["content"] ?? null, json["artifact"] ?? null);
  return candidates.flatMap((candidate) => {
    const value = typeof candidate === "string" ? parsed(candidate) : candidate;
    return isPlain(value) ? [value] : [];
  });
}

function isPlain(value: Json): value is Record<string, Json> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function parsed(text: string): Json {
  if (text.length > LONGEST || !text.trimStart().startsWith("{")) return null;
  try {
    return JSON.parse(text) as Json;
  } catch {
    return null;
  }
}

/** Adds what an effect's result says: whether it had been done before, and by which key that was known. */
export function endEffect(effect: SpanEffect, output: unknown, redactor: Redactor): void {
  for (const answer of answersIn(output)) {
    const told = SAYS_REPEATED.map((name) => answer[name]).find((value) => typeof value === "boolean");
    if (typeof told === "boolean") effect.deduplicated ??= told;
    effect.idempotency_key ??= redacted(effectInput(answer).key, redactor);
  }
}
