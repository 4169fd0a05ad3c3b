import type { DotTone } from "@/components/ui/status-dot";
import type { ThreadSummary } from "@/lib/schema/thread";

/** How a thread stands, in one word and one colour. */
export type ThreadStanding = { tone: DotTone; label: string; section: "needs-you" | "running" | "earlier" };

/** What a thread's newest run came to; a crash reads differently from a failed node. */
export function threadStanding(thread: ThreadSummary): ThreadStanding {
  if (thread.status === "busy") return { tone: "run", label: "running", section: "running" };
  const last = thread.last_run?.status;
  if (thread.waiting > 0) return { tone: "wait", label: "waiting for you", section: "needs-you" };
  if (thread.status === "interrupted") return { tone: "wait", label: "paused", section: "needs-you" };
  if (last === "crashed") return { tone: "bad", label: "process died", section: "needs-you" };
  if (last === "error" || thread.status === "error") return { tone: "bad", label: "failed", section: "needs-you" };
  if (last === "budget_exceeded") return { tone: "bad", label: "limit reached", section: "needs-you" };
  if (last === "cancelled") return { tone: "off", label: "stopped", section: "earlier" };
  if (last === "success") return { tone: "ok", label: "done", section: "earlier" };
  return { tone: "off", label: thread.checkpoints === 0 ? "never run" : "idle", section: "earlier" };
}

export type ThreadSection = { id: ThreadStanding["section"]; title: string; threads: ThreadSummary[] };

/** The sections of a thread list, empty ones left out. */
export function groupThreads(threads: ThreadSummary[]): ThreadSection[] {
  const sections: ThreadSection[] = [
    { id: "needs-you", title: "Needs you", threads: [] },
    { id: "running", title: "Running", threads: [] },
    { id: "earlier", title: "Earlier", threads: [] },
  ];
  for (const thread of threads) {
    const { section } = threadStanding(thread);
    sections.find((item) => item.id === section)?.threads.push(thread);
  }
  return sections.filter((section) => section.threads.length > 0);
}

/** Where a thread's workbench is. */
export function threadHref(thread: { graph_id: string | null; thread_id: string }): string {
  return thread.graph_id === null ? `/t/${thread.thread_id}` : `/w/${encodeURIComponent(thread.graph_id)}/t/${thread.thread_id}`;
}
