import { PenLine, X } from "lucide-react";
import { useMemo, useState } from "react";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { formatCount } from "@/components/ui/format";
import type { TimelineEntry } from "@/lib/schema/checkpoint";
import type { Evaluated } from "@/lib/schema/travel";
import { MoreButton } from "../inspector/values/long-text";
import { formatStep } from "../timeline/format";
import { ExpressionField } from "./expression-field";
import { changesOf, failuresOf, plottable, shortValue, type SeriesPoint } from "./series";
import { StepPlot } from "./step-plot";

export type WatchCardProps = {
  expression: string;
  series: SeriesPoint[];
  /** The selected checkpoint. */
  entry: TimelineEntry;
  channels: string[];
  onSelect: (checkpointId: string) => void;
  onRemove: () => void;
  onChange: (expression: string) => void;
};

/** One watched expression: its value at the selected checkpoint, and how it came to it. */
export function WatchCard({ expression, series, entry, channels, onSelect, onRemove, onChange }: WatchCardProps) {
  const [draft, setDraft] = useState<string | null>(null);
  const at = placeOf(series, entry);
  const numbers = useMemo(() => plottable(series), [series]);
  const failures = useMemo(() => failuresOf(series), [series]);
  const neverWorks = failures !== null && failures.count === series.length;
  return (
    <section aria-label={expression} className="group border-b border-line px-3.5 py-2">
      {draft === null ? (
        <header className="flex min-h-6 items-center gap-1">
          <h3 title={expression} className="min-w-0 flex-1 truncate font-mono text-[12.5px] font-semibold">
            {expression}
          </h3>
          <Button variant="ghost" size="icon-sm" aria-label={`Change ${expression}`} onClick={() => setDraft(expression)}>
            <PenLine />
          </Button>
          <Button variant="ghost" size="icon-sm" aria-label={`Watch ${expression} no longer`} onClick={onRemove}>
            <X />
          </Button>
        </header>
      ) : (
        <ExpressionField
          label={`Change ${expression}`}
          placeholder={expression}
          value={draft}
          onChange={setDraft}
          onSubmit={() => {
            onChange(draft.trim());
            setDraft(null);
          }}
          onCancel={() => setDraft(null)}
          channels={channels}
          autoFocus
        >
          <Button type="submit">Save</Button>
        </ExpressionField>
      )}
      <Current value={series[at]?.value} />
      {series.length < 2 || neverWorks ? null : numbers === null ? (
        <Changes series={series} entry={entry} onSelect={onSelect} />
      ) : (
        <StepPlot label={expression} series={series} numbers={numbers} names={isTruth(series) ? TRUTH : null} at={at} onSelect={onSelect} />
      )}
      {neverWorks ? (
        <p className="text-sm text-muted">It has no value at any checkpoint of this branch.</p>
      ) : failures === null ? null : (
        <p className="mt-1 text-sm text-muted">
          {`No value at ${formatCount(failures.count, "checkpoint")}: `}
          <span className="text-bad">{failures.message}</span>
        </p>
      )}
    </section>
  );
}

const TRUTH = ["false", "true"] as const;

/** All that it has is true and false. */
function isTruth(series: readonly SeriesPoint[]): boolean {
  return series.every(({ value }) => !value.ok || typeof value.value !== "number");
}

/** The selected checkpoint's place in the series; where only some are read, that of the last one before it. */
function placeOf(series: readonly SeriesPoint[], entry: TimelineEntry): number {
  const exact = series.findIndex((point) => point.checkpoint_id === entry.checkpoint_id);
  return exact === -1 ? series.findLastIndex((point) => point.step <= entry.step) : exact;
}

function Current({ value }: { value: Evaluated | undefined }) {
  if (value === undefined) return <p className="mb-1 text-sm text-faint">no value here</p>;
  if (!value.ok) return <p className="mb-1 text-sm break-words text-bad">{value.message}</p>;
  return <p className="mb-1 line-clamp-3 font-mono text-sm break-words text-run">{shortValue(value.value)}</p>;
}

const SHOWN = 6;

/** The values in turn, newest first, each with the step that brought it. */
function Changes({ series, entry, onSelect }: Pick<WatchCardProps, "series" | "entry" | "onSelect">) {
  const [shown, setShown] = useState(SHOWN);
  const changes = useMemo(() => changesOf(series).reverse(), [series]);
  return (
    <>
      <ol aria-label="Changes, newest first" className="flex flex-col">
        {changes.slice(0, shown).map((point) => (
          <li key={point.checkpoint_id}>
            <button
              type="button"
              onClick={() => onSelect(point.checkpoint_id)}
              aria-current={point.checkpoint_id === entry.checkpoint_id ? "true" : undefined}
              className="flex min-h-6 w-full min-w-0 items-center gap-2 rounded px-1 text-left hover:bg-hover aria-[current]:bg-selected"
            >
              <span className="w-12 shrink-0 text-sm text-faint tabular-nums">step {formatStep(point.step)}</span>
              <span className={cn("min-w-0 truncate font-mono text-sm", !point.value.ok && "text-bad")}>
                {point.value.ok ? shortValue(point.value.value) : point.value.message}
              </span>
            </button>
          </li>
        ))}
      </ol>
      {changes.length > shown ? (
        <MoreButton onClick={() => setShown(shown + 50)}>{`Show more of ${formatCount(changes.length - shown, "earlier change")}`}</MoreButton>
      ) : null}
    </>
  );
}
