import { Check } from "lucide-react";
import type { MouseEvent } from "react";
import { cn } from "@/components/ui/cn";
import { RelativeTime } from "@/components/ui/relative-time";
import { StatusDot } from "@/components/ui/status-dot";
import type { InboxItem } from "@/lib/schema/inbox";
import { KIND_WORDS, requestMarks, requestStanding, type RequestMark } from "../words";

/** Of every row: the list is as long as the rows that it has not read. */
export const ROW_HEIGHT = 80;

const MARK_TONES: Record<RequestMark["tone"], string> = { bad: "text-bad", wait: "text-wait", plain: "text-muted" };

export type RequestRowProps = {
  item: InboxItem;
  href: string;
  workflow: string;
  now: number;
  isOpen: boolean;
  isSelected: boolean;
  /** Others are selected: a click on a row's box is what one does now. */
  isSelecting: boolean;
  onOpen: () => void;
  /** `range`: all rows from the one that was selected before. */
  onSelect: (range: boolean) => void;
};

/** A request as three lines: what is asked, more of it, and whose it is. */
export function RequestRow({ item, href, workflow, now, isOpen, isSelected, isSelecting, onOpen, onSelect }: RequestRowProps) {
  const { tone, label } = requestStanding(item);
  const marks = requestMarks(item, now);

  function onClick(event: MouseEvent) {
    if (event.metaKey || event.ctrlKey || event.button !== 0) return;
    event.preventDefault();
    if (event.shiftKey) onSelect(true);
    else onOpen();
  }

  return (
    <div
      className={cn(
        "group/row relative flex h-full border-b border-line hover:bg-hover",
        isSelected && "bg-hover",
        isOpen && "bg-selected hover:bg-selected",
      )}
    >
      <SelectBox title={item.title} isSelected={isSelected} isVisible={isSelecting} onSelect={onSelect} />
      <a href={href} aria-current={isOpen ? "true" : undefined} onClick={onClick} className="min-w-0 flex-1 py-2.5 pr-4 -outline-offset-2">
        <span className="flex items-baseline gap-2">
          <span className="min-w-0 flex-1 truncate font-semibold">{item.title}</span>
          <RelativeTime iso={item.answered_at ?? item.asked_at} className="shrink-0 text-sm text-faint" />
        </span>
        <span className="block h-[19px] truncate text-muted">{item.summary === "" ? KIND_WORDS[item.kind] : item.summary}</span>
        <span className="mt-0.5 flex items-center gap-1.5 text-sm">
          <StatusDot tone={tone} label={label} />
          <span className="min-w-8 truncate text-faint">
            {workflow} · {item.thread_title}
          </span>
          {marks.slice(0, 3).map(({ text, tone: markTone }) => (
            <span key={text} className={cn("max-w-40 shrink-0 truncate before:mr-1.5 before:text-faint before:content-['·']", MARK_TONES[markTone])}>
              {text}
            </span>
          ))}
        </span>
      </a>
    </div>
  );
}

type SelectBoxProps = { title: string; isSelected: boolean; isVisible: boolean; onSelect: (range: boolean) => void };

function SelectBox({ title, isSelected, isVisible, onSelect }: SelectBoxProps) {
  return (
    <button
      type="button"
      role="checkbox"
      aria-checked={isSelected}
      aria-label={`Select ${title}`}
      onClick={(event) => onSelect(event.shiftKey)}
      className="grid w-8 shrink-0 place-items-start justify-center pt-[13px] -outline-offset-2 max-md:w-11"
    >
      <span
        className={cn(
          "grid size-3.5 place-items-center rounded-[3px] border border-line-strong bg-panel",
          isSelected
            ? "border-text bg-text text-bg"
            : !isVisible && "opacity-0 group-focus-within/row:opacity-100 group-hover/row:opacity-100 max-md:opacity-100",
        )}
      >
        {isSelected ? <Check aria-hidden className="size-2.5" strokeWidth={3} /> : null}
      </span>
    </button>
  );
}

/** Stands for a row that has not been read yet. */
export function EmptyRow() {
  return (
    <div aria-hidden className="flex h-full flex-col gap-2 border-b border-line py-3 pr-4 pl-8">
      <span className="h-3 w-2/3 rounded bg-hover" />
      <span className="h-3 w-11/12 rounded bg-hover" />
      <span className="h-3 w-1/2 rounded bg-hover" />
    </div>
  );
}
