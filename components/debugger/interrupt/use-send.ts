"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { isRetrographError } from "@/lib/errors";
import type { Json } from "@/lib/schema/json";
import { messageOf } from "../show-error";
import { useWorkbench } from "../workbench-context";

export type Sending = {
  /** Why the last try did not go through, or that it is kept as a vote. */
  problem: string | null;
  /** True when the answers were taken. */
  send: (answers: Record<string, Json>) => Promise<boolean>;
  /** Goes back before an answered request and answers it differently. */
  sendAgain: (interruptId: string, answer: Json) => Promise<boolean>;
};

/** Sends answers of the thread, and says what became of them. */
export function useSend(threadId: string | null): Sending {
  const { actions } = useWorkbench();
  const queryClient = useQueryClient();
  const [problem, setProblem] = useState<string | null>(null);

  async function attempt(start: () => Promise<void>): Promise<boolean> {
    setProblem(null);
    try {
      await start();
      return true;
    } catch (error) {
      const code = isRetrographError(error) ? error.code : null;
      const isTaken = code === "already_answered" || code === "interrupt_not_found";
      // The answer of one of two who must give it: it is kept on the server, and the request waits on.
      const isVote = code === "approval_missing";
      setProblem(isTaken ? `${messageOf(error)} What you typed is kept.` : messageOf(error));
      if (isTaken || isVote) void queryClient.invalidateQueries({ queryKey: ["interrupts", threadId] });
      return false;
    }
  }

  return {
    problem,
    send: (answers) => attempt(() => actions.answer(answers)),
    sendAgain: (interruptId, answer) => attempt(() => actions.answerAgain(interruptId, answer)),
  };
}
