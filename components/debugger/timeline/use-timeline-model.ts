import { useDeferredValue, useMemo, useState } from "react";
import type { Branch } from "@/lib/graph/branches";
import { followBranch } from "@/lib/graph/path";
import type { TimelineModel as Drawing } from "@/lib/graph/timeline-model";
import type { CheckpointTree } from "@/lib/graph/tree";
import type { TimelineEntry } from "@/lib/schema/checkpoint";
import { timelineOf } from "./timeline-of";

export type TimelineModel = Drawing & {
  /** The branch whose line from root to leaf is highlighted and walked with the arrow keys. */
  followed: Branch | null;
  /** For each branch on the followed line, the last of its columns that belongs to the line. */
  lineEnds: Map<string, number>;
};

/** What the timeline draws, from the index alone. */
export function useTimelineModel(entries: TimelineEntry[], selectedId: string | null): TimelineModel {
  // A burst of live checkpoints must not hold up clicks and keys.
  const settled = useDeferredValue(entries);
  const base = timelineOf(settled);

  const followed = useFollowedBranch(base.tree, base.branches, selectedId);
  const lineEnds = useMemo(() => {
    const ends = new Map<string, number>();
    let branch: Branch | undefined = followed ?? undefined;
    let end = branch === undefined ? undefined : base.layout.dots.get(branch.leaf)?.column;
    while (branch !== undefined && end !== undefined) {
      ends.set(branch.id, end);
      const from: string | null = branch.forkedFrom;
      const dot = from === null ? undefined : base.layout.dots.get(from);
      end = dot?.column;
      branch = dot === undefined ? undefined : base.branches.find((candidate) => candidate.id === dot.branch);
    }
    return ends;
  }, [base, followed]);
  return { ...base, followed, lineEnds };
}

/** Stays on a branch while the selection walks back beyond its fork, so that walking forward returns to it. */
function useFollowedBranch(tree: CheckpointTree, branches: Branch[], selectedId: string | null): Branch | null {
  const [along, setAlong] = useState<string | null>(null);
  const followed = useMemo(() => {
    if (selectedId === null) return branches[0] ?? null;
    return followBranch(tree, branches, selectedId, along);
  }, [tree, branches, selectedId, along]);
  if (followed !== null && followed.id !== along) setAlong(followed.id);
  return followed;
}
