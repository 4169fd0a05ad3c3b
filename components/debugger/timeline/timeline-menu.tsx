import dynamic from "next/dynamic";
import type { TimelineActions } from "./actions";
import { branchName, type MarkIndex } from "./mark-index";
import type { TimelineModel } from "./use-timeline-model";
import type { OpenMenu } from "./use-timeline-menu";

const DotMenu = dynamic(() => import("./dot-menu").then((module) => module.DotMenu), { ssr: false });
const BranchMenu = dynamic(() => import("./branch-menu").then((module) => module.BranchMenu), { ssr: false });

export type TimelineMenuProps = {
  menu: OpenMenu;
  model: TimelineModel;
  marks: MarkIndex;
  selectedId: string | null;
  actions: TimelineActions;
  onSelect: (id: string) => void;
  onCompare: (id: string | null) => void;
  onRename: (branchId: string) => void;
  onClose: () => void;
};

/** The menu that is open, of a checkpoint or of a branch. */
export function TimelineMenu({ menu, model, marks, selectedId, actions, onSelect, onCompare, onRename, onClose }: TimelineMenuProps) {
  const { tree, branches, layout } = model;
  const selected = selectedId === null ? null : (tree.byId.get(selectedId) ?? null);
  if (menu.kind === "checkpoint") {
    const entry = tree.byId.get(menu.id);
    if (entry === undefined) return null;
    return (
      <DotMenu
        at={menu.at}
        entry={entry}
        mark={marks.checkpoints.get(menu.id)}
        comparableWith={selected?.checkpoint_id === menu.id ? null : selected}
        actions={actions}
        onCompare={() => onCompare(menu.id)}
        onClose={onClose}
      />
    );
  }
  const branch = branches.find((candidate) => candidate.id === menu.id);
  if (branch === undefined) return null;
  const selectedDot = selectedId === null ? undefined : layout.dots.get(selectedId);
  const other = branches.find((candidate) => candidate.id === selectedDot?.branch && candidate.id !== branch.id);
  return (
    <BranchMenu
      at={menu.at}
      branch={branch}
      marks={marks}
      comparableWith={other === undefined ? null : branchName(other, marks)}
      actions={actions}
      onRename={() => onRename(branch.id)}
      onCompare={() => onCompare(branch.leaf)}
      onGoToHead={() => onSelect(branch.leaf)}
      onClose={onClose}
    />
  );
}
