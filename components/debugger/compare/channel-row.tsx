import type { ReactNode } from "react";
import { Chip } from "@/components/ui/chip";
import { formatCount } from "@/components/ui/format";
import type { ChannelChange } from "@/lib/schema/checkpoint";
import { nodeNames } from "../timeline/words";
import { ItemPairs } from "./item-pairs";
import { ValuePair } from "./value-pair";

/** One channel that differs, its value on both sides. */
export function ChannelRow({ change, reducer, children }: { change: ChannelChange; reducer: string | null; children?: ReactNode }) {
  return (
    <section aria-label={change.channel} data-channel={change.channel} className="border-b border-line">
      <h3 className="flex items-center gap-1.5 px-3.5 pt-2">
        <span className="min-w-0 truncate font-mono text-[12.5px] font-semibold">{change.channel}</span>
        {reducer === null ? null : <Chip>{reducer}</Chip>}
        <span className="ml-auto flex gap-2">
          <WriterText writers={change.writers} side="from" />
          <WriterText writers={change.writers} side="to" />
        </span>
      </h3>
      {children}
      <ChannelBody change={change} />
    </section>
  );
}

function WriterText({ writers, side }: { writers: ChannelChange["writers"]; side: "from" | "to" }) {
  const last = writers.filter((writer) => writer.side === side).at(-1);
  if (last === undefined) return null;
  return (
    <span className="text-sm text-faint">
      {side === "from" ? "left" : "right"} by <span className="font-mono">{nodeNames(last.nodes) || "input"}</span>
    </span>
  );
}

function ChannelBody({ change }: { change: ChannelChange }) {
  if (change.items !== null && change.kind === "changed" && Array.isArray(change.before)) {
    return <ItemPairs before={change.before} after={Array.isArray(change.after) ? change.after : []} items={change.items} />;
  }
  return <ValuePair before={change.before} after={change.after} label={change.channel} />;
}

export function UnchangedChannels({ names }: { names: string[] }) {
  if (names.length === 0) return null;
  return (
    <details className="px-3.5 py-2 text-sm text-muted">
      <summary className="cursor-pointer rounded">{formatCount(names.length, "channel")} the same on both sides</summary>
      <p className="mt-1 font-mono break-words">{names.join(", ")}</p>
    </details>
  );
}
