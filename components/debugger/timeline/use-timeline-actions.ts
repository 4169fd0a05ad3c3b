import { useEffect, useMemo, useRef, useState } from "react";
import { focusPlace, TIMELINE } from "@/components/ui/return-focus";
import { forkThread } from "@/lib/client/api";
import { showError } from "../show-error";
import { useWorkbench } from "../workbench-context";
import type { TimelineActions } from "./actions";
import { useMarkActions } from "./use-mark-actions";

const BUSY = "A run is active on this thread. Wait for it or stop it first.";
const NOT_LOADED = "The workflow does not load. Its threads can be read; running and editing need its code.";

export type TimelineDialog = { kind: "label" | "note" | "edit"; id: string } | null;

/** What menus and keys of the timeline do on the open thread, and which form is open. */
export function useTimelineActions() {
  const { threadId, checkpointNs, actions, activeRun, isStarting, description, setSearchOpen, path, tree, select } = useWorkbench();
  const marks = useMarkActions(threadId);
  const [dialog, setDialog] = useState<TimelineDialog>(null);
  const barred = activeRun !== null || isStarting ? BUSY : null;
  const runBarred = barred ?? (description === null ? NOT_LOADED : null);
  const { continueFrom, openForked } = actions;
  // The actions stay the same while somebody walks: lane heads are drawn again when they change.
  const latest = useRef({ path, tree });
  useEffect(() => {
    latest.current = { path, tree };
  });
  const timelineActions = useMemo<TimelineActions>(
    () => ({
      ...marks,
      barred,
      runBarred,
      continueFrom,
      fork(id, newThread) {
        forkThread(threadId ?? "", { checkpoint_id: id, checkpoint_ns: checkpointNs, new_thread: newThread })
          .then(openForked)
          .catch((error: unknown) => showError("The checkpoint could not be forked", error));
      },
      deleteFrom(id) {
        // What is looked at and goes with it would not be there to read any more.
        const { path, tree } = latest.current;
        if (path.some((entry) => entry.checkpoint_id === id)) select({ checkpoint: tree.parents.get(id) ?? null });
        marks.deleteFrom(id);
        // The branch that the menu was opened from goes with it.
        requestAnimationFrame(() => focusPlace(TIMELINE));
      },
      edit: (id) => setDialog({ kind: "edit", id }),
      describe: (id, part) => setDialog({ kind: part, id }),
      search: () => setSearchOpen(true),
    }),
    [marks, barred, runBarred, continueFrom, openForked, threadId, checkpointNs, setSearchOpen, select],
  );
  return { actions: timelineActions, dialog, closeDialog: () => setDialog(null) };
}
