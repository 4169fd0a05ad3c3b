"use client";

import { useMutation } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { tryNode } from "@/lib/client/design-api";
import { readLocal, writeLocal } from "@/lib/client/local-storage";
import type { TryNodeResult } from "@/lib/schema/design-api";
import type { Json, JsonObject } from "@/lib/schema/json";

/** Where a trial's state comes from: nothing, or a checkpoint of a thread. */
export type TrialSource = { thread_id: string; checkpoint_id: string } | null;

export type Trial = {
  /** Runs the node; a trial under way is given up. */
  run: (values: JsonObject, source: TrialSource, answers?: Json[]) => void;
  /** Runs it again with one more answer to its questions. */
  answer: (answer: Json) => void;
  cancel: () => void;
  isRunning: boolean;
  result: TryNodeResult | null;
  error: unknown;
};

type Asked = { values: JsonObject; source: TrialSource; answers: Json[] };

/** One node, tried alone. */
export function useTrial(graphId: string, node: string): Trial {
  const abort = useRef<AbortController | null>(null);
  const [asked, setAsked] = useState<Asked | null>(null);
  const { mutate, reset, isPending, data, error } = useMutation({
    mutationFn: ({ values, source, answers }: Asked) => {
      abort.current?.abort();
      abort.current = new AbortController();
      return tryNode(graphId, { node, values, from: source, answers }, abort.current.signal);
    },
  });
  function start(next: Asked): void {
    setAsked(next);
    mutate(next);
  }
  return {
    run: (values, source, answers = []) => start({ values, source, answers }),
    answer: (answer) => {
      if (asked !== null) start({ ...asked, answers: [...asked.answers, answer] });
    },
    cancel: () => {
      abort.current?.abort();
      reset();
    },
    isRunning: isPending,
    result: data ?? null,
    error: isPending ? null : error,
  };
}

/** Text that survives a reload, kept under a name. */
export function useKeptText(key: string, initial: string): [string, (text: string) => void] {
  const [text, setText] = useState(() => {
    const kept = readLocal(key);
    return typeof kept === "string" ? kept : initial;
  });
  return [
    text,
    (next) => {
      setText(next);
      writeLocal(key, next === initial ? undefined : next);
    },
  ];
}
