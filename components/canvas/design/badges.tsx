import { useStore, type ReactFlowState } from "@xyflow/react";
import { CircleAlert, Info, Lock, Pin, ShieldCheck, TriangleAlert } from "lucide-react";
import { cn } from "@/components/ui/cn";
import type { CanvasBadge } from "../design-canvas";

const LOOK = {
  error: { className: "border-bad bg-bad text-panel", Icon: CircleAlert },
  warning: { className: "border-wait bg-wait text-panel", Icon: TriangleAlert },
  info: { className: "border-run bg-run text-panel", Icon: Info },
} satisfies Record<CanvasBadge["severity"], unknown>;

/** Enough for the smallest zoom at which cards can be read. */
const MAX_GROWTH = 2.5;

/** How much larger a badge is drawn on a drawing that is shown smaller: it stays readable, and large enough to be hit. In coarse steps, for each draws every badge again. */
function growthOf({ transform }: ReactFlowState): number {
  return Math.min(MAX_GROWTH, Math.max(1, Math.ceil(4 / transform[2]) / 4));
}

type ProblemBadgeProps = { badge: CanvasBadge; label: string; className?: string; onOpen: (at: { x: number; y: number }) => void };

/** What is wrong with something, as a dot with the number of problems. */
export function ProblemBadge({ badge, label, className, onOpen }: ProblemBadgeProps) {
  const { className: look, Icon } = LOOK[badge.severity];
  const growth = useStore(growthOf);
  return (
    <button
      type="button"
      aria-label={label}
      title={badge.text}
      className={cn("nodrag nopan group/badge grid size-6 place-items-center rounded-full", className)}
      style={{ scale: growth }}
      onClick={(event) => {
        event.stopPropagation();
        const { left, bottom } = event.currentTarget.getBoundingClientRect();
        onOpen({ x: left, y: bottom });
      }}
      onDoubleClick={(event) => event.stopPropagation()}
    >
      <span
        className={cn("grid h-4 min-w-4 place-items-center rounded-full border px-0.5 text-[10px] leading-none font-semibold tabular-nums", look)}
      >
        {badge.count > 1 ? badge.count : <Icon aria-hidden className="size-2.5" strokeWidth={2.5} />}
      </span>
    </button>
  );
}

/** What holds for a node besides its name, as small signs; the card's own label says the same in words. */
export function Signs({ locked, isPinned, isGuarded }: { locked: string | null; isPinned: boolean; isGuarded: boolean }) {
  if (locked === null && !isPinned && !isGuarded) return null;
  return (
    <span aria-hidden className="flex shrink-0 gap-1 text-faint [&_svg]:size-3">
      {isGuarded && (
        <span title="Guarded: it must not be reached without approval">
          <ShieldCheck />
        </span>
      )}
      {isPinned && (
        <span title="Its output is pinned: runs use that instead of calling it">
          <Pin />
        </span>
      )}
      {locked !== null && (
        <span title={locked}>
          <Lock />
        </span>
      )}
    </span>
  );
}
