"use client";

import { useState } from "react";
import type { InboxItem } from "@/lib/schema/inbox";
import { requestKey } from "./filters";
import type { Requests } from "./list/use-requests";

export type Selected = {
  items: ReadonlyMap<string, InboxItem>;
  /** `range`: all rows from the one that was chosen before. */
  toggle: (index: number, range: boolean) => void;
  keep: (keys: ReadonlySet<string>) => void;
  clear: () => void;
};

/** The requests that are dealt with together. */
export function useSelected(requests: Requests): Selected {
  const [items, setItems] = useState<ReadonlyMap<string, InboxItem>>(new Map());
  const [last, setLast] = useState<number | null>(null);

  function toggle(index: number, range: boolean) {
    const item = requests.at(index);
    if (item === undefined) return;
    const next = new Map(items);
    if (range && last !== null) {
      for (let row = Math.min(last, index); row <= Math.max(last, index); row += 1) {
        const between = requests.at(row);
        if (between !== undefined) next.set(requestKey(between), between);
      }
    } else if (!next.delete(requestKey(item))) next.set(requestKey(item), item);
    setItems(next);
    setLast(index);
  }

  return {
    items,
    toggle,
    keep: (keys) => setItems(new Map([...items].filter(([key]) => keys.has(key)))),
    clear: () => setItems(new Map()),
  };
}
