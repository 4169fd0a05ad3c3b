import { Chip } from "@/components/ui/chip";
import type { CheckpointView } from "@/lib/schema/checkpoint";
import type { Json } from "@/lib/schema/json";
import { ValueView } from "../values/value-view";

/** What a checkpoint holds beside its state: an input that no node has taken yet, and what a function keeps for its next run. */
export function BesideState({ view }: { view: CheckpointView }) {
  return (
    <>
      {view.input === undefined ? null : (
        <Held name="input" note="not taken yet" title="The nodes of the next step take it into the state." value={view.input} />
      )}
      {view.saved === undefined ? null : (
        <Held
          name="kept"
          note="for the next run"
          title="What the function finds as its previous state when it runs again on this thread."
          value={view.saved}
        />
      )}
    </>
  );
}

function Held({ name, note, title, value }: { name: string; note: string; title: string; value: Json }) {
  return (
    <section aria-label={`${name}, ${note}`} className="border-b border-line px-3.5 py-2 last:border-b-0">
      <h3 className="flex items-center gap-1.5">
        <span className="text-[12.5px] font-semibold">{name}</span>
        <Chip title={title}>{note}</Chip>
      </h3>
      <div className="mt-1">
        <ValueView value={value} label={name} />
      </div>
    </section>
  );
}
