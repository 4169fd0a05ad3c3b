import { useCallback, useEffect, useRef, useState } from "react";
import { EditDraftSchema, type ChannelDraft, type EditDraft } from "./draft";

/** Larger drafts than this do not fit the browser's storage beside others. */
const MAX_STORED = 500_000;
const SAVE_MS = 250;
const EMPTY: EditDraft = { channels: {}, asNode: null, run: true };

function storageKey(threadId: string, checkpointId: string): string {
  return `retrograph:edit:${threadId}:${checkpointId}`;
}

function readStored(key: string): EditDraft | null {
  try {
    const text = window.localStorage.getItem(key);
    const parsed = text === null ? null : EditDraftSchema.safeParse(JSON.parse(text));
    return parsed?.success === true ? parsed.data : null;
  } catch {
    return null;
  }
}

function store(key: string, draft: EditDraft): void {
  try {
    const text = JSON.stringify(draft);
    if (Object.keys(draft.channels).length === 0) window.localStorage.removeItem(key);
    else if (text.length <= MAX_STORED) window.localStorage.setItem(key, text);
  } catch {
    // A full or forbidden storage costs only the draft's survival of a reload.
  }
}

export type EditDraftHandle = {
  draft: EditDraft;
  /** The draft was begun earlier and found again. */
  restored: boolean;
  change: (channel: string, draft: ChannelDraft | null) => void;
  setAsNode: (node: string) => void;
  setRun: (run: boolean) => void;
  /** Forgets what was typed, here and in the browser's storage. */
  discard: () => void;
};

/** What is being typed for one checkpoint; survives closing the dialog and reloading the page. */
export function useEditDraft(threadId: string, checkpointId: string): EditDraftHandle {
  const key = storageKey(threadId, checkpointId);
  const [stored] = useState(() => readStored(key));
  const [draft, setDraft] = useState<EditDraft>(stored ?? EMPTY);
  const [restored, setRestored] = useState(stored !== null);
  const latest = useRef(draft);

  useEffect(() => {
    latest.current = draft;
    const timer = setTimeout(() => store(key, draft), SAVE_MS);
    return () => clearTimeout(timer);
  }, [key, draft]);
  useEffect(() => () => store(key, latest.current), [key]);

  const change = useCallback((channel: string, next: ChannelDraft | null) => {
    setDraft((old) => {
      const { [channel]: _, ...others } = old.channels;
      return { ...old, channels: next === null ? others : { ...old.channels, [channel]: next } };
    });
  }, []);
  const setAsNode = useCallback((asNode: string) => setDraft((old) => ({ ...old, asNode })), []);
  const setRun = useCallback((run: boolean) => setDraft((old) => ({ ...old, run })), []);
  const discard = useCallback(() => {
    // The dialog may be gone before the next render: what it saves on leaving must be the empty draft.
    latest.current = EMPTY;
    setDraft(EMPTY);
    setRestored(false);
    store(key, EMPTY);
  }, [key]);
  return { draft, restored, change, setAsNode, setRun, discard };
}
