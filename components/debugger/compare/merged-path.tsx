import { useState } from "react";
import { cn } from "@/components/ui/cn";
import { formatCount } from "@/components/ui/format";
import type { CheckpointTree } from "@/lib/graph/tree";
import type { TimelineEntry } from "@/lib/schema/checkpoint";
import type { BranchComparison } from "@/lib/schema/travel";
import { MoreButton } from "../inspector/values/long-text";
import { DotShape } from "../timeline/dot-shape";
import { formatStep, listWords } from "../timeline/format";
import { originOf } from "../timeline/words";

/** Steps of the common way, and rows after it, that are shown before one asks for more. */
const SHARED = 2;
const ROWS = 40;
const MORE_ROWS = 200;

export type MergedPathProps = {
  comparison: BranchComparison;
  tree: CheckpointTree;
  /** The way that both took, root first. */
  shared: TimelineEntry[];
  /** The selected checkpoint. */
  selectedId: string | null;
  onSelect: (id: string) => void;
};

/** One line until the sides parted, then both in columns: what ran the same stands in one row, with the channels that differ there. */
export function MergedPath({ comparison, tree, shared, selectedId, onSelect }: MergedPathProps) {
  const [allShared, setAllShared] = useState(false);
  const [shown, setShown] = useState(ROWS);
  const { rows } = comparison;
  const hiddenShared = allShared ? 0 : Math.max(0, shared.length - SHARED);
  const step = (id: string | null, quiet = false) => {
    const entry = id === null ? undefined : tree.byId.get(id);
    return entry === undefined ? null : <Step entry={entry} selected={id === selectedId} onSelect={onSelect} quiet={quiet} />;
  };
  return (
    <section aria-label="Steps" className="@container py-2 text-sm">
      {hiddenShared > 0 ? (
        <p className="px-3.5 pb-1">
          <MoreButton onClick={() => setAllShared(true)}>{`Show ${formatCount(hiddenShared, "earlier common step")}`}</MoreButton>
        </p>
      ) : null}
      <ol aria-label="The way that both took">
        {shared.slice(hiddenShared).map((entry) => (
          <li key={entry.checkpoint_id} className="px-3.5">
            {step(entry.checkpoint_id, true)}
          </li>
        ))}
      </ol>
      <ol aria-label="Since they parted" className="mt-1 border-t border-line pt-1">
        {rows.slice(0, shown).map((row, index) => (
          <li
            key={`${row.a ?? ""} ${row.b ?? ""} ${index}`}
            className="grid grid-cols-[minmax(0,1fr)_minmax(0,1fr)_minmax(64px,22%)] items-center gap-x-2 px-3.5"
          >
            {step(row.a) ?? <Nothing />}
            {step(row.b) ?? <Nothing />}
            <Differing channels={row.differing} />
          </li>
        ))}
        {rows.length === 0 ? <li className="px-3.5 text-faint">Neither side has a step of its own.</li> : null}
      </ol>
      {rows.length > shown ? (
        <p className="px-3.5 pt-1">
          <MoreButton onClick={() => setShown(shown + MORE_ROWS)}>{`Show more of ${formatCount(rows.length - shown, "further row")}`}</MoreButton>
        </p>
      ) : null}
    </section>
  );
}

function Nothing() {
  return <span aria-hidden className="ml-10 h-px w-4 bg-line-strong" />;
}

/** Channels that differ between the two steps of a row. */
function Differing({ channels }: { channels: string[] | null }) {
  if (channels === null) return <span />;
  if (channels.length === 0)
    return (
      <span className="text-faint" title="Both have the same state here.">
        the same
      </span>
    );
  return (
    <span title={`Differing here: ${listWords(channels)}`} className="truncate font-mono text-fork">
      <span className="sr-only">differing: </span>
      <span aria-hidden>≠ </span>
      {channels.join(", ")}
    </span>
  );
}

type StepProps = { entry: TimelineEntry; selected: boolean; quiet: boolean; onSelect: (id: string) => void };

function Step({ entry, selected, quiet, onSelect }: StepProps) {
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
      aria-current={selected ? "true" : undefined}
      onClick={() => onSelect(entry.checkpoint_id)}
      className={cn(
        "flex min-h-6 w-full min-w-0 items-center gap-2 rounded px-1 text-left hover:bg-hover aria-[current]:bg-selected",
        quiet && "text-muted",
      )}
    >
      <span className="w-6 shrink-0 text-right text-faint tabular-nums">{formatStep(entry.step)}</span>
      <span className="shrink-0">
        <DotShape source={entry.source} outcome={outcome} onLine={!quiet} />
      </span>
      <span className="min-w-0 truncate font-mono">{nodes === "" ? word : nodes}</span>
      <span className="hidden min-w-0 truncate text-faint @min-[640px]:inline">{entry.changed.join(", ")}</span>
    </button>
  );
}
