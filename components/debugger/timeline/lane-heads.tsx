import { memo } from "react";
import { Chip, type Tone } from "@/components/ui/chip";
import { cn } from "@/components/ui/cn";
import { StatusDot } from "@/components/ui/status-dot";
import { outcomeOf, type Branch, type Outcome } from "@/lib/graph/branches";
import type { CheckpointTree } from "@/lib/graph/tree";
import { HEAD, laneY, ROW, type GridWindow } from "./geometry";
import { beginningOf, OUTCOME_TONE, outcomeWord } from "./words";

const CHIP: Partial<Record<Outcome, Tone>> = { running: "run", failed: "bad", waiting: "wait" };

export type LaneHeadsProps = {
  tree: CheckpointTree;
  branches: Branch[];
  followed: string | null;
  runningId: string | null;
  view: GridWindow;
  onSelect: (id: string) => void;
};

/** Names of the branches with what came of them; a click goes to the branch's newest checkpoint. */
export function LaneHeads({ tree, branches, followed, runningId, view, onSelect }: LaneHeadsProps) {
  const first = Math.max(0, view.firstLane);
  return branches.slice(first, view.lastLane + 1).map((branch, index) => {
    const leaf = tree.byId.get(branch.leaf);
    const outcome = leaf === undefined ? "passed" : outcomeOf(tree, leaf, runningId);
    return (
      <LaneHead
        key={branch.id}
        lane={first + index}
        leaf={branch.leaf}
        name={branch.name}
        beginning={beginningOf(branch, tree.byId.get(branch.id))}
        outcome={outcome}
        word={outcomeWord(outcome, leaf)}
        followed={branch.id === followed}
        onSelect={onSelect}
      />
    );
  });
}

type LaneHeadProps = {
  lane: number;
  leaf: string;
  name: string;
  beginning: string;
  outcome: Outcome;
  word: string;
  followed: boolean;
  onSelect: (id: string) => void;
};

const LaneHead = memo(function LaneHead({ lane, leaf, name, beginning, outcome, word, followed, onSelect }: LaneHeadProps) {
  const chip = CHIP[outcome];
  return (
    <button
      type="button"
      aria-current={followed ? "true" : undefined}
      title={[name, beginning, word].filter(Boolean).join(" · ")}
      onClick={() => onSelect(leaf)}
      className={cn(
        "absolute left-0 flex items-center gap-2 rounded-none px-3 text-left hover:bg-hover focus-visible:-outline-offset-2",
        !followed && "text-muted",
      )}
      style={{ top: laneY(lane) - ROW / 2, height: ROW, width: HEAD - 1 }}
    >
      <StatusDot tone={outcome === "passed" ? "ok" : OUTCOME_TONE[outcome]} label={word} className={outcome === "running" ? "animate-pulse" : ""} />
      <span className={cn("shrink-0", followed && "font-medium")}>{name}</span>
      <span className="min-w-0 flex-1 truncate text-sm text-faint">{beginning}</span>
      {chip === undefined ? (
        <span className="max-w-20 shrink-0 truncate text-sm text-faint">{word}</span>
      ) : (
        <Chip tone={chip} className="block max-w-24 truncate leading-[18px]">
          {word}
        </Chip>
      )}
    </button>
  );
});
