"use client";

import { useId, useState } from "react";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Field, TextArea } from "@/components/ui/field";
import { formatCount } from "@/components/ui/format";
import { Spinner } from "@/components/ui/spinner";
import { StatusDot, type DotTone } from "@/components/ui/status-dot";
import type { InboxItem } from "@/lib/schema/inbox";
import { requestKey } from "../filters";
import type { Verdict } from "@/lib/request/quick-answer";
import { useBatch, type BatchState } from "./use-batch";

export type BatchDialogProps = {
  items: readonly InboxItem[];
  verdict: Verdict;
  onClose: () => void;
  /** Those that were not answered: they stay selected. */
  onSent: (left: ReadonlySet<string>) => void;
};

const WORDS: Record<Verdict, { title: string; verb: string }> = {
  approve: { title: "Approve", verb: "Approve" },
  refuse: { title: "Refuse", verb: "Refuse" },
};

/** Answers several requests in the same way, and tells what became of each. */
export function BatchDialog({ items, verdict, onClose, onSent }: BatchDialogProps) {
  const id = useId();
  const [reason, setReason] = useState("");
  const [wasSent, setWasSent] = useState(false);
  const { rows, ready, isReading, canSayWhy, isSending, send } = useBatch(items, verdict);
  const { title, verb } = WORDS[verdict];
  const repeating = rows.filter(({ item }) => item.repeats > 0).length;
  const cannot = rows.filter(({ state }) => state.status === "unread" || (state.status === "ready" && state.problem !== null)).length;
  const done = rows.filter(({ state }) => state.status === "sent" || state.status === "vote").length;

  function close() {
    if (wasSent) onSent(new Set(rows.filter(({ state }) => state.status !== "sent" && state.status !== "vote").map(({ item }) => requestKey(item))));
    onClose();
  }

  async function submit() {
    setWasSent(true);
    await send(reason);
  }

  return (
    <Dialog
      open
      onOpenChange={close}
      title={`${title} ${formatCount(rows.length, "request")}`}
      footer={
        <>
          <span role="status" className="mr-auto text-muted">
            {isReading ? (
              <span className="flex items-center gap-2">
                <Spinner label="Reading" /> Reading them…
              </span>
            ) : isSending ? (
              `${done} of ${rows.length - cannot} answered…`
            ) : wasSent ? (
              `${done} answered${done < rows.length ? `, ${rows.length - done} not: they stay selected` : ""}`
            ) : cannot > 0 ? (
              `${formatCount(cannot, "request")} cannot be answered like this`
            ) : (
              ""
            )}
          </span>
          {wasSent && !isSending ? (
            <Button variant="primary" className="max-md:h-11" onClick={close}>
              Close
            </Button>
          ) : (
            <Button
              variant="primary"
              className="max-md:h-11"
              disabled={isReading || isSending || ready === 0}
              onClick={() => void submit()}
            >{`${verb} ${formatCount(ready, "request")}`}</Button>
          )}
        </>
      }
    >
      {repeating > 0 && !wasSent ? (
        <p className="mb-3 rounded-md bg-bad-bg px-3 py-2 text-bad">
          {repeating === rows.length && repeating > 1 ? "Each of them" : formatCount(repeating, "of them", "of them")} repeats a side effect when it
          is answered. Open a request to see which.
        </p>
      ) : null}
      {verdict === "refuse" && canSayWhy && !wasSent ? (
        <div className="mb-3">
          <Field label="Reason" htmlFor={id} help="Told to the workflow with each refusal that takes one.">
            <TextArea id={id} rows={2} value={reason} onChange={(event) => setReason(event.target.value)} />
          </Field>
        </div>
      ) : null}
      <ul className="divide-y divide-line rounded-md border border-line">
        {rows.map(({ item, state }) => (
          <li key={requestKey(item)} className="flex items-baseline gap-2 px-3 py-2">
            <BatchDot state={state} />
            <span className="min-w-0 flex-1">
              <span className="block truncate font-medium">{item.title}</span>
              <span className="block truncate text-sm text-muted">{item.summary === "" ? item.thread_title : item.summary}</span>
              {problemOf(state) === null ? null : <span className="block text-sm break-words text-bad">{problemOf(state)}</span>}
            </span>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}

function problemOf(state: BatchState): string | null {
  if (state.status === "vote") return `Kept: ${formatCount(state.missing, "more person", "more people")} must give the same answer.`;
  return "problem" in state ? state.problem : null;
}

function BatchDot({ state }: { state: BatchState }) {
  const [tone, label]: [DotTone, string] =
    state.status === "sent"
      ? ["ok", "answered"]
      : state.status === "vote"
        ? ["wait", "one of two answers"]
        : problemOf(state) !== null
          ? ["bad", "cannot be answered"]
          : state.status === "reading"
            ? ["off", "being read"]
            : ["wait", "ready"];
  return <StatusDot tone={tone} label={label} className="relative -top-px" />;
}
