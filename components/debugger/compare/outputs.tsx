import { Chip } from "@/components/ui/chip";
import { Empty } from "@/components/ui/empty";
import { jsonEqual } from "@/lib/graph/diff-equal";
import type { CheckpointTree } from "@/lib/graph/tree";
import type { GraphDescription } from "@/lib/schema/graph";
import { QueryView } from "../inspector/query-state";
import { useCheckpoint } from "../inspector/use-checkpoint";
import { Pair, SideValue } from "./pair";

export type OutputsProps = { threadId: string; left: string; right: string; tree: CheckpointTree; description: GraphDescription | null };

/** What came out on either side: the channels of the workflow's output, differing ones first. */
export function Outputs({ threadId, left, right, tree, description }: OutputsProps) {
  const before = useCheckpoint(threadId, tree.byId.get(left) ?? null, tree);
  const after = useCheckpoint(threadId, tree.byId.get(right) ?? null, tree);
  return (
    <QueryView query={before} what="left side">
      {(leftView) => (
        <QueryView query={after} what="right side">
          {(rightView) => {
            const declared = (description?.channels ?? []).filter((channel) => channel.output).map((channel) => channel.name);
            const names = declared.length > 0 ? declared : [...new Set([...Object.keys(leftView.values), ...Object.keys(rightView.values)])];
            const rows = names
              .map((name) => ({ name, left: leftView.values[name], right: rightView.values[name] }))
              .filter((row) => row.left !== undefined || row.right !== undefined)
              .map((row) => ({ ...row, same: jsonEqual(row.left, row.right) }))
              .sort((one, other) => Number(one.same) - Number(other.same));
            if (rows.length === 0) return <Empty title="No output yet">Neither side has written anything that the workflow puts out.</Empty>;
            return rows.map((row) => (
              <section key={row.name} aria-label={row.name} className="border-b border-line pb-1">
                <h3 className="flex items-center gap-1.5 px-3.5 pt-2">
                  <span className="min-w-0 truncate font-mono text-[12.5px] font-semibold">{row.name}</span>
                  {row.same ? <Chip>the same</Chip> : <Chip tone="fork">differs</Chip>}
                </h3>
                {row.same ? (
                  <div className="px-3.5 py-1.5">
                    <SideValue value={row.left} label={row.name} />
                  </div>
                ) : (
                  <Pair
                    left={<SideValue value={row.left} label={`${row.name} on the left`} />}
                    right={<SideValue value={row.right} label={`${row.name} on the right`} />}
                  />
                )}
              </section>
            ));
          }}
        </QueryView>
      )}
    </QueryView>
  );
}
