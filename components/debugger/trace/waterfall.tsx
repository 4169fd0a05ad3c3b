import { useVirtualizer } from "@tanstack/react-virtual";
import { useEffect, useRef } from "react";
import type { Span } from "@/lib/schema/span";
import type { RepeatedSpan } from "../use-thread-repeats";
import { COLUMNS } from "./columns";
import { SpanRowView } from "./span-row";
import type { SpanRow, TimeRange } from "./span-tree";
import { useTraceKeys } from "./use-trace-keys";
import { formatDuration } from "./words";

const ROW_HEIGHT = 26;

export type WaterfallProps = {
  rows: SpanRow[];
  range: TimeRange;
  now: number;
  selectedId: string | null;
  /** Spans of the selected checkpoint. */
  marked: ReadonlySet<string>;
  repeated?: ReadonlyMap<string, RepeatedSpan> | undefined;
  onSelect: (id: string) => void;
  onToggle: (id: string) => void;
};

/** The tree of spans beside the time that each took. Holds only the visible rows in the page. */
export function Waterfall({ rows, range, now, selectedId, marked, repeated, onSelect, onToggle }: WaterfallProps) {
  const box = useRef<HTMLDivElement>(null);
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => box.current,
    estimateSize: () => ROW_HEIGHT,
    getItemKey: (index) => rows[index]?.span.span_id ?? index,
    overscan: 10,
    initialRect: { width: 400, height: 520 },
  });
  const onKeyDown = useTraceKeys({ rows, selectedId, onSelect, onToggle });
  const selectedIndex = rows.findIndex(({ span }) => span.span_id === selectedId);
  const shownIndex = selectedIndex === -1 ? rows.findIndex(({ span }) => marked.has(span.span_id)) : selectedIndex;
  useEffect(() => {
    if (shownIndex !== -1) virtual.scrollToIndex(shownIndex);
  }, [virtual, shownIndex]);

  return (
    <div className="@container flex h-full min-h-0 flex-col">
      <Ruler range={range} />
      <div
        ref={box}
        role="tree"
        aria-label="Spans"
        tabIndex={0}
        aria-activedescendant={selectedIndex === -1 ? undefined : rowId(rows[selectedIndex]?.span)}
        onKeyDown={onKeyDown}
        className="min-h-0 flex-1 overflow-auto overscroll-contain -outline-offset-2"
      >
        <div className="relative" style={{ height: virtual.getTotalSize() }}>
          {virtual.getVirtualItems().map((item) => {
            const row = rows[item.index];
            if (row === undefined) return null;
            return (
              <SpanRowView
                key={item.key}
                id={rowId(row.span)}
                row={row}
                top={item.start}
                range={range}
                now={now}
                selected={row.span.span_id === selectedId}
                marked={marked.has(row.span.span_id)}
                repeated={repeated?.get(row.span.span_id)}
                onSelect={onSelect}
                onToggle={onToggle}
              />
            );
          })}
        </div>
      </div>
    </div>
  );
}

function rowId(span: Span | undefined): string {
  return `span-${span?.span_id ?? ""}`;
}

function Ruler({ range }: { range: TimeRange }) {
  return (
    <div aria-hidden className={`${COLUMNS} h-6 shrink-0 border-b border-line pr-3 pl-3.5 text-xs text-faint`}>
      <span>What ran</span>
      <span className="flex justify-between gap-1 tabular-nums">
        <span>0</span>
        <span>{formatDuration(range.to - range.from)}</span>
      </span>
      <span className="text-right">Time</span>
      <span className="hidden text-right @2xl:block">Tokens</span>
      <span className="hidden text-right @2xl:block">Cost</span>
    </div>
  );
}
