import { Chip, type Tone } from "@/components/ui/chip";
import { StatusDot } from "@/components/ui/status-dot";
import { formatBytes } from "@/components/ui/format";
import { indexBranches, outcomeOf, type Branch, type Outcome } from "@/lib/graph/branches";
import type { CheckpointTree } from "@/lib/graph/tree";
import { formatStep, formatTime } from "../timeline/format";
import { branchColour, branchName, type MarkIndex } from "../timeline/mark-index";
import { originOf, OUTCOME_TONE, outcomeWord } from "../timeline/words";

const CHIP: Partial<Record<Outcome, Tone>> = { failed: "bad", waiting: "wait", done: "ok" };

/** Which moment a side shows: branch, step and what came of it. */
export function SideHeader({
  id,
  tree,
  branches,
  marks,
  onSelect,
}: {
  id: string;
  tree: CheckpointTree;
  branches: Branch[];
  marks: MarkIndex;
  onSelect: (id: string) => void;
}) {
  const entry = tree.byId.get(id);
  if (entry === undefined)
    return <p className="px-3.5 py-2.5 text-muted not-first:border-l not-first:border-line">This checkpoint no longer exists.</p>;
  const branch = indexBranches(branches).get(id);
  const outcome = outcomeOf(tree, entry, null);
  const chip = CHIP[outcome];
  const { word, nodes } = originOf(entry);
  const colour = branch === undefined ? null : branchColour(branch.id, marks);
  const label = marks.checkpoints.get(id)?.label ?? null;
  return (
    <div className="relative min-w-0 px-3.5 py-2.5 not-first:border-l not-first:border-line">
      {colour === null ? null : <span aria-hidden className="absolute inset-x-0 top-0 h-[3px]" style={{ background: colour }} />}
      <p className="flex items-center gap-2">
        <StatusDot tone={OUTCOME_TONE[outcome]} label={outcomeWord(outcome, entry)} />
        <button
          type="button"
          onClick={() => onSelect(id)}
          title="Go to this checkpoint"
          className="min-w-0 truncate rounded font-semibold hover:underline"
        >
          {branch === undefined ? "main" : branchName(branch, marks)}
        </button>
        {chip === undefined ? null : <Chip tone={chip}>{outcomeWord(outcome, entry)}</Chip>}
        {label === null ? null : <span className="min-w-0 truncate text-sm text-muted">{label}</span>}
      </p>
      <p className="mt-0.5 truncate text-sm text-muted">
        Step {formatStep(entry.step)} · {word} <span className="font-mono">{nodes}</span> ·{" "}
        <time dateTime={entry.created_at} suppressHydrationWarning>
          {formatTime(entry.created_at)}
        </time>{" "}
        · {formatBytes(entry.bytes)}
      </p>
    </div>
  );
}
