import { Empty } from "@/components/ui/empty";
import type { CheckpointView } from "@/lib/schema/checkpoint";
import type { GraphDescription } from "@/lib/schema/graph";
import { listWords } from "../../timeline/format";
import { ValueView } from "../values/value-view";

/** What is said where a checkpoint has no values: a function that has not ended has none yet. */
export function EmptyState({ view, description }: { view: CheckpointView; description: GraphDescription | null }) {
  if (description?.api !== "entrypoint") return <p className="px-3.5 py-3 text-muted">The state is empty.</p>;
  const asked = view.tasks.flatMap((task) => task.interrupts);
  const names = listWords([...new Set(view.tasks.map((task) => task.name))]);
  if (asked.length > 0) {
    return (
      <section aria-label="What it waits for" className="px-3.5 py-3">
        <p className="text-muted">
          <span className="font-mono text-text">{names}</span> waits for an answer. A function has no state until it ends; then its result is saved
          here.
        </p>
        {asked.map((interrupt) => (
          <div key={interrupt.id} className="mt-2 rounded-md bg-wait-bg px-2.5 py-1.5">
            <p className="text-sm text-wait">asks</p>
            <ValueView value={interrupt.value} label="Question" />
          </div>
        ))}
      </section>
    );
  }
  return (
    <Empty title={view.next.length === 0 ? "Nothing was saved" : "It has not ended yet"}>
      {view.next.length === 0
        ? "The function returned nothing, so there is nothing to keep."
        : "A function has no state until it ends. Its result, and what it hands to the next run, are saved here then."}
    </Empty>
  );
}
