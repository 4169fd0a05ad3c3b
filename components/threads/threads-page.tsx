"use client";

import { MessagesSquare, Search } from "lucide-react";
import { parseAsString, useQueryStates } from "nuqs";
import { useDeferredValue, useState } from "react";
import { Button } from "@/components/ui/button";
import { Empty } from "@/components/ui/empty";
import { Select, TextInput } from "@/components/ui/field";
import { PageHeader } from "@/components/ui/page-header";
import { formatCount } from "@/components/ui/format";
import type { Workflow } from "@/lib/schema/graph";
import type { ThreadSummary } from "@/lib/schema/thread";
import { DeleteThreadDialog } from "./delete-thread-dialog";
import { RenameThreadDialog } from "./rename-thread-dialog";
import { ThreadTable } from "./thread-table";
import { useThreads, type ThreadList } from "./use-threads";
import { useWorkflows, workflowTitle } from "./use-workflows";

const PAGE = 50;
const FILTERS = { q: parseAsString.withDefault(""), workflow: parseAsString.withDefault(""), status: parseAsString.withDefault("") };
const STATUSES = [
  { value: "interrupted", label: "Waiting" },
  { value: "error", label: "Failed" },
  { value: "busy", label: "Running" },
  { value: "idle", label: "Done or idle" },
];

/** All threads of the installation: found by words, workflow and status; renamed and deleted. */
export function ThreadsPage({ workflows: initialWorkflows, initial }: { workflows: Workflow[]; initial: ThreadList }) {
  const workflows = useWorkflows(initialWorkflows);
  const [filters, setFilters] = useQueryStates(FILTERS, { history: "replace", clearOnDefault: true });
  const [page, setPage] = useState(0);
  const [dialog, setDialog] = useState<{ kind: "rename" | "delete"; thread: ThreadSummary } | null>(null);
  const q = useDeferredValue(filters.q.trim());
  const isFiltered = q !== "" || filters.workflow !== "" || filters.status !== "";
  const query = {
    limit: PAGE,
    offset: page * PAGE,
    ...(q === "" ? {} : { q }),
    ...(filters.workflow === "" ? {} : { graph_id: filters.workflow }),
    ...(filters.status === "" ? {} : { status: filters.status }),
  };
  const { data, error, isPlaceholderData, refetch } = useThreads(query, isFiltered || page > 0 ? undefined : initial);
  const titles = new Map(workflows.map((workflow) => [workflow.graph_id, workflowTitle(workflow)]));
  const total = data?.total ?? 0;

  function change(next: Partial<Record<keyof typeof FILTERS, string>>) {
    setPage(0);
    void setFilters(next);
  }

  return (
    <div className="min-h-screen bg-canvas">
      <PageHeader current="/t" />
      <main className="mx-auto max-w-[1120px] px-6 py-8">
        <h1 className="mb-3 text-lg font-semibold">Threads</h1>
        <div className="mb-3 flex flex-wrap items-center gap-2">
          <div className="relative w-72">
            <Search aria-hidden className="absolute top-2 left-2 size-3 text-faint" />
            <TextInput
              type="search"
              aria-label="Search threads"
              placeholder="Title or id"
              value={filters.q}
              onChange={(event) => change({ q: event.target.value })}
              className="pl-7"
            />
          </div>
          <Select aria-label="Workflow" value={filters.workflow} onChange={(event) => change({ workflow: event.target.value })} className="w-44">
            <option value="">All workflows</option>
            {workflows.map((workflow) => (
              <option key={workflow.graph_id} value={workflow.graph_id}>
                {workflowTitle(workflow)}
              </option>
            ))}
          </Select>
          <Select aria-label="Status" value={filters.status} onChange={(event) => change({ status: event.target.value })} className="w-36">
            <option value="">Any status</option>
            {STATUSES.map((status) => (
              <option key={status.value} value={status.value}>
                {status.label}
              </option>
            ))}
          </Select>
          <span role="status" className="ml-auto text-muted">
            {data ? formatCount(total, "thread") : ""}
          </span>
        </div>
        {error ? (
          <div role="alert" className="mb-3 flex items-center gap-3 rounded-md border border-bad bg-bad-bg px-3 py-2">
            <span className="flex-1">{error.message}</span>
            <Button size="sm" onClick={() => void refetch()}>
              Try again
            </Button>
          </div>
        ) : null}
        {data && data.threads.length > 0 ? (
          <div className={isPlaceholderData ? "opacity-60" : undefined}>
            <ThreadTable
              threads={data.threads}
              titles={titles}
              onRename={(thread) => setDialog({ kind: "rename", thread })}
              onDelete={(thread) => setDialog({ kind: "delete", thread })}
            />
          </div>
        ) : data ? (
          <div className="rounded-lg border border-line bg-panel">
            <Empty icon={<MessagesSquare />} title={isFiltered ? "No thread fits" : "No threads yet"}>
              {isFiltered ? (
                <Button className="mt-2" onClick={() => change({ q: "", workflow: "", status: "" })}>
                  Show all
                </Button>
              ) : (
                "A thread begins when a workflow runs."
              )}
            </Empty>
          </div>
        ) : null}
        {total > PAGE ? (
          <nav aria-label="Pages of threads" className="mt-3 flex items-center justify-end gap-2">
            <Button size="sm" disabled={page === 0} onClick={() => setPage(page - 1)}>
              Newer
            </Button>
            <span className="text-muted">
              {page * PAGE + 1}–{Math.min(total, (page + 1) * PAGE)}
            </span>
            <Button size="sm" disabled={(page + 1) * PAGE >= total} onClick={() => setPage(page + 1)}>
              Older
            </Button>
          </nav>
        ) : null}
      </main>
      {dialog?.kind === "rename" ? <RenameThreadDialog thread={dialog.thread} onClose={() => setDialog(null)} /> : null}
      {dialog?.kind === "delete" ? <DeleteThreadDialog thread={dialog.thread} onClose={() => setDialog(null)} /> : null}
    </div>
  );
}
