import { parseAsInteger, parseAsString, parseAsStringLiteral } from "nuqs/server";
import type { InboxFilter, InboxItem, RequestKind } from "@/lib/schema/inbox";

export const BOXES = ["waiting", "answered", "snoozed"] as const;
export type Box = (typeof BOXES)[number];

export const SORTS = ["oldest", "newest", "due"] as const;
export type Sort = (typeof SORTS)[number];

export const KINDS = ["", "approval", "tool_review", "agent_inbox", "form", "choice", "question", "other"] as const;

/** What the page's address says of the list. */
export const FILTER_PARSERS = {
  box: parseAsStringLiteral(BOXES).withDefault("waiting"),
  q: parseAsString.withDefault(""),
  workflow: parseAsString.withDefault(""),
  kind: parseAsStringLiteral(KINDS).withDefault(""),
  /** A name, `nobody` or `me`. */
  assigned: parseAsString.withDefault(""),
  /** Waiting for at least so many seconds; 0 for any time. */
  age: parseAsInteger.withDefault(0),
  /** Of one thread. */
  of: parseAsString.withDefault(""),
  sort: parseAsStringLiteral(SORTS).withDefault("oldest"),
};

export type InboxFilters = {
  box: Box;
  q: string;
  workflow: string;
  kind: RequestKind | "";
  assigned: string;
  age: number;
  of: string;
  sort: Sort;
};

export const NO_FILTERS: InboxFilters = { box: "waiting", q: "", workflow: "", kind: "", assigned: "", age: 0, of: "", sort: "oldest" };

/** What the server is asked for, and what a saved view keeps. */
export function toFilter(filters: InboxFilters): InboxFilter {
  const { box, q, workflow, kind, assigned, age, of, sort } = filters;
  const words = q.trim().slice(0, 200);
  return {
    box,
    sort,
    ...(words === "" ? {} : { q: words }),
    ...(workflow === "" ? {} : { graph_id: workflow }),
    ...(kind === "" ? {} : { kind }),
    ...(assigned === "" ? {} : { assigned_to: assigned }),
    ...(age > 0 ? { older_than: age } : {}),
    ...(of === "" ? {} : { thread_id: of }),
  };
}

/** Both show the same list. */
export function sameFilter(a: InboxFilter, b: InboxFilter): boolean {
  const text = (filter: InboxFilter) => JSON.stringify(Object.entries(filter).sort(([one], [other]) => (one < other ? -1 : 1)));
  return text(a) === text(b);
}

/** What a saved view shows. */
export function fromFilter(filter: InboxFilter): InboxFilters {
  return {
    box: filter.box,
    sort: filter.sort,
    q: filter.q ?? "",
    workflow: filter.graph_id ?? "",
    kind: filter.kind ?? "",
    assigned: filter.assigned_to ?? "",
    age: filter.older_than ?? 0,
    of: filter.thread_id ?? "",
  };
}

/** How many of the filters narrow the list, the search and the box apart. */
export function countFilters({ workflow, kind, assigned, age, of }: InboxFilters): number {
  return [workflow, kind, assigned, of].filter((value) => value !== "").length + (age > 0 ? 1 : 0);
}

export function isNarrowed(filters: InboxFilters): boolean {
  return countFilters(filters) > 0 || filters.q.trim() !== "";
}

/** One request among those of all threads: ids are only unique within a thread and its copies. */
export function requestKey({ thread_id, interrupt_id }: Pick<InboxItem, "thread_id" | "interrupt_id">): string {
  return `${thread_id} ${interrupt_id}`;
}

/** The address of a request, with what the list shows. */
export function requestHref({ thread_id, interrupt_id }: Pick<InboxItem, "thread_id" | "interrupt_id">, search = ""): string {
  const query = new URLSearchParams(search);
  query.set("thread", thread_id);
  return `/inbox/${encodeURIComponent(interrupt_id)}?${query.toString()}`;
}
