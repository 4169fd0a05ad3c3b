"use client";

import dynamic from "next/dynamic";
import { CircleHelp } from "lucide-react";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { formatCount } from "@/components/ui/format";
import type { Json } from "@/lib/schema/json";
import type { Interrupt } from "@/lib/schema/thread";
import { useLive } from "../live/live-context";
import { ANSWER_ID } from "../use-workbench-value";
import { useWorkbench } from "../workbench-context";
import type { Staged } from "./staged";
import { useSend } from "./use-send";

const loading = () => <div aria-busy="true" className="h-24 animate-pulse rounded-md bg-hover" />;
const InterruptForm = dynamic(() => import("./interrupt-form").then((module) => module.InterruptForm), { ssr: false, loading });
const AnsweredHere = dynamic(() => import("./answered-notice").then((module) => module.AnsweredHere), { ssr: false });

/** The requests that the selected moment waits with or was answered at, or a pointer to where one waits. */
export function InterruptPanel() {
  const { waiting, waitingHere: here, openLevel, activeRun } = useWorkbench();
  const entries = useLive((state) => state.entries);
  if (activeRun) return null;
  if (here.length > 0) return <WaitingHere here={here} />;
  const elsewhere = waiting.flatMap((interrupt) => {
    const at = entries.find((entry) => entry.checkpoint_id === interrupt.checkpoint_id);
    return at === undefined ? [] : [{ node: interrupt.node, at }];
  })[0];
  return (
    <>
      <AnsweredHere />
      {elsewhere === undefined ? null : (
        <div className="flex shrink-0 items-center gap-2 border-t border-line bg-wait-bg px-3.5 py-2 text-wait">
          <CircleHelp aria-hidden className="size-3.5 shrink-0" />
          <span className="min-w-0 flex-1">
            {formatCount(waiting.length, "question")} {waiting.length === 1 ? "waits" : "wait"} at step {elsewhere.at.step}, in{" "}
            <span className="font-mono">{elsewhere.node}</span>.
          </span>
          <Button size="sm" onClick={() => openLevel("", elsewhere.at.checkpoint_id)}>
            Go there
          </Button>
        </div>
      )}
    </>
  );
}

/** So many forms are drawn at first: fifty parallel ones are slow, and nobody reads them at once. */
const FIRST = 10;

/** All that wait at one checkpoint. Several are decided one by one and sent together, or each alone. */
function WaitingHere({ here }: { here: Interrupt[] }) {
  const [staged, setStaged] = useState<Readonly<Record<string, Staged>>>({});
  const [most, setMost] = useState(FIRST);
  const isOnly = here.length === 1;
  const shown = here.slice(0, most);

  function stage(id: string, answer: Staged | null) {
    const others = Object.fromEntries(Object.entries(staged).filter(([other]) => other !== id));
    setStaged(answer === null ? others : { ...others, [id]: answer });
  }

  return (
    <div className="border-t-2 border-wait bg-panel">
      {shown.map((interrupt, index) => (
        <section
          key={interrupt.interrupt_id}
          aria-label={`Question of ${interrupt.node}`}
          id={index === 0 ? ANSWER_ID : undefined}
          tabIndex={-1}
          className="border-t border-line px-3.5 pt-3 pb-3.5 -outline-offset-2 first:border-0"
        >
          <InterruptForm
            interrupt={interrupt}
            isOnly={isOnly}
            staged={staged[interrupt.interrupt_id] ?? null}
            onStage={(answer) => stage(interrupt.interrupt_id, answer)}
          />
        </section>
      ))}
      {here.length > shown.length ? (
        <Button className="mx-3.5 mb-3" onClick={() => setMost(most + 5 * FIRST)}>
          Show {Math.min(5 * FIRST, here.length - shown.length)} more of {here.length}
        </Button>
      ) : null}
      {isOnly ? null : <SendTogether here={here} staged={staged} />}
    </div>
  );
}

function SendTogether({ here, staged }: { here: Interrupt[]; staged: Readonly<Record<string, Staged>> }) {
  const { isStarting, description } = useWorkbench();
  const { problem, send } = useSend(here[0]?.thread_id ?? null);
  const decided = here.filter(({ interrupt_id }) => staged[interrupt_id] !== undefined);
  const open = here.length - decided.length;

  async function sendAll() {
    const answers = decided.flatMap(({ interrupt_id }): [string, Json][] => {
      const answer = staged[interrupt_id];
      return answer === undefined ? [] : [[interrupt_id, answer.answer]];
    });
    if (!(await send(Object.fromEntries(answers)))) return;
    const { forgetDraft } = await import("@/components/approvals/request/use-request-draft");
    const { draftKeyOf } = await import("./draft-key");
    for (const interrupt of decided) forgetDraft(draftKeyOf(interrupt));
  }

  return (
    <div className="sticky bottom-0 border-t border-line bg-panel px-3.5 py-2.5">
      <div className="flex flex-wrap items-center gap-2">
        <Button variant="primary" disabled={isStarting || description === null || open > 0} onClick={() => void sendAll()}>
          Send {formatCount(here.length, "answer")}
        </Button>
        <span className="text-sm text-muted">
          {open === 0 ? "All are decided: they are sent together, or none is." : `${open} of ${here.length} left to decide`}
        </span>
      </div>
      {problem === null ? null : (
        <p role="alert" className="mt-2 text-bad">
          {problem}
        </p>
      )}
    </div>
  );
}
