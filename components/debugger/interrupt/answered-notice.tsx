"use client";

import { useQuery } from "@tanstack/react-query";
import { CircleCheck } from "lucide-react";
import { useMemo, useState } from "react";
import { RequestForm } from "@/components/approvals/request/request-form";
import { Button } from "@/components/ui/button";
import { RelativeTime } from "@/components/ui/relative-time";
import { listInterrupts } from "@/lib/client/api";
import { answerWords } from "@/lib/request/answer-words";
import type { Interrupt } from "@/lib/schema/thread";
import { useWorkbench } from "../workbench-context";
import { draftKeyOf } from "./draft-key";
import { useSend } from "./use-send";

/** The requests of the selected moment that were answered, by whom and with what; each can be answered differently. */
export function AnsweredHere() {
  const { threadId, outerEntry } = useWorkbench();
  const { data } = useQuery({
    queryKey: ["interrupts", threadId],
    queryFn: ({ signal }) => listInterrupts(threadId ?? "", signal),
    enabled: threadId !== null,
  });
  const checkpointId = outerEntry?.checkpoint_id;
  const answered = useMemo(
    () => (data ?? []).filter((interrupt) => interrupt.status === "answered" && interrupt.checkpoint_id === checkpointId),
    [data, checkpointId],
  );
  if (answered.length === 0) return null;
  return (
    <div className="border-t border-line bg-panel">
      {answered.map((interrupt) => (
        <AnsweredNotice key={interrupt.interrupt_id} interrupt={interrupt} />
      ))}
    </div>
  );
}

/** A request that was answered, and the way back before it. */
export function AnsweredNotice({ interrupt }: { interrupt: Interrupt }) {
  const { isStarting, description } = useWorkbench();
  const [isAgain, setAgain] = useState(false);
  const { problem, sendAgain } = useSend(interrupt.thread_id);
  const { interrupt_id, node, value, answer, answered_at, answered_by } = interrupt;
  return (
    <section aria-label={`Answered question of ${node}`} className="border-t border-line px-3.5 py-2.5 first:border-0">
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <CircleCheck aria-hidden className="size-3.5 shrink-0 text-ok" />
        <p className="min-w-0 flex-1 break-words">
          {answered_by ?? "Somebody"} answered <span className="font-mono">{node}</span>
          {answer === undefined ? null : (
            <>
              : <span className="font-medium">{answerWords(value, answer)}</span>
            </>
          )}
          {answered_at === null ? null : <RelativeTime iso={answered_at} className="ml-1.5 text-sm text-muted" />}
        </p>
        <Button size="sm" aria-expanded={isAgain} onClick={() => setAgain(!isAgain)}>
          {isAgain ? "Cancel" : "Answer differently…"}
        </Button>
      </div>
      {isAgain ? (
        <div className="mt-2.5">
          <p className="mb-2 text-sm text-muted">
            Goes back before this answer and gives another, on a branch of its own. What was answered stays on its branch; what was done outside is
            not undone.
          </p>
          <RequestForm
            value={value}
            responseSchema={interrupt.response_schema ?? null}
            node={node}
            draftKey={`again:${draftKeyOf(interrupt)}`}
            disabled={isStarting || description === null}
            problem={problem}
            layout="panel"
            keys={false}
            onSend={(given) => sendAgain(interrupt_id, given)}
          />
        </div>
      ) : null}
    </section>
  );
}
