import { FileWarning } from "lucide-react";
import { Button } from "@/components/ui/button";
import { Empty } from "@/components/ui/empty";
import type { CheckpointTree } from "@/lib/graph/tree";
import type { TimelineEntry } from "@/lib/schema/checkpoint";
import { formatStep } from "../timeline/format";

export type DamagedCheckpointProps = { entry: TimelineEntry; tree: CheckpointTree; message: string; onSelect: (id: string) => void };

/** In place of a state whose stored bytes cannot be read: the others are intact, and one can go on from them. */
export function DamagedCheckpoint({ entry, tree, message, onSelect }: DamagedCheckpointProps) {
  const before = tree.byId.get(tree.parents.get(entry.checkpoint_id) ?? "");
  const after = tree.byId.get(tree.children.get(entry.checkpoint_id)?.[0] ?? "");
  return (
    <div role="alert">
      <Empty icon={<FileWarning />} title="This checkpoint is damaged">
        <p className="break-words">{message}</p>
        <p className="mt-1.5">The rest of the thread can be read, and run again from any other checkpoint.</p>
        <p className="mt-3 flex flex-wrap justify-center gap-1.5">
          {before === undefined ? null : (
            <Button variant="primary" onClick={() => onSelect(before.checkpoint_id)}>
              Go to the one before, step {formatStep(before.step)}
            </Button>
          )}
          {after === undefined ? null : <Button onClick={() => onSelect(after.checkpoint_id)}>Go to the one after</Button>}
        </p>
      </Empty>
    </div>
  );
}
