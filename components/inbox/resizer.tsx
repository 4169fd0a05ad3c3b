"use client";

import { useRef, type KeyboardEvent, type PointerEvent } from "react";

export type ResizerProps = { label: string; width: number; min: number; max: number; onChange: (width: number) => void };

const STEP = 24;

/**
 * The left edge of a panel on the right, by which its width is changed: dragged, or with the arrow keys. The panels of the workbench
 * come from a library that lays out by script; here the page must be right on a phone before any has run.
 */
export function Resizer({ label, width, min, max, onChange }: ResizerProps) {
  const start = useRef<{ x: number; width: number } | null>(null);
  const set = (next: number) => onChange(Math.round(Math.min(max, Math.max(min, next))));

  function onPointerDown(event: PointerEvent<HTMLDivElement>) {
    event.currentTarget.setPointerCapture(event.pointerId);
    start.current = { x: event.clientX, width };
  }

  function onPointerMove(event: PointerEvent) {
    if (start.current !== null) set(start.current.width + start.current.x - event.clientX);
  }

  function onKeyDown(event: KeyboardEvent) {
    const to: Record<string, number> = { ArrowLeft: width + STEP, ArrowRight: width - STEP, Home: max, End: min };
    const next = to[event.key];
    if (next === undefined) return;
    event.preventDefault();
    set(next);
  }

  return (
    <div
      role="separator"
      aria-orientation="vertical"
      aria-label={label}
      aria-valuenow={width}
      aria-valuemin={min}
      aria-valuemax={max}
      tabIndex={0}
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onPointerUp={() => (start.current = null)}
      onPointerCancel={() => (start.current = null)}
      onKeyDown={onKeyDown}
      className="relative z-10 w-px shrink-0 cursor-col-resize touch-none bg-line before:absolute before:inset-y-0 before:-left-1 before:w-2.5 hover:bg-line-strong focus-visible:bg-focus"
    />
  );
}
