"use client";

import { useMemo } from "react";
import { useClock } from "@/components/ui/relative-time";
import { StatusDot } from "@/components/ui/status-dot";
import { isRefusal } from "@/lib/request/refusal";
import type { InboxDetail } from "@/lib/schema/inbox";
import type { Json } from "@/lib/schema/json";
import { ValueTree } from "../../approvals/request/value-tree";
import { formatAgoLong } from "../words";
import { answerLines } from "./answer-words";

/** An answer in words where its shape is known, else as it is. */
export function AnswerText({ asked, answer }: { asked: Json; answer: Json }) {
  const lines = useMemo(() => answerLines(asked, answer), [asked, answer]);
  if (lines === null) return <ValueTree value={answer} />;
  return (
    <ul className="flex flex-col gap-2">
      {lines.map(({ words, about, said, value }, place) => (
        <li key={place} className="min-w-0">
          <p>
            <span className="font-medium">{words}</span>
            {about === null ? null : <span className="font-mono text-sm"> {about}</span>}
          </p>
          {said === null ? null : <p className="break-words whitespace-pre-wrap text-muted">{said}</p>}
          {value === null ? null : <ValueTree value={value} />}
        </li>
      ))}
    </ul>
  );
}

/** What became of a request that waits no more: who answered it, when, and what. */
export function AnsweredCard({ detail: { item, interrupt } }: { detail: InboxDetail }) {
  const now = useClock();
  if (item.status === "gone")
    return (
      <section aria-label="No longer asked" className="rounded-lg border border-line bg-panel px-4 py-3">
        <p className="flex items-center gap-2 font-semibold">
          <StatusDot tone="off" label="no longer asked" />
          Nobody needs to answer this any more
        </p>
        <p className="mt-1 text-muted">
          The thread went another way before there was an answer: it was run on from elsewhere, or this branch was left.
        </p>
      </section>
    );
  const { answer } = interrupt;
  const isNo = answer !== undefined && isRefusal(interrupt.value, answer);
  const at = item.answered_at;
  return (
    <section aria-label="Answer" className="rounded-lg border border-line bg-panel">
      <h2 className="flex items-center gap-2 border-b border-line px-4 py-2.5 font-semibold">
        <StatusDot tone={isNo ? "bad" : "ok"} label={isNo ? "refused" : "answered"} />
        {isNo ? "Refused" : "Answered"}
        {item.answered_by === null ? null : ` by ${item.answered_by}`}
        {at === null ? null : (
          <time dateTime={at} title={now === 0 ? undefined : new Date(at).toLocaleString("en-GB")} className="font-normal text-muted">
            {now === 0 ? "" : formatAgoLong(at, now)}
          </time>
        )}
      </h2>
      <div className="px-4 py-3">
        {answer === undefined ? (
          <p className="text-muted">What was answered is not known: another program gave the answer.</p>
        ) : (
          <AnswerText asked={interrupt.value} answer={answer} />
        )}
      </div>
    </section>
  );
}
