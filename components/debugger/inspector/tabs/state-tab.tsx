import { useMemo, useState } from "react";
import { Button } from "@/components/ui/button";
import { TextInput } from "@/components/ui/field";
import { useLocalState } from "@/lib/client/use-local-state";
import { lastWriters } from "@/lib/graph/last-writers";
import { pathTo } from "@/lib/graph/tree";
import type { CheckpointDiff } from "@/lib/schema/checkpoint";
import type { Channel } from "@/lib/schema/graph";
import type { Json, JsonObject } from "@/lib/schema/json";
import type { Blame, Writer } from "@/lib/schema/travel";
import { QueryView } from "../query-state";
import type { InspectorTabProps } from "../tab-props";
import { itemBlame, useBlame, type Spotlight } from "../use-blame";
import { useDiff } from "../use-checkpoint";
import { readMessage } from "../values/read-message";
import { BesideState } from "./beside-state";
import { ChannelSection } from "./channel-section";
import { EmptyState } from "./empty-state";

/** From this many channels on there is a field to find one. */
const FILTER_FROM = 10;

function readSwitch(kept: unknown): boolean | null {
  return typeof kept === "boolean" ? kept : null;
}

/** The values, each channel with its reducer and who wrote it last; with Blame on, who wrote each item of a list. */
export function StateTab(props: InspectorTabProps) {
  const { description, threadId, entry, tree, checkpoint, spotlight, onSelectCheckpoint, onGoToWriter } = props;
  const [filter, setFilter] = useState("");
  const [always, setAlways] = useLocalState("retrograph:blame", true, readSwitch);
  const [pointed, setPointed] = useState(false);
  const steps = useMemo(() => lastWriters(pathTo(tree, entry.checkpoint_id)), [tree, entry.checkpoint_id]);
  const diff = useDiff(threadId, tree.parents.get(entry.checkpoint_id) ?? null, entry, checkpoint.data);
  const blame = useBlame(threadId, entry, always || pointed);
  return (
    <QueryView query={checkpoint} what="state">
      {(view) => {
        const channels = channelsOf(description?.channels ?? [], view.values);
        const wanted = filter.trim().toLowerCase();
        const shown = channels.filter((channel) => channel.name.toLowerCase().includes(wanted));
        // Until what belongs to the new checkpoint is there, the old one's marks would be on the wrong items.
        const marks = diff.data?.to === view.checkpoint_id ? diff.data : undefined;
        const known = blame?.checkpoint_id === view.checkpoint_id ? blame : undefined;
        return (
          <div onPointerEnter={() => setPointed(true)} onFocus={() => setPointed(true)}>
            {channels.length === 0 ? null : (
              <div className="flex items-center gap-2 border-b border-line px-3.5 py-1">
                {channels.length >= FILTER_FROM ? (
                  <TextInput
                    aria-label="Find a channel"
                    placeholder="Find a channel"
                    value={filter}
                    onChange={(event) => setFilter(event.target.value)}
                  />
                ) : (
                  <span className="flex-1 text-sm text-faint">{`${channels.length} ${channels.length === 1 ? "channel" : "channels"}`}</span>
                )}
                <Button
                  variant="ghost"
                  size="sm"
                  aria-pressed={always}
                  title="Who wrote each item of a list"
                  onClick={() => setAlways(!always)}
                  className="-mr-1.5 aria-pressed:bg-hover aria-pressed:text-text"
                >
                  Blame
                </Button>
              </div>
            )}
            {shown.map(({ name, channel }) => {
              const value = view.values[name];
              return (
                <ChannelSection
                  key={name}
                  name={name}
                  channel={channel}
                  value={value}
                  writer={channelWriter(known, name)}
                  step={steps[name] ?? null}
                  marked={markedItems(marks, name)}
                  blame={itemBlame(known, name, always, (writer, index) =>
                    onGoToWriter(writer, { channel: name, index, messageId: messageIdAt(value, index) }),
                  )}
                  isBlameCut={known !== undefined && Object.hasOwn(known.channels, name) && known.channels[name]?.is_complete === false}
                  spotlight={spotlightIn(spotlight, name, value)}
                  onGo={(writer) => onGoToWriter(writer, { channel: name, index: null, messageId: null })}
                  onSelectCheckpoint={onSelectCheckpoint}
                />
              );
            })}
            {channels.length === 0 ? <EmptyState view={view} description={description} /> : null}
            <BesideState view={view} />
            {channels.length > 0 && shown.length === 0 ? <p className="px-3.5 py-3 text-muted">No channel has that name.</p> : null}
          </div>
        );
      }}
    </QueryView>
  );
}

function channelWriter(blame: Blame | undefined, channel: string): Writer | null {
  if (blame === undefined || !Object.hasOwn(blame.channels, channel)) return null;
  const writer = blame.channels[channel]?.writer ?? null;
  return writer === null ? null : (blame.writers[writer] ?? null);
}

function messageIdAt(value: Json | undefined, index: number): string | null {
  const item = Array.isArray(value) ? value[index] : undefined;
  return item === undefined ? null : (readMessage(item)?.id ?? null);
}

/** Where the item that one has come for stands in this state: a message by its id, anything else by its place. */
export function spotlightIn(spotlight: Spotlight | null, channel: string, value: Json | undefined): { index: number | null } | null {
  if (spotlight === null || spotlight.channel !== channel) return null;
  const { index, messageId } = spotlight;
  if (index === null || !Array.isArray(value)) return { index: null };
  const byId = messageId === null ? -1 : value.findIndex((item) => readMessage(item)?.id === messageId);
  return byId !== -1 ? { index: byId } : index < value.length ? { index } : null;
}

/** Declared channels in their order, then values that the workflow no longer declares. */
function channelsOf(declared: Channel[], values: JsonObject): { name: string; channel: Channel | null }[] {
  const names = new Set(declared.map((channel) => channel.name));
  const ephemeral = (channel: Channel) => channel.type === "EphemeralValue" && !Object.hasOwn(values, channel.name);
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
