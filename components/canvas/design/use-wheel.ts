import { useReactFlow } from "@xyflow/react";
import { useEffect, type RefObject } from "react";

/** A gesture keeps the meaning of its first event for as long as the next one comes this soon. */
const SAME_GESTURE_MS = 220;
/** Wheels of mice turn in notches of about a hundred pixels; touchpads send many small steps. */
const NOTCH = 90;

/**
 * Two fingers on a touchpad pan, as in other drawing tools. A mouse wheel, a pinch and a wheel with Ctrl or ⌘ zoom, which
 * the drawing library does by itself.
 */
export function useWheel(pane: RefObject<HTMLElement | null>): void {
  const flow = useReactFlow();
  useEffect(() => {
    const element = pane.current;
    if (element === null) return;
    let last = { at: 0, isPan: false };
    const onWheel = (event: WheelEvent) => {
      if (event.target instanceof Element && event.target.closest(".nowheel") !== null) return;
      const now = performance.now();
      const isPan = now - last.at < SAME_GESTURE_MS ? last.isPan : isTouchpad(event);
      last = { at: now, isPan };
      if (!isPan || event.ctrlKey || event.metaKey) return;
      event.preventDefault();
      event.stopPropagation();
      const { x, y, zoom } = flow.getViewport();
      void flow.setViewport({ x: x - event.deltaX, y: y - event.deltaY, zoom });
    };
    element.addEventListener("wheel", onWheel, { capture: true, passive: false });
    return () => element.removeEventListener("wheel", onWheel, { capture: true });
  }, [flow, pane]);
}

function isTouchpad({ deltaMode, deltaX, deltaY, shiftKey }: WheelEvent): boolean {
  if (deltaMode !== WheelEvent.DOM_DELTA_PIXEL || shiftKey) return false;
  return (deltaX !== 0 && deltaY !== 0) || Math.abs(deltaY) + Math.abs(deltaX) < NOTCH;
}
