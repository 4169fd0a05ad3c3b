"use client";

import { useCallback } from "react";
import { writeLocal } from "@/lib/client/local-storage";
import { useLocalState } from "@/lib/client/use-local-state";

export type AnswerDraft = { choice: string | null; comment: string; edited: string; free: string };

const EMPTY: AnswerDraft = { choice: null, comment: "", edited: "", free: "" };

function readDraft(kept: unknown): AnswerDraft | null {
  if (typeof kept !== "object" || kept === null) return null;
  const text = (name: string) => {
    const value: unknown = Reflect.get(kept, name);
    return typeof value === "string" ? value : "";
  };
  return { choice: text("choice") === "" ? null : text("choice"), comment: text("comment"), edited: text("edited"), free: text("free") };
}

/** What was typed for an interrupt; kept until the answer is taken. */
export function useAnswerDraft(interruptId: string) {
  const key = `retrograph:answer:${interruptId}`;
  const [draft, setDraft] = useLocalState(key, EMPTY, readDraft);
  const change = useCallback((part: Partial<AnswerDraft>) => setDraft({ ...draft, ...part }), [draft, setDraft]);
  const forget = useCallback(() => writeLocal(key, undefined), [key]);
  return { draft, change, forget };
}
