"use client";

import { InboxLiveProvider, useInboxLive } from "./live-context";

/** How many requests wait, beside the link to the inbox. Follows them by itself where the page does not. */
export function WaitingCount() {
  const live = useInboxLive();
  if (live !== null) return <Count waiting={live.counts?.waiting ?? 0} />;
  return (
    <InboxLiveProvider>
      <OwnCount />
    </InboxLiveProvider>
  );
}

function OwnCount() {
  return <Count waiting={useInboxLive()?.counts?.waiting ?? 0} />;
}

const MOST = 999;

function Count({ waiting }: { waiting: number }) {
  if (waiting === 0) return null;
  return (
    <span className="rounded-full bg-wait-bg px-1.5 text-xs font-medium text-wait tabular-nums">
      {waiting > MOST ? `${MOST}+` : waiting}
      <span className="sr-only"> waiting</span>
    </span>
  );
}
