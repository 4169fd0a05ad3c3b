"use client";

import { useSyncExternalStore } from "react";

const never = () => () => {};

/** How the command key is written here: `⌘` on Apple machines, `Ctrl ` elsewhere. */
export function useModKey(): string {
  return useSyncExternalStore(
    never,
    () => (/Mac|iPhone|iPad/.test(navigator.platform) ? "⌘" : "Ctrl "),
    () => "Ctrl ",
  );
}
