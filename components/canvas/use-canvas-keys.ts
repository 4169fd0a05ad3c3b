import { useEffect, useEffectEvent, type RefObject } from "react";

export type CanvasCommands = { fit: () => void; zoomIn: () => void; zoomOut: () => void; tidy: () => void; clear: () => void };

const COMMANDS: Record<string, keyof CanvasCommands> = { "1": "fit", "+": "zoomIn", "=": "zoomIn", "-": "zoomOut", L: "tidy", Escape: "clear" };

/** The canvas's keys, heard on the whole page except in fields, dialogs and menus. */
export function useCanvasKeys(canvas: RefObject<HTMLElement | null>, commands: CanvasCommands): void {
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    const command = COMMANDS[event.key];
    if (command === undefined || isElsewhere(event.target, canvas.current)) return;
    if (command === "clear" && !isWithin(event.target, canvas.current)) return;
    event.preventDefault();
    commands[command]();
  });
  useEffect(() => {
    window.addEventListener("keydown", onKeyDown);
    return () => window.removeEventListener("keydown", onKeyDown);
  }, []);
}

/** Escape also closes panels and menus; here it only clears the selection when nothing else has the focus. */
function isWithin(target: EventTarget | null, canvas: HTMLElement | null): boolean {
  return target === document.body || (target instanceof Node && canvas?.contains(target) === true);
}

function isElsewhere(target: EventTarget | null, canvas: HTMLElement | null): boolean {
  if (!(target instanceof HTMLElement) || canvas?.contains(target) === true) return false;
  return target.isContentEditable || target.closest("input, textarea, select, [role=dialog], [role=menu], [role=listbox]") !== null;
}
