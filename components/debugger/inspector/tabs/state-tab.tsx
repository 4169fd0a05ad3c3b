import { useMemo, useState } from "react";
import { Chip } from "@/components/ui/chip";
import { TextInput } from "@/components/ui/field";
import { lastWriters, type LastWriter } from "@/lib/graph/last-writers";
import { pathTo } from "@/lib/graph/tree";
import type { CheckpointDiff } from "@/lib/schema/checkpoint";
import type { Channel } from "@/lib/schema/graph";
import type { Json, JsonObject } from "@/lib/schema/json";
import { formatStep } from "../../timeline/format";
import { nodeNames } from "../../timeline/words";
import { QueryView } from "../query-state";
import type { InspectorTabProps } from "../tab-props";
import { useDiff } from "../use-checkpoint";
import { ValueView } from "../values/value-view";

/** From this many channels on there is a field to find one. */
const FILTER_FROM = 10;

/** The values, each channel with its reducer and who wrote it last. */
export function StateTab({ description, threadId, entry, tree, checkpoint, onSelectCheckpoint }: InspectorTabProps) {
  const [filter, setFilter] = useState("");
  const writers = useMemo(() => lastWriters(pathTo(tree, entry.checkpoint_id)), [tree, entry.checkpoint_id]);
  const diff = useDiff(threadId, tree.parents.get(entry.checkpoint_id) ?? null, entry, checkpoint.data);
  return (
    <QueryView query={checkpoint} what="state">
      {(view) => {
        const channels = channelsOf(description?.channels ?? [], view.values);
        const wanted = filter.trim().toLowerCase();
        const shown = channels.filter((channel) => channel.name.toLowerCase().includes(wanted));
        // Until the diff of the new checkpoint is there, the old one's marks would be on the wrong items.
        const marks = diff.data?.to === view.checkpoint_id ? diff.data : undefined;
        return (
          <>
            {channels.length >= FILTER_FROM ? (
              <div className="border-b border-line px-3.5 py-2">
                <TextInput
                  aria-label="Find a channel"
                  placeholder="Find a channel"
                  value={filter}
                  onChange={(event) => setFilter(event.target.value)}
                />
              </div>
            ) : null}
            {shown.map((channel) => (
              <ChannelSection
                key={channel.name}
                name={channel.name}
                reducer={channel.channel?.reducer.label ?? null}
                value={view.values[channel.name]}
                writer={writers[channel.name] ?? null}
                marked={markedItems(marks, channel.name)}
                onSelectCheckpoint={onSelectCheckpoint}
              />
            ))}
            {shown.length === 0 ? (
              <p className="px-3.5 py-3 text-muted">{channels.length === 0 ? "The state is empty." : "No channel has that name."}</p>
            ) : null}
          </>
        );
      }}
    </QueryView>
  );
}

/** Declared channels in their order, then values that the workflow no longer declares. */
function channelsOf(declared: Channel[], values: JsonObject): { name: string; channel: Channel | null }[] {
  const names = new Set(declared.map((channel) => channel.name));
  const ephemeral = (channel: Channel) => channel.reducer.kind === "ephemeral" && !Object.hasOwn(values, channel.name);
  return [
    ...declared.filter((channel) => !ephemeral(channel)).map((channel) => ({ name: channel.name, channel })),
    ...Object.keys(values)
      .filter((name) => !names.has(name))
      .map((name) => ({ name, channel: null })),
  ];
}

/** Items of a list that the selected step added or changed; not when all are new, which would mark everything. */
function markedItems(diff: CheckpointDiff | undefined, channel: string): ReadonlySet<number> | undefined {
  const change = diff?.channels.find((candidate) => candidate.channel === channel);
  if (change?.items === undefined || change.items === null || change.kind !== "changed") return undefined;
  return new Set(change.items.filter((item) => item.kind === "added" || item.kind === "changed").map((item) => item.index));
}

type ChannelSectionProps = {
  name: string;
  reducer: string | null;
  value: Json | undefined;
  writer: LastWriter | null;
  marked: ReadonlySet<number> | undefined;
  onSelectCheckpoint: (id: string) => void;
};

function ChannelSection({ name, reducer, value, writer, marked, onSelectCheckpoint }: ChannelSectionProps) {
  return (
    <section aria-label={name} data-channel={name} className="border-b border-line px-3.5 py-2 last:border-b-0">
      <div className="flex items-center gap-1.5">
        <h3 className="max-w-[60%] shrink-0 truncate font-mono text-[12.5px] font-semibold">{name}</h3>
        <Chip>{reducer ?? "not declared"}</Chip>
        {Array.isArray(value) ? <Chip aria-label={`${value.length} items`}>{value.length}</Chip> : null}
        <span className="ml-auto min-w-0 truncate text-sm text-faint">
          {writer === null ? value === undefined ? "never written" : "initial value" : <WriterLink writer={writer} onSelect={onSelectCheckpoint} />}
        </span>
      </div>
      {value === undefined ? null : (
        <div className="mt-1">
          <ValueView value={value} label={name} {...(marked === undefined ? {} : { marked })} />
        </div>
      )}
    </section>
  );
}

function WriterLink({ writer, onSelect }: { writer: LastWriter; onSelect: (id: string) => void }) {
  const names = nodeNames(writer.nodes);
  const who = writer.source === "input" || names === "" ? (writer.source === "loop" ? "input" : writer.source) : names;
  return (
    <button
      type="button"
      title="Go to the step that wrote it"
      onClick={() => onSelect(writer.checkpoint_id)}
      className="max-w-full truncate rounded align-bottom underline decoration-line-strong underline-offset-2 hover:text-text"
    >
      {who} · step {formatStep(writer.step)}
    </button>
  );
}
