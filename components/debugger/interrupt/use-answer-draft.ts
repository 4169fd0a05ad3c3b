"use client";

import { useCallback } from "react";
import { writeLocal } from "@/lib/client/local-storage";
import { useLocalState } from "@/lib/client/use-local-state";

/** What is chosen and typed for one question, or one action of it. */
export type ChoiceDraft = { choice: string | null; comment: string; edited: string };

export type AnswerDraft = ChoiceDraft & {
  free: string;
  /** Of a question about several actions, by their place. */
  actions: Readonly<Record<string, ChoiceDraft>>;
};

export const NO_CHOICE: ChoiceDraft = { choice: null, comment: "", edited: "" };
const EMPTY: AnswerDraft = { ...NO_CHOICE, free: "", actions: {} };

function textIn(kept: object, name: string): string {
  const value: unknown = Reflect.get(kept, name);
  return typeof value === "string" ? value : "";
}

function readChoice(kept: object): ChoiceDraft {
  const choice = textIn(kept, "choice");
  return { choice: choice === "" ? null : choice, comment: textIn(kept, "comment"), edited: textIn(kept, "edited") };
}

function readDraft(kept: unknown): AnswerDraft | null {
  if (typeof kept !== "object" || kept === null) return null;
  const actions: unknown = Reflect.get(kept, "actions");
  const entries = typeof actions === "object" && actions !== null ? Object.entries(actions) : [];
  return {
    ...readChoice(kept),
    free: textIn(kept, "free"),
    actions: Object.fromEntries(
      entries.flatMap(([place, draft]: [string, unknown]) => (typeof draft === "object" && draft !== null ? [[place, readChoice(draft)]] : [])),
    ),
  };
}

/** What was typed for an interrupt; kept until the answer is taken. */
export function useAnswerDraft(interruptId: string) {
  const key = `retrograph:answer:${interruptId}`;
  const [draft, setDraft] = useLocalState(key, EMPTY, readDraft);
  const change = useCallback((part: Partial<AnswerDraft>) => setDraft({ ...draft, ...part }), [draft, setDraft]);
  const forget = useCallback(() => writeLocal(key, undefined), [key]);
  return { draft, change, forget };
}
