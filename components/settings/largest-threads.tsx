import Link from "next/link";
import { Button } from "@/components/ui/button";
import { formatBytes, formatCount } from "@/components/ui/format";
import { RelativeTime } from "@/components/ui/relative-time";
import type { StorageReport } from "@/lib/schema/storage";

type LargestThreadsProps = { report: StorageReport; onPrune: (thread: StorageReport["threads"][number]) => void };

/** The threads that take most, each with a way to prune it. */
export function LargestThreads({ report, onPrune }: LargestThreadsProps) {
  if (report.threads.length === 0) return null;
  return (
    <div className="overflow-hidden rounded-lg border border-line bg-panel">
      <table className="w-full table-fixed text-left">
        <caption className="px-3 py-2 text-left font-medium">
          Largest threads
          <span className="ml-2 font-normal text-faint">of {formatCount(report.thread_count, "thread")}</span>
        </caption>
        <thead className="text-xs text-faint">
          <tr className="border-y border-line [&>th]:px-3 [&>th]:py-2 [&>th]:font-medium">
            <th>Thread</th>
            <th className="w-28 text-right">Checkpoints</th>
            <th className="w-24 text-right">Branches</th>
            <th className="w-24 text-right">Size</th>
            <th className="w-28 text-right">Active</th>
            <th className="w-24">
              <span className="sr-only">Prune</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {report.threads.map((thread) => (
            <tr key={thread.thread_id} className="border-b border-line last:border-0 hover:bg-hover [&>td]:px-3 [&>td]:py-1.5">
              <td className="truncate">
                <Link
                  href={`/t/${encodeURIComponent(thread.thread_id)}`}
                  prefetch={false}
                  className="font-medium hover:underline"
                  title={thread.title}
                >
                  {thread.title}
                </Link>
              </td>
              <td className="text-right text-muted tabular-nums">{thread.checkpoints.toLocaleString("en")}</td>
              <td className={`text-right tabular-nums ${thread.branches > 1 ? "text-fork" : "text-muted"}`}>
                {thread.branches.toLocaleString("en")}
              </td>
              <td className="text-right tabular-nums">{formatBytes(thread.bytes)}</td>
              <td className="text-right whitespace-nowrap text-muted">
                <RelativeTime iso={thread.updated_at} />
              </td>
              <td className="text-right">
                <Button size="sm" variant="ghost" onClick={() => onPrune(thread)} disabled={report.job !== null} aria-label={`Prune ${thread.title}`}>
                  Prune…
                </Button>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
