"use client";

import { CircleAlert, Info, TriangleAlert, Users } from "lucide-react";
import { useQueryClient } from "@tanstack/react-query";
import Link from "next/link";
import type { ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { formatCount } from "@/components/ui/format";
import { useClock } from "@/components/ui/relative-time";
import { withdrawVote } from "@/lib/client/inbox-api";
import { sameAnswer } from "@/lib/request/refusal";
import type { Me } from "@/lib/schema/access";
import type { InboxDetail, InboxItem, Vote } from "@/lib/schema/inbox";
import { showError } from "../../debugger/show-error";
import { requestHref } from "../filters";
import { formatIn } from "../words";
import { AnswerText } from "./answered-card";
import { threadHref } from "./request-heading";

type Tone = "plain" | "wait" | "bad";

const TONES: Record<Tone, string> = {
  plain: "border-line bg-panel text-muted",
  wait: "border-wait/30 bg-wait-bg text-wait",
  bad: "border-bad/30 bg-bad-bg text-bad",
};

export function Notice({ tone, icon, children }: { tone: Tone; icon: ReactNode; children: ReactNode }) {
  return (
    <div
      role="status"
      className={cn("flex items-start gap-2 rounded-md border px-3 py-2 [&>svg]:mt-0.5 [&>svg]:size-3.5 [&>svg]:shrink-0", TONES[tone])}
    >
      {icon}
      <div className="min-w-0 flex-1 break-words">{children}</div>
    </div>
  );
}

export type RequestNoticesProps = { detail: InboxDetail; me: Me | undefined; search: string; onOpen: (item: InboxItem) => void };

/** What stands in the way of an answer, and what one should know before giving one. */
export function RequestNotices({ detail, me, search, onOpen }: RequestNoticesProps) {
  const { item, workflow, may_not_answer, beside, rule } = detail;
  const now = useClock();
  if (item.status !== "waiting") return null;
  return (
    <div className="mt-3 flex flex-col gap-2 empty:hidden">
      {workflow.status === "blocked" ? (
        <Notice tone="bad" icon={<CircleAlert />}>
          <p>{workflow.message}</p>
          <Link href={threadHref(item)} className="font-medium underline underline-offset-2">
            {workflow.can_map ? "Choose what takes its place" : "Look at it in the workbench"}
          </Link>
        </Notice>
      ) : null}
      {workflow.status === "changed" ? (
        <Notice tone="wait" icon={<TriangleAlert />}>
          {workflow.message}
        </Notice>
      ) : null}
      {may_not_answer === null ? null : (
        <Notice tone="wait" icon={<Users />}>
          {may_not_answer}
        </Notice>
      )}
      {rule.approvers > 1 ? <Votes detail={detail} me={me} /> : null}
      {rule.groups.length > 0 && may_not_answer === null ? (
        <Notice tone="plain" icon={<Users />}>
          {me?.has_people === false
            ? `Meant for ${rule.groups.join(" and ")}. Nobody here has a token of their own, so that it cannot be checked who answers.`
            : `Only people of ${rule.groups.join(" and ")} may answer this.`}
        </Notice>
      ) : null}
      {item.due_at !== null && now > 0 ? (
        <Notice tone="wait" icon={<TriangleAlert />}>
          <p>{dueText(item.due_at, now)}</p>
          {rule.deadline === null ? null : (
            <div className="mt-1 text-text">
              <AnswerText asked={detail.interrupt.value} answer={rule.deadline.answer} />
            </div>
          )}
        </Notice>
      ) : null}
      {beside.length > 0 ? <Beside items={beside} search={search} onOpen={onOpen} /> : null}
    </div>
  );
}

/** Longer than any answer takes to be given by itself. */
const OVERDUE_MS = 30_000;

function dueText(due: string, now: number): string {
  const on = new Date(due).toLocaleString("en-GB");
  if (now - Date.parse(due) < OVERDUE_MS) return `Due ${formatIn(due, now)}, on ${on}. Then this answer is given by itself:`;
  return `The deadline passed on ${on}, and this answer could not be given; Audit says why. It is tried again from time to time:`;
}

/** How many people gave the answer that most have given. */
function mostAgreeing(votes: readonly Vote[]): number {
  return Math.max(0, ...votes.map((vote) => votes.filter((other) => sameAnswer(vote.answer, other.answer)).length));
}

function Votes({ detail: { item, interrupt, votes, rule }, me }: { detail: InboxDetail; me: Me | undefined }) {
  const queryClient = useQueryClient();
  const agreeing = mostAgreeing(votes);
  const differ = agreeing < votes.length ? "The answers differ. " : "";

  async function withdraw() {
    try {
      await withdrawVote(item.interrupt_id, item.thread_id);
    } catch (error) {
      showError("It could not be taken back", error);
    }
    await queryClient.invalidateQueries({ queryKey: ["inbox"] });
  }

  return (
    <Notice tone="plain" icon={<Users />}>
      {votes.length === 0 ? (
        <p>{`${rule.approvers} people must give the same answer. A refusal counts at once.`}</p>
      ) : (
        <>
          <p>{`${differ}${formatCount(rule.approvers - agreeing, "more person", "more people")} must give the same answer. A refusal counts at once.`}</p>
          <ul className="mt-1 flex flex-col gap-1 text-text">
            {votes.map((vote) => (
              <li key={vote.by} className="flex flex-wrap items-baseline gap-x-2">
                <span className="font-medium">{vote.by}</span>
                {vote.verified ? null : <span className="text-sm text-muted">name not checked</span>}
                <AnswerText asked={interrupt.value} answer={vote.answer} />
                {vote.by === me?.actor.name ? (
                  <Button size="sm" className="ml-auto max-md:h-11" onClick={() => void withdraw()}>
                    Take back
                  </Button>
                ) : null}
              </li>
            ))}
          </ul>
        </>
      )}
    </Notice>
  );
}

const SHOWN = 5;

function Beside({ items, search, onOpen }: { items: InboxItem[]; search: string; onOpen: (item: InboxItem) => void }) {
  return (
    <Notice tone="plain" icon={<Info />}>
      <p>{`${formatCount(items.length, "other request")} of this thread ${items.length === 1 ? "waits" : "wait"} at the same place. Answering one leaves the others waiting.`}</p>
      <ul>
        {items.slice(0, SHOWN).map((item) => (
          <li key={item.interrupt_id}>
            <a
              href={requestHref(item, search)}
              onClick={(event) => {
                if (event.metaKey || event.ctrlKey || event.shiftKey) return;
                event.preventDefault();
                onOpen(item);
              }}
              className="inline-block max-w-full truncate text-text underline decoration-line-strong underline-offset-2"
            >
              {item.title}
            </a>
          </li>
        ))}
      </ul>
      {items.length > SHOWN ? <p>{`and ${items.length - SHOWN} more`}</p> : null}
    </Notice>
  );
}
