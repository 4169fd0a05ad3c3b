"use client";

import { useQuery } from "@tanstack/react-query";
import { getRequest } from "@/lib/client/inbox-api";
import { isRetrographError } from "@/lib/errors";
import type { InboxDetail } from "@/lib/schema/inbox";
import type { RequestPlace } from "./use-open-request";

/** One request with everything to decide about it. Kept fresh by what the inbox's events say. `initial` is what came with the page. */
export function useRequest(place: RequestPlace | null, initial: InboxDetail | null) {
  const isInitial = initial !== null && place !== null && isSame(place, initial);
  return useQuery({
    queryKey: ["inbox", "request", place?.interruptId, place?.threadId],
    queryFn: ({ signal }) => getRequest(place?.interruptId ?? "", place?.threadId ?? undefined, signal),
    enabled: place !== null,
    retry: (count, error) => count < 1 && !(isRetrographError(error) && error.status < 500),
    // Who one is may be known to the browser alone: what came with the page is shown, and asked for again.
    ...(isInitial ? { initialData: initial, initialDataUpdatedAt: 0 } : {}),
  });
}

function isSame({ interruptId, threadId }: RequestPlace, { item }: InboxDetail): boolean {
  return item.interrupt_id === interruptId && (threadId === null || item.thread_id === threadId);
}
