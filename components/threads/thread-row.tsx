"use client";

import Link, { useLinkStatus } from "next/link";
import { RepeatMark } from "@/components/approvals/repeats/repeat-mark";
import { RelativeTime } from "@/components/ui/relative-time";
import { Spinner } from "@/components/ui/spinner";
import { StatusDot } from "@/components/ui/status-dot";
import { cn } from "@/components/ui/cn";
import { formatCount } from "@/components/ui/format";
import type { ThreadSummary } from "@/lib/schema/thread";
import { threadHref, threadStanding } from "./thread-status";

function detail(thread: ThreadSummary, label: string): string {
  if (thread.last_run?.message) return thread.last_run.message;
  if (thread.branches > 1) return `${label} · ${formatCount(thread.branches, "branch", "branches")}`;
  return thread.checkpoints > 0 ? `${label} · ${formatCount(thread.checkpoints, "checkpoint")}` : label;
}

/** While the thread is being opened, a spinner stands for its time. */
function TimeOrSpinner({ iso }: { iso: string }) {
  const { pending } = useLinkStatus();
  return pending ? <Spinner label="opening" className="size-3 text-muted" /> : <RelativeTime iso={iso} className="text-xs text-faint" />;
}

export type ThreadRowProps = {
  thread: ThreadSummary;
  current?: boolean;
  workflow?: string;
  /** How many of its side effects happened more than once, or may have. */
  repeats?: number;
};

/** A thread as two lines: how it stands, its title and when; below, why. */
export function ThreadRow({ thread, current = false, workflow, repeats = 0 }: ThreadRowProps) {
  const { tone, label } = threadStanding(thread);
  return (
    <Link
      href={threadHref(thread)}
      prefetch={false}
      aria-current={current ? "page" : undefined}
      className={cn(
        "grid grid-cols-[14px_minmax(0,1fr)_auto] items-center gap-x-1.5 gap-y-0.5 px-3 py-1.5 -outline-offset-2 hover:bg-hover",
        current && "bg-selected hover:bg-selected",
      )}
    >
      <StatusDot tone={tone} label={label} className={tone === "run" ? "animate-pulse" : undefined} />
      <span className={cn("truncate", current && "font-medium")}>{thread.title}</span>
      <TimeOrSpinner iso={thread.updated_at} />
      <span className="col-span-2 col-start-2 flex min-w-0 gap-1.5">
        <span className="min-w-0 flex-1 truncate text-xs text-muted">
          {workflow ? `${workflow} · ` : ""}
          {detail(thread, label)}
        </span>
        <RepeatMark count={repeats} />
      </span>
    </Link>
  );
}
