"use client";

import { MessagesSquare } from "lucide-react";
import Link from "next/link";
import { useQueryStates } from "nuqs";
import { useDeferredValue, useRef, useState } from "react";
import { useRepeatedThreads } from "@/components/approvals/repeats/use-repeats";
import { Button } from "@/components/ui/button";
import { Empty } from "@/components/ui/empty";
import { PageHeader } from "@/components/ui/page-header";
import { formatCount } from "@/components/ui/format";
import type { Workflow } from "@/lib/schema/graph";
import type { ThreadSummary } from "@/lib/schema/thread";
import { DeleteThreadDialog } from "./delete-thread-dialog";
import { FilterBar } from "./filter-bar";
import { FILTER_PARSERS, NO_FILTERS, toListQuery, type ThreadFilters } from "./filters";
import { RenameThreadDialog } from "./rename-thread-dialog";
import { ThreadTable } from "./thread-table";
import { useThreads, type ThreadList } from "./use-threads";
import { useWorkflows, workflowTitle } from "./use-workflows";

const PAGE = 50;

type PagesProps = { page: number; total: number; onPage: (page: number) => void };

function Pages({ page, total, onPage }: PagesProps) {
  const last = Math.max(0, Math.ceil(total / PAGE) - 1);
  return (
    <nav aria-label="Pages of threads" className="mt-3 flex items-center justify-end gap-2">
      <Button size="sm" disabled={page === 0} onClick={() => onPage(0)}>
        Newest
      </Button>
      <Button size="sm" disabled={page === 0} onClick={() => onPage(page - 1)}>
        Newer
      </Button>
      <span className="text-muted tabular-nums">
        {(page * PAGE + 1).toLocaleString("en")}–{Math.min(total, (page + 1) * PAGE).toLocaleString("en")} of {total.toLocaleString("en")}
      </span>
      <Button size="sm" disabled={page >= last} onClick={() => onPage(page + 1)}>
        Older
      </Button>
      <Button size="sm" disabled={page >= last} onClick={() => onPage(last)}>
        Oldest
      </Button>
    </nav>
  );
}

/** All threads of the installation: found by words, workflow, status, time and metadata; renamed and deleted. */
export function ThreadsPage({ workflows: initialWorkflows, initial }: { workflows: Workflow[]; initial: ThreadList }) {
  const workflows = useWorkflows(initialWorkflows);
  const [filters, setFilters] = useQueryStates(FILTER_PARSERS, { history: "replace", clearOnDefault: true });
  const [page, setPage] = useState(0);
  const [dialog, setDialog] = useState<{ kind: "rename" | "delete"; thread: ThreadSummary } | null>(null);
  // Times are counted from when the page was opened, so that a page of the list stays the same one.
  const [now] = useState(() => Date.now());
  const table = useRef<HTMLDivElement>(null);
  const search = toListQuery(useDeferredValue(filters), now);
  const isFiltered = Object.keys(search).length > 0;
  const query = { ...search, limit: PAGE, offset: page * PAGE };
  const { data, error, isPlaceholderData, refetch } = useThreads(query, isFiltered || page > 0 ? undefined : initial);
  const titles = new Map(workflows.map((workflow) => [workflow.graph_id, workflowTitle(workflow)]));
  const repeats = useRepeatedThreads();
  const total = data?.total ?? 0;

  function change(next: Partial<ThreadFilters>) {
    setPage(0);
    void setFilters(next);
  }

  return (
    <div className="min-h-screen bg-canvas">
      <PageHeader current="/t" />
      <main className="mx-auto max-w-[1120px] px-6 py-8">
        <div className="mb-3 flex items-baseline gap-3">
          <h1 className="text-lg font-semibold">Threads</h1>
          <span role="status" className="text-muted">
            {data ? formatCount(total, "thread") : ""}
          </span>
          <Link href="/repeats" className="ml-auto text-muted hover:text-text">
            Repeated side effects
          </Link>
        </div>
        <FilterBar filters={filters} workflows={workflows} onChange={change} onLeave={() => table.current?.querySelector("a")?.focus()} />
        {error ? (
          <div role="alert" className="mb-3 flex items-center gap-3 rounded-md border border-bad bg-bad-bg px-3 py-2">
            <span className="flex-1">{error.message}</span>
            <Button size="sm" onClick={() => void refetch()}>
              Try again
            </Button>
          </div>
        ) : null}
        {data && data.threads.length > 0 ? (
          <div ref={table} className={isPlaceholderData ? "opacity-60" : undefined}>
            <ThreadTable
              threads={data.threads}
              titles={titles}
              repeats={repeats}
              onRename={(thread) => setDialog({ kind: "rename", thread })}
              onDelete={(thread) => setDialog({ kind: "delete", thread })}
            />
          </div>
        ) : data ? (
          <div className="rounded-lg border border-line bg-panel">
            <Empty icon={<MessagesSquare />} title={isFiltered ? "No thread fits" : "No threads yet"}>
              {isFiltered ? (
                <Button className="mt-2" onClick={() => change(NO_FILTERS)}>
                  Show all
                </Button>
              ) : (
                "A thread begins when a workflow runs."
              )}
            </Empty>
          </div>
        ) : null}
        {total > PAGE ? <Pages page={page} total={total} onPage={setPage} /> : null}
      </main>
      {dialog?.kind === "rename" ? <RenameThreadDialog thread={dialog.thread} onClose={() => setDialog(null)} /> : null}
      {dialog?.kind === "delete" ? <DeleteThreadDialog thread={dialog.thread} onClose={() => setDialog(null)} /> : null}
    </div>
  );
}
