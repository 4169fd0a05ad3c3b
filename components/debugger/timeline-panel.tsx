"use client";

import dynamic from "next/dynamic";
import { useEffect, useMemo, useRef, type RefObject } from "react";
import { replayOf } from "@/components/approvals/replay-of";
import { REPLAY_WORDS } from "@/components/approvals/replay-words";
import { isTyping } from "@/components/ui/shortcuts";
import type { Run } from "@/lib/schema/run";
import { useLive } from "./live/live-context";
import { LevelBar } from "./level-bar";
import { useMarks } from "./timeline/mark-index";
import { runEnds } from "./timeline/run-ends";
import { Timeline } from "./timeline/timeline";
import { TimelineDialogs } from "./timeline/timeline-dialogs";
import { useTimelineActions } from "./timeline/use-timeline-actions";
import { useWorkbench } from "./workbench-context";

const SearchPanel = dynamic(() => import("./search/search-panel").then((module) => module.SearchPanel), { ssr: false });

const WALKING_KEYS = new Set(["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown", "Home", "End", "F2", "c", "C", "l", "L", "s", "S", "/"]);
/** Where these keys mean something else. */
const OWN_KEYS = "[role=tablist], [role=tree], [role=listbox], [role=separator], [role=menu], [role=dialog], [role=radiogroup]";

/** Time can be walked from anywhere on the page: what nobody else wants is handed to the timeline, which takes the focus. */
function useWalkingKeys(panel: RefObject<HTMLElement | null>) {
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent) {
      if (event.defaultPrevented || event.metaKey || event.ctrlKey || event.altKey || !WALKING_KEYS.has(event.key)) return;
      if (isTyping(event.target) || (event.target instanceof Element && event.target.closest(OWN_KEYS) !== null)) return;
      const list = panel.current?.querySelector<HTMLElement>("[role=listbox]");
      if (!list) return;
      event.preventDefault();
      list.focus({ preventScroll: true });
      list.dispatchEvent(new KeyboardEvent("keydown", { key: event.key, shiftKey: event.shiftKey, bubbles: true, cancelable: true }));
    }
    window.addEventListener("keydown", onKeyDown);
    return () => window.removeEventListener("keydown", onKeyDown);
  }, [panel]);
}

/** What runs were that were not live. */
function replaysOf(runs: readonly Run[]): ReadonlyMap<string, string> {
  return new Map(runs.flatMap((run) => (replayOf(run) === "live" ? [] : [[run.run_id, REPLAY_WORDS[replayOf(run)].label] as const])));
}

/** The timeline of the thread. */
export function TimelinePanel() {
  const { threadId, checkpointNs, entry, entries, selection, select, activeRun, headId, isSearchOpen, setSearchOpen } = useWorkbench();
  const marks = useMarks(threadId, checkpointNs);
  const runs = useLive((state) => state.runs);
  const ends = useMemo(() => runEnds(runs, entries), [runs, entries]);
  const replays = useMemo(() => replaysOf(runs), [runs]);
  const isComplete = useLive((state) => (checkpointNs === "" ? state.isComplete : state.isInnerComplete));
  const { actions, dialog, closeDialog } = useTimelineActions();
  const isLoading = useLive((state) => !state.isComplete && state.entries.length === 0);
  const handlers = useMemo(
    () => ({
      onSelect: (id: string) => select({ checkpoint: id === headId ? null : id }),
      onCompare: (id: string | null) => select({ compare: id }),
    }),
    [select, headId],
  );
  const panel = useRef<HTMLDivElement>(null);
  useWalkingKeys(panel);
  return (
    <div ref={panel} className="flex h-full min-h-0 flex-col bg-panel">
      <LevelBar />
      <div className="min-h-0 flex-1">
        <Timeline
          entries={entries}
          selectedId={entry?.checkpoint_id ?? null}
          compareId={selection.compare}
          runningId={activeRun ? headId : null}
          loading={isLoading}
          marks={marks}
          ends={ends}
          replays={replays}
          complete={isComplete}
          actions={actions}
          {...handlers}
        />
      </div>
      {dialog === null ? null : <TimelineDialogs dialog={dialog} marks={marks} actions={actions} onClose={closeDialog} />}
      {isSearchOpen ? <SearchPanel marks={marks} panel={panel} onClose={() => setSearchOpen(false)} /> : null}
    </div>
  );
}
