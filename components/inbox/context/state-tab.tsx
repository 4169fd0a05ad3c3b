"use client";

import { Chip } from "@/components/ui/chip";
import { Empty } from "@/components/ui/empty";
import type { Channel } from "@/lib/schema/graph";
import type { Json } from "@/lib/schema/json";
import { QueryView } from "../../debugger/inspector/query-state";
import { ValueView } from "../../debugger/inspector/values/value-view";
import type { ContextTabProps } from "./context-props";
import { useAskedAt } from "./use-place";

/** The state that was there when the request was made, channel by channel. */
export function StateTab({ item, description }: ContextTabProps) {
  const checkpoint = useAskedAt(item.thread_id, item.checkpoint_id);
  return (
    <QueryView query={checkpoint} what="state">
      {({ values }) => {
        const names = channelNames(description?.channels ?? [], Object.keys(values));
        if (names.length === 0) return <Empty title="Nothing in the state">No node had written anything when it asked.</Empty>;
        return names.map((name) => (
          <ChannelValue
            key={name}
            name={name}
            channel={description?.channels.find((channel) => channel.name === name) ?? null}
            value={values[name] ?? null}
          />
        ));
      }}
    </QueryView>
  );
}

/** Channels with a value, declared ones first and in their order. */
function channelNames(declared: Channel[], written: string[]): string[] {
  const known = declared.map(({ name }) => name).filter((name) => written.includes(name));
  return [...known, ...written.filter((name) => !known.includes(name))];
}

function ChannelValue({ name, channel, value }: { name: string; channel: Channel | null; value: Json }) {
  return (
    <section aria-label={name} className="border-b border-line px-3.5 py-2.5">
      <div className="flex items-center gap-1.5">
        <h3 className="min-w-0 truncate font-mono text-[12.5px] font-semibold">{name}</h3>
        {channel === null ? null : <Chip>{channel.reducer.label}</Chip>}
        {Array.isArray(value) ? <Chip aria-label={`${value.length} items`}>{value.length}</Chip> : null}
      </div>
      <div className="mt-1">
        <ValueView value={value} label={name} />
      </div>
    </section>
  );
}
