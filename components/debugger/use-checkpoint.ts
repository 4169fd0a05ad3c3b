"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { getCheckpoint } from "@/lib/client/api";
import type { CheckpointView } from "@/lib/schema/checkpoint";

/** One checkpoint with its values and tasks. */
export function useCheckpoint(threadId: string | null, checkpointId: string | null) {
  return useQuery<CheckpointView>({
    queryKey: ["checkpoint", threadId, checkpointId],
    queryFn: ({ signal }) => getCheckpoint(threadId ?? "", checkpointId ?? "", "", signal),
    enabled: threadId !== null && checkpointId !== null,
    placeholderData: keepPreviousData,
    staleTime: 30_000,
  });
}
