import { useState } from "react";
import { cn } from "@/components/ui/cn";
import type { TimelineEntry } from "@/lib/schema/checkpoint";
import { MoreButton } from "../inspector/values/long-text";
import { DotShape } from "../timeline/dot-shape";
import { formatStep } from "../timeline/format";
import { originOf } from "../timeline/words";

/** Steps of the common way, and of each side, that are shown before one asks for more. */
const SHARED = 2;
const OWN = 12;

export type ComparePathsProps = { left: TimelineEntry[]; right: TimelineEntry[]; ancestor: string | null; onSelect: (id: string) => void };

/** How each side came about: the common way once, then both ways step by step from where they parted. */
export function ComparePaths({ left, right, ancestor, onSelect }: ComparePathsProps) {
  const [all, setAll] = useState(false);
  const split = left.findIndex((entry) => entry.checkpoint_id === ancestor) + 1;
  const shared = left.slice(0, split);
  const sides = [left.slice(split), right.slice(split)] as const;
  const hiddenShared = all ? 0 : Math.max(0, shared.length - SHARED);
  const rows = Math.max(sides[0].length, sides[1].length);
  const shownRows = all ? rows : Math.min(rows, OWN);
  return (
    <section aria-label="Steps" className="border-b border-line py-2 text-sm">
      {hiddenShared > 0 || rows > shownRows ? (
        <p className="px-3.5 pb-1">
          <MoreButton onClick={() => setAll(true)}>
            {hiddenShared > 0 ? `Show ${hiddenShared} earlier common ${hiddenShared === 1 ? "step" : "steps"}` : `Show all ${rows} steps`}
          </MoreButton>
        </p>
      ) : null}
      <ol>
        {shared.slice(hiddenShared).map((entry) => (
          <li key={entry.checkpoint_id} className="px-3.5">
            <Step entry={entry} onSelect={onSelect} quiet />
          </li>
        ))}
      </ol>
      <div className="grid grid-cols-2">
        {sides.map((side, index) => (
          <ol key={index} className={cn("min-w-0 px-3.5", index === 1 && "border-l border-line")}>
            {side.slice(0, shownRows).map((entry) => (
              <li key={entry.checkpoint_id}>
                <Step entry={entry} onSelect={onSelect} />
              </li>
            ))}
            {side.length === 0 ? <li className="text-faint">nothing further</li> : null}
          </ol>
        ))}
      </div>
    </section>
  );
}

function Step({ entry, onSelect, quiet = false }: { entry: TimelineEntry; onSelect: (id: string) => void; quiet?: boolean }) {
  const { word, nodes } = originOf(entry);
  const outcome = entry.has_error
    ? "failed"
    : entry.has_interrupt
      ? "waiting"
      : entry.source === "update"
        ? "edited"
        : entry.next.length === 0
          ? "done"
          : "passed";
  return (
    <button
      type="button"
      onClick={() => onSelect(entry.checkpoint_id)}
      className={cn("flex w-full min-w-0 items-center gap-2 rounded px-1 text-left hover:bg-hover", quiet && "text-muted")}
    >
      <span className="w-6 shrink-0 text-right text-faint tabular-nums">{formatStep(entry.step)}</span>
      <DotShape source={entry.source} outcome={outcome} onLine={!quiet} />
      <span className="shrink-0 font-mono">{nodes === "" ? word : nodes}</span>
      <span className="min-w-0 truncate text-faint">{entry.changed.join(", ")}</span>
    </button>
  );
}
