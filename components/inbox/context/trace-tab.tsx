"use client";

import { useState } from "react";
import { Empty } from "@/components/ui/empty";
import type { Run } from "@/lib/schema/run";
import { isActive } from "../../debugger/live/live-state";
import { QueryView } from "../../debugger/inspector/query-state";
import { TraceView } from "../../debugger/trace/trace-view";
import { useSpans } from "../../debugger/trace/use-spans";
import type { ContextTabProps } from "./context-props";
import { useRuns } from "./use-place";

const NO_MARKS: ReadonlySet<string> = new Set();
const NO_LINKS = () => ({ before: null, after: null });

/** What the run did that asks; `spanId` is selected in it. */
export function TraceTab({ item, spanId }: ContextTabProps & { spanId: SpanPlace | null }) {
  const runs = useRuns(item.thread_id);
  return (
    <div className="h-full [&>div]:h-full">
      <QueryView query={runs} what="runs">
        {(list) => (
          <ThreadTrace
            key={`${item.interrupt_id} ${spanId?.span_id ?? ""}`}
            runs={list}
            runId={spanId?.run_id ?? item.run_id}
            spanId={spanId?.span_id ?? null}
          />
        )}
      </QueryView>
    </div>
  );
}

/** A span that one has come for. */
export type SpanPlace = { run_id: string; span_id: string };

function ThreadTrace({ runs, runId, spanId }: { runs: Run[]; runId: string; spanId: string | null }) {
  const [chosenRun, setChosenRun] = useState(runId);
  const [selectedId, setSelectedId] = useState(spanId);
  const run = runs.find((candidate) => candidate.run_id === chosenRun);
  const spans = useSpans(run?.run_id ?? null, run !== undefined && isActive(run.state));
  if (run === undefined) return <Empty title="No trace">The run that asked is not among the newest runs of the thread any more.</Empty>;
  return (
    <div className="h-full [&>div]:h-full">
      <QueryView query={spans} what="trace">
        {(data) => (
          <TraceView
            data={data}
            runs={runs}
            run={run}
            marked={NO_MARKS}
            selectedId={selectedId}
            onSelect={setSelectedId}
            onRun={setChosenRun}
            checkpointsOf={NO_LINKS}
            layout="tall"
          />
        )}
      </QueryView>
    </div>
  );
}
