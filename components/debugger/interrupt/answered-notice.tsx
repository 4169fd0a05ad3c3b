"use client";

import { useQuery } from "@tanstack/react-query";
import { CircleCheck, CircleSlash } from "lucide-react";
import { useMemo, useState } from "react";
import { RequestForm } from "@/components/approvals/request/request-form";
import { forgetDraft, hasDraft } from "@/components/approvals/request/use-request-draft";
import { Button } from "@/components/ui/button";
import { RelativeTime } from "@/components/ui/relative-time";
import { listInterrupts } from "@/lib/client/api";
import { answerWords } from "@/lib/request/answer-words";
import type { Interrupt } from "@/lib/schema/thread";
import { useWorkbench } from "../workbench-context";
import { draftKeyOf } from "./draft-key";
import { useSend } from "./use-send";

/**
 * The requests of the selected moment that were answered, by whom and with what; and those, wherever they are, for which
 * something was typed here when somebody else was faster.
 */
export function AnsweredHere() {
  const { threadId, outerEntry } = useWorkbench();
  const { data } = useQuery({
    queryKey: ["interrupts", threadId],
    queryFn: ({ signal }) => listInterrupts(threadId ?? "", signal),
    enabled: threadId !== null,
  });
  const [discarded, setDiscarded] = useState<ReadonlySet<string>>(new Set());
  const checkpointId = outerEntry?.checkpoint_id;
  const shown = useMemo(() => {
    return (data ?? [])
      .filter(({ status }) => status !== "waiting")
      .map((interrupt) => ({ interrupt, isLate: !discarded.has(interrupt.interrupt_id) && hasDraft(draftKeyOf(interrupt)) }))
      .filter(({ interrupt, isLate }) => isLate || (interrupt.status === "answered" && interrupt.checkpoint_id === checkpointId));
  }, [data, checkpointId, discarded]);
  if (shown.length === 0) return null;
  return (
    <div className="border-t border-line bg-panel">
      {shown.map(({ interrupt, isLate }) => (
        <AnsweredNotice
          key={interrupt.interrupt_id}
          interrupt={interrupt}
          isLate={isLate}
          onDiscard={() => {
            forgetDraft(draftKeyOf(interrupt));
            setDiscarded(new Set([...discarded, interrupt.interrupt_id]));
          }}
        />
      ))}
    </div>
  );
}

export type AnsweredNoticeProps = {
  interrupt: Interrupt;
  /** Something was typed here that was not sent before another answered. */
  isLate: boolean;
  onDiscard: () => void;
};

/** A request that was answered, and the way back before it. */
export function AnsweredNotice({ interrupt, isLate, onDiscard }: AnsweredNoticeProps) {
  const [isAgain, setAgain] = useState(false);
  const { node, status } = interrupt;
  const isAnswered = status === "answered";
  const Icon = isAnswered ? CircleCheck : CircleSlash;
  return (
    <section
      role={isLate ? "status" : undefined}
      aria-label={`Answered question of ${node}`}
      className="border-t border-line px-3.5 py-2.5 first:border-0"
    >
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <Icon aria-hidden className={isAnswered ? "size-3.5 shrink-0 text-ok" : "size-3.5 shrink-0 text-muted"} />
        <p className="min-w-0 flex-1 basis-3/5 break-words first-letter:uppercase">
          <WhatBecameOfIt interrupt={interrupt} />
          {isLate ? <span className="block text-wait">You had not sent yours. What you typed is kept.</span> : null}
        </p>
        {isLate ? (
          <Button size="sm" variant="ghost" onClick={onDiscard}>
            Discard it
          </Button>
        ) : null}
        <Button size="sm" aria-expanded={isAgain} onClick={() => setAgain(!isAgain)}>
          {isAgain ? "Cancel" : "Answer differently…"}
        </Button>
      </div>
      {isAgain ? <AnswerAgain interrupt={interrupt} draftKey={isLate ? draftKeyOf(interrupt) : `again:${draftKeyOf(interrupt)}`} /> : null}
    </section>
  );
}

function WhatBecameOfIt({ interrupt: { node, status, value, answer, answered_at, answered_by } }: { interrupt: Interrupt }) {
  const name = <span className="font-mono">{node}</span>;
  if (status !== "answered") return <>The question of {name} is no longer asked: the thread went another way.</>;
  return (
    <>
      {answered_by ?? "Somebody"} answered {name}
      {answer === undefined ? null : (
        <>
          : <span className="font-medium">{answerWords(value, answer)}</span>
        </>
      )}
      {answered_at === null ? null : <RelativeTime iso={answered_at} className="ml-1.5 text-sm text-muted" />}
    </>
  );
}

function AnswerAgain({ interrupt, draftKey }: { interrupt: Interrupt; draftKey: string }) {
  const { isStarting, description } = useWorkbench();
  const { problem, sendAgain } = useSend(interrupt.thread_id);
  return (
    <div className="mt-2.5">
      <p className="mb-2 text-sm text-muted">
        Goes back before this answer and gives another, on a branch of its own. What was answered stays on its branch; what was done outside is not
        undone.
      </p>
      <RequestForm
        value={interrupt.value}
        responseSchema={interrupt.response_schema ?? null}
        node={interrupt.node}
        draftKey={draftKey}
        disabled={isStarting || description === null}
        problem={problem}
        layout="panel"
        keys={false}
        onSend={(given) => sendAgain(interrupt.interrupt_id, given)}
      />
    </div>
  );
}
