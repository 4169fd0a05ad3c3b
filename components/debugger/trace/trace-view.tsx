import { Activity } from "lucide-react";
import { useCallback, useEffect, useMemo, useState } from "react";
import { Empty } from "@/components/ui/empty";
import { cn } from "@/components/ui/cn";
import type { Run } from "@/lib/schema/run";
import type { RunSpans, Span } from "@/lib/schema/span";
import type { RepeatedSpan } from "../use-thread-repeats";
import { SpanDetailView, type SpanCheckpoints } from "./span-detail";
import { NO_FILTER, buildSpanTree, rangeOf, spanRows } from "./span-tree";
import { TraceToolbar } from "./trace-toolbar";
import { Waterfall } from "./waterfall";

export type TraceViewProps = {
  data: RunSpans;
  runs: Run[];
  run: Run;
  /** Spans of the selected checkpoint. */
  marked: ReadonlySet<string>;
  /** Executions of effects that were repeated. */
  repeated?: ReadonlyMap<string, RepeatedSpan> | undefined;
  selectedId: string | null;
  onSelect: (id: string) => void;
  onRun: (runId: string) => void;
  checkpointsOf: (span: Span) => SpanCheckpoints;
  /** Beside each other, where there is room, or one below the other. */
  layout: "tall" | "wide";
  onExpand?: (() => void) | undefined;
};

/** A run's spans, and the one that is selected. */
export function TraceView(props: TraceViewProps) {
  const { data, run, selectedId, layout, onSelect } = props;
  const [filter, setFilter] = useState(NO_FILTER);
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set());
  const now = useNow(run.state.status === "running");
  const tree = useMemo(() => buildSpanTree(data.spans), [data.spans]);
  const rows = useMemo(() => spanRows(tree, closed, filter), [tree, closed, filter]);
  const range = useMemo(() => rangeOf(data.spans, now), [data.spans, now]);
  const toggle = useCallback((id: string) => {
    setClosed((old) => {
      const next = new Set(old);
      if (!next.delete(id)) next.add(id);
      return next;
    });
  }, []);
  const selected = selectedId === null ? undefined : tree.byId.get(selectedId);
  return (
    <div className="flex h-full min-h-0 flex-col">
      <TraceToolbar {...props} filter={filter} onFilter={setFilter} />
      <div className={cn("flex min-h-0 flex-1", layout === "tall" ? "flex-col" : "flex-row")}>
        <div className={cn("min-h-0 min-w-0", selected === undefined || layout === "wide" ? "flex-1" : "h-[45%]")}>
          {rows.length === 0 ? (
            <NoRows total={data.spans.length} isActive={run.state.status === "running" || run.state.status === "pending"} />
          ) : (
            <Waterfall
              rows={rows}
              range={range}
              now={now}
              selectedId={selectedId}
              marked={props.marked}
              repeated={props.repeated}
              onSelect={onSelect}
              onToggle={toggle}
            />
          )}
        </div>
        {selected === undefined ? null : (
          <div className={cn("min-h-0 border-line", layout === "tall" ? "flex-1 border-t" : "w-[min(44%,620px)] shrink-0 border-l")}>
            <SpanDetailView key={selected.span_id} span={selected} checkpoints={props.checkpointsOf(selected)} />
          </div>
        )}
      </div>
    </div>
  );
}

function NoRows({ total, isActive }: { total: number; isActive: boolean }) {
  if (total > 0) return <Empty title="Nothing matches">Change the filter to see the other spans of this run.</Empty>;
  if (isActive) return <Empty title="Nothing has run yet">Spans appear here as soon as the first node starts.</Empty>;
  return (
    <Empty icon={<Activity />} title="No trace">
      This run has no spans: it was made before traces were kept, or ended before its first node started.
    </Empty>
  );
}

/** The clock of bars that grow. */
function useNow(isLive: boolean): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    if (!isLive) return;
    const timer = setInterval(() => setNow(Date.now()), 500);
    return () => clearInterval(timer);
  }, [isLive]);
  return now;
}
