import { createStore, type StoreApi } from "zustand/vanilla";
import type { StreamHandle } from "@/lib/client/event-stream";
import { connectLive } from "@/lib/client/live";
import type { TimelineEntry } from "@/lib/schema/checkpoint";
import type { LiveMessage } from "@/lib/schema/live";
import type { Run } from "@/lib/schema/run";
import { applyLiveMessage } from "./apply-live";
import { createLiveState, mergeEntries, mergeInner, mergeRuns, replaceNewest, withoutBranch, type LiveState } from "./live-state";

export type LiveActions = {
  /** Begins to follow the thread; the returned function ends it. */
  connect: (threadId: string) => () => void;
  retryNow: () => void;
  /** These checkpoints are on the screen: further ones are welcome. */
  noteDrawn: (entries: TimelineEntry[], inner: TimelineEntry[]) => void;
  /** Adds older checkpoints. */
  addEntries: (entries: TimelineEntry[]) => void;
  /** Takes a page of the newest checkpoints, newest first, in place of what was known of that time `before` it was asked for. */
  takeNewest: (page: TimelineEntry[], before: TimelineEntry[]) => void;
  setComplete: () => void;
  /** The same for the checkpoints of subgraphs. */
  addInner: (entries: TimelineEntry[]) => void;
  takeNewestInner: (page: TimelineEntry[], before: TimelineEntry[]) => void;
  setInnerComplete: () => void;
  takeRuns: (runs: Run[]) => void;
  /** Forgets a checkpoint and what came of it, before the rows are read again. */
  removeBranch: (id: string) => void;
  /** Reads all rows again: old ones came back. */
  readAll: () => void;
};

export type LiveStore = StoreApi<LiveState & LiveActions>;

/** Messages are drawn at most this often: a fast loop sends hundreds a second. A long timeline takes longer to draw. */
function flushDelay(entries: number): number {
  return entries > 2000 ? 250 : 60;
}

/** What is not drawn after this time is overtaken. */
const LONGEST_DRAWING_MS = 500;
const LOOK_AGAIN_MS = 30;

/** One store per mounted workbench and thread. */
export function createLiveStore(initial: Partial<LiveState>): LiveStore {
  let handle: StreamHandle | null = null;
  let queue: LiveMessage[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  let drawn: { entries: TimelineEntry[]; inner: TimelineEntry[] } | null = null;
  let flushedAt = 0;

  return createStore<LiveState & LiveActions>((set, get) => {
    /** Without anybody who tells what is drawn, nothing is waited for. */
    function isDrawing(): boolean {
      const { entries, inner } = get();
      return drawn !== null && (drawn.entries !== entries || drawn.inner !== inner) && Date.now() - flushedAt < LONGEST_DRAWING_MS;
    }

    function flush() {
      clearTimeout(timer);
      timer = undefined;
      if (isDrawing()) {
        timer = setTimeout(flush, LOOK_AGAIN_MS);
        return;
      }
      flushedAt = Date.now();
      const messages = queue;
      queue = [];
      if (messages.length > 0) set((state) => messages.reduce<LiveState>(applyLiveMessage, state));
    }

    return {
      ...createLiveState(initial),
      connect(threadId) {
        handle = connectLive({
          threadId,
          onConnection: (connection) => set(connection === "gone" ? { connection, deleted: true } : { connection }),
          onMessage(message) {
            queue.push(message);
            timer ??= setTimeout(flush, flushDelay(get().entries.length + get().inner.length));
          },
        });
        return () => {
          clearTimeout(timer);
          timer = undefined;
          queue = [];
          handle?.close();
          handle = null;
        };
      },
      retryNow: () => handle?.retryNow(),
      noteDrawn(entries, inner) {
        drawn = { entries, inner };
      },
      addEntries: (entries) => set({ entries: mergeEntries(get().entries, entries) }),
      takeNewest: (page, before) => set({ entries: replaceNewest(get().entries, page, before) }),
      setComplete: () => set({ isComplete: true }),
      addInner: (entries) => set({ inner: mergeInner(get().inner, entries) }),
      takeNewestInner: (page, before) => set({ inner: replaceNewest(get().inner, page, before) }),
      setInnerComplete: () => set({ isInnerComplete: true }),
      takeRuns: (runs) => set({ runs: mergeRuns(get().runs, runs) }),
      removeBranch: (id) => set(withoutBranch(get(), id)),
      readAll: () => set({ isComplete: false, isInnerComplete: false, staleness: get().staleness + 1 }),
    };
  });
}
