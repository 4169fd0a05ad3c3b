import { useCallback, useEffect, useRef, useState, type PointerEvent } from "react";

const DELAY_MS = 140;

export type HoveredDot = { id: string; anchor: { x: number; top: number; bottom: number } };

function dotElement(target: EventTarget | null): HTMLElement | null {
  return target instanceof Element ? target.closest<HTMLElement>("[data-checkpoint-id]") : null;
}

/** The checkpoint whose dot an event hit, or null. */
export function checkpointAt(target: EventTarget | null): string | null {
  return dotElement(target)?.dataset["checkpointId"] ?? null;
}

/** The dot under the pointer, after it rested there for a moment. */
export function useHoveredDot() {
  const [hovered, setHovered] = useState<HoveredDot | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const clear = useCallback(() => {
    clearTimeout(timer.current);
    setHovered(null);
  }, []);
  const onPointerOver = useCallback(
    (event: PointerEvent) => {
      const element = dotElement(event.target);
      const id = checkpointAt(element);
      if (element === null || id === null || event.pointerType === "touch") return clear();
      clearTimeout(timer.current);
      timer.current = setTimeout(() => {
        const box = element.getBoundingClientRect();
        setHovered({ id, anchor: { x: box.left + box.width / 2, top: box.top, bottom: box.bottom } });
      }, DELAY_MS);
    },
    [clear],
  );
  useEffect(() => () => clearTimeout(timer.current), []);
  return { hovered, onPointerOver, clear };
}
