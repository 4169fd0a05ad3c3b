"use client";

import Link from "next/link";
import { Button } from "@/components/ui/button";
import { RequestForm } from "@/components/approvals/request/request-form";
import { answerWords } from "@/lib/request/answer-words";
import type { Interrupt } from "@/lib/schema/thread";
import { useWorkbench } from "../workbench-context";
import { draftKeyOf } from "./draft-key";
import { PlanSummary } from "./plan-summary";
import type { Staged } from "./staged";
import { TryBoth } from "./try-both";
import { useSend } from "./use-send";

export type InterruptFormProps = {
  interrupt: Interrupt;
  /** Nothing else waits beside it: it is answered at once, and its keys work. */
  isOnly: boolean;
  /** Its answer among several that are sent together. */
  staged?: Staged | null;
  onStage?: (staged: Staged | null) => void;
};

/** One request with its payload and the ways to answer it. */
export function InterruptForm({ interrupt, isOnly, staged = null, onStage }: InterruptFormProps) {
  const { isStarting, description } = useWorkbench();
  const { problem, send } = useSend(interrupt.thread_id);
  const isBlocked = isStarting || description === null;
  const { interrupt_id, node, value } = interrupt;

  if (staged !== null && onStage !== undefined) {
    return (
      <>
        <StagedAnswer
          interrupt={interrupt}
          staged={staged}
          disabled={isBlocked}
          onChange={() => onStage(null)}
          onSend={() => void send({ [interrupt_id]: staged.answer })}
        />
        {problem === null ? null : (
          <p role="alert" className="mt-2 text-bad">
            {problem}
          </p>
        )}
      </>
    );
  }
  return (
    <>
      <RequestForm
        value={value}
        responseSchema={interrupt.response_schema ?? null}
        node={node}
        draftKey={draftKeyOf(interrupt)}
        disabled={isBlocked}
        problem={problem}
        layout="panel"
        keys={isOnly}
        onSend={async (answer, words) => {
          if (isOnly || onStage === undefined) return send({ [interrupt_id]: answer });
          onStage({ answer, words });
          // What was typed stays until it is sent, so that it can be changed.
          return false;
        }}
        extraButtons={
          <>
            <TryBoth interrupt={interrupt} disabled={isBlocked} />
            <Link
              href={`/inbox/${encodeURIComponent(interrupt_id)}?thread=${interrupt.thread_id}`}
              prefetch={false}
              className="ml-auto text-sm text-muted underline decoration-line-strong underline-offset-2 hover:text-text"
            >
              Open in inbox
            </Link>
          </>
        }
      >
        <PlanSummary interrupt={interrupt} />
      </RequestForm>
      {description === null ? (
        <p className="mt-2 text-sm text-muted">The workflow has to load before the thread can go on. What you type is kept.</p>
      ) : null}
    </>
  );
}

type StagedAnswerProps = { interrupt: Interrupt; staged: Staged; disabled: boolean; onChange: () => void; onSend: () => void };

function StagedAnswer({ interrupt: { node, value }, staged, disabled, onChange, onSend }: StagedAnswerProps) {
  return (
    <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
      <h2 className="min-w-0 flex-1 break-words">
        <span className="font-mono font-medium">{node}</span> <span className="text-muted">decided:</span> {answerWords(value, staged.answer)}
      </h2>
      <Button size="sm" onClick={onChange}>
        Change
      </Button>
      <Button size="sm" variant="ghost" disabled={disabled} onClick={onSend}>
        Send this alone
      </Button>
    </div>
  );
}
