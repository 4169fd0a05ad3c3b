import { cn } from "@/components/ui/cn";
import type { Writer } from "@/lib/schema/travel";
import { formatStep, shortId } from "../timeline/format";
import { nodeNames } from "../timeline/words";

/** Who it was, in a word or two: the node, or what else wrote from outside. */
export function writerName(writer: Pick<Writer, "node" | "nodes" | "source">): string {
  if (writer.node !== null && writer.node !== "__start__") return writer.node;
  const names = nodeNames(writer.nodes);
  if (writer.source === "input" || names === "") return writer.source === "loop" ? "input" : writer.source;
  return names.split(", ").length > 1 ? `one of ${names}` : names;
}

export type WriterTagProps = { writer: Writer; onGo: () => void; always: boolean; className?: string };

/** Who wrote an item, as a quiet label that leads there. */
export function WriterTag({ writer, onGo, always, className }: WriterTagProps) {
  const name = writerName(writer);
  return (
    <button
      type="button"
      title={`Written by ${name} in step ${formatStep(writer.step)}${writer.run_id === null ? "" : ` of run ${shortId(writer.run_id)}`}. Go there.`}
      onClick={(event) => {
        event.stopPropagation();
        onGo();
      }}
      className={cn(
        "max-h-6 min-h-6 max-w-36 shrink-0 truncate rounded px-1 font-sans text-[10.5px] leading-4 text-faint hover:bg-hover hover:text-text focus-visible:opacity-100",
        !always && "opacity-0 group-hover/item:opacity-100",
        className,
      )}
    >
      {name} · {formatStep(writer.step)}
    </button>
  );
}
