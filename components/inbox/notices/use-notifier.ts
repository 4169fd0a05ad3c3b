"use client";

import { useEffect, useState } from "react";
import type { InboxItem } from "@/lib/schema/inbox";
import { noticeState, subscribeNotices } from "./notice-switch";
import { planNotices, type Notice } from "./plan-notices";

/** Requests that come within this time are told together. */
const GATHER_MS = 600;
/** So long another tab has to say that somebody looks at it. */
const ANSWER_MS = 200;
const CHANNEL = "retrograph:inbox";
const LOCK = "retrograph:notifier";

export type Notifier = {
  /** A request has come. */
  note: (item: InboxItem) => void;
  /** True while this tab is the one that notifies, so that it must go on listening when hidden. */
  isListening: () => boolean;
};

function show({ title, body, tag, href }: Notice): void {
  let shown: Notification;
  try {
    shown = new Notification(title, { body, tag });
  } catch {
    // Browsers of phones leave notifications to apps.
    return;
  }
  shown.onclick = () => {
    window.focus();
    window.location.assign(href);
    shown.close();
  };
}

/** Asks the other tabs whether somebody looks at one of them. */
function askOthers(channel: BroadcastChannel): Promise<boolean> {
  return new Promise((done) => {
    const timer = setTimeout(() => end(false), ANSWER_MS);
    function onMessage({ data }: MessageEvent) {
      if (data === "seen") end(true);
    }
    function end(isSeen: boolean) {
      clearTimeout(timer);
      channel.removeEventListener("message", onMessage);
      done(isSeen);
    }
    channel.addEventListener("message", onMessage);
    channel.postMessage("who looks?");
  });
}

function createNotifier(): Notifier & { start: () => () => void } {
  let isMine = false;
  let gathered: InboxItem[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  let channel: BroadcastChannel | null = null;

  async function tell() {
    const items = gathered;
    gathered = [];
    timer = undefined;
    if (!isMine || noticeState() !== "on" || document.visibilityState === "visible") return;
    if (channel !== null && (await askOthers(channel))) return;
    for (const notice of planNotices(items)) show(notice);
  }

  /** One tab of all holds the lock; when it closes, the next one gets it. */
  function takeTurn(): () => void {
    const abort = new AbortController();
    let end = () => {};
    const until = new Promise<void>((done) => (end = done));
    navigator.locks
      .request(LOCK, { signal: abort.signal }, () => {
        isMine = true;
        return until;
      })
      .catch(() => {
        // Given up before it was this tab's turn.
      });
    return () => {
      isMine = false;
      end();
      abort.abort();
    };
  }

  return {
    isListening: () => isMine && noticeState() === "on",
    note(item) {
      if (!isMine) return;
      gathered.push(item);
      timer ??= setTimeout(() => void tell(), GATHER_MS);
    },
    start() {
      if (noticeState() === "impossible" || !("locks" in navigator)) return () => {};
      channel = new BroadcastChannel(CHANNEL);
      const mine = channel;
      mine.onmessage = ({ data }: MessageEvent) => {
        if (data === "who looks?" && document.visibilityState === "visible") mine.postMessage("seen");
      };
      let leave = noticeState() === "on" ? takeTurn() : null;
      const unsubscribe = subscribeNotices(() => {
        const isOn = noticeState() === "on";
        if (isOn && leave === null) leave = takeTurn();
        if (!isOn && leave !== null) {
          leave();
          leave = null;
        }
      });
      return () => {
        unsubscribe();
        leave?.();
        clearTimeout(timer);
        mine.close();
      };
    },
  };
}

/** Notifies of new requests while nobody looks at any of the pages: one tab speaks for all. */
export function useNotifier(): Notifier {
  const [notifier] = useState(createNotifier);
  useEffect(() => notifier.start(), [notifier]);
  return notifier;
}
