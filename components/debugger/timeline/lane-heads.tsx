import { memo, useState, type KeyboardEvent, type MouseEvent } from "react";
import { Chip, type Tone } from "@/components/ui/chip";
import { cn } from "@/components/ui/cn";
import { focusedPlace } from "@/components/ui/return-focus";
import { StatusDot } from "@/components/ui/status-dot";
import { outcomeOf, type Branch } from "@/lib/graph/branches";
import type { CheckpointTree } from "@/lib/graph/tree";
import { HEAD, laneY, ROW, type GridWindow } from "./geometry";
import { branchName, type MarkIndex } from "./mark-index";
import type { Point } from "./point-menu";
import { standingOf, type RunEnd, type Standing } from "./run-ends";
import { beginningOf, OUTCOME_TONE, outcomeWord } from "./words";

const CHIP: Partial<Record<Standing, Tone>> = { running: "run", failed: "bad", crashed: "bad", limit: "bad", waiting: "wait" };

export type LaneHeadsProps = {
  tree: CheckpointTree;
  branches: Branch[];
  marks: MarkIndex;
  ends: ReadonlyMap<string, RunEnd>;
  followed: string | null;
  runningId: string | null;
  view: GridWindow;
  /** The branch whose name is being typed. */
  renaming: string | null;
  onSelect: (id: string) => void;
  /** Null where branches cannot be changed. */
  handlers: HeadHandlers | null;
};

export type HeadHandlers = {
  openMenu: (branchId: string, at: Point) => void;
  beginRename: (branchId: string) => void;
  /** With null the name stays as it is. */
  endRename: (branchId: string, name: string | null) => void;
};

/** Names of the branches with what came of them; a click goes to the branch's newest checkpoint. */
export function LaneHeads({ tree, branches, marks, ends, followed, runningId, view, renaming, onSelect, handlers }: LaneHeadsProps) {
  const first = Math.max(0, view.firstLane);
  return branches.slice(first, view.lastLane + 1).map((branch, index) => {
    const leaf = tree.byId.get(branch.leaf);
    const outcome = leaf === undefined ? "passed" : standingOf(outcomeOf(tree, leaf, runningId), ends.get(branch.leaf));
    return (
      <LaneHead
        key={branch.id}
        branchId={branch.id}
        lane={first + index}
        leaf={branch.leaf}
        name={branchName(branch, marks)}
        colour={marks.branches.get(branch.id)?.colour ?? null}
        // A name of its own says more than how the branch began.
        beginning={marks.branches.get(branch.id)?.name ? "" : beginningOf(branch, tree.byId.get(branch.id))}
        outcome={outcome}
        word={outcomeWord(outcome, leaf)}
        followed={branch.id === followed}
        renaming={branch.id === renaming}
        onSelect={onSelect}
        handlers={handlers}
      />
    );
  });
}

type LaneHeadProps = {
  branchId: string;
  lane: number;
  leaf: string;
  name: string;
  colour: string | null;
  beginning: string;
  outcome: Standing;
  word: string;
  followed: boolean;
  renaming: boolean;
  onSelect: (id: string) => void;
  handlers: HeadHandlers | null;
};

const LaneHead = memo(function LaneHead(props: LaneHeadProps) {
  const { branchId, lane, leaf, name, colour, beginning, outcome, word, followed, renaming, onSelect, handlers } = props;
  const chip = CHIP[outcome];
  const place = { top: laneY(lane) - ROW / 2, height: ROW, width: HEAD - 1 };
  if (renaming && handlers !== null) return <RenameField branchId={branchId} name={name} place={place} onEnd={handlers.endRename} />;

  function openMenu(event: MouseEvent | KeyboardEvent, at: Point) {
    event.preventDefault();
    event.stopPropagation();
    handlers?.openMenu(branchId, at);
  }
  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    const { left, bottom } = event.currentTarget.getBoundingClientRect();
    if (event.key === "F2") {
      event.preventDefault();
      event.stopPropagation();
      handlers?.beginRename(branchId);
    } else if (event.key === "ContextMenu" || (event.key === "F10" && event.shiftKey)) openMenu(event, { x: left + 12, y: bottom - 6 });
  }
  return (
    <button
      type="button"
      aria-current={followed ? "true" : undefined}
      aria-keyshortcuts={handlers === null ? undefined : "F2 Shift+F10"}
      data-branch-id={branchId}
      title={[name, colour, beginning, word].filter(Boolean).join(" · ")}
      onClick={() => onSelect(leaf)}
      onDoubleClick={() => handlers?.beginRename(branchId)}
      onContextMenu={(event) => openMenu(event, { x: event.clientX, y: event.clientY })}
      onKeyDown={onKeyDown}
      className={cn(
        "absolute left-0 flex items-center gap-2 rounded-none px-3 text-left hover:bg-hover focus-visible:-outline-offset-2",
        !followed && "text-muted",
      )}
      style={place}
    >
      {colour === null ? null : (
        <span aria-hidden className="absolute inset-y-1.5 left-0 w-[3px] rounded-r-sm" style={{ background: `var(--branch-${colour})` }} />
      )}
      <StatusDot tone={outcome === "passed" ? "ok" : OUTCOME_TONE[outcome]} label={word} className={outcome === "running" ? "animate-pulse" : ""} />
      <span className={cn("shrink-0 truncate", beginning === "" ? "max-w-32" : "max-w-24", followed && "font-medium")}>{name}</span>
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

type RenameFieldProps = { branchId: string; name: string; place: { top: number; height: number; width: number }; onEnd: HeadHandlers["endRename"] };

/** Enter and leaving the field keep the name, Escape does not; an empty name gives the branch its usual one back. */
function RenameField({ branchId, name, place, onEnd }: RenameFieldProps) {
  const [text, setText] = useState(name);
  const [opener] = useState(() => ({ find: focusedPlace() }));
  /** The field goes away: the keys belong to where it was opened from again. */
  const endByKey = (keep: boolean) => {
    end(keep);
    requestAnimationFrame(() => (opener.find() ?? document.querySelector<HTMLElement>(`[data-branch-id="${CSS.escape(branchId)}"]`))?.focus());
  };
  const end = (keep: boolean) => onEnd(branchId, keep && text.trim() !== name ? text.trim() : null);
  return (
    <input
      aria-label={`Name of the branch ${name}`}
      autoFocus
      maxLength={100}
      value={text}
      onChange={(event) => setText(event.target.value)}
      onFocus={(event) => event.target.select()}
      onBlur={() => end(true)}
      onKeyDown={(event) => {
        event.stopPropagation();
        if (event.key === "Enter") endByKey(true);
        else if (event.key === "Escape") endByKey(false);
      }}
      className="absolute left-0 border-y border-focus bg-panel px-3 outline-none"
      style={place}
    />
  );
}
