import { createPortal } from "react-dom";
import { formatBytes } from "@/components/ui/format";
import type { TimelineEntry } from "@/lib/schema/checkpoint";
import type { CheckpointMark } from "@/lib/schema/travel";
import { formatStep, formatTime } from "./format";
import type { Standing } from "./run-ends";
import { originOf } from "./words";

const WIDTH = 264;

export type HoverCardProps = {
  entry: TimelineEntry;
  outcome: Standing;
  branch: string;
  mark: CheckpointMark | undefined;
  orphaned: boolean;
  /** The run that wrote it, where it was not a live one. */
  replay: string | null;
  anchor: { x: number; top: number; bottom: number };
};

/** What a dot stands for. For the eye only: screen readers get the same from the dot's label. */
export function HoverCard({ entry, outcome, branch, mark, orphaned, replay, anchor }: HoverCardProps) {
  const { word, nodes } = originOf(entry);
  const left = Math.max(8, Math.min(anchor.x - WIDTH / 2, window.innerWidth - WIDTH - 8));
  const above = anchor.top > 190;
  return createPortal(
    <div
      aria-hidden
      className="pointer-events-none fixed z-50 rounded-md border border-line bg-raised px-3 py-2 text-sm shadow-float"
      style={{ left, width: WIDTH, ...(above ? { bottom: window.innerHeight - anchor.top + 4 } : { top: anchor.bottom + 4 }) }}
    >
      <p className="text-base">
        <span className="font-semibold">Step {formatStep(entry.step)}</span> · {word} <span className="font-mono text-sm">{nodes}</span>
      </p>
      <p className="text-muted">
        {branch}
        {OUTCOME_TEXT[outcome] === "" ? "" : ` · ${OUTCOME_TEXT[outcome]}`}
      </p>
      {replay === null ? null : <p className="text-fork">{replay}</p>}
      {mark?.label ? <p className="mt-1 font-medium">{mark.label}</p> : null}
      {mark?.note ? <p className="mt-0.5 line-clamp-4 break-words whitespace-pre-wrap text-muted">{mark.note}</p> : null}
      {orphaned ? <p className="mt-1 text-muted">Earlier checkpoints are gone: pruned, or never written to this database.</p> : null}
      <dl className="mt-1.5 grid grid-cols-[auto_1fr] gap-x-3 [&>dd]:min-w-0 [&>dd]:truncate [&>dt]:text-faint">
        <dt>changed</dt>
        <dd className="font-mono">{entry.changed.length === 0 ? "nothing" : entry.changed.join(", ")}</dd>
        <dt>next</dt>
        <dd className="font-mono">{entry.next.length === 0 ? "the end" : entry.next.join(", ")}</dd>
        <dt>size</dt>
        <dd>{formatBytes(entry.bytes)}</dd>
        <dt>time</dt>
        <dd>{formatTime(entry.created_at)}</dd>
      </dl>
    </div>,
    document.body,
  );
}

const OUTCOME_TEXT: Record<Standing, string> = {
  running: "a run goes on from here",
  failed: "failed after this step",
  crashed: "the process died after this step",
  stopped: "stopped here by a person",
  limit: "a limit was reached here",
  waiting: "waiting for an answer",
  done: "the end",
  paused: "paused",
  edited: "edited by hand",
  passed: "",
};
