"use client";

import { ChevronDown, ChevronRight } from "lucide-react";
import Link from "next/link";
import { useId, useState } from "react";
import { Chip } from "@/components/ui/chip";
import { RelativeTime } from "@/components/ui/relative-time";
import type { Repeat } from "@/lib/schema/effect";
import { RepeatSides } from "./repeat-sides";
import { CAUSE_HELP, CAUSE_LABEL, harmOf, whatCameOfIt, whatHappened } from "./words";

const HARM = {
  repeated: { tone: "bad", text: "more than once" },
  maybe: { tone: "wait", text: "perhaps more than once" },
  once: { tone: "ok", text: "once" },
} as const;

export type RepeatRowProps = {
  repeat: Repeat;
  /** Title of its workflow; without, the row stands in its own thread and names neither. */
  workflow?: string;
  isOpen?: boolean;
};

/** One repeated effect: what happened and what came of it; opened, its executions side by side. */
export function RepeatRow({ repeat, workflow, isOpen: startsOpen = false }: RepeatRowProps) {
  const [isOpen, setOpen] = useState(startsOpen);
  const id = useId();
  const harm = HARM[harmOf(repeat)];
  const last = repeat.effects.at(-1);
  const Arrow = isOpen ? ChevronDown : ChevronRight;
  return (
    <li className="px-3 py-2.5">
      <div className="flex items-start gap-2 max-sm:flex-wrap">
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setOpen(!isOpen)}
          className="flex min-w-0 flex-1 items-start gap-1.5 rounded text-left max-sm:basis-full hover:text-text [&_svg]:mt-0.5 [&_svg]:size-3.5 [&_svg]:shrink-0"
        >
          <Arrow aria-hidden className="text-faint" />
          <span className="min-w-0">
            <span className="font-medium break-words">{whatHappened(repeat)}</span>
            <span className="block text-muted">{whatCameOfIt(repeat)}</span>
          </span>
        </button>
        <Chip tone={harm.tone} className="max-sm:ml-5">
          {harm.text}
        </Chip>
        <Chip title={CAUSE_HELP[repeat.cause]}>{CAUSE_LABEL[repeat.cause]}</Chip>
        {last === undefined ? null : <RelativeTime iso={last.at} className="w-10 text-right text-xs text-faint max-sm:ml-auto" />}
      </div>
      <p className="mt-0.5 truncate pl-5 text-sm text-muted">
        {workflow === undefined ? null : (
          <>
            {`${workflow} · `}
            <Link
              href={`/w/${encodeURIComponent(repeat.graph_id)}/t/${encodeURIComponent(repeat.thread_id)}`}
              prefetch={false}
              className="underline-offset-2 hover:underline"
            >
              {repeat.thread_title}
            </Link>
            {" · "}
          </>
        )}
        {repeat.node === "" ? "outside of any node" : <span className="font-mono">{repeat.node}</span>}
      </p>
      <div id={id} className="pl-5">
        {isOpen ? (
          <div className="pt-2">
            <RepeatSides repeat={repeat} />
          </div>
        ) : null}
      </div>
    </li>
  );
}
