import { ArrowRightToLine, Check, Columns2, FilePlus2, PenLine, Trash2, Undo2 } from "lucide-react";
import { MenuItem, MenuLabel, MenuLine } from "@/components/ui/menu";
import { formatCount } from "@/components/ui/format";
import type { Branch } from "@/lib/graph/branches";
import { BranchColourSchema, type BranchColour } from "@/lib/schema/travel";
import type { TimelineActions } from "./actions";
import { Item } from "./dot-menu";
import { formatTime } from "./format";
import { branchName, type MarkIndex } from "./mark-index";
import { PointMenu, type Point } from "./point-menu";

export type BranchMenuProps = {
  at: Point;
  branch: Branch;
  marks: MarkIndex;
  /** Name of the branch that is looked at, where it is another one. */
  comparableWith: string | null;
  actions: TimelineActions;
  onRename: () => void;
  onCompare: () => void;
  onGoToHead: () => void;
  onClose: () => void;
};

/** Deletions that are offered again; the settings list all. */
const OFFERED = 5;

/** What can be done with a branch. */
export function BranchMenu({ at, branch, marks, comparableWith, actions, onRename, onCompare, onGoToHead, onClose }: BranchMenuProps) {
  const name = branchName(branch, marks);
  return (
    <PointMenu at={at} label={`Branch ${name}`} onClose={onClose}>
      <MenuLabel>{name}</MenuLabel>
      <Item icon={<ArrowRightToLine />} onSelect={onGoToHead}>
        Go to its newest checkpoint
      </Item>
      <Item icon={<PenLine />} hint="F2" onSelect={onRename}>
        Rename
      </Item>
      <Item icon={<Columns2 />} barred={comparableWith === null ? "This is the branch that you look at." : null} onSelect={onCompare}>
        {comparableWith === null ? "Compare with the selected" : `Compare with ${comparableWith}`}
      </Item>
      <Item icon={<FilePlus2 />} barred={actions.barred} onSelect={() => actions.fork(branch.leaf, true)}>
        Fork into a new thread
      </Item>
      <MenuLine />
      <MenuLabel>Colour</MenuLabel>
      <Colours branchId={branch.id} marks={marks} onPick={(colour) => actions.markBranch(branch.id, { colour })} />
      <MenuLine />
      <Item
        icon={<Trash2 />}
        barred={actions.barred ?? (branch.kind === "main" ? "The first branch is the thread itself: delete the thread instead." : null)}
        onSelect={() => actions.deleteFrom(branch.id)}
      >
        Delete the branch
      </Item>
      {marks.deletions.length === 0 ? null : (
        <>
          <MenuLabel>Deleted, can be brought back</MenuLabel>
          {marks.deletions.slice(0, OFFERED).map((deletion) => (
            <Item key={deletion.deletion_id} icon={<Undo2 />} barred={actions.barred} onSelect={() => actions.undoDeletion(deletion.deletion_id)}>
              {formatCount(deletion.checkpoints, "checkpoint")}, {formatTime(deletion.deleted_at)}
            </Item>
          ))}
        </>
      )}
    </PointMenu>
  );
}

type ColoursProps = { branchId: string; marks: MarkIndex; onPick: (colour: BranchColour | null) => void };

/** Eight colours with their names, and none. */
function Colours({ branchId, marks, onPick }: ColoursProps) {
  const current = marks.branches.get(branchId)?.colour ?? null;
  return (
    <div className="grid grid-cols-3 px-1">
      {BranchColourSchema.options.map((colour) => (
        <MenuItem key={colour} onSelect={() => onPick(colour)} className="px-1.5">
          <span aria-hidden className="size-3 rounded-sm" style={{ background: `var(--branch-${colour})` }} />
          <span className="flex-1">{colour}</span>
          {colour === current ? <Check aria-label="current" /> : null}
        </MenuItem>
      ))}
      <MenuItem onSelect={() => onPick(null)} className="px-1.5">
        <span aria-hidden className="size-3 rounded-sm border border-line-strong" />
        <span className="flex-1">none</span>
        {current === null ? <Check aria-label="current" /> : null}
      </MenuItem>
    </div>
  );
}
