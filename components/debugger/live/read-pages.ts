import { getTimeline } from "@/lib/client/api";
import type { TimelineEntry } from "@/lib/schema/checkpoint";

const PAGE = 1000;

type Target = {
  /** Everything from this checkpoint back is known already. */
  isJoinedAt: (oldest: string | undefined) => boolean;
  /** What is known now. */
  known: () => TimelineEntry[];
  takeNewest: (page: TimelineEntry[], before: TimelineEntry[]) => void;
  add: (entries: TimelineEntry[]) => void;
  setComplete: () => void;
};

/** Reads the newest page of a timeline again, and, until everything is known, the older ones too. */
export async function readPages(threadId: string, query: { subgraphs?: "true" }, target: Target, signal: AbortSignal): Promise<void> {
  const before = target.known();
  const newest = await getTimeline(threadId, { ...query, limit: PAGE }, signal);
  const isJoined = target.isJoinedAt(newest.checkpoints.at(-1)?.checkpoint_id);
  target.takeNewest(newest.checkpoints, before);
  if (isJoined) return;
  let cursor = newest.next_cursor;
  while (cursor !== null) {
    const page = await getTimeline(threadId, { ...query, limit: PAGE, before: cursor }, signal);
    target.add(page.checkpoints);
    cursor = page.next_cursor;
  }
  target.setComplete();
}
