"use client";

import { Download, Scissors, Shrink } from "lucide-react";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { formatBytes, formatCount } from "@/components/ui/format";
import { BACKUP_HREF } from "@/lib/client/api";
import type { StorageReport } from "@/lib/schema/storage";
import { DeletedBranches } from "./deleted-branches";
import { LargestThreads } from "./largest-threads";
import { PruneDialog, type PruneTarget } from "./prune-dialog";
import { Code, Section } from "./section";
import { StorageBar } from "./storage-bar";
import { StorageTables } from "./storage-tables";
import { useCompact, useStorage } from "./use-storage";

const JOBS = { prune: "Pruning", compact: "Compacting", purge: "Giving up deleted branches" } as const;

function JobLine({ job }: { job: NonNullable<StorageReport["job"]> }) {
  const words =
    job.kind === "prune"
      ? `${formatCount(job.done, "checkpoint")} deleted so far`
      : job.total > 0
        ? `${formatBytes(job.done)} of ${formatBytes(job.total)} given back`
        : "under way";
  return (
    <div role="status" className="flex items-center gap-3 rounded-md bg-run-bg px-3 py-2 text-run">
      <span className="font-medium">{JOBS[job.kind]}…</span>
      <span className="tabular-nums">{words}</span>
      {job.total > 0 ? <progress className="h-1.5 flex-1 accent-run" max={job.total} value={job.done} aria-label={JOBS[job.kind]} /> : null}
    </div>
  );
}

/** Why the file cannot be made smaller now, or null. */
function whyNotCompact(report: StorageReport): string | null {
  if (report.job !== null) return "Something is being cleaned up already.";
  if (!report.compacts_in_steps && report.active_runs > 0) {
    return "An earlier version made this database, so its file has to be written anew once, and nothing can be saved meanwhile. Wait until no run is active.";
  }
  return report.free_bytes === 0 ? "Nothing in the file is free: prune first." : null;
}

/** What takes the space, and what can be done about it. */
export function StorageSection({ initial }: { initial: StorageReport }) {
  const { data: report, error, refetch } = useStorage(initial);
  const [target, setTarget] = useState<PruneTarget | null>(null);
  const compact = useCompact();
  const obstacle = whyNotCompact(report);
  return (
    <Section
      id="storage"
      title="Storage"
      description={
        <>
          {formatBytes(report.bytes + report.wal_bytes)} in <Code>{report.file}</Code>
        </>
      }
      actions={
        <>
          <Button onClick={() => setTarget({ kind: "all" })} disabled={report.job !== null}>
            <Scissors />
            Prune…
          </Button>
          <Button
            onClick={() => compact.mutate()}
            disabled={obstacle !== null || compact.isPending}
            title={obstacle ?? "Give free space back to the disk"}
          >
            <Shrink />
            Compact
          </Button>
          <a
            href={BACKUP_HREF}
            download
            className="inline-flex h-7 items-center gap-1.5 rounded-md border border-line bg-panel px-2.5 whitespace-nowrap hover:bg-hover [&_svg]:size-3.5"
          >
            <Download aria-hidden />
            Download a copy
          </a>
        </>
      }
    >
      <div className="flex flex-col gap-3">
        {error ? (
          <div role="alert" className="flex items-center gap-3 rounded-md border border-bad bg-bad-bg px-3 py-2">
            <span className="flex-1">{error.message}</span>
            <Button size="sm" onClick={() => void refetch()}>
              Try again
            </Button>
          </div>
        ) : null}
        {report.job ? <JobLine job={report.job} /> : null}
        <div className="rounded-lg border border-line bg-panel p-4">
          <StorageBar report={report} />
        </div>
        <LargestThreads report={report} onPrune={(thread) => setTarget({ kind: "thread", thread_id: thread.thread_id, title: thread.title })} />
        <DeletedBranches deleted={report.deleted} isBusy={report.job !== null} />
        <StorageTables tables={report.tables} />
      </div>
      {target ? <PruneDialog target={target} onClose={() => setTarget(null)} /> : null}
    </Section>
  );
}
