"use client";

import { usePathname, useSearchParams } from "next/navigation";
import { useCallback } from "react";
import type { InboxItem } from "@/lib/schema/inbox";
import { requestHref } from "./filters";

export type RequestPlace = { interruptId: string; threadId: string | null };

const PLACE = /^\/inbox\/([^/]+)$/;

function readPlace(pathname: string, thread: string | null): RequestPlace | null {
  const segment = PLACE.exec(pathname)?.[1];
  if (segment === undefined) return null;
  try {
    return { interruptId: decodeURIComponent(segment), threadId: thread };
  } catch {
    return null;
  }
}

/** The request that the page's address names, and how another one is opened without loading the page anew. */
export function useOpenRequest() {
  const pathname = usePathname();
  const query = useSearchParams();
  const place = readPlace(pathname, query.get("thread"));

  /** null goes back to the list. `replace`: the way back skips what is shown now. */
  const open = useCallback((item: Pick<InboxItem, "thread_id" | "interrupt_id"> | null, how: "push" | "replace" = "push") => {
    const { search } = window.location;
    const rest = new URLSearchParams(search);
    rest.delete("thread");
    const list = rest.size === 0 ? "/inbox" : `/inbox?${rest.toString()}`;
    const href = item === null ? list : requestHref(item, search);
    if (how === "push") window.history.pushState(null, "", href);
    else window.history.replaceState(null, "", href);
  }, []);

  return { place, open, search: query.toString() };
}
