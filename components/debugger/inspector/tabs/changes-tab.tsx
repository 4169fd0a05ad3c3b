import { X } from "lucide-react";
import { Button } from "@/components/ui/button";
import { Empty } from "@/components/ui/empty";
import { formatCount } from "@/components/ui/format";
import { indexBranches } from "@/lib/graph/branches";
import { formatStep } from "../../timeline/format";
import { branchName, useMarks } from "../../timeline/mark-index";
import { ChannelChanges } from "../changes/channel-changes";
import { QueryView } from "../query-state";
import type { InspectorTabProps } from "../tab-props";
import { useDiff } from "../use-checkpoint";

/** What the selected step changed against the one before, or against the checkpoint marked for comparison. */
export function ChangesTab(props: InspectorTabProps) {
  const { threadId, entry, tree, compareId, checkpoint, onSelectCheckpoint, onCompare } = props;
  const marked = compareId !== null && compareId !== entry.checkpoint_id && tree.byId.has(compareId) ? compareId : null;
  const from = marked ?? tree.parents.get(entry.checkpoint_id) ?? null;
  const diff = useDiff(threadId, from, entry, checkpoint.data);
  return (
    <>
      <div className="flex min-h-8 items-center gap-2 border-b border-line px-3.5 py-1 text-sm text-muted">
        <span className="min-w-0 flex-1">
          <Against {...props} from={from} marked={marked !== null} />
        </span>
        {marked === null ? null : (
          <Button variant="ghost" size="sm" onClick={() => onCompare(null)}>
            <X /> Clear
          </Button>
        )}
      </div>
      <QueryView query={diff} what="changes">
        {({ channels, unchanged }) => (
          <>
            {channels.length === 0 ? (
              <Empty title="Nothing changed">
                {marked === null ? "This step left the state as it was." : "Both checkpoints hold the same state."}
              </Empty>
            ) : null}
            {channels.map((change) => (
              <ChannelChanges key={change.channel} change={change} onSelectCheckpoint={onSelectCheckpoint} />
            ))}
            {unchanged.length === 0 ? null : (
              <details className="px-3.5 py-2 text-sm text-muted">
                <summary className="cursor-pointer rounded">{formatCount(unchanged.length, "channel")} unchanged</summary>
                <p className="mt-1 font-mono break-words">{unchanged.join(", ")}</p>
              </details>
            )}
          </>
        )}
      </QueryView>
    </>
  );
}

function Against({ from, marked, threadId, tree, branches, onSelectCheckpoint }: InspectorTabProps & { from: string | null; marked: boolean }) {
  const marks = useMarks(threadId);
  const before = from === null ? undefined : tree.byId.get(from);
  if (from === null || before === undefined) return "The first checkpoint: everything is new.";
  const branch = indexBranches(branches).get(from);
  return (
    <>
      {marked ? "Compared with " : "Changes since "}
      <button
        type="button"
        onClick={() => onSelectCheckpoint(from)}
        className="rounded underline decoration-line-strong underline-offset-2 hover:text-text"
      >
        step {formatStep(before.step)}
      </button>
      {marked && branch !== undefined ? ` on ${branchName(branch, marks)}` : ""}
      {marked ? "" : ". Mark another with C to compare with it."}
    </>
  );
}
