"use client";

import { useSyncExternalStore } from "react";
import { formatAgo } from "./format";

const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;
let now = 0;

/** One clock for all times on the page. */
function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  timer ??= setInterval(() => {
    now = Date.now();
    for (const each of listeners) each();
  }, 5000);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
    now = 0;
  };
}

function readNow(): number {
  if (now === 0) now = Date.now();
  return now;
}

/** The page's clock in milliseconds, in steps of seconds; 0 until the browser's is known. */
export function useClock(): number {
  return useSyncExternalStore(subscribe, readNow, () => 0);
}

/** How long ago; empty until the browser's clock and time zone are known. */
export function RelativeTime({ iso, className }: { iso: string; className?: string }) {
  const at = useClock();
  return (
    <time dateTime={iso} title={at === 0 ? undefined : new Date(iso).toLocaleString("en-GB")} className={className}>
      {at === 0 ? "" : formatAgo(iso, at)}
    </time>
  );
}
