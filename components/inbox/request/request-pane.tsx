"use client";

import { ArrowLeft, CircleAlert, PanelRight } from "lucide-react";
import { useEffect, useRef, useState, type ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { Empty } from "@/components/ui/empty";
import { useClock } from "@/components/ui/relative-time";
import { Spinner } from "@/components/ui/spinner";
import { isRetrographError } from "@/lib/errors";
import type { Me } from "@/lib/schema/access";
import type { InboxDetail, InboxItem } from "@/lib/schema/inbox";
import type { SpanPlace } from "../context/trace-tab";
import type { useChangeRequests } from "../use-change-requests";
import { AssignMenu } from "./assign-menu";
import { AnswerPart } from "./answer-part";
import { RequestNotices } from "./notices";
import { RequestOrigin } from "./request-heading";
import { SnoozeMenu } from "./snooze-menu";

export type RequestPaneProps = {
  query: { data: InboxDetail | undefined; error: Error | null; refetch: () => unknown };
  /** Workflow titles by graph id. */
  titles: ReadonlyMap<string, string>;
  me: Me | undefined;
  search: string;
  changes: ReturnType<typeof useChangeRequests>;
  /** The request was opened by a person, so it takes the focus. */
  takesFocus: boolean;
  isSnoozeOpen: boolean;
  onSnoozeOpen: (isOpen: boolean) => void;
  /** Back to the list, where there is no room for both. */
  onBack: () => void;
  /** It was dealt with: the next one is due. */
  onDone: (item: InboxItem) => void;
  onOpen: (item: InboxItem) => void;
  onShowContext: () => void;
  onOpenSpan: (span: SpanPlace) => void;
};

/** One request: what is asked, what an answer causes, and the ways to answer. */
export function RequestPane(props: RequestPaneProps) {
  const { query, onBack } = props;
  if (query.error !== null && query.data === undefined) return <Failed error={query.error} onBack={onBack} onRetry={() => void query.refetch()} />;
  if (query.data === undefined)
    return (
      <Frame onBack={onBack}>
        <p className="flex items-center gap-2 px-6 py-8 text-muted">
          <Spinner label="Loading" /> Reading the request…
        </p>
      </Frame>
    );
  return <Loaded key={`${query.data.item.thread_id} ${query.data.item.interrupt_id}`} {...props} detail={query.data} />;
}

function Frame({ onBack, actions, children }: { onBack: () => void; actions?: ReactNode; children: ReactNode }) {
  return (
    <div className="flex h-full min-h-0 flex-col">
      <div className="flex h-12 shrink-0 items-center gap-1.5 border-b border-line bg-panel px-2 md:mx-auto md:h-auto md:min-h-11 md:w-full md:max-w-[640px] md:border-0 md:bg-transparent md:px-8 md:pt-2">
        <Button variant="ghost" className="h-11 md:hidden" onClick={onBack}>
          <ArrowLeft />
          Inbox
        </Button>
        <div className="ml-auto flex min-w-0 items-center gap-1.5">{actions}</div>
      </div>
      <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain">{children}</div>
    </div>
  );
}

function Loaded({ detail, titles, me, search, changes, takesFocus, isSnoozeOpen, onSnoozeOpen, ...on }: RequestPaneProps & { detail: InboxDetail }) {
  const { item } = detail;
  const now = useClock();
  const whole = useRef<HTMLElement>(null);
  const [wasOpened] = useState(takesFocus);
  useEffect(() => {
    if (wasOpened) whole.current?.focus({ preventScroll: true });
  }, [wasOpened]);

  const actions = (
    <>
      {item.status === "waiting" ? (
        <>
          <AssignMenu assignee={item.assignee} me={me} onAssign={(name) => void changes.assign([item], name)} />
          <SnoozeMenu
            isSnoozed={item.snoozed_until !== null && Date.parse(item.snoozed_until) > now}
            hasDeadline={item.due_at !== null}
            open={isSnoozeOpen}
            onOpenChange={onSnoozeOpen}
            onSnooze={(until) => void changes.snooze([item], until).then((isDone) => (isDone ? on.onDone(item) : undefined))}
          />
        </>
      ) : null}
      <Button
        aria-label="What is around it"
        title="State, conversation, canvas, trace, audit"
        className="px-1.5 max-md:size-11 min-[1100px]:hidden"
        onClick={on.onShowContext}
      >
        <PanelRight />
      </Button>
    </>
  );

  return (
    <Frame onBack={on.onBack} actions={actions}>
      <article
        ref={whole}
        tabIndex={-1}
        aria-label={item.title}
        className="mx-auto max-w-[640px] px-4 pt-4 pb-6 outline-none sm:px-8 md:pt-1 md:pb-10"
      >
        <h1 className="text-xl font-semibold break-words">{item.title}</h1>
        <RequestOrigin item={item} workflow={titles.get(item.graph_id) ?? item.graph_id} />
        <RequestNotices detail={detail} me={me} search={search} onOpen={on.onOpen} />
        <AnswerPart detail={detail} onDone={on.onDone} onOpenSpan={on.onOpenSpan} />
      </article>
    </Frame>
  );
}

function Failed({ error, onBack, onRetry }: { error: Error; onBack: () => void; onRetry: () => void }) {
  const isGone = isRetrographError(error) && error.status === 404;
  return (
    <Frame onBack={onBack}>
      <Empty icon={<CircleAlert />} title={isGone ? "This request is not here any more" : "The request could not be read"}>
        <p>{isGone ? "Its thread was deleted, or the address is not right." : error.message}</p>
        <Button className="mt-3 max-md:h-11" onClick={isGone ? onBack : onRetry}>
          {isGone ? "Back to the inbox" : "Try again"}
        </Button>
      </Empty>
    </Frame>
  );
}
