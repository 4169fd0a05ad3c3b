"use client";

import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { ChevronDown, ChevronRight } from "lucide-react";
import { useId, useState, type ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { Chip } from "@/components/ui/chip";
import { Empty } from "@/components/ui/empty";
import { RelativeTime } from "@/components/ui/relative-time";
import { getAuditEntry, listAudit } from "@/lib/client/inbox-api";
import type { AuditEntry, AuditQuery } from "@/lib/schema/audit";
import { actionWords, placeWords } from "./audit-words";

const PAGE = 100;
/** The log is short on most pages, and others write to it. */
const REFRESH_MS = 15_000;

export type AuditListProps = {
  /** Which entries; paging is the list's own. */
  query: Omit<AuditQuery, "format" | "limit" | "before">;
  /** Say of each entry which workflow and thread it is about. */
  withPlace?: boolean;
};

/** Who was asked, answered, voted, assigned and told, newest first. */
export function AuditList({ query, withPlace = false }: AuditListProps) {
  const pages = useInfiniteQuery({
    queryKey: ["audit", query],
    queryFn: ({ pageParam, signal }) => listAudit({ ...query, limit: PAGE, ...(pageParam === null ? {} : { before: pageParam }) }, signal),
    initialPageParam: null as number | null,
    getNextPageParam: (last) => (last.entries.length < PAGE ? undefined : last.entries.at(-1)?.audit_id),
    refetchInterval: REFRESH_MS,
  });
  if (pages.error !== null && pages.data === undefined) {
    return (
      <p role="alert" className="p-3 text-bad">
        {`The audit log could not be read. ${pages.error.message} `}
        <Button size="sm" onClick={() => void pages.refetch()}>
          Try again
        </Button>
      </p>
    );
  }
  if (pages.data === undefined) return <p className="p-3 text-muted">Reading the audit log…</p>;
  const entries = pages.data.pages.flatMap((page) => page.entries);
  const total = pages.data.pages.at(-1)?.total ?? 0;
  if (entries.length === 0) {
    return <Empty title="Nothing in the log">What is asked, answered, voted on, assigned and told is written down here.</Empty>;
  }
  return (
    <div>
      <ol className="divide-y divide-line" aria-label="Audit log">
        {entries.map((entry) => (
          <AuditRow key={entry.audit_id} entry={entry} withPlace={withPlace} />
        ))}
      </ol>
      {pages.hasNextPage ? (
        <div className="flex items-center gap-3 border-t border-line p-3 text-muted">
          <Button size="sm" disabled={pages.isFetchingNextPage} onClick={() => void pages.fetchNextPage()}>
            Show older ones
          </Button>
          {`${entries.length.toLocaleString("en")} of ${total.toLocaleString("en")}`}
        </div>
      ) : null}
    </div>
  );
}

function AuditRow({ entry, withPlace }: { entry: AuditEntry; withPlace: boolean }) {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const words = actionWords(entry);
  const Arrow = isOpen ? ChevronDown : ChevronRight;
  return (
    <li className="px-3 py-2">
      <div className="flex items-baseline gap-2">
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setOpen(!isOpen)}
          className="flex min-w-0 flex-1 items-baseline gap-1.5 rounded text-left"
        >
          <Arrow className="mt-[3px] size-3.5 shrink-0 self-start text-faint" aria-hidden />
          <span className="min-w-0">
            <span className="font-medium break-words">{entry.actor}</span> <span className={words.tone}>{words.text}</span>
          </span>
        </button>
        {entry.verified ? null : (
          <Chip tone="off" title="The name is what the browser says: nobody has checked it.">
            unverified
          </Chip>
        )}
        <RelativeTime iso={entry.at} className="shrink-0 text-faint tabular-nums" />
      </div>
      {withPlace && entry.graph_id !== null ? <p className="ml-5 break-words text-muted">{placeWords(entry)}</p> : null}
      {entry.note === null ? null : <p className="ml-5 break-words text-muted">{entry.note}</p>}
      <div id={id} hidden={!isOpen} className="mt-1 ml-5">
        {isOpen ? <AuditDetails entry={entry} /> : null}
      </div>
    </li>
  );
}

function AuditDetails({ entry }: { entry: AuditEntry }) {
  const whole = useQuery({
    queryKey: ["audit-entry", entry.audit_id],
    queryFn: ({ signal }) => getAuditEntry(entry.audit_id, signal),
    enabled: entry.is_cut === true,
    staleTime: Infinity,
  });
  const shown = whole.data ?? entry;
  const from = [entry.origin.via.replace("_", " "), entry.origin.address, entry.origin.user_agent].filter((part) => part !== null).join(" · ");
  return (
    <dl className="grid grid-cols-[72px_minmax(0,1fr)] gap-x-3 gap-y-1">
      <Fact name="When">{new Date(entry.at).toLocaleString("en-GB")}</Fact>
      <Fact name="From">{from}</Fact>
      {entry.thread_id === null ? null : <Fact name="Thread">{entry.thread_id}</Fact>}
      {entry.run_id === null ? null : <Fact name="Run">{entry.run_id}</Fact>}
      {shown.answer === undefined ? null : (
        <Fact name="Answer">
          <JsonText value={shown.answer} />
        </Fact>
      )}
      {shown.shown === undefined ? null : (
        <Fact name="Shown">
          <JsonText value={shown.shown} />
        </Fact>
      )}
      {entry.shown_hash === null ? null : <Fact name="SHA-256">{entry.shown_hash}</Fact>}
      {entry.is_cut === true && whole.data === undefined ? (
        <Fact name="Payload">{whole.error === null ? "Reading it…" : `It could not be read. ${whole.error.message}`}</Fact>
      ) : null}
    </dl>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-muted">{name}</dt>
      <dd className="min-w-0 break-words">{children}</dd>
    </>
  );
}

/** More than this of a payload is in the exported file. */
const MOST_TEXT = 50_000;

function JsonText({ value }: { value: unknown }) {
  const text = JSON.stringify(value, null, 2);
  return (
    <pre tabIndex={0} className="max-h-72 overflow-auto rounded-md border border-line bg-canvas p-2 font-mono text-sm whitespace-pre-wrap">
      {text.length > MOST_TEXT ? `${text.slice(0, MOST_TEXT)}\n… the rest is in the exported log` : text}
    </pre>
  );
}
