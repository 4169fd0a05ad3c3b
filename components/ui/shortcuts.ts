"use client";

import { useEffect, useRef } from "react";

/** True where keys belong to what is being typed, or to an open dialog or menu. */
export function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target.isContentEditable || target.closest("[contenteditable=true], .cm-editor") !== null) return true;
  return target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement;
}

/** `mod+k`, `f5`, `?`, `a`: `mod` is ⌘ on a Mac and Ctrl elsewhere. */
export function shortcutName(event: KeyboardEvent): string {
  const parts: string[] = [];
  if (event.metaKey || event.ctrlKey) parts.push("mod");
  if (event.altKey) parts.push("alt");
  const key = event.key.toLowerCase();
  // "?" already contains its Shift.
  if (event.shiftKey && (key.length > 1 || /[a-z]/.test(key))) parts.push("shift");
  return [...parts, key].join("+");
}

/** What has to be answered before anything else; a popover lies beside the page. */
const MODAL = "[role=dialog]:not([data-popover]), [role=menu]";

export type Shortcuts = Record<string, (event: KeyboardEvent) => void>;

/**
 * Shortcuts of the page while the component is mounted. Off while typing or in a dialog, except those with `mod`, and
 * while typing function keys.
 */
export function useShortcuts(shortcuts: Shortcuts): void {
  const latest = useRef(shortcuts);
  useEffect(() => {
    latest.current = shortcuts;
  });
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent) {
      if (event.defaultPrevented) return;
      const name = shortcutName(event);
      const run = latest.current[name];
      if (!run) return;
      const isFunctionKey = /^(shift\+)?f\d+$/.test(name);
      const anywhere = name.startsWith("mod+") || isFunctionKey;
      const isWithin = (layers: string) => event.target instanceof Element && event.target.closest(layers) !== null;
      if (!anywhere && (isTyping(event.target) || isWithin("[role=dialog], [role=menu]"))) return;
      event.preventDefault();
      // A key that is held does not do it again, and nothing goes on behind a dialog; the browser's own use of it is not
      // wanted either: it would reload the page.
      if (!event.repeat && !(isFunctionKey && isWithin(MODAL))) run(event);
    }
    window.addEventListener("keydown", onKeyDown);
    return () => window.removeEventListener("keydown", onKeyDown);
  }, []);
}
