"use client";

import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { RelativeTime, useClock } from "@/components/ui/relative-time";
import { StatusDot } from "@/components/ui/status-dot";
import { listRequests } from "@/lib/client/inbox-api";
import type { InboxPage, InboxQuery } from "@/lib/schema/inbox";
import { requestHref, requestKey } from "../inbox/filters";
import { requestMarks, requestStanding } from "../inbox/words";

/** The oldest requests, which have waited longest. */
const WAITING_QUERY = { box: "waiting", sort: "oldest", limit: 6 } satisfies InboxQuery;

/** The oldest of what waits for an answer; kept fresh by the inbox's events. */
export function useWaiting(initial: InboxPage): InboxPage {
  const { data } = useQuery({
    queryKey: ["inbox", "home"],
    queryFn: ({ signal }) => listRequests(WAITING_QUERY, signal),
    initialData: initial,
  });
  return data;
}

export type WaitingCardProps = { waiting: InboxPage; titles: ReadonlyMap<string, string> };

/** The requests that have waited longest, each one click away. */
export function WaitingCard({ waiting: { items, total }, titles }: WaitingCardProps) {
  const now = useClock();
  return (
    <section aria-label="Waiting for you" className="min-w-0">
      <div className="mb-2 flex items-baseline gap-3">
        <h2 className="mr-auto font-semibold">Waiting for you</h2>
        <Link href="/inbox" className="text-muted hover:text-text">
          Inbox ({total.toLocaleString("en")})
        </Link>
      </div>
      <div className="overflow-hidden rounded-lg border border-line bg-panel">
        {items.map((item) => {
          const { tone, label } = requestStanding(item);
          const [mark] = requestMarks(item, now);
          return (
            <Link
              key={requestKey(item)}
              href={requestHref(item)}
              prefetch={false}
              className="grid grid-cols-[14px_minmax(0,1fr)_auto] items-center gap-x-1.5 gap-y-0.5 border-b border-line px-3 py-1.5 -outline-offset-2 last:border-0 hover:bg-hover"
            >
              <StatusDot tone={tone} label={label} />
              <span className="truncate">{item.title}</span>
              <RelativeTime iso={item.asked_at} className="text-xs text-faint" />
              <span className="col-span-2 col-start-2 flex gap-1.5 text-xs text-muted">
                <span className="min-w-0 truncate">
                  {titles.get(item.graph_id) ?? item.graph_id} · {item.thread_title}
                </span>
                {mark === undefined ? null : <span className={mark.tone === "bad" ? "shrink-0 text-bad" : "shrink-0"}>· {mark.text}</span>}
              </span>
            </Link>
          );
        })}
      </div>
    </section>
  );
}
