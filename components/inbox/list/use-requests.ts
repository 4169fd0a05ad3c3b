"use client";

import { useQueries, keepPreviousData } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { listRequests } from "@/lib/client/inbox-api";
import type { InboxFilter, InboxItem, InboxPage } from "@/lib/schema/inbox";
import { requestKey } from "../filters";
import { PAGE_SIZE, neededPages } from "./needed-pages";

export type Requests = {
  /** null until the first page is there. */
  total: number | null;
  /** undefined where the row has not been read yet. */
  at: (index: number) => InboxItem | undefined;
  /** Where a request stands among the rows that have been read; null where it is not among them. */
  indexOf: (key: string | null) => number | null;
  error: Error | null;
  isOld: boolean;
  retry: () => void;
  /** Tells which rows are seen. */
  show: (first: number, last: number) => void;
};

type Rows = { version: string; loaded: ReadonlyMap<number, InboxItem>; total: number | null };

function rowsOf(pages: readonly number[], results: readonly { data: InboxPage | undefined }[]): Omit<Rows, "version"> {
  const loaded = new Map<number, InboxItem>();
  for (const [place, { data }] of results.entries())
    for (const [row, item] of (data?.items ?? []).entries()) loaded.set((pages[place] ?? 0) * PAGE_SIZE + row, item);
  return { loaded, total: results[0]?.data?.total ?? null };
}

/** The rows of the list that are needed, page by page: the list may have thousands. `initial` is what came with the page for this filter. */
export function useRequests(filter: InboxFilter, openKey: string | null, initial: InboxPage | undefined): Requests {
  const [rows, setRows] = useState({ first: 0, last: 0 });
  const [known, setKnown] = useState<{ total: number | null; openIndex: number | null }>({ total: initial?.total ?? null, openIndex: null });
  const pages = neededPages(rows, known.openIndex, known.total);
  const results = useQueries({
    queries: pages.map((page) => ({
      queryKey: ["inbox", "list", filter, page],
      queryFn: ({ signal }: { signal: AbortSignal }) => listRequests({ ...filter, limit: PAGE_SIZE, offset: page * PAGE_SIZE }, signal),
      // The words that one types are another list with each letter: what was there stays until it has come.
      placeholderData: keepPreviousData<InboxPage>,
      ...(page === 0 && initial !== undefined ? { initialData: initial } : {}),
    })),
  });

  // Pages that are read again come one by one, and rows move from one to the next: they are shown when all are there.
  const isMoving = results.some((result) => result.isFetching && result.data !== undefined && !result.isPlaceholderData);
  const version = results.map((result, place) => `${pages[place] ?? 0} ${result.dataUpdatedAt} ${result.isPlaceholderData}`).join(",");
  const [shown, setShown] = useState<Rows>(() => ({ version: "", ...rowsOf(pages, results) }));
  if (!isMoving && shown.version !== version) setShown({ version, ...rowsOf(pages, results) });
  const { loaded, total } = shown;

  let openIndex: number | null = null;
  if (openKey !== null) for (const [index, item] of loaded) if (requestKey(item) === openKey) openIndex = index;
  if (known.total !== total || known.openIndex !== openIndex) setKnown({ total, openIndex });

  const show = useMemo(
    () => (first: number, last: number) => setRows((old) => (old.first === first && old.last === last ? old : { first, last })),
    [],
  );
  return {
    total,
    at: (index) => loaded.get(index),
    indexOf: (key) => {
      if (key === openKey) return openIndex;
      for (const [index, item] of loaded) if (requestKey(item) === key) return index;
      return null;
    },
    error: results.find((result) => result.error !== null)?.error ?? null,
    isOld: results[0]?.isPlaceholderData ?? false,
    retry: () => {
      for (const result of results) void result.refetch();
    },
    show,
  };
}
