import { Check, Plus } from "lucide-react";

export type ChannelPickerProps = { names: string[]; edited: ReadonlySet<string>; onToggle: (name: string, on: boolean) => void };

/** Which channels are edited. */
export function ChannelPicker({ names, edited, onToggle }: ChannelPickerProps) {
  return (
    <div role="group" aria-label="Channels to edit" className="flex flex-wrap gap-1.5">
      {names.map((name) => {
        const on = edited.has(name);
        return (
          <button
            key={name}
            type="button"
            aria-pressed={on}
            onClick={() => onToggle(name, !on)}
            className="inline-flex h-6 items-center gap-1 rounded-md border border-line px-2 font-mono text-sm hover:bg-hover aria-pressed:border-transparent aria-pressed:bg-fork-bg aria-pressed:text-fork [&_svg]:size-3"
          >
            {on ? <Check aria-hidden /> : <Plus aria-hidden className="text-faint" />}
            {name}
          </button>
        );
      })}
    </div>
  );
}
