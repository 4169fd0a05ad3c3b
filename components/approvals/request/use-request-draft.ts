"use client";

import { useCallback, useMemo } from "react";
import { readLocal, writeLocal } from "@/lib/client/local-storage";
import { useLocalState } from "@/lib/client/use-local-state";
import { cutJson } from "@/lib/request/cut-json";
import type { Edits } from "@/lib/request/edits";
import type { Decision } from "@/lib/request/request-view";
import type { Json } from "@/lib/schema/json";

/** What was decided and typed about one action. */
export type ActionDraft = { decision: Decision | null; edits: Edits; reason: string; response: string };

export type RequestDraft = {
  /** Of a request about actions, by their place. */
  actions: Readonly<Record<string, ActionDraft>>;
  /** The place of the choice whose comment is being written. */
  choice: number | null;
  comment: string;
  /** Of a form, or of what an approval lets be corrected. */
  edits: Edits;
  free: string;
  /** What it was typed for: edits of something else are dropped. */
  shown: string;
};

export const NO_DECISION: ActionDraft = { decision: null, edits: {}, reason: "", response: "" };
const EMPTY: RequestDraft = { actions: {}, choice: null, comment: "", edits: {}, free: "", shown: "" };

const PREFIX = "retrograph:answer:";
/** Longer drafts are kept while the page is open, and no longer. */
const LONGEST = 200_000;
const MOST_DRAFTS = 100;
const DECISIONS: ReadonlySet<unknown> = new Set<Decision>(["approve", "edit", "reject", "respond", "ignore"]);

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

const textOf = (value: unknown) => (typeof value === "string" ? value : "");

function isDecision(value: unknown): value is Decision {
  return DECISIONS.has(value);
}

function readEdits(kept: unknown): Edits {
  const entries = isRecord(kept) ? Object.entries(kept) : [];
  return Object.fromEntries(entries.flatMap(([path, text]) => (typeof text === "string" ? [[path, text]] : [])));
}

function readAction(kept: Record<string, unknown>): ActionDraft {
  const { decision } = kept;
  return {
    decision: isDecision(decision) ? decision : null,
    edits: readEdits(kept.edits),
    reason: textOf(kept.reason),
    response: textOf(kept.response),
  };
}

function readDraft(kept: unknown): RequestDraft | null {
  if (!isRecord(kept)) return null;
  const actions = isRecord(kept.actions) ? Object.entries(kept.actions) : [];
  return {
    actions: Object.fromEntries(actions.flatMap(([place, draft]) => (isRecord(draft) ? [[place, readAction(draft)]] : []))),
    choice: typeof kept.choice === "number" ? kept.choice : null,
    comment: textOf(kept.comment),
    edits: readEdits(kept.edits),
    free: textOf(kept.free),
    shown: textOf(kept.shown),
  };
}

/** Makes room: of drafts that nobody came back to, the ones that the browser lists first go. */
function makeRoom(): void {
  try {
    const keys = Object.keys(window.localStorage).filter((key) => key.startsWith(PREFIX));
    for (const key of keys.slice(0, Math.max(0, keys.length - MOST_DRAFTS))) writeLocal(key, undefined);
  } catch {
    // Without storage nothing is kept.
  }
}

/** Forgets what was typed for a request. */
export function forgetDraft(draftKey: string): void {
  writeLocal(PREFIX + draftKey, undefined);
}

/** Something was typed for a request and is kept. */
export function hasDraft(draftKey: string): boolean {
  const draft = readDraft(readLocal(PREFIX + draftKey));
  return draft !== null && lengthOf(draft) > 0;
}

export type RequestDraftState = {
  draft: RequestDraft;
  change: (part: Partial<RequestDraft>) => void;
  forget: () => void;
  /** It is too long to outlast a reload of the page. */
  isTooLong: boolean;
};

/** What was typed for a request; kept over a reload until the answer is taken. */
export function useRequestDraft(draftKey: string, value: Json): RequestDraftState {
  const shown = useMemo(() => cutJson(value, 2000), [value]);
  const key = PREFIX + draftKey;
  const [kept, keep] = useLocalState(key, EMPTY, readDraft);
  const draft = useMemo(() => (kept.shown === "" || kept.shown === shown ? kept : withoutEdits(kept)), [kept, shown]);
  const isTooLong = useMemo(() => lengthOf(draft) > LONGEST, [draft]);
  const change = useCallback(
    (part: Partial<RequestDraft>) => {
      keep({ ...draft, ...part, shown });
      if (lengthOf({ ...draft, ...part }) > LONGEST) writeLocal(key, undefined);
      makeRoom();
    },
    [draft, keep, key, shown],
  );
  const forget = useCallback(() => writeLocal(key, undefined), [key]);
  return { draft, change, forget, isTooLong };
}

/** The request asks about something else by now: what was said stays, what was corrected does not. */
function withoutEdits(draft: RequestDraft): RequestDraft {
  const actions = Object.fromEntries(Object.entries(draft.actions).map(([place, one]) => [place, { ...one, decision: null, edits: {} }]));
  return { ...draft, actions, edits: {}, choice: null };
}

function lengthOf(draft: RequestDraft): number {
  const edits = [draft.edits, ...Object.values(draft.actions).map((one) => one.edits)].flatMap((each) => Object.values(each));
  const texts = [draft.comment, draft.free, ...edits, ...Object.values(draft.actions).flatMap((one) => [one.reason, one.response])];
  return texts.reduce((sum, text) => sum + text.length, 0);
}
