"use client";

import { useEffect } from "react";
import { notify } from "@/components/ui/notify";
import { isTyping, shortcutName } from "@/components/ui/shortcuts";
import type { DocumentStore } from "./document-store";

const MODAL = "[role=dialog]:not([data-popover]), [role=menu]";

function save(store: DocumentStore): void {
  const { saving, flush } = store.getState();
  flush();
  if (saving.status === "failed") notify("Not saved yet", { description: saving.message, tone: "error" });
  else notify("Saved", { description: "Every change is saved as it is made." });
}

/**
 * Undo, redo and save, wherever the focus is. A field that is being typed in takes back its own typing: what handles the
 * keys itself, as the code pane does, prevents their default.
 */
export function useDocumentKeys(store: DocumentStore): void {
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent) {
      const name = shortcutName(event);
      if (name === "mod+s") {
        event.preventDefault();
        if (!event.repeat) save(store);
        return;
      }
      const isUndo = name === "mod+z";
      if (!isUndo && name !== "mod+shift+z" && name !== "mod+y") return;
      if (event.defaultPrevented || isTyping(event.target)) return;
      if (event.target instanceof Element && event.target.closest(MODAL) !== null) return;
      event.preventDefault();
      if (isUndo) store.getState().undo();
      else store.getState().redo();
    }
    window.addEventListener("keydown", onKeyDown);
    return () => window.removeEventListener("keydown", onKeyDown);
  }, [store]);
}
