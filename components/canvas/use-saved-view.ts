import { useEffect, useState } from "react";
import type { Direction } from "@/lib/graph/layout-input";
import { loadView, saveView, type Positions, type SavedView } from "./saved-view";

export type SavedViewState = SavedView & {
  setDirection: (direction: Direction) => void;
  toggleFrame: (id: string) => void;
  openFrames: (ids: readonly string[]) => void;
  /** Moves nodes of one arrangement. */
  move: (arrangement: string, positions: Positions) => void;
  /** Forgets where the nodes of one arrangement were dragged to. */
  forget: (arrangement: string) => void;
};

/** What the person arranged on this canvas, kept in the browser as soon as it changes. */
export function useSavedView(storageKey: string): SavedViewState {
  const [view, setView] = useState(() => loadView(storageKey));
  useEffect(() => saveView(storageKey, view), [storageKey, view]);
  return {
    ...view,
    setDirection: (direction) => setView((last) => ({ ...last, direction })),
    toggleFrame: (id) =>
      setView((last) => ({ ...last, open: last.open.includes(id) ? last.open.filter((other) => other !== id) : [...last.open, id] })),
    openFrames: (ids) =>
      setView((last) => (ids.every((id) => last.open.includes(id)) ? last : { ...last, open: [...new Set([...last.open, ...ids])] })),
    move: (arrangement, positions) =>
      setView((last) => ({ ...last, positions: { ...last.positions, [arrangement]: { ...last.positions[arrangement], ...positions } } })),
    forget: (arrangement) => setView((last) => ({ ...last, positions: { ...last.positions, [arrangement]: {} } })),
  };
}
