import { Columns2, FilePlus2, GitBranch, PenLine, Play, Star, StarOff, StickyNote, Tag, Trash2 } from "lucide-react";
import type { ReactNode } from "react";
import { Kbd } from "@/components/ui/kbd";
import { MenuItem, MenuLabel, MenuLine } from "@/components/ui/menu";
import type { TimelineEntry } from "@/lib/schema/checkpoint";
import type { CheckpointMark } from "@/lib/schema/travel";
import type { TimelineActions } from "./actions";
import { formatStep } from "./format";
import { PointMenu, type Point } from "./point-menu";
import { originOf } from "./words";

export type DotMenuProps = {
  at: Point;
  entry: TimelineEntry;
  mark: CheckpointMark | undefined;
  /** The selected checkpoint, which the menu's may be compared with; null when it is the same. */
  comparableWith: TimelineEntry | null;
  actions: TimelineActions;
  onCompare: () => void;
  onClose: () => void;
};

/** What can be done with one checkpoint. */
export function DotMenu({ at, entry, mark, comparableWith, actions, onCompare, onClose }: DotMenuProps) {
  const id = entry.checkpoint_id;
  const { word, nodes } = originOf(entry);
  const ended = entry.next.length === 0;
  const runBarred = actions.runBarred ?? (ended ? "The workflow ended here: nothing is left to run." : null);
  const starred = mark?.starred === true;
  return (
    <PointMenu at={at} label={`Checkpoint at step ${formatStep(entry.step)}`} onClose={onClose}>
      <MenuLabel>
        Step {formatStep(entry.step)} · {word} {nodes}
      </MenuLabel>
      <Item icon={<Play />} barred={runBarred} onSelect={() => actions.continueFrom(id)}>
        Continue from here
      </Item>
      <Item icon={<GitBranch />} barred={runBarred} onSelect={() => actions.fork(id, false)}>
        Fork
      </Item>
      <Item icon={<PenLine />} barred={actions.runBarred} onSelect={() => actions.edit(id)}>
        Edit and fork…
      </Item>
      <Item icon={<FilePlus2 />} barred={actions.barred} onSelect={() => actions.fork(id, true)}>
        Fork into a new thread
      </Item>
      <Item icon={<Columns2 />} barred={comparableWith === null ? "This is the selected one." : null} hint="C" onSelect={onCompare}>
        {comparableWith === null ? "Compare with the selected" : `Compare with step ${formatStep(comparableWith.step)}, the selected`}
      </Item>
      <MenuLine />
      <Item icon={<Tag />} hint="L" onSelect={() => actions.describe(id, "label")}>
        {mark?.label ? "Change the label…" : "Label…"}
      </Item>
      <Item icon={<StickyNote />} onSelect={() => actions.describe(id, "note")}>
        {mark?.note ? "Change the note…" : "Note…"}
      </Item>
      <Item
        icon={starred ? <StarOff /> : <Star />}
        hint="S"
        onSelect={() => actions.mark(id, { checkpoint_ns: entry.checkpoint_ns, starred: !starred })}
      >
        {starred ? "Remove the star" : "Star"}
      </Item>
      <MenuLine />
      <Item icon={<Trash2 />} barred={actions.barred} onSelect={() => actions.deleteFrom(id)}>
        Delete from here
      </Item>
    </PointMenu>
  );
}

type ItemProps = { icon: ReactNode; barred?: string | null; hint?: string; onSelect: () => void; children: ReactNode };

/** An entry that stays readable while it cannot be used, and says why. */
export function Item({ icon, barred = null, hint, onSelect, children }: ItemProps) {
  return (
    <MenuItem
      aria-disabled={barred !== null}
      {...(barred === null ? {} : { title: barred })}
      onSelect={(event) => {
        if (barred === null) onSelect();
        else event.preventDefault();
      }}
      className="aria-disabled:opacity-50"
    >
      {icon}
      <span className="flex-1">{children}</span>
      {hint === undefined ? null : <Kbd>{hint}</Kbd>}
    </MenuItem>
  );
}
