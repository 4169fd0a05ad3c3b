import { Chip } from "@/components/ui/chip";
import { cn } from "@/components/ui/cn";
import type { LastWriter } from "@/lib/graph/last-writers";
import type { Channel } from "@/lib/schema/graph";
import type { Json } from "@/lib/schema/json";
import type { Writer } from "@/lib/schema/travel";
import { formatStep } from "../../timeline/format";
import type { ItemBlame } from "../use-blame";
import { ValueView } from "../values/value-view";
import { writerName } from "../writer-tag";

/** Kinds of channel whose values are not simply kept from step to step. */
const CHANNEL_NOTES: Record<string, { label: string; title: string }> = {
  UntrackedValue: { label: "untracked", title: "Kept while a run goes on, never written to a checkpoint." },
  UntrackedValueChannel: { label: "untracked", title: "Kept while a run goes on, never written to a checkpoint." },
  EphemeralValue: { label: "one step", title: "Lives for the step that follows the one that wrote it." },
  DeltaChannel: { label: "delta", title: "Checkpoints hold what each step wrote; the value is put together from them." },
  Topic: { label: "topic", title: "Collects what the nodes of a step send." },
};

export type ChannelSectionProps = {
  name: string;
  channel: Channel | null;
  value: Json | undefined;
  /** Who wrote it last, by the writes; until that is known, the step by the index. */
  writer: Writer | null;
  step: LastWriter | null;
  marked: ReadonlySet<number> | undefined;
  blame: ItemBlame | undefined;
  /** The thread was too long to look all the way back for who wrote the items. */
  isBlameCut: boolean;
  /** One has come for this channel, or for an item of it. */
  spotlight: { index: number | null } | null;
  onGo: (writer: Writer) => void;
  onSelectCheckpoint: (id: string) => void;
};

/** One channel: how it merges, who wrote it, and its value. */
export function ChannelSection({
  name,
  channel,
  value,
  writer,
  step,
  marked,
  blame,
  isBlameCut,
  spotlight,
  onGo,
  onSelectCheckpoint,
}: ChannelSectionProps) {
  const reducer = channel === null ? "not declared" : channel.reducer.label;
  const note = channel === null ? undefined : CHANNEL_NOTES[channel.type];
  return (
    <section
      aria-label={name}
      data-channel={name}
      aria-current={spotlight !== null ? "true" : undefined}
      className={cn("border-b border-line px-3.5 py-2 last:border-b-0", spotlight?.index === null && "bg-selected shadow-[inset_2px_0_var(--focus)]")}
    >
      <div className="flex items-center gap-1.5">
        <h3 className="max-w-[60%] shrink-0 truncate font-mono text-[12.5px] font-semibold">{name}</h3>
        {reducer === note?.label ? null : <Chip>{reducer}</Chip>}
        {note === undefined ? null : <Chip title={note.title}>{note.label}</Chip>}
        {Array.isArray(value) ? <Chip aria-label={`${value.length} items`}>{value.length}</Chip> : null}
        <span className="ml-auto min-w-0 truncate text-sm text-faint">
          {writer !== null ? (
            <WriterLink name={writerName(writer)} step={writer.step} onClick={() => onGo(writer)} />
          ) : step !== null ? (
            <WriterLink name={writerName({ ...step, node: null })} step={step.step} onClick={() => onSelectCheckpoint(step.checkpoint_id)} />
          ) : value === undefined ? (
            "never written"
          ) : (
            "initial value"
          )}
        </span>
      </div>
      {value === undefined ? null : (
        <div className="mt-1">
          <ValueView value={value} label={name} blame={blame} spotlight={spotlight?.index ?? null} {...(marked === undefined ? {} : { marked })} />
          {isBlameCut && blame !== undefined ? (
            <p className="mt-1 text-sm text-faint">The thread is too long to look all the way back: items without a writer are the oldest.</p>
          ) : null}
        </div>
      )}
    </section>
  );
}

function WriterLink({ name, step, onClick }: { name: string; step: number; onClick: () => void }) {
  return (
    <button
      type="button"
      title="Go to the step that wrote it"
      onClick={onClick}
      className="-my-1 min-h-6 max-w-full min-w-6 truncate rounded align-bottom underline decoration-line-strong underline-offset-2 hover:text-text"
    >
      {name} · step {formatStep(step)}
    </button>
  );
}
