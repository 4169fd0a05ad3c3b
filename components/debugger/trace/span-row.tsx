import { ChevronRight, CircleX, Pause, Repeat2 } from "lucide-react";
import { memo } from "react";
import { Chip } from "@/components/ui/chip";
import { cn } from "@/components/ui/cn";
import { Spinner } from "@/components/ui/spinner";
import type { Span } from "@/lib/schema/span";
import type { RepeatedSpan } from "../use-thread-repeats";
import { COLUMNS } from "./columns";
import { SourceChip } from "./source-chip";
import { SpanBar } from "./span-bar";
import { SpanIcon } from "./span-icon";
import { barOf, type SpanRow, type TimeRange } from "./span-tree";
import { formatCost, formatDuration, formatTokens, rowLabel, spanTitle } from "./words";

export type SpanRowProps = {
  id: string;
  row: SpanRow;
  top: number;
  range: TimeRange;
  now: number;
  selected: boolean;
  marked: boolean;
  repeated?: RepeatedSpan | undefined;
  onSelect: (id: string) => void;
  onToggle: (id: string) => void;
};

/** One span: what it is on the left, when it was on the right. */
export const SpanRowView = memo(function SpanRowView({ id, row, top, range, now, selected, marked, repeated, onSelect, onToggle }: SpanRowProps) {
  const { span, depth, openable, open } = row;
  return (
    <div
      id={id}
      role="treeitem"
      aria-level={depth + 1}
      aria-expanded={openable ? open : undefined}
      aria-selected={selected}
      aria-label={repeated === undefined ? rowLabel(span) : `${rowLabel(span)}, execution ${repeated.text}`}
      onClick={() => onSelect(span.span_id)}
      className={cn(
        COLUMNS,
        "absolute inset-x-0 h-[26px] cursor-default pr-3 pl-3.5 hover:bg-hover",
        selected && "bg-selected hover:bg-selected",
        marked && "shadow-[inset_2px_0_var(--focus)]",
      )}
      style={{ top }}
    >
      <span className="flex min-w-0 items-center gap-1.5" style={{ paddingLeft: Math.min(depth, 12) * 14 }}>
        <ChevronRight
          aria-hidden
          onClick={(event) => {
            event.stopPropagation();
            if (openable) onToggle(span.span_id);
          }}
          className={cn("-mx-1 box-content size-3 shrink-0 p-1 text-faint transition-transform", open && "rotate-90", !openable && "invisible")}
        />
        <SpanIcon kind={span.kind} />
        <span className={cn("min-w-0 truncate font-mono text-sm", span.status === "failed" && "text-bad")}>{spanTitle(span)}</span>
        {span.attempt > 1 ? <Chip tone="wait">{`try ${span.attempt}`}</Chip> : null}
        {repeated === undefined ? null : (
          <Chip tone={repeated.isHarmful ? "bad" : "off"} title={`Execution ${repeated.text} of the same effect`}>
            <Repeat2 aria-hidden className="size-3" />
            {repeated.text}
          </Chip>
        )}
        <SourceChip source={span.source} />
        <Mark status={span.status} />
      </span>
      <SpanBar span={span} bar={barOf(span, range, now)} />
      <span className="text-right text-sm text-muted tabular-nums">
        {span.ms === null || span.status === "cached" ? "" : formatDuration(span.ms)}
      </span>
      <span className="hidden text-right text-sm text-muted tabular-nums @2xl:block">
        {span.tokens === null ? "" : formatTokens(span.tokens.total)}
      </span>
      <span className="hidden text-right text-sm text-muted tabular-nums @2xl:block">{span.cost === null ? "" : formatCost(span.cost)}</span>
    </div>
  );
});

/** Says how it ended where that is not simply well. */
function Mark({ status }: { status: Span["status"] }) {
  switch (status) {
    case "running":
      return <Spinner label="Running" />;
    case "failed":
      return <CircleX aria-hidden className="size-3.5 shrink-0 text-bad" />;
    case "interrupted":
      return <Pause aria-hidden className="size-3.5 shrink-0 text-wait" />;
    case "cached":
      return <Chip>cached</Chip>;
    case "lost":
      return <Chip tone="bad">cut off</Chip>;
    case "done":
      return null;
  }
}
