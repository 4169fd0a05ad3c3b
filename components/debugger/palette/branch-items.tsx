import { Command } from "cmdk";
import { Clock, Columns2 } from "lucide-react";
import { indexBranches } from "@/lib/graph/branches";
import { branchName, useMarks } from "../timeline/mark-index";
import { useWorkbench } from "../workbench-context";
import { Item } from "./item";

type BranchItemsProps = { then: (action: () => void) => () => void; group: string };

/** More branches than this are found in the timeline. */
const MOST = 100;

/** The thread's branches: to go to, and to compare with the one that is looked at. */
export function BranchItems({ then, group }: BranchItemsProps) {
  const { threadId, checkpointNs, branches, tree, entry, select } = useWorkbench();
  const marks = useMarks(threadId, checkpointNs);
  if (branches.length < 2) return null;
  const current = entry === null ? undefined : indexBranches(branches).get(entry.checkpoint_id);
  const listed = branches.slice(-MOST);
  return (
    <Command.Group heading="Branches" className={group}>
      {listed.map((branch) => (
        <Item
          key={branch.id}
          icon={<Clock />}
          value={`branch ${branchName(branch, marks)} ${branch.id}`}
          onSelect={then(() => select({ checkpoint: branch.leaf, compare: null }))}
        >
          {branchName(branch, marks)}
          <span className="ml-2 text-muted">step {tree.byId.get(branch.leaf)?.step}</span>
        </Item>
      ))}
      {listed.map((branch) =>
        branch.id === current?.id ? null : (
          <Item
            key={`compare ${branch.id}`}
            icon={<Columns2 />}
            value={`compare with branch ${branchName(branch, marks)} ${branch.id}`}
            onSelect={then(() => select({ compare: branch.leaf }))}
          >
            Compare with {branchName(branch, marks)}
          </Item>
        ),
      )}
    </Command.Group>
  );
}
