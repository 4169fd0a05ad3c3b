"use client";

import { useState } from "react";

const PREFIX = "retrograph.design.draft.";

function read(key: string): string | null {
  try {
    return typeof window === "undefined" ? null : window.sessionStorage.getItem(PREFIX + key);
  } catch {
    return null;
  }
}

function write(key: string, text: string | null): void {
  try {
    if (text === null) window.sessionStorage.removeItem(PREFIX + key);
    else window.sessionStorage.setItem(PREFIX + key, text);
  } catch {
    // Without storage it is lost with the page.
  }
}

/** What is being typed in place of `saved`; it outlives the panel and a reload until it is cleared. A component has one per `key`. */
export function useDraft(key: string, saved: string): { text: string; isChanged: boolean; change: (text: string) => void; clear: () => void } {
  const [draft, setDraft] = useState(() => read(key));
  const text = draft ?? saved;
  return {
    text,
    isChanged: text !== saved,
    change: (next) => {
      setDraft(next);
      write(key, next);
    },
    clear: () => {
      setDraft(null);
      write(key, null);
    },
  };
}
