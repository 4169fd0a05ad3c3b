import type { CheckpointSource } from "@/lib/schema/checkpoint";
import type { Standing } from "./run-ends";

const TONE: Record<Standing, string> = {
  running: "text-run",
  failed: "text-bad",
  crashed: "text-bad",
  limit: "text-bad",
  waiting: "text-wait",
  stopped: "text-muted",
  done: "text-ok",
  paused: "text-ok",
  edited: "text-fork",
  passed: "text-ok",
};

/** Outcomes that keep their colour on branches that are not followed: they ask for somebody. */
const LOUD = new Set<Standing>(["running", "failed", "crashed", "limit", "waiting", "stopped"]);
const FILLED = new Set<Standing>([...LOUD, "done", "edited"]);

export type DotShapeProps = { source: CheckpointSource; outcome: Standing; onLine: boolean };

/** A checkpoint's mark: the shape tells the source, colour and sign tell the outcome. */
export function DotShape({ source, outcome, onLine }: DotShapeProps) {
  const forked = source === "update" || source === "fork";
  const tone = !onLine && !LOUD.has(outcome) ? "text-off" : forked && !LOUD.has(outcome) ? "text-fork" : TONE[outcome];
  const filled = FILLED.has(outcome) && (onLine || LOUD.has(outcome) || outcome === "done");
  return (
    <svg viewBox="0 0 18 18" width={18} height={18} aria-hidden className={tone}>
      <g fill={filled ? "currentColor" : "var(--panel)"} stroke="currentColor" strokeWidth={1.75}>
        {source === "input" ? <rect x={4} y={4} width={10} height={10} rx={2} /> : null}
        {source === "loop" ? <circle cx={9} cy={9} r={LOUD.has(outcome) || outcome === "done" ? 6 : 5} /> : null}
        {forked ? <path d="M9 2.2 15.8 9 9 15.8 2.2 9z" strokeLinejoin="round" /> : null}
      </g>
      <g stroke="var(--panel)" strokeWidth={1.6} strokeLinecap="round" strokeLinejoin="round" fill="none">
        <Sign outcome={outcome} filled={filled} />
      </g>
      {outcome === "paused" ? <circle cx={9} cy={9} r={1.75} fill="currentColor" /> : null}
    </svg>
  );
}

function Sign({ outcome, filled }: { outcome: Standing; filled: boolean }) {
  switch (outcome) {
    case "waiting":
      return <path d="M7.5 7v4M10.5 7v4" />;
    case "failed":
      return <path d="m7 7 4 4m0-4-4 4" />;
    case "crashed":
      return <path d="M10 5.6 7.8 9.1h2.4L8 12.4" />;
    case "limit":
      return <path d="M6.6 9h4.8" />;
    case "stopped":
      return <path d="M7.4 7.4h3.2v3.2H7.4z" fill="var(--panel)" />;
    case "done":
      return filled ? <path d="m6.6 9.2 1.7 1.7 3.2-3.6" /> : null;
    case "running":
    case "paused":
    case "edited":
    case "passed":
      return null;
  }
}
