import { useQuery, type UseQueryResult } from "@tanstack/react-query";
import { getRevisionReport } from "@/lib/client/api";
import type { TimelineEntry } from "@/lib/schema/checkpoint";
import type { RevisionReport } from "@/lib/schema/explain";
import type { GraphDescription } from "@/lib/schema/graph";
import type { Run } from "@/lib/schema/run";
import { useResting } from "../use-resting";

/** Somebody who walks with the arrow keys passes many checkpoints: only where they rest is asked. */
const REST_MS = 150;

type Subject = { threadId: string; entry: TimelineEntry | null; description: GraphDescription | null; runs: readonly Run[] };

/** True when the checkpoint's run used the workflow as it is, and what is next is there: there is nothing to ask. */
function isCurrent({ entry, description, runs }: Subject): boolean {
  if (entry === null || description === null) return true;
  const revision = runs.find(({ run_id }) => run_id === entry.run_id)?.revision;
  if (revision !== description.revision) return false;
  const ids = new Set(description.nodes.map(({ id }) => id));
  return entry.checkpoint_ns !== "" || entry.next.every((name) => name.startsWith("__") || ids.has(name));
}

/**
 * What of the workflow is not as it was when the checkpoint was made. Without data where all is as it was, and where the
 * workflow does not load. Keeps the report shown before until the next one is there.
 */
export function useRevisionReport(subject: Subject): UseQueryResult<RevisionReport> {
  const { threadId, description } = subject;
  const entry = useResting(subject.entry, REST_MS);
  const asks = entry !== null && !isCurrent({ ...subject, entry });
  return useQuery({
    queryKey: ["revision", threadId, entry?.checkpoint_ns, entry?.checkpoint_id, description?.revision] as const,
    queryFn: ({ signal }) => getRevisionReport(threadId, entry?.checkpoint_id ?? "", entry?.checkpoint_ns, signal),
    enabled: asks,
    placeholderData: (previous: RevisionReport | undefined, query) => (asks && query?.queryKey[1] === threadId ? previous : undefined),
    staleTime: Infinity,
    retry: false,
  });
}
