import { useEffect, useEffectEvent, type RefObject } from "react";
import { isTyping, shortcutName } from "@/components/ui/shortcuts";
import { isArrow, type Arrow } from "./walk";

/** What keys do. Those in `page` work wherever nothing is typed, the others only with the focus on the canvas or on nothing. */
export type DesignKeys = {
  page: Record<string, () => void>;
  canvas: Record<string, () => void>;
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
    event.preventDefault();
    if (!event.repeat || name === "+" || name === "-") run();
  });
  useEffect(() => {
    window.addEventListener("keydown", onKeyDown);
    return () => window.removeEventListener("keydown", onKeyDown);
  }, []);
}

function isInLayer(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest("[role=dialog], [role=menu], [role=listbox], [role=combobox]") !== null;
}
