"use client";

import dynamic from "next/dynamic";
import { useCallback, useMemo, useState } from "react";
import { Empty } from "@/components/ui/empty";
import type { TimelineEntry } from "@/lib/schema/checkpoint";
import type { Run } from "@/lib/schema/run";
import type { Span } from "@/lib/schema/span";
import { QueryView } from "../inspector/query-state";
import type { InspectorTabProps } from "../inspector/tab-props";
import { useLive } from "../live/live-context";
import { isActive } from "../live/live-state";
import { useRepeatedSpans } from "../use-thread-repeats";
import { useWorkbench } from "../workbench-context";
import type { SpanCheckpoints } from "./span-detail";
import { checkpointsAround, runOfCheckpoint, spansOfCheckpoint } from "./trace-places";
import { TraceView } from "./trace-view";
import { useSpans } from "./use-spans";

const TraceDialog = dynamic(() => import("./trace-dialog").then((module) => module.TraceDialog), { ssr: false });

/** The trace of the run that the selected checkpoint belongs to, or of another one that was chosen. */
export function TraceTab({ entry, tree, runs, busy, nodeId }: InspectorTabProps) {
  const isLeaf = !tree.children.has(entry.checkpoint_id);
  const own = (busy && isLeaf ? runs.find((run) => isActive(run.state)) : undefined) ?? runOfCheckpoint(entry, isLeaf, runs);
  const [chosen, setChosen] = useState<{ runId: string; over: string | null } | null>(null);
  // A run that was chosen stays until the selected checkpoint belongs to another one.
  const run = runs.find((item) => chosen?.over === (own?.run_id ?? null) && item.run_id === chosen.runId) ?? own;
  if (run === null) {
    return (
      <Empty title="No run">
        No run of this server wrote the checkpoint: another program did, or a person by an edit. Select one that a node wrote.
      </Empty>
    );
  }
  const onRun = (runId: string) => setChosen({ runId, over: own?.run_id ?? null });
  return <RunTrace key={run.run_id} run={run} runs={runs} entry={entry} nodeId={nodeId} onRun={onRun} />;
}

type RunTraceProps = { run: Run; runs: Run[]; entry: TimelineEntry; nodeId: string | null; onRun: (runId: string) => void };

function RunTrace({ run, runs, entry, nodeId, onRun }: RunTraceProps) {
  const spans = useSpans(run.run_id, isActive(run.state));
  const [chosenId, setChosenId] = useState<string | null>(null);
  const [isLarge, setLarge] = useState(false);
  const checkpointsOf = useSpanCheckpoints();
  const repeated = useRepeatedSpans(run.run_id);
  return (
    <div className="h-full min-h-0 [&>div]:h-full">
      <QueryView query={spans} what="trace">
        {(data) => {
          const marked = spansOfCheckpoint(entry, data.spans);
          // Until a span is chosen, the one of the selected node speaks for itself.
          const ofNode = nodeId === null ? undefined : data.spans.findLast((span) => marked.has(span.span_id) && span.name === nodeId);
          const selectedId = chosenId ?? ofNode?.span_id ?? null;
          const shared = { data, runs, run, selectedId, onSelect: setChosenId, onRun, checkpointsOf, marked, repeated };
          return (
            <>
              <TraceView {...shared} layout="tall" onExpand={() => setLarge(true)} />
              {isLarge ? <TraceDialog {...shared} onClose={() => setLarge(false)} /> : null}
            </>
          );
        }}
      </QueryView>
    </div>
  );
}

/** How one gets from a span to its checkpoints, also into subgraphs. */
function useSpanCheckpoints(): (span: Span) => SpanCheckpoints {
  const { openLevel } = useWorkbench();
  const outer = useLive((state) => state.entries);
  const inner = useLive((state) => state.inner);
  const link = useCallback(
    (entry: TimelineEntry | null) => (entry === null ? null : { step: entry.step, onGo: () => openLevel(entry.checkpoint_ns, entry.checkpoint_id) }),
    [openLevel],
  );
  return useMemo(
    () => (span: Span) => {
      const { before, after } = checkpointsAround(span, span.checkpoint_ns === "" ? outer : inner);
      return { before: link(before), after: link(after) };
    },
    [outer, inner, link],
  );
}
