import { useEffect, useMemo, useRef, useState } from "react";
import { cn } from "@/components/ui/cn";
import { formatCount } from "@/components/ui/format";
import type { Json } from "@/lib/schema/json";
import type { ItemBlame } from "../use-blame";
import { MoreButton } from "./long-text";
import { MessageCard } from "./message-card";
import { readMessage } from "./read-message";

/** The newest messages are what one looks for; others are a click away. */
const SHOWN = 20;
const MORE = 100;

export type MessageListProps = { messages: Json[]; marked?: ReadonlySet<number>; blame?: ItemBlame | undefined; spotlight?: number | null };

/** Chat messages as a conversation, newest last. */
export function MessageList({ messages, marked, blame, spotlight = null }: MessageListProps) {
  const { start, end, showEarlier, showLater } = useShownPart(messages.length, spotlight);
  const visible = useMemo(() => messages.slice(start, end).map((message) => readMessage(message)), [messages, start, end]);
  const lit = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (spotlight !== null) lit.current?.scrollIntoView({ block: "nearest" });
  }, [spotlight]);
  return (
    <div>
      {start > 0 ? (
        <MoreButton onClick={showEarlier}>{`Show ${Math.min(MORE, start)} of ${formatCount(start, "earlier message")}`}</MoreButton>
      ) : null}
      <ol start={start} className="-mx-3.5">
        {visible.map((message, at) => {
          const index = start + at;
          const writer = blame?.writerOf(index) ?? null;
          return message === null ? null : (
            <li
              key={message.id ?? index}
              ref={index === spotlight ? lit : undefined}
              aria-current={index === spotlight ? "true" : undefined}
              className={cn(
                "group/item px-3.5 py-1.5",
                marked?.has(index) === true && "bg-ok-bg shadow-[inset_2px_0_var(--ok)]",
                index === spotlight && "bg-selected shadow-[inset_2px_0_var(--focus)]",
              )}
            >
              <MessageCard
                message={message}
                index={index}
                written={blame === undefined || writer === null ? null : { writer, always: blame.always, onGo: () => blame.onGo(writer, index) }}
              />
            </li>
          );
        })}
      </ol>
      {end < messages.length ? (
        <MoreButton
          onClick={showLater}
        >{`Show ${Math.min(MORE, messages.length - end)} of ${formatCount(messages.length - end, "later message")}`}</MoreButton>
      ) : null}
    </div>
  );
}

/** Which messages are drawn: the newest, or those around the one that one has come for. */
function useShownPart(length: number, spotlight: number | null) {
  const [part, setPart] = useState<{ before: number; after: number; around: number | null }>({ before: SHOWN, after: 0, around: null });
  const isNewest = spotlight === null || spotlight >= length - SHOWN;
  const around = isNewest ? null : spotlight;
  if (part.around !== around) setPart({ before: around === null ? SHOWN : SHOWN / 2, after: around === null ? 0 : SHOWN / 2, around });
  const middle = part.around ?? length;
  return {
    start: Math.max(0, middle - part.before),
    end: Math.min(length, middle + part.after),
    showEarlier: () => setPart({ ...part, before: part.before + MORE }),
    showLater: () => setPart({ ...part, after: part.after + MORE }),
  };
}
