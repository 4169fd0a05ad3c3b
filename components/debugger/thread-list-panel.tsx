"use client";

import { Plus, Search } from "lucide-react";
import Link from "next/link";
import { useDeferredValue, useEffect, useRef, useState } from "react";
import { useRepeatedThreads } from "@/components/approvals/repeats/use-repeats";
import { TextInput } from "@/components/ui/field";
import type { ThreadSummary } from "@/lib/schema/thread";
import { ThreadRow } from "../threads/thread-row";
import { groupThreads } from "../threads/thread-status";
import { useThreads, type ThreadList } from "../threads/use-threads";
import { workflowTitle } from "../threads/use-workflows";
import { useLive } from "./live/live-context";
import { useWorkbench } from "./workbench-context";

const LIMIT = 100;

/** The open thread's own stream is ahead of the list. */
function useOpenThread(): (item: ThreadSummary) => ThreadSummary {
  const { thread, activeRun, waiting } = useWorkbench();
  const newest = useLive((state) => state.runs[0]);
  return (item) => {
    if (!thread || item.thread_id !== thread.thread_id) return item;
    const message = item.last_run?.run_id === newest?.run_id ? (item.last_run?.message ?? null) : null;
    return {
      ...item,
      title: thread.title,
      waiting: waiting.length,
      status: activeRun ? "busy" : item.status === "busy" ? "idle" : item.status,
      last_run: newest ? { run_id: newest.run_id, status: newest.state.status, message } : item.last_run,
    };
  };
}

function useListedThreads(initial: ThreadList, search: string): { threads: ThreadSummary[]; isError: boolean } {
  const withLive = useOpenThread();
  const query = search === "" ? { limit: LIMIT } : { limit: LIMIT, q: search };
  const { data, isError } = useThreads(query, search === "" ? initial : undefined);
  return { threads: (data?.threads ?? []).map(withLive), isError };
}

/** All threads beside the canvas: who needs somebody first. */
export function ThreadListPanel({ initial }: { initial: ThreadList }) {
  const { graphId, threadId, workflows } = useWorkbench();
  const [search, setSearch] = useState("");
  const { threads, isError } = useListedThreads(initial, useDeferredValue(search.trim()));
  const titles = new Map(workflows.map((workflow) => [workflow.graph_id, workflowTitle(workflow)]));
  const repeats = useRepeatedThreads();
  const sections = groupThreads(threads);
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // Newer browsers answer with a promise, which must not be taken for the effect's end.
    void list.current?.querySelector("[aria-current]")?.scrollIntoView({ block: "nearest" });
  }, [threadId]);
  return (
    <nav aria-label="Threads" className="flex h-full min-h-0 flex-col bg-panel">
      <div className="flex items-center gap-1.5 p-2.5">
        <div className="relative min-w-0 flex-1">
          <Search aria-hidden className="absolute top-2 left-2 size-3 text-faint" />
          <TextInput
            type="search"
            aria-label="Search threads"
            placeholder="Threads"
            value={search}
            onChange={(event) => setSearch(event.target.value)}
            className="pl-7"
          />
        </div>
        <Link
          href={`/w/${encodeURIComponent(graphId)}/t/new`}
          aria-label="New thread"
          title="New thread"
          className="grid size-7 shrink-0 place-items-center rounded-md border border-line hover:bg-hover [&_svg]:size-3.5"
        >
          <Plus />
        </Link>
      </div>
      <div ref={list} className="min-h-0 flex-1 scroll-py-8 overflow-y-auto pb-3">
        {sections.map((section) => (
          <section key={section.id} aria-label={section.title}>
            <h2 className="px-3 pt-2 pb-1 text-xs font-medium text-faint">{section.title}</h2>
            {section.threads.map((item) => (
              <ThreadRow
                key={item.thread_id}
                thread={item}
                current={item.thread_id === threadId}
                repeats={repeats.get(item.thread_id) ?? 0}
                {...(item.graph_id !== null && item.graph_id !== graphId ? { workflow: titles.get(item.graph_id) ?? item.graph_id } : {})}
              />
            ))}
          </section>
        ))}
        {sections.length === 0 ? (
          <p className="px-3 py-2 text-muted">
            {search.trim() !== ""
              ? `No thread is called “${search.trim()}”.`
              : isError
                ? "The list cannot be read right now."
                : "No threads yet. Run the workflow to begin one."}
          </p>
        ) : null}
      </div>
    </nav>
  );
}
