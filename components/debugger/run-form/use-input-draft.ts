"use client";

import { useCallback, useEffect, useMemo, useState } from "react";
import { readLocal, writeLocal } from "@/lib/client/local-storage";
import { JsonSchema, type Json } from "@/lib/schema/json";
import type { GraphDescription } from "@/lib/schema/graph";
import { planInput, type InputPlan } from "./input-plan";

const RECENT_KEPT = 5;

/** The input being written: as a value, and as the JSON text while that is being edited. */
export type InputDraft = {
  plan: InputPlan;
  value: Json;
  text: string;
  /** Why the text is no JSON; null when it is. */
  problem: string | null;
  recent: Json[];
  setValue: (value: Json) => void;
  setText: (text: string) => void;
  /** Remembers the input as used. */
  keep: (value: Json) => void;
};

function readRecent(key: string): Json[] {
  const parsed = JsonSchema.array().safeParse(readLocal(key));
  return parsed.success ? parsed.data : [];
}

function pretty(value: Json): string {
  return JSON.stringify(value, null, 2);
}

/** The input of a workflow as it is typed: survives a reload, starts from the last one used, an example, or the schema's defaults. */
export function useInputDraft(description: GraphDescription, isNewThread: boolean): InputDraft {
  const { graph_id, example_inputs } = description;
  const draftKey = `retrograph:input-draft:${graph_id}`;
  const recentKey = `retrograph:inputs:${graph_id}`;
  const plan = useMemo(() => planInput(description), [description]);
  const [value, setStored] = useState<Json>(() => (isNewThread ? (example_inputs[0] ?? plan.skeleton) : plan.skeleton));
  const [text, setOwnText] = useState(() => pretty(value));
  const [problem, setProblem] = useState<string | null>(null);
  const [recent, setRecent] = useState<Json[]>([]);

  useEffect(() => {
    const kept = readRecent(recentKey);
    setRecent(kept);
    const draft = JsonSchema.safeParse(readLocal(draftKey));
    // The next message of a conversation is not the last one again.
    const last = isNewThread || plan.messages.length === 0 ? kept[0] : undefined;
    const start = draft.success && draft.data !== null ? draft.data : last;
    if (start === undefined) return;
    setStored(start);
    setOwnText(pretty(start));
  }, [draftKey, recentKey, isNewThread, plan]);

  const setValue = useCallback(
    (next: Json) => {
      setStored(next);
      setOwnText(pretty(next));
      setProblem(null);
      writeLocal(draftKey, next);
    },
    [draftKey],
  );

  const setText = useCallback(
    (next: string) => {
      setOwnText(next);
      try {
        const parsed = JSON.parse(next) as Json;
        setStored(parsed);
        setProblem(null);
        writeLocal(draftKey, parsed);
      } catch (error) {
        setProblem(error instanceof Error ? error.message : "This is not JSON.");
      }
    },
    [draftKey],
  );

  const keep = useCallback(
    (used: Json) => {
      const same = pretty(used);
      const next = [used, ...readRecent(recentKey).filter((item) => pretty(item) !== same)].slice(0, RECENT_KEPT);
      writeLocal(recentKey, next);
      writeLocal(draftKey, undefined);
      setRecent(next);
    },
    [draftKey, recentKey],
  );

  return { plan, value, text, problem, recent, setValue, setText, keep };
}
