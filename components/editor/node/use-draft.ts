"use client";

import { useCallback, useEffect, useRef, useState } from "react";

const PAUSE_MS = 350;

export type Draft = {
  /** What the field shows: what was typed, until the document says the same. */
  text: string;
  change: (text: string) => void;
  /** Saves at once, e.g. when the field is left. */
  flush: () => void;
  /** It was typed, and could not be saved. */
  isRefused: boolean;
};

/**
 * What is typed into a field, saved a moment after the last key. `save` resolves to whether it was made. Nothing typed is
 * lost: a field that goes away saves what it still has.
 */
export function useDraft(value: string, save: (text: string) => Promise<boolean>): Draft {
  const [typed, setTyped] = useState<string | null>(null);
  const [isRefused, setRefused] = useState(false);
  const state = useRef({ save, pending: null as string | null, timer: undefined as ReturnType<typeof setTimeout> | undefined });
  useEffect(() => {
    state.current.save = save;
  }, [save]);

  const flush = useCallback(() => {
    const { pending, timer } = state.current;
    clearTimeout(timer);
    if (pending === null) return;
    state.current.pending = null;
    void state.current.save(pending).then((isSaved) => {
      setRefused(!isSaved);
      if (isSaved) setTyped((now) => (now === pending ? null : now));
    });
  }, []);

  useEffect(() => flush, [flush]);

  return {
    text: typed ?? value,
    flush,
    isRefused,
    change(text) {
      setTyped(text);
      state.current.pending = text;
      clearTimeout(state.current.timer);
      state.current.timer = setTimeout(flush, PAUSE_MS);
    },
  };
}
