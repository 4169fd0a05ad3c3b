"use client";

import Link from "next/link";
import { useClock } from "@/components/ui/relative-time";
import type { InboxItem } from "@/lib/schema/inbox";
import { useAskedAt } from "../context/use-place";
import { formatAgoLong } from "../words";

const link = "underline decoration-line-strong underline-offset-2 hover:decoration-current";

/** The workbench on the request's thread, at the moment that it was asked. */
export function threadHref({ graph_id, thread_id, checkpoint_id }: Pick<InboxItem, "graph_id" | "thread_id" | "checkpoint_id">): string {
  return `/w/${encodeURIComponent(graph_id)}/t/${thread_id}?checkpoint=${encodeURIComponent(checkpoint_id)}`;
}

/** Which node of which workflow asks, and since when. */
export function RequestOrigin({ item, workflow }: { item: InboxItem; workflow: string }) {
  const now = useClock();
  const step = useAskedAt(item.thread_id, item.checkpoint_id).data?.step;
  return (
    <p className="mt-1 break-words text-muted">
      {workflow} · {item.thread_title} · node <span className="font-mono text-sm">{item.node}</span>
      {" · asked "}
      <time dateTime={item.asked_at} title={now === 0 ? undefined : new Date(item.asked_at).toLocaleString("en-GB")}>
        {now === 0 ? "" : formatAgoLong(item.asked_at, now)}
      </time>
      {step === undefined ? null : ` after step ${step === -1 ? "−1" : step}`}
      {" · "}
      <Link href={threadHref(item)} prefetch={false} className={link} aria-keyshortcuts="o">
        open the thread
      </Link>
    </p>
  );
}
