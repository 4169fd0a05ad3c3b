"use client";

import { Button } from "@/components/ui/button";
import { formatBytes, formatCount } from "@/components/ui/format";
import { RelativeTime } from "@/components/ui/relative-time";
import type { StorageReport } from "@/lib/schema/storage";
import { useBringBack, usePurge } from "./use-storage";

/** Branches that a person deleted: out of LangGraph's sight, still in the file. */
export function DeletedBranches({ deleted, isBusy }: { deleted: StorageReport["deleted"]; isBusy: boolean }) {
  const purge = usePurge();
  const bringBack = useBringBack();
  if (deleted.deletions === 0) return null;
  const isDisabled = isBusy || purge.isPending || bringBack.isPending;
  return (
    <div className="overflow-hidden rounded-lg border border-line bg-panel">
      <div className="flex items-center gap-3 border-b border-line px-3 py-2">
        <h3 className="font-medium">Deleted branches</h3>
        <span className="flex-1 text-faint">
          {formatCount(deleted.checkpoints, "checkpoint")}, {formatBytes(deleted.bytes)}: they can be brought back until they are given up
        </span>
        <Button size="sm" variant="danger" disabled={isDisabled} onClick={() => purge.mutate(null)}>
          Give all up
        </Button>
      </div>
      <ul className="max-h-72 divide-y divide-line overflow-auto">
        {deleted.items.map((item) => (
          <li key={item.deletion_id} className="flex items-center gap-3 px-3 py-1.5">
            <span className="min-w-0 flex-1 truncate">{item.title}</span>
            <span className="text-muted tabular-nums">{formatCount(item.checkpoints, "checkpoint")}</span>
            <span className="w-16 text-right text-muted tabular-nums">{formatBytes(item.bytes)}</span>
            <RelativeTime iso={item.deleted_at} className="w-12 text-right text-faint" />
            <Button size="sm" disabled={isDisabled} onClick={() => bringBack.mutate(item)} aria-label={`Bring back the branch of ${item.title}`}>
              Bring back
            </Button>
            <Button
              size="sm"
              variant="danger"
              disabled={isDisabled}
              onClick={() => purge.mutate([item.deletion_id])}
              aria-label={`Give up the branch of ${item.title}`}
            >
              Give up
            </Button>
          </li>
        ))}
      </ul>
      {deleted.deletions > deleted.items.length ? (
        <p className="border-t border-line px-3 py-2 text-faint">and {formatCount(deleted.deletions - deleted.items.length, "older one")}</p>
      ) : null}
    </div>
  );
}
