"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { Button } from "@/components/ui/button";
import { Chip } from "@/components/ui/chip";
import { Kbd } from "@/components/ui/kbd";
import { useShortcuts, type Shortcuts } from "@/components/ui/shortcuts";
import { StatusDot } from "@/components/ui/status-dot";
import { isRetrographError } from "@/lib/errors";
import type { Json } from "@/lib/schema/json";
import type { Interrupt } from "@/lib/schema/thread";
import { messageOf } from "../show-error";
import { ANSWER_ID } from "../use-workbench-value";
import { useWorkbench } from "../workbench-context";
import { ActionDecisions } from "./action-decisions";
import { assignKeys } from "./choice-keys";
import { ChoiceDetail } from "./choice-detail";
import { FreeAnswer } from "./free-answer";
import { PayloadBody } from "./payload-body";
import { readPayload, type Choice } from "./payload";
import { useAnswerDraft } from "./use-answer-draft";

/** One question with its payload and the ways to answer it. */
export function InterruptForm({ interrupt, isOnly, isFirst }: { interrupt: Interrupt; isOnly: boolean; isFirst: boolean }) {
  const { actions, isStarting, description } = useWorkbench();
  const queryClient = useQueryClient();
  const view = useMemo(() => readPayload(interrupt.value), [interrupt.value]);
  const { draft, change, forget } = useAnswerDraft(interrupt.interrupt_id);
  const [problem, setProblem] = useState<string | null>(null);
  const chosen = view.choices.find((choice) => choice.key === draft.choice && choice.needs.kind !== "nothing");
  const keys = useMemo(() => assignKeys(view.choices), [view.choices]);
  const isBlocked = isStarting || description === null;

  async function send(answer: Json) {
    setProblem(null);
    try {
      await actions.answer({ [interrupt.interrupt_id]: answer });
      forget();
    } catch (error) {
      const isTaken = isRetrographError(error) && error.code === "already_answered";
      setProblem(
        isTaken ? "This was already answered somewhere else. What you typed is kept; the page now shows where the thread stands." : messageOf(error),
      );
      if (isTaken) void queryClient.invalidateQueries({ queryKey: ["interrupts", interrupt.thread_id] });
    }
  }

  function pick(choice: Choice) {
    if (isBlocked) return;
    setProblem(null);
    if (choice.needs.kind === "nothing") void send(choice.toAnswer("", null));
    else if (chosen?.key === choice.key) change({ choice: null });
    else
      change({
        choice: choice.key,
        ...(choice.needs.kind === "edit" && draft.edited === "" ? { edited: JSON.stringify(choice.needs.start, null, 2) } : {}),
      });
  }

  const shortcuts: Shortcuts = {};
  if (isOnly) for (const [key, choice] of keys) shortcuts[key] = () => pick(choice);
  useShortcuts(shortcuts);

  return (
    <section
      aria-label={`Question of ${interrupt.node}`}
      id={isFirst ? ANSWER_ID : undefined}
      tabIndex={-1}
      className="border-t border-line px-3.5 pt-3 pb-3.5 -outline-offset-2 first:border-0"
    >
      <h2 className="flex items-center gap-2 font-semibold">
        <StatusDot tone="wait" label="waiting for you" />
        <span className="min-w-0 break-words">{view.title ?? "The workflow asks"}</span>
        <Chip tone="wait" className="font-mono">
          {interrupt.node}
        </Chip>
      </h2>
      <PayloadBody view={view} />
      <p className="mt-2.5 flex justify-between gap-3 rounded-md border border-line px-2.5 py-1.5 text-sm">
        Runs again when you answer, from its first line
        <span title={interrupt.node} className="max-w-[50%] shrink-0 truncate font-mono text-muted">
          {interrupt.node}
        </span>
      </p>
      {view.actions === undefined ? null : (
        <ActionDecisions
          actions={view.actions}
          draft={draft.actions}
          onChange={(decided) => change({ actions: decided })}
          disabled={isBlocked}
          onSend={(answer) => void send(answer)}
        />
      )}
      {view.choices.length > 0 ? (
        <div className="mt-2.5 flex flex-wrap gap-1.5">
          {view.choices.map((choice) => {
            const key = [...keys].find(([, item]) => item === choice)?.[0];
            const isOpen = chosen?.key === choice.key;
            return (
              <Button
                key={choice.key}
                variant={choice.style}
                aria-expanded={choice.needs.kind === "nothing" ? undefined : isOpen}
                disabled={isBlocked}
                onClick={() => pick(choice)}
                className={isOpen ? "bg-hover" : undefined}
              >
                {choice.label}
                {choice.needs.kind === "nothing" ? "" : "…"}
                {isOnly && key ? <Kbd>{key.toUpperCase()}</Kbd> : null}
              </Button>
            );
          })}
        </div>
      ) : null}
      {chosen ? (
        <ChoiceDetail key={chosen.key} choice={chosen} draft={draft} change={change} disabled={isBlocked} onSend={(answer) => void send(answer)} />
      ) : null}
      {problem ? (
        <p role="alert" className="mt-2 text-bad">
          {problem}
        </p>
      ) : null}
      <FreeAnswer
        isMain={view.choices.length === 0 && view.actions === undefined}
        value={draft.free}
        onChange={(free) => change({ free })}
        disabled={isBlocked}
        onSend={(answer) => void send(answer)}
      />
      {description === null ? (
        <p className="mt-2 text-sm text-muted">The workflow has to load before the thread can go on. What you type is kept.</p>
      ) : null}
    </section>
  );
}
