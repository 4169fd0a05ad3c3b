import { cn } from "@/components/ui/cn";
import { formatBytes } from "@/components/ui/format";
import type { StorageReport } from "@/lib/schema/storage";

type Part = { name: string; bytes: number; look: string };

const BRANCH_BYTES = new Set(["deleted_checkpoints", "deleted_writes"]);

/** States, traces and logs, deleted branches, the rest, what is free, and the log that SQLite merges by itself: all that the disk holds. */
function partsOf(report: StorageReport): Part[] {
  const sum = (names: ReadonlySet<string>) => report.tables.reduce((total, table) => total + (names.has(table.name) ? table.bytes : 0), 0);
  const states = sum(new Set(["checkpoints", "writes"]));
  const traces = sum(new Set(["run_events", "spans"]));
  const deleted = sum(BRANCH_BYTES);
  const rest = Math.max(0, report.bytes - report.free_bytes - states - traces - deleted);
  return [
    { name: "States", bytes: states, look: "bg-run" },
    { name: "Traces and logs", bytes: traces, look: "bg-ok" },
    { name: "Deleted branches", bytes: deleted, look: "bg-fork" },
    { name: "Everything else", bytes: rest, look: "bg-off" },
    { name: "Free", bytes: report.free_bytes, look: "bg-hover" },
    { name: "Write-ahead log", bytes: report.wal_bytes, look: "bg-line-strong" },
  ].filter((part) => part.bytes > 0);
}

/** The database file as a bar, with what takes how much of it. */
export function StorageBar({ report }: { report: StorageReport }) {
  const parts = partsOf(report);
  const total = parts.reduce((sum, part) => sum + part.bytes, 0);
  return (
    <div>
      <div aria-hidden className="flex h-2.5 gap-px overflow-hidden rounded-full border border-line bg-hover">
        {parts.map((part) => (
          <span key={part.name} className={cn("min-w-0.5", part.look)} style={{ flexGrow: part.bytes / total, flexBasis: 0 }} />
        ))}
      </div>
      <ul className="mt-2 flex flex-wrap gap-x-5 gap-y-1 text-sm">
        {parts.map((part) => (
          <li key={part.name} className="flex items-center gap-1.5">
            <span aria-hidden className={cn("size-2 rounded-full border border-line", part.look)} />
            <span className="text-muted">{part.name}</span>
            <span className="tabular-nums">{formatBytes(part.bytes)}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}
