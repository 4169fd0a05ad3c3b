import { useId, useMemo, useRef, type KeyboardEvent, type MouseEvent } from "react";
import { formatStep } from "../timeline/format";
import type { SeriesPoint } from "./series";

/** The plot's own units: it is stretched to the width that there is. */
const WIDTH = 600;
const HEIGHT = 44;
const MARGIN = 4;

export type StepPlotProps = {
  label: string;
  series: SeriesPoint[];
  numbers: (number | null)[];
  /** What 0 and 1 mean, where they are no numbers. */
  names: readonly [string, string] | null;
  /** Place of the selected checkpoint in the series, or -1. */
  at: number;
  onSelect: (checkpointId: string) => void;
};

/** Numbers over the checkpoints as steps: a value stands until the next one. A click or the arrow keys go to a checkpoint. */
export function StepPlot({ label, series, numbers, names, at, onSelect }: StepPlotProps) {
  const box = useRef<HTMLDivElement>(null);
  const hint = useId();
  const { path, low, high } = useMemo(() => drawSteps(numbers), [numbers]);
  const x = (index: number) => xOf(index, numbers.length);

  function goTo(index: number) {
    const point = series[Math.max(0, Math.min(series.length - 1, index))];
    if (point !== undefined) onSelect(point.checkpoint_id);
  }
  function onClick(event: MouseEvent) {
    const rect = box.current?.getBoundingClientRect();
    if (rect === undefined || rect.width === 0) return;
    goTo(Math.round(((event.clientX - rect.left) / rect.width) * (series.length - 1)));
  }
  function onKeyDown(event: KeyboardEvent) {
    const targets: Record<string, number> = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: series.length - 1 };
    const target = targets[event.key];
    if (target === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    goTo(target);
  }
  const point = series[at];
  const spoken = point === undefined ? "not on this line" : `step ${formatStep(point.step)}: ${wordFor(numbers[at] ?? null, names) ?? "no value"}`;
  return (
    <div className="flex items-stretch gap-1.5">
      <div
        ref={box}
        role="slider"
        tabIndex={0}
        aria-label={`${label} over the checkpoints`}
        aria-valuemin={0}
        aria-valuemax={series.length - 1}
        aria-valuenow={Math.max(0, at)}
        aria-valuetext={spoken}
        aria-describedby={hint}
        onClick={onClick}
        onKeyDown={onKeyDown}
        className="min-w-0 flex-1 cursor-pointer rounded border border-line bg-canvas hover:border-line-strong"
      >
        <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden className="block h-11 w-full">
          <path d={path} fill="none" className="stroke-run" strokeWidth={1.5} vectorEffect="non-scaling-stroke" />
          {at < 0 ? null : (
            <path d={`M${x(at)} 0V${HEIGHT}`} className="stroke-focus" strokeWidth={1.5} strokeDasharray="2 2" vectorEffect="non-scaling-stroke" />
          )}
        </svg>
        <span id={hint} hidden>
          The arrow keys go to the previous and next checkpoint.
        </span>
      </div>
      <div aria-hidden className="flex w-10 shrink-0 flex-col justify-between font-mono text-[10px] leading-3 text-faint">
        <span className="truncate">{wordFor(high, names)}</span>
        {high === low ? null : <span className="truncate">{wordFor(low, names)}</span>}
      </div>
    </div>
  );
}

function xOf(index: number, count: number): number {
  return count < 2 ? WIDTH / 2 : MARGIN + (index / (count - 1)) * (WIDTH - 2 * MARGIN);
}

/** One path for all steps, with gaps where there is no value. */
export function drawSteps(numbers: readonly (number | null)[]): { path: string; low: number; high: number } {
  let low = Infinity;
  let high = -Infinity;
  for (const value of numbers) {
    if (value === null) continue;
    low = Math.min(low, value);
    high = Math.max(high, value);
  }
  const y = (value: number) => (high === low ? HEIGHT / 2 : HEIGHT - MARGIN - ((value - low) / (high - low)) * (HEIGHT - 2 * MARGIN));
  const last = numbers.length - 1;
  let path = "";
  let before: number | null = null;
  for (const [index, value] of numbers.entries()) {
    if (value !== null && value !== before) {
      const at = xOf(index, numbers.length).toFixed(1);
      path += before === null ? `M${at} ${y(value).toFixed(1)}` : `H${at}V${y(value).toFixed(1)}`;
    }
    if (before !== null && value === null) path += `H${xOf(index, numbers.length).toFixed(1)}`;
    if (index === last && value !== null) path += `H${(xOf(index, numbers.length) + 0.1).toFixed(1)}`;
    before = value;
  }
  return { path, low: low === Infinity ? 0 : low, high: high === -Infinity ? 0 : high };
}

function wordFor(value: number | null, names: readonly [string, string] | null): string | null {
  if (value === null) return null;
  if (names !== null) return names[value === 0 ? 0 : 1];
  return Math.abs(value) >= 100_000 ? value.toExponential(1) : String(Math.round(value * 1000) / 1000);
}
