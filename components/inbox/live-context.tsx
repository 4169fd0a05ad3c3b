"use client";

import { useQueryClient } from "@tanstack/react-query";
import { createContext, useContext, useEffect, useMemo, useRef, useState, type ReactNode } from "react";
import { connectInbox } from "@/lib/client/inbox-events";
import type { Connection } from "@/lib/client/event-stream";
import type { InboxCounts, InboxEvent } from "@/lib/schema/inbox";
import { useNotifier } from "./notices/use-notifier";

type Listener = (event: InboxEvent) => void;

export type InboxLive = {
  connection: Connection;
  /** How many there are in each box; null until the server has told. */
  counts: InboxCounts | null;
  retryNow: () => void;
  /** Calls the listener with everything that happens to requests, until the returned function is called. */
  onEvent: (listener: Listener) => () => void;
};

const InboxLiveContext = createContext<InboxLive | null>(null);

/** What happens to requests; null where nothing of the page follows them. */
export function useInboxLive(): InboxLive | null {
  return useContext(InboxLiveContext);
}

/** Lists are read again at most so often: many requests may come at once. */
const REFRESH_MS = 400;

/** Reads the inbox's lists again, soon after each of many changes. */
function useRefresh(): () => void {
  const queryClient = useQueryClient();
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  return useMemo(
    () => () => {
      if (timer.current !== undefined) return;
      timer.current = setTimeout(() => {
        timer.current = undefined;
        void queryClient.invalidateQueries({ queryKey: ["inbox"] });
      }, REFRESH_MS);
    },
    [queryClient],
  );
}

/** One connection for everything on the page that shows requests, and for notifications. */
export function InboxLiveProvider({ initialCounts, children }: { initialCounts?: InboxCounts; children: ReactNode }) {
  const [connection, setConnection] = useState<Connection>("connecting");
  const [counts, setCounts] = useState<InboxCounts | null>(initialCounts ?? null);
  const listeners = useRef(new Set<Listener>());
  const retry = useRef<() => void>(() => {});
  const refresh = useRefresh();
  const notifier = useNotifier();

  useEffect(() => {
    let isFirst = true;
    const stream = connectInbox({
      onConnection: setConnection,
      staysWhenHidden: notifier.isListening,
      onEvent: (event) => {
        setCounts(event.counts);
        // What came with the page is as new as the first connection.
        if (event.type !== "hello" || !isFirst) refresh();
        isFirst = false;
        if (event.type === "asked") notifier.note(event.item);
        for (const listener of listeners.current) listener(event);
      },
    });
    retry.current = stream.retryNow;
    return stream.close;
  }, [refresh, notifier]);

  const value = useMemo<InboxLive>(
    () => ({
      connection,
      counts,
      retryNow: () => retry.current(),
      onEvent: (listener) => {
        listeners.current.add(listener);
        return () => listeners.current.delete(listener);
      },
    }),
    [connection, counts],
  );
  return <InboxLiveContext.Provider value={value}>{children}</InboxLiveContext.Provider>;
}
