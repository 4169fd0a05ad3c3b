"use client";

import { useCallback, useSyncExternalStore } from "react";
import { readLocal, writeLocal } from "@/lib/client/local-storage";

const KEY = "retrograph:notices";
const listeners = new Set<() => void>();

/** `impossible`: this browser or connection has no notifications. `denied`: the person has forbidden them to this site. */
export type NoticeState = "impossible" | "denied" | "off" | "on";

/** Whether this browser notifies now: it may, and somebody wants it to. */
export function noticeState(): NoticeState {
  if (typeof window === "undefined" || !("Notification" in window) || !window.isSecureContext) return "impossible";
  if (Notification.permission === "denied") return "denied";
  return Notification.permission === "granted" && readLocal(KEY) === true ? "on" : "off";
}

export function subscribeNotices(listener: () => void): () => void {
  listeners.add(listener);
  // Another tab has switched it.
  window.addEventListener("storage", listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener("storage", listener);
  };
}

function set(isOn: boolean): void {
  writeLocal(KEY, isOn ? true : undefined);
  for (const listener of listeners) listener();
}

/** The switch for notifications of new requests. The browser asks for permission on the first click, never before. */
export function useNoticeSwitch(): { state: NoticeState; toggle: () => Promise<void> } {
  const state = useSyncExternalStore(subscribeNotices, noticeState, () => "impossible" as const);
  const toggle = useCallback(async () => {
    if (noticeState() === "on") set(false);
    else set((await Notification.requestPermission()) === "granted");
  }, []);
  return { state, toggle };
}
