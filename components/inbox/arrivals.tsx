"use client";

import { useEffect, useState } from "react";
import { useInboxLive } from "./live-context";

/** Says to screen readers what has come, without moving anything. */
export function Arrivals() {
  const live = useInboxLive();
  const onEvent = live?.onEvent;
  const [text, setText] = useState("");
  useEffect(
    () =>
      onEvent?.((event) => {
        if (event.type === "asked") setText(`New request: ${event.item.title}. ${event.counts.waiting} waiting.`);
      }),
    [onEvent],
  );
  return (
    <p role="status" aria-live="polite" className="sr-only">
      {text}
    </p>
  );
}
