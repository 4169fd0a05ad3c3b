import { Chip } from "@/components/ui/chip";
import type { PlannedTask } from "@/lib/schema/rerun";
import { CodeExcerpt } from "./code-excerpt";
import type { OpenSpan } from "./open-span";
import { PastCalls } from "./past-calls";

const WHY: Record<PlannedTask["why"], string> = {
  answered: "gets the answer",
  unanswered: "asks again",
  failed: "failed before",
  stopped: "was cut off",
  replayed: "ran before",
  next: "not run yet",
};

/** A node that runs again: what it did the last time, and the part of its code that is repeated. */
export function PlannedTaskCard({ task, onOpenSpan }: { task: PlannedTask; onOpenSpan?: OpenSpan | undefined }) {
  const { node, why, code, past } = task;
  if (code === null && past.length === 0) return null;
  return (
    <section aria-label={`${node} runs again`} className="min-w-0 rounded-md border border-line">
      <h4 className="flex flex-wrap items-center gap-2 border-b border-line px-3 py-1.5">
        <span className="font-mono text-sm font-semibold break-all">{node}</span>
        <Chip>{WHY[why]}</Chip>
      </h4>
      {past.length === 0 ? null : <PastCalls calls={past} asks={why === "answered" || why === "unanswered"} onOpenSpan={onOpenSpan} />}
      {code === null ? null : <CodeExcerpt code={code} />}
    </section>
  );
}
