"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import { formatCount } from "@/components/ui/format";
import { notify } from "@/components/ui/notify";
import { changeRequests } from "@/lib/client/inbox-api";
import type { InboxItem } from "@/lib/schema/inbox";
import { showError } from "../debugger/show-error";
import { snoozeWords } from "./request/snooze-times";

type Requests = readonly Pick<InboxItem, "thread_id" | "interrupt_id" | "title" | "snoozed_until" | "assignee">[];

function places(items: Requests) {
  return items.map(({ thread_id, interrupt_id }) => ({ thread_id, interrupt_id }));
}

function named(items: Requests): string {
  return items.length === 1 ? `“${items[0]?.title ?? ""}”` : formatCount(items.length, "request");
}

/** Snoozes and assigns requests; each can be undone from its message. Give back whether it was done. */
export function useChangeRequests() {
  const queryClient = useQueryClient();

  const change = useCallback(
    async (title: string, run: () => Promise<unknown>): Promise<boolean> => {
      try {
        await run();
        return true;
      } catch (error) {
        showError(title, error);
        return false;
      } finally {
        void queryClient.invalidateQueries({ queryKey: ["inbox"] });
      }
    },
    [queryClient],
  );

  const snooze = useCallback(
    async (items: Requests, until: Date | null): Promise<boolean> => {
      const at = until?.toISOString() ?? null;
      const isDone = await change("It could not be snoozed", () => changeRequests({ requests: places(items), snoozed_until: at }));
      // Each goes back to what it was before.
      const undo = () =>
        change("It could not be undone", () =>
          Promise.all(
            byValue(items, (item) => item.snoozed_until).map(([value, group]) => changeRequests({ requests: places(group), snoozed_until: value })),
          ),
        );
      if (isDone) {
        const words = until === null ? `${named(items)} waits again.` : `${named(items)} is back ${snoozeWords(until, new Date())}.`;
        notify(words, { action: { label: "Undo", run: () => void undo() }, ms: 6000 });
      }
      return isDone;
    },
    [change],
  );

  const assign = useCallback(
    async (items: Requests, assignee: string | null): Promise<boolean> => {
      const isDone = await change("It could not be assigned", () => changeRequests({ requests: places(items), assignee }));
      const undo = () =>
        change("It could not be undone", () =>
          Promise.all(byValue(items, (item) => item.assignee).map(([value, group]) => changeRequests({ requests: places(group), assignee: value }))),
        );
      if (isDone)
        notify(assignee === null ? `${named(items)} is nobody’s now.` : `${named(items)} is ${assignee}’s now.`, {
          action: { label: "Undo", run: () => void undo() },
          ms: 6000,
        });
      return isDone;
    },
    [change],
  );

  return { snooze, assign };
}

function byValue<T>(items: readonly T[], valueOf: (item: T) => string | null): [string | null, T[]][] {
  const groups = new Map<string | null, T[]>();
  for (const item of items) {
    const value = valueOf(item);
    groups.set(value, [...(groups.get(value) ?? []), item]);
  }
  return [...groups];
}
