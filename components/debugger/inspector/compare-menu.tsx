import { Columns2 } from "lucide-react";
import { Button } from "@/components/ui/button";
import { Menu, MenuContent, MenuItem, MenuLabel, MenuTrigger } from "@/components/ui/menu";
import { outcomeOf, type Branch } from "@/lib/graph/branches";
import type { CheckpointTree } from "@/lib/graph/tree";
import type { TimelineEntry } from "@/lib/schema/checkpoint";
import { formatStep } from "../timeline/format";
import { branchName, type MarkIndex } from "../timeline/mark-index";
import { outcomeWord } from "../timeline/words";

/** More branches than this are picked in the timeline, with Shift and a click. */
const MAX_BRANCHES = 20;

type CompareMenuProps = {
  entry: TimelineEntry;
  tree: CheckpointTree;
  branches: Branch[];
  marks: MarkIndex;
  onCompare: (id: string | null) => void;
};

/** Picks what the selected checkpoint is put side by side with: the end of another branch, or an earlier moment of its own. */
export function CompareMenu({ entry, tree, branches, marks, onCompare }: CompareMenuProps) {
  const others = branches.filter((branch) => branch.leaf !== entry.checkpoint_id).slice(-MAX_BRANCHES);
  const parent = entry.parent_checkpoint_id === null ? undefined : tree.byId.get(entry.parent_checkpoint_id);
  if (others.length === 0 && parent === undefined) return null;
  return (
    <Menu>
      <MenuTrigger asChild>
        <Button variant="ghost" size="sm" title="Two moments side by side" className="-mr-1.5">
          <Columns2 />
          Compare
        </Button>
      </MenuTrigger>
      <MenuContent align="end">
        <MenuLabel>Side by side with</MenuLabel>
        {others.map((branch) => {
          const leaf = tree.byId.get(branch.leaf);
          if (leaf === undefined) return null;
          return (
            <MenuItem key={branch.id} onSelect={() => onCompare(branch.leaf)}>
              <span className="flex-1">
                {branchName(branch, marks)} · step {formatStep(leaf.step)}
              </span>
              <span className="text-muted">{outcomeWord(outcomeOf(tree, leaf, null), leaf)}</span>
            </MenuItem>
          );
        })}
        {parent === undefined ? null : <MenuItem onSelect={() => onCompare(parent.checkpoint_id)}>the step before</MenuItem>}
      </MenuContent>
    </Menu>
  );
}
