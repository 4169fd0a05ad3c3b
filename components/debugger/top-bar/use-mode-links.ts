"use client";

import { useSearchParams } from "next/navigation";
import { useWorkbench } from "../workbench-context";

/** Addresses of the two modes of a workflow. Design mode remembers the thread and the moment that one came from. */
export function useModeLinks(): { designHref: string; debugHref: string } {
  const { graphId, threadId, selection } = useWorkbench();
  const search = useSearchParams();
  const base = `/w/${encodeURIComponent(graphId)}`;
  const thread = threadId ?? search.get("thread");
  if (thread === null) return { designHref: base, debugHref: `${base}/t/new` };
  const checkpoint = threadId === null ? search.get("at") : selection.checkpoint;
  const from = new URLSearchParams({ thread, ...(checkpoint === null ? {} : { at: checkpoint }) });
  const at = checkpoint === null ? "" : `?${new URLSearchParams({ checkpoint }).toString()}`;
  return { designHref: `${base}?${from.toString()}`, debugHref: `${base}/t/${encodeURIComponent(thread)}${at}` };
}
