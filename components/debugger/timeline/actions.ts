import type { BranchBody, MarkBody } from "@/lib/schema/travel";

/** What the menus and keys of the timeline can do. */
export type TimelineActions = {
  continueFrom: (id: string) => void;
  fork: (id: string, newThread: boolean) => void;
  edit: (id: string) => void;
  mark: (id: string, mark: MarkBody) => void;
  /** Opens the form for a label and a note. */
  describe: (id: string, part: "label" | "note") => void;
  markBranch: (branchId: string, mark: BranchBody) => void;
  /** Deletes the checkpoint with everything that came of it. */
  deleteFrom: (id: string) => void;
  undoDeletion: (deletionId: string) => void;
  search: () => void;
  /** Why nothing can be run or written right now, or null. */
  barred: string | null;
  /** Why nothing can be run right now, or null. */
  runBarred: string | null;
};
