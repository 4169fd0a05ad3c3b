"use client";

import { useMemo } from "react";
import { executionNumber, harmOf, whatHappened } from "@/components/approvals/repeats/words";
import { useRepeats } from "@/components/approvals/repeats/use-repeats";
import type { CanvasOverlay, NodeRepeats } from "@/lib/graph/overlay";
import type { Repeat } from "@/lib/schema/effect";
import { useLive } from "./live/live-context";
import { useWorkbench } from "./workbench-context";

const NONE: readonly Repeat[] = [];

/** Side effects of the open thread that were executed more than once; read again when a run has ended. */
export function useThreadRepeats(): { repeats: readonly Repeat[]; newestRunId: string | null } {
  const { threadId, mode } = useWorkbench();
  const newest = useLive((state) => state.runs[0]);
  const version = newest === undefined ? "" : `${newest.run_id} ${newest.state.status}`;
  const { data } = useRepeats(
    { ...(threadId === null ? {} : { thread_id: threadId }), limit: 500 },
    { enabled: threadId !== null && mode === "debug", version },
  );
  return { repeats: threadId === null ? NONE : (data?.repeats ?? NONE), newestRunId: newest?.run_id ?? null };
}

/** The drawing's overlay with what its nodes did more than once, in the whole thread. */
export function useRepeatsOn(overlay: CanvasOverlay | null): CanvasOverlay | null {
  const { repeats } = useThreadRepeats();
  const ofNodes = useMemo(() => byNode(repeats), [repeats]);
  return useMemo(() => {
    if (overlay === null || ofNodes.size === 0) return overlay;
    const nodes = { ...overlay.nodes };
    for (const [id, ofNode] of ofNodes) {
      const known = nodes[id];
      if (known !== undefined) nodes[id] = { ...known, repeats: ofNode };
    }
    return { ...overlay, nodes };
  }, [overlay, ofNodes]);
}

/** Also of the closed subgraphs around a node. */
function byNode(repeats: readonly Repeat[]): Map<string, NodeRepeats> {
  const found = new Map<string, NodeRepeats>();
  for (const repeat of repeats) {
    const path = repeat.node.split(":");
    for (const id of path.map((_, index) => path.slice(0, index + 1).join(":"))) {
      const known = found.get(id) ?? { times: 0, isHarmful: false, words: [] };
      found.set(id, {
        times: Math.max(known.times, repeat.times),
        isHarmful: known.isHarmful || harmOf(repeat) !== "once",
        words: [...known.words, whatHappened(repeat)],
      });
    }
  }
  return found;
}

/** Of the spans of a run that are executions of a repeated effect: which one it is, and whether it did harm. */
export type RepeatedSpan = { text: string; isHarmful: boolean };

/** What a trace says of the repeated effects among its spans. */
export function useRepeatedSpans(runId: string): ReadonlyMap<string, RepeatedSpan> {
  const { repeats } = useThreadRepeats();
  return useMemo(() => {
    const found = new Map<string, RepeatedSpan>();
    for (const repeat of repeats) {
      repeat.effects.forEach(({ run_id, span_id }, index) => {
        if (run_id === runId && !found.has(span_id)) {
          found.set(span_id, { text: `${executionNumber(repeat, index)} of ${repeat.times}`, isHarmful: harmOf(repeat) !== "once" });
        }
      });
    }
    return found;
  }, [repeats, runId]);
}
