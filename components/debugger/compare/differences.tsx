import { Empty } from "@/components/ui/empty";
import { formatCount } from "@/components/ui/format";
import type { CheckpointTree } from "@/lib/graph/tree";
import type { CheckpointDiff } from "@/lib/schema/checkpoint";
import type { GraphDescription } from "@/lib/schema/graph";
import type { BranchComparison } from "@/lib/schema/travel";
import { formatStep } from "../timeline/format";
import { ChannelRow, UnchangedChannels } from "./channel-row";

export type DifferencesProps = {
  diff: CheckpointDiff;
  rows: BranchComparison["rows"];
  tree: CheckpointTree;
  description: GraphDescription | null;
  onSelect: (id: string) => void;
};

/** Each channel that differs at the end, with the steps on the way at which it differed too. */
export function Differences({ diff, rows, tree, description, onSelect }: DifferencesProps) {
  const order = new Map(description?.channels.map((channel, index) => [channel.name, index]));
  const placeOf = (name: string) => order.get(name) ?? order.size;
  const channels = [...diff.channels].sort((one, other) => placeOf(one.channel) - placeOf(other.channel));
  const gone = [...new Set(rows.flatMap((row) => row.differing ?? []))].filter((name) => diff.unchanged.includes(name));
  return (
    <>
      {channels.length === 0 ? (
        <Empty title="The same state">Both checkpoints hold the same values in {formatCount(diff.unchanged.length, "channel")}.</Empty>
      ) : null}
      {channels.map((change) => (
        <ChannelRow
          key={change.channel}
          change={change}
          reducer={description?.channels.find((channel) => channel.name === change.channel)?.reducer.label ?? null}
        >
          <OnTheWay channel={change.channel} rows={rows} tree={tree} onSelect={onSelect} />
        </ChannelRow>
      ))}
      {gone.map((name) => (
        <section key={name} aria-label={name} className="border-b border-line px-3.5 py-2">
          <h3 className="font-mono text-[12.5px] font-semibold">{name}</h3>
          <p className="text-sm text-muted">The same at the end.</p>
          <OnTheWay channel={name} rows={rows} tree={tree} onSelect={onSelect} />
        </section>
      ))}
      <UnchangedChannels names={diff.unchanged.filter((name) => !gone.includes(name))} />
    </>
  );
}

const SHOWN_STEPS = 6;

function OnTheWay({ channel, rows, tree, onSelect }: Pick<DifferencesProps, "rows" | "tree" | "onSelect"> & { channel: string }) {
  const differing = rows.filter((row) => row.differing?.includes(channel) === true);
  if (differing.length === 0) return null;
  return (
    <p className="flex min-h-6 flex-wrap items-center px-3.5 text-sm text-faint">
      Differed on the way in step
      {differing.slice(0, SHOWN_STEPS).map((row, index) => {
        const id = row.b ?? row.a ?? "";
        return (
          <button
            key={index}
            type="button"
            title="Go to the step on the right"
            onClick={() => onSelect(id)}
            className="min-h-6 min-w-6 rounded underline decoration-line-strong underline-offset-2 hover:text-text"
            aria-label={`Step ${formatStep(tree.byId.get(id)?.step ?? 0)}`}
          >
            {formatStep(tree.byId.get(id)?.step ?? 0)}
          </button>
        );
      })}
      {differing.length > SHOWN_STEPS ? ` and ${differing.length - SHOWN_STEPS} more` : ""}
    </p>
  );
}
