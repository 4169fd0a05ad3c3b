"use client";

import dynamic from "next/dynamic";
import { FlaskConical, Info, Undo2 } from "lucide-react";
import { useRouter } from "next/navigation";
import { useMemo, useState } from "react";
import { Button } from "@/components/ui/button";
import { formatCount } from "@/components/ui/format";
import { notify } from "@/components/ui/notify";
import { Spinner } from "@/components/ui/spinner";
import { readRequest } from "@/lib/request/read-request";
import { isRefusal } from "@/lib/request/refusal";
import type { InboxDetail, InboxItem } from "@/lib/schema/inbox";
import type { Json } from "@/lib/schema/json";
import type { ReplayMode } from "@/lib/schema/replay";
import { ReplayModeMenu } from "../../approvals/replay-mode-menu";
import { ANSWER_MODES } from "../../approvals/replay-words";
import { RequestBody } from "../../approvals/request/request-body";
import { RequestForm } from "../../approvals/request/request-form";
import { quickAnswer } from "@/lib/request/quick-answer";
import type { SpanPlace } from "../context/trace-tab";
import { useSendAnswer, type Sent } from "../use-send-answer";
import { AnsweredCard } from "./answered-card";
import { LoginDialog } from "./login-dialog";
import { Notice } from "./notices";
import { PlanPart } from "./plan-part";
import { threadHref } from "./request-heading";

const WhatIfDialog = dynamic(() => import("../../approvals/what-if/what-if-dialog").then((module) => module.WhatIfDialog), { ssr: false });

export type AnswerPartProps = {
  detail: InboxDetail;
  onDone: (item: InboxItem) => void;
  onOpenSpan: (span: SpanPlace) => void;
};

/** The form, what an answer causes, and what else can be done; or what was answered. */
export function AnswerPart(props: AnswerPartProps) {
  const { detail } = props;
  const { status } = detail.item;
  const [isAgain, setAgain] = useState(false);
  const [wasWaiting] = useState(status === "waiting");
  if (status === "waiting") return <Answering {...props} />;
  return (
    <div className="mt-4 flex flex-col gap-4">
      {wasWaiting ? (
        <Notice tone="wait" icon={<Info />}>
          {status === "gone"
            ? "The thread went another way while this was open. What you typed is kept."
            : `${detail.item.answered_by ?? "Somebody"} answered this while it was open. What you typed is kept.`}
        </Notice>
      ) : null}
      <AnsweredCard detail={detail} />
      {isAgain ? (
        <div>
          <Answering {...props} again onCancel={() => setAgain(false)} />
        </div>
      ) : (
        <>
          <Asked detail={detail} />
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
            <Button className="max-md:h-11" onClick={() => setAgain(true)}>
              <Undo2 />
              {status === "answered" ? "Answer differently" : "Answer it nevertheless"}
            </Button>
            <span className="text-muted">
              Goes back before {status === "answered" ? "this answer" : "it"}, on a branch of its own. What was done is not undone.
            </span>
          </div>
        </>
      )}
    </div>
  );
}

/** What was asked, to be read only. */
function Asked({ detail: { interrupt } }: { detail: InboxDetail }) {
  const view = useMemo(() => readRequest(interrupt.value, interrupt.response_schema ?? null), [interrupt]);
  return (
    <section aria-label="What was asked" className="rounded-lg border border-line bg-panel px-4 py-3">
      <h2 className="font-semibold">What was asked</h2>
      <RequestBody view={view} layout="page" />
    </section>
  );
}

function sentWords(sent: Sent, again: boolean, isNo: boolean): string {
  if (sent.kind === "vote") {
    if (sent.differsFrom.length > 0) return `Kept, but ${sent.differsFrom.join(" and ")} answered differently: nothing is sent until you agree.`;
    return `Your answer is kept: ${formatCount(sent.missing, "more person", "more people")} must give the same.`;
  }
  if (again) return "Answered differently, on a branch of its own.";
  return isNo ? "Refused. The workflow goes on." : "Answered. The workflow goes on.";
}

type AnsweringProps = AnswerPartProps & { again?: boolean; onCancel?: () => void };

function Answering({ detail, again = false, onCancel, onDone, onOpenSpan }: AnsweringProps) {
  const { item, interrupt } = detail;
  const router = useRouter();
  const [replay, setReplay] = useState<ReplayMode>("live");
  const [isTrying, setTrying] = useState(false);
  const [isLogin, setLogin] = useState(false);
  const sending = useSendAnswer(item, again);
  const canTry = useMemo(() => quickAnswer(interrupt.value, "approve").problem === null, [interrupt.value]);
  const isBlocked = sending.isSending || detail.workflow.status === "blocked" || (detail.may_not_answer !== null && !again);

  async function send(answer: Json): Promise<boolean> {
    const sent = await sending.send(answer, replay);
    if (sent === null) return false;
    notify(sentWords(sent, again, isRefusal(interrupt.value, answer)), {
      description: item.title,
      action: { label: "Open thread", run: () => router.push(threadHref(item).split("?")[0] ?? "/") },
      ms: 6000,
    });
    onDone(item);
    return true;
  }

  const problem =
    sending.problem === null ? null : sending.needsLogin ? (
      <span>
        {sending.problem}{" "}
        <button type="button" className="font-medium underline underline-offset-2" onClick={() => setLogin(true)}>
          Log in
        </button>
      </span>
    ) : (
      sending.problem
    );

  return (
    <>
      <RequestForm
        value={interrupt.value}
        responseSchema={interrupt.response_schema ?? null}
        node={item.node}
        draftKey={`${item.thread_id}:${item.interrupt_id}`}
        disabled={isBlocked}
        problem={problem}
        layout="page"
        onSend={send}
        extraButtons={
          <>
            {canTry && !again ? (
              <Button variant="ghost" className="max-md:h-11" onClick={() => setTrying(true)}>
                <FlaskConical />
                Dry run both
              </Button>
            ) : null}
            {sending.isSending ? <Spinner label="Sending the answer" className="text-muted" /> : null}
            {onCancel === undefined ? null : (
              <Button variant="ghost" className="max-md:h-11" onClick={onCancel}>
                Cancel
              </Button>
            )}
            <span className="ml-auto">
              <ReplayModeMenu value={replay} onChange={setReplay} modes={ANSWER_MODES} compact={replay === "live"} />
            </span>
          </>
        }
      >
        <div className="mt-4">
          <PlanPart item={item} replay={replay} onOpenSpan={onOpenSpan} />
        </div>
      </RequestForm>
      {isTrying ? <WhatIfDialog item={item} value={interrupt.value} onClose={() => setTrying(false)} /> : null}
      {isLogin ? <LoginDialog onClose={() => setLogin(false)} onDone={() => setLogin(false)} /> : null}
    </>
  );
}
