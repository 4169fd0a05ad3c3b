"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { answerAgain, sendAnswers } from "@/lib/client/inbox-api";
import { isRetrographError } from "@/lib/errors";
import type { InboxItem } from "@/lib/schema/inbox";
import type { Json } from "@/lib/schema/json";
import type { ReplayMode } from "@/lib/schema/replay";
import { messageOf } from "../debugger/show-error";

/** `differsFrom`: who gave another answer, so that nothing is sent until they agree. */
export type Sent = { kind: "sent" } | { kind: "vote"; missing: number; differsFrom: string[] };

export type SendAnswer = {
  isSending: boolean;
  /** Why the last try was refused; what was typed is still there. */
  problem: string | null;
  /** The session has ended: the answer can be sent after a login. */
  needsLogin: boolean;
  /** null where it was refused. */
  send: (answer: Json, replay: ReplayMode) => Promise<Sent | null>;
  forget: () => void;
};

type Refusal = { code: string; message: string };

/** Answers one request; `again`: one that was answered before, on a branch of its own. */
export function useSendAnswer(item: Pick<InboxItem, "thread_id" | "interrupt_id">, again: boolean): SendAnswer {
  const queryClient = useQueryClient();
  const [isSending, setSending] = useState(false);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const { thread_id, interrupt_id } = item;

  async function attempt(answer: Json, replay: ReplayMode): Promise<Sent | Refusal> {
    if (again) {
      await answerAgain(interrupt_id, { thread_id, answer, replay });
      return { kind: "sent" };
    }
    const { results } = await sendAnswers({ answers: [{ thread_id, interrupt_id, answer }], replay });
    const outcome = results[0]?.outcome;
    if (outcome === undefined) return { code: "internal", message: "The server did not say what became of the answer." };
    if (outcome.status === "sent") return { kind: "sent" };
    if (outcome.status === "vote") return { kind: "vote", missing: outcome.missing, differsFrom: outcome.differs_from ?? [] };
    return { code: outcome.code, message: outcome.message };
  }

  async function send(answer: Json, replay: ReplayMode): Promise<Sent | null> {
    setSending(true);
    setRefusal(null);
    try {
      const result = await attempt(answer, replay);
      if ("kind" in result) return result;
      setRefusal(result);
      return null;
    } catch (error) {
      setRefusal({ code: isRetrographError(error) ? error.code : "internal", message: messageOf(error) });
      return null;
    } finally {
      setSending(false);
      void queryClient.invalidateQueries({ queryKey: ["inbox"] });
      void queryClient.invalidateQueries({ queryKey: ["threads"] });
    }
  }

  return {
    isSending,
    problem: refusal === null ? null : inWords(refusal),
    needsLogin: refusal?.code === "unauthorized",
    send,
    forget: () => setRefusal(null),
  };
}

function inWords({ code, message }: Refusal): string {
  if (code === "unauthorized") return "You are not logged in any more. What you typed is kept: log in, then send it.";
  if (code === "runner_unresponsive") return `${message} What you typed is kept.`;
  return message;
}
