"use client";

import { useVirtualizer } from "@tanstack/react-virtual";
import { useEffect, useLayoutEffect, useRef } from "react";
import { cn } from "@/components/ui/cn";
import { useClock } from "@/components/ui/relative-time";
import type { InboxItem } from "@/lib/schema/inbox";
import { requestHref, requestKey } from "../filters";
import { EmptyRow, ROW_HEIGHT, RequestRow } from "./request-row";
import type { Requests } from "./use-requests";

export type RequestListProps = {
  requests: Requests;
  total: number;
  openKey: string | null;
  selected: ReadonlyMap<string, InboxItem>;
  /** Workflow titles by graph id. */
  titles: ReadonlyMap<string, string>;
  /** The page's query: rows lead to their request with the same list beside it. */
  search: string;
  onOpen: (item: InboxItem) => void;
  onSelect: (index: number, range: boolean) => void;
};

/** The list of requests. Only visible rows are in the page, and what one reads stays in its place when others come and go. */
export function RequestList({ requests, total, openKey, selected, titles, search, onOpen, onSelect }: RequestListProps) {
  const box = useRef<HTMLElement>(null);
  const now = useClock();
  const virtual = useVirtualizer({
    count: total,
    getScrollElement: () => box.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: 6,
    initialRect: { width: 360, height: 720 },
  });
  const rows = virtual.getVirtualItems();
  const first = rows[0]?.index ?? 0;
  const last = rows.at(-1)?.index ?? 0;
  const { show } = requests;
  useEffect(() => show(first, last), [show, first, last]);
  useKeptPlace(box, requests, virtual.scrollOffset ?? 0);

  const openIndex = requests.indexOf(openKey);
  useEffect(() => {
    if (openIndex !== null) virtual.scrollToIndex(openIndex);
    // Another request is open; that rows came before it is no reason to scroll.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [openKey, openIndex === null]);

  return (
    <nav ref={box} aria-label="Requests" aria-busy={requests.isOld} className="min-h-0 flex-1 overflow-y-auto overscroll-contain">
      <ol className={cn("relative transition-opacity", requests.isOld && "opacity-60 delay-300")} style={{ height: virtual.getTotalSize() }}>
        {rows.map(({ index, start }) => {
          const item = requests.at(index);
          const key = item === undefined ? null : requestKey(item);
          return (
            <li
              key={key ?? index}
              aria-posinset={index + 1}
              aria-setsize={total}
              className="absolute inset-x-0 top-0"
              style={{ height: ROW_HEIGHT, transform: `translateY(${start}px)` }}
            >
              {item === undefined || key === null ? (
                <EmptyRow />
              ) : (
                <RequestRow
                  item={item}
                  href={requestHref(item, search)}
                  workflow={titles.get(item.graph_id) ?? item.graph_id}
                  now={now}
                  isOpen={key === openKey}
                  isSelected={selected.has(key)}
                  isSelecting={selected.size > 0}
                  onOpen={() => onOpen(item)}
                  onSelect={(range) => onSelect(index, range)}
                />
              )}
            </li>
          );
        })}
      </ol>
    </nav>
  );
}

/** So many of the rows that are seen may leave the list at once. */
const ANCHORS = 8;

/** Keeps the rows that are seen where they are when others come or go before them. `offset`: how far it is scrolled. */
function useKeptPlace(box: { current: HTMLElement | null }, requests: Requests, offset: number): void {
  const kept = useRef<{ key: string; index: number }[]>([]);
  useLayoutEffect(() => {
    const anchor = kept.current.find(({ key }) => requests.indexOf(key) !== null);
    const index = anchor === undefined ? null : requests.indexOf(anchor.key);
    let top = offset;
    if (anchor !== undefined && index !== null && index !== anchor.index && offset > 0) {
      top = Math.max(0, offset + (index - anchor.index) * ROW_HEIGHT);
      box.current?.scrollTo({ top, behavior: "instant" });
    }
    const first = Math.ceil(top / ROW_HEIGHT);
    kept.current = Array.from({ length: ANCHORS }, (_, row) => first + row).flatMap((row) => {
      const item = requests.at(row);
      return item === undefined ? [] : [{ key: requestKey(item), index: row }];
    });
  });
}
