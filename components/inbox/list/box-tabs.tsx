import { cn } from "@/components/ui/cn";
import type { InboxCounts } from "@/lib/schema/inbox";
import { BOXES, type Box } from "../filters";
import { BOX_WORDS } from "../words";

/** The three boxes with how many are in each. */
export function BoxTabs({ box, counts, onBox }: { box: Box; counts: InboxCounts | null; onBox: (box: Box) => void }) {
  return (
    <nav aria-label="Boxes" className="flex h-8 shrink-0 overflow-hidden rounded-md border border-line max-md:h-11">
      {BOXES.map((id) => (
        <button
          key={id}
          type="button"
          aria-current={id === box ? "true" : undefined}
          onClick={() => onBox(id)}
          className={cn(
            "flex flex-1 items-center justify-center gap-1.5 px-2 -outline-offset-2",
            id === box ? "bg-hover font-semibold text-text" : "text-muted hover:text-text",
          )}
        >
          {BOX_WORDS[id]}
          {counts !== null && counts[id] > 0 ? (
            <span className={cn("tabular-nums", id !== "waiting" && "font-normal text-faint")}>{counts[id].toLocaleString("en")}</span>
          ) : null}
        </button>
      ))}
    </nav>
  );
}
