import { useQuery } from "@tanstack/react-query";
import { getMarks } from "@/lib/client/api";
import type { Branch } from "@/lib/graph/branches";
import type { BranchMark, CheckpointMark, Marks } from "@/lib/schema/travel";

/** What people noted on a thread, by checkpoint and by branch. */
export type MarkIndex = {
  checkpoints: ReadonlyMap<string, CheckpointMark>;
  branches: ReadonlyMap<string, BranchMark>;
  /** Deleted branches that can still be brought back, newest first. */
  deletions: Marks["deletions"];
};

export const NO_MARKS: MarkIndex = { checkpoints: new Map(), branches: new Map(), deletions: [] };

/** Marks of one level of the thread; names and colours of branches go by their first checkpoint, whatever its level. */
export function indexMarks(marks: Marks, namespace = ""): MarkIndex {
  const here = marks.checkpoints.filter((mark) => mark.checkpoint_ns === namespace);
  return {
    checkpoints: new Map(here.map((mark) => [mark.checkpoint_id, mark])),
    branches: new Map(marks.branches.map((mark) => [mark.branch_id, mark])),
    deletions: marks.deletions,
  };
}

export function marksKey(threadId: string | null) {
  return ["marks", threadId] as const;
}

/** The marks of a thread; none until they are there, or where they cannot be read. */
export function useMarks(threadId: string | null, namespace = ""): MarkIndex {
  const { data } = useQuery({
    queryKey: marksKey(threadId),
    queryFn: ({ signal }) => getMarks(threadId ?? "", signal),
    enabled: threadId !== null,
    select: namespace === "" ? indexOfRoot : (marks: Marks) => indexMarks(marks, namespace),
    staleTime: 60_000,
    retry: false,
  });
  return data ?? NO_MARKS;
}

/** One function for the usual level, so that the result is kept between renders. */
function indexOfRoot(marks: Marks): MarkIndex {
  return indexMarks(marks);
}

/** The name that a person gave the branch, else the one by its place. */
export function branchName(branch: Pick<Branch, "id" | "name">, marks: MarkIndex): string {
  return marks.branches.get(branch.id)?.name ?? branch.name;
}

/** `var(--branch-teal)`, or null for a branch without a colour of its own. */
export function branchColour(branchId: string, marks: MarkIndex): string | null {
  const colour = marks.branches.get(branchId)?.colour ?? null;
  return colour === null ? null : `var(--branch-${colour})`;
}
