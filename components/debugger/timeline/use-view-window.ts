import { useCallback, useLayoutEffect, useState, type RefObject } from "react";
import { COLUMN, HEAD, PAD, ROW, RULER, type GridWindow } from "./geometry";

/** Scrolling by fewer cells than this draws nothing new. */
const CHUNK = 6;
/** Where there is no layout (in a test) a usual screen is assumed. */
const ASSUMED = { width: 1200, height: 400 };

function measure(element: HTMLElement): GridWindow {
  const width = element.clientWidth || ASSUMED.width;
  const height = element.clientHeight || ASSUMED.height;
  const chunkOf = (cell: number) => Math.floor(cell / CHUNK) * CHUNK;
  const firstColumn = chunkOf((element.scrollLeft - PAD) / COLUMN) - CHUNK;
  const firstLane = chunkOf(element.scrollTop / ROW) - CHUNK;
  return {
    firstColumn,
    lastColumn: firstColumn + Math.ceil((width - HEAD) / COLUMN) + 3 * CHUNK,
    firstLane,
    lastLane: firstLane + Math.ceil((height - RULER) / ROW) + 3 * CHUNK,
  };
}

/** The part of the grid around what is visible; changes only every few columns or lanes of scrolling. */
export function useViewWindow(scroller: RefObject<HTMLElement | null>): GridWindow {
  const [view, setView] = useState<GridWindow>({ firstColumn: -CHUNK, lastColumn: 3 * CHUNK, firstLane: -CHUNK, lastLane: 3 * CHUNK });
  const update = useCallback(() => {
    const element = scroller.current;
    if (element === null) return;
    const next = measure(element);
    setView((old) => (Object.entries(next).every(([key, value]) => old[key as keyof GridWindow] === value) ? old : next));
  }, [scroller]);

  useLayoutEffect(() => {
    const element = scroller.current;
    if (element === null) return;
    update();
    element.addEventListener("scroll", update, { passive: true });
    const observer = typeof ResizeObserver === "undefined" ? null : new ResizeObserver(update);
    observer?.observe(element);
    return () => {
      element.removeEventListener("scroll", update);
      observer?.disconnect();
    };
  }, [scroller, update]);
  return view;
}

/** A wheel that turns over lanes which all fit walks through time instead. */
export function useSidewaysWheel(scroller: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const element = scroller.current;
    if (element === null) return;
    const onWheel = (event: WheelEvent) => {
      if (event.ctrlKey || event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY)) return;
      if (element.scrollHeight > element.clientHeight || element.scrollWidth <= element.clientWidth) return;
      event.preventDefault();
      element.scrollLeft += event.deltaY;
    };
    element.addEventListener("wheel", onWheel, { passive: false });
    return () => element.removeEventListener("wheel", onWheel);
  }, [scroller]);
}
