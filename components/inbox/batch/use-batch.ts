"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { getRequest, sendAnswers } from "@/lib/client/inbox-api";
import type { AnswersBody, AnswersResult, InboxDetail, InboxItem } from "@/lib/schema/inbox";
import { messageOf } from "../../debugger/show-error";
import { requestKey } from "../filters";
import { quickAnswer, takesReason, type Verdict } from "@/lib/request/quick-answer";

/** How one request of several stands. */
export type BatchState =
  | { status: "reading" }
  | { status: "ready"; detail: InboxDetail; problem: string | null }
  | { status: "unread"; problem: string }
  | { status: "sent" }
  | { status: "vote"; missing: number }
  | { status: "refused"; problem: string };

export type BatchRow = { item: InboxItem; state: BatchState };

/** Requests are read so many at a time, and answered in groups of so many: what happens is told as it happens. */
const READERS = 6;
const GROUP = 25;

/** Reads several requests and answers them together, one outcome each. */
export function useBatch(items: readonly InboxItem[], verdict: Verdict) {
  const queryClient = useQueryClient();
  const [states, setStates] = useState<ReadonlyMap<string, BatchState>>(new Map());
  const [isSending, setSending] = useState(false);
  // The dialog is about the requests that were selected when it was opened.
  const [all] = useState(items);
  const stopped = useRef(false);
  const put = (item: InboxItem, state: BatchState) => setStates((old) => new Map(old).set(requestKey(item), state));

  useEffect(() => {
    const abort = new AbortController();
    void readAll(all, verdict, abort.signal, put);
    return () => abort.abort();
  }, [all, verdict]);
  useEffect(() => () => void (stopped.current = true), []);

  const rows: BatchRow[] = all.map((item) => ({ item, state: states.get(requestKey(item)) ?? { status: "reading" } }));
  const ready = rows.filter((row) => row.state.status === "ready" && row.state.problem === null);

  async function send(reason: string) {
    setSending(true);
    const answers = ready.flatMap(({ item, state }) => {
      const answer = state.status === "ready" ? quickAnswer(state.detail.interrupt.value, verdict, reason) : null;
      if (answer === null || answer.problem !== null) {
        if (answer !== null) put(item, { status: "refused", problem: answer.problem });
        return [];
      }
      return [{ item, body: { thread_id: item.thread_id, interrupt_id: item.interrupt_id, answer: answer.answer } }];
    });
    for (const group of grouped(answers)) {
      if (stopped.current) break;
      await sendGroup(group, put);
    }
    setSending(false);
    void queryClient.invalidateQueries({ queryKey: ["inbox"] });
  }

  return {
    rows,
    ready: ready.length,
    isReading: rows.some(({ state }) => state.status === "reading"),
    canSayWhy: rows.some(({ state }) => state.status === "ready" && takesReason(state.detail.interrupt.value)),
    isSending,
    send,
  };
}

type Put = (item: InboxItem, state: BatchState) => void;
type Answer = { item: InboxItem; body: AnswersBody["answers"][number] };

async function readAll(items: readonly InboxItem[], verdict: Verdict, signal: AbortSignal, put: Put): Promise<void> {
  const queue = [...items];
  async function read() {
    for (let item = queue.shift(); item !== undefined && !signal.aborted; item = queue.shift()) {
      try {
        const detail = await getRequest(item.interrupt_id, item.thread_id, signal);
        put(item, { status: "ready", detail, problem: blockOf(detail) ?? quickAnswer(detail.interrupt.value, verdict, "-").problem });
      } catch (error) {
        if (!signal.aborted) put(item, { status: "unread", problem: messageOf(error) });
      }
    }
  }
  await Promise.all(Array.from({ length: READERS }, read));
}

/** Why a request cannot be answered by this person now. */
function blockOf({ item, workflow, may_not_answer }: InboxDetail): string | null {
  if (item.status !== "waiting") return item.status === "gone" ? "Nobody needs to answer it any more." : "It was answered meanwhile.";
  return workflow.status === "blocked" ? workflow.message : may_not_answer;
}

/** Those of one thread stay together: they are one resume, all or none. */
function grouped(answers: Answer[]): Answer[][] {
  const threads = new Map<string, Answer[]>();
  for (const answer of answers) threads.set(answer.item.thread_id, [...(threads.get(answer.item.thread_id) ?? []), answer]);
  const groups: Answer[][] = [];
  for (const thread of threads.values()) {
    const last = groups.at(-1);
    if (last !== undefined && last.length + thread.length <= GROUP) last.push(...thread);
    else groups.push(thread);
  }
  return groups;
}

async function sendGroup(group: Answer[], put: Put): Promise<void> {
  let results: AnswersResult["results"] = [];
  let failure = "The server did not say what became of the answer.";
  try {
    ({ results } = await sendAnswers({ answers: group.map(({ body }) => body) }));
  } catch (error) {
    failure = messageOf(error);
  }
  for (const { item } of group) {
    const outcome = results.find((result) => requestKey(result) === requestKey(item))?.outcome;
    if (outcome === undefined) put(item, { status: "refused", problem: failure });
    else if (outcome.status === "refused") put(item, { status: "refused", problem: outcome.message });
    else put(item, outcome.status === "sent" ? { status: "sent" } : { status: "vote", missing: outcome.missing });
  }
}
