import { useEffect, useEffectEvent, type RefObject } from "react";
import { isTyping, shortcutName } from "@/components/ui/shortcuts";
import { isArrow, type Arrow } from "./walk";

/**
 * What keys do. Those in `page` work wherever nothing is typed, the others only with the focus on the canvas or on nothing.
 * One that gives false has done nothing, and the key is left to others.
 */
export type DesignKeys = {
  page: Record<string, () => boolean | void>;
  canvas: Record<string, () => boolean | void>;
  onArrow: (arrow: Arrow, keys: { isFast: boolean; isWalk: boolean }) => boolean;
};

/** The canvas's keys. They are off in fields, dialogs and menus. */
export function useDesignKeys(canvas: RefObject<HTMLElement | null>, keys: DesignKeys): void {
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || isTyping(event.target) || isInLayer(event.target)) return;
    const name = shortcutName(event);
    const isHere = event.target === document.body || (event.target instanceof Node && canvas.current?.contains(event.target) === true);
    if (isHere && isArrow(event.key) && !event.ctrlKey && !event.metaKey) {
      if (keys.onArrow(event.key, { isFast: event.shiftKey, isWalk: event.altKey })) event.preventDefault();
      return;
    }
    const run = keys.page[name] ?? (isHere ? keys.canvas[name] : undefined);
    if (run === undefined) return;
    const isHeld = event.repeat && name !== "+" && name !== "-";
    if (isHeld || run() !== false) event.preventDefault();
  });
  useEffect(() => {
    // Before the keys of the page around: on the canvas, Escape and others mean what they mean here.
    window.addEventListener("keydown", onKeyDown, { capture: true });
    return () => window.removeEventListener("keydown", onKeyDown, { capture: true });
  }, []);
}

function isInLayer(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest("[role=dialog], [role=menu], [role=listbox], [role=combobox]") !== null;
}
