import { Chip, type Tone } from "@/components/ui/chip";
import type { ChannelChange } from "@/lib/schema/checkpoint";
import { formatStep } from "../../timeline/format";
import { nodeNames } from "../../timeline/words";
import { ItemChanges } from "./item-changes";
import { BeforeAfter, ValueDiff } from "./value-diff";

const KIND_TONE: Record<ChannelChange["kind"], Tone> = { added: "ok", removed: "bad", changed: "fork" };

export type ChannelChangesProps = { change: ChannelChange; onSelectCheckpoint: (id: string) => void };

/** One channel's differences, with the steps that wrote it in between. */
export function ChannelChanges({ change, onSelectCheckpoint }: ChannelChangesProps) {
  return (
    <section aria-label={change.channel} data-channel={change.channel} className="border-b border-line px-3.5 py-2 last:border-b-0">
      <div className="flex items-center gap-1.5">
        <h3 className="max-w-[60%] shrink-0 truncate font-mono text-[12.5px] font-semibold">{change.channel}</h3>
        <Chip tone={KIND_TONE[change.kind]}>{summaryOf(change)}</Chip>
        <Writers writers={change.writers} onSelect={onSelectCheckpoint} />
      </div>
      <div className="mt-1.5">
        <ChangeBody change={change} />
      </div>
    </section>
  );
}

/** `2 added, 1 changed` for lists, otherwise what happened to the value. */
function summaryOf(change: ChannelChange): string {
  if (change.items === null || change.kind !== "changed") return change.kind;
  const counts = new Map<string, number>();
  for (const item of change.items) counts.set(item.kind, (counts.get(item.kind) ?? 0) + 1);
  return [...counts].map(([kind, count]) => `${count} ${kind}`).join(", ");
}

function ChangeBody({ change }: { change: ChannelChange }) {
  if (change.items !== null && change.items.length > 0) return <ItemChanges items={change.items} />;
  if (change.before !== undefined && change.after !== undefined) return <ValueDiff before={change.before} after={change.after} />;
  return (
    <BeforeAfter
      label={change.channel}
      {...(change.before === undefined ? {} : { before: change.before })}
      {...(change.after === undefined ? {} : { after: change.after })}
    />
  );
}

const SHOWN_WRITERS = 3;

function Writers({ writers, onSelect }: { writers: ChannelChange["writers"]; onSelect: (id: string) => void }) {
  if (writers.length === 0) return null;
  const shown = writers.slice(-SHOWN_WRITERS);
  return (
    <span className="ml-auto flex min-w-0 shrink gap-1.5 overflow-hidden text-sm text-faint">
      {writers.length > shown.length ? <span>…</span> : null}
      {shown.map((writer) => (
        <button
          key={`${writer.side} ${writer.checkpoint_id}`}
          type="button"
          title="Go to the step that wrote it"
          onClick={() => onSelect(writer.checkpoint_id)}
          className="truncate rounded underline decoration-line-strong underline-offset-2 hover:text-text"
        >
          {nodeNames(writer.nodes) || "input"} · step {formatStep(writer.step)}
        </button>
      ))}
    </span>
  );
}
