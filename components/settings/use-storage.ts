"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { formatBytes, formatCount } from "@/components/ui/format";
import { notify } from "@/components/ui/notify";
import { compactStorage, getStorageReport, purgeDeletions, undoDeletion } from "@/lib/client/api";
import type { StorageReport } from "@/lib/schema/storage";

const KEY = ["storage"];
const IDLE_MS = 15_000;
const BUSY_MS = 400;

/** What takes the space, kept fresh: often while something is cleaned up. */
export function useStorage(initial: StorageReport) {
  return useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => getStorageReport(signal),
    initialData: initial,
    refetchInterval: (query) => (query.state.data?.job == null ? IDLE_MS : BUSY_MS),
  });
}

/** Reads everything again that a cleaning up may have changed. */
export function useStorageChanged(): () => Promise<void> {
  const client = useQueryClient();
  return async () => {
    await Promise.all([client.invalidateQueries({ queryKey: KEY }), client.invalidateQueries({ queryKey: ["threads"] })]);
  };
}

function complain(error: Error): void {
  notify("That could not be done", { description: error.message, tone: "error" });
}

/** Gives free space back to the disk. */
export function useCompact() {
  const changed = useStorageChanged();
  return useMutation({
    mutationFn: compactStorage,
    onSuccess: ({ file_bytes_before: before, file_bytes_after: after }) =>
      notify(before > after ? `${formatBytes(before - after)} given back to the disk` : "There was nothing to give back"),
    onError: complain,
    onSettled: changed,
  });
}

/** Gives deleted branches up for good. */
export function usePurge() {
  const changed = useStorageChanged();
  return useMutation({
    mutationFn: (ids: string[] | null) => purgeDeletions(ids),
    onSuccess: ({ deletions }) => notify(`${formatCount(deletions, "deleted branch", "deleted branches")} gone for good`),
    onError: complain,
    onSettled: changed,
  });
}

/** Brings a deleted branch back. */
export function useBringBack() {
  const changed = useStorageChanged();
  return useMutation({
    mutationFn: (item: { thread_id: string; deletion_id: string }) => undoDeletion(item.thread_id, item.deletion_id),
    onSuccess: () => notify("The branch is back"),
    onError: complain,
    onSettled: changed,
  });
}
