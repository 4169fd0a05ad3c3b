"use client";

import type { Workflow } from "@/lib/schema/graph";
import type { InboxDetail, InboxFilter, InboxPage as Page } from "@/lib/schema/inbox";
import { InboxLiveProvider } from "./live-context";
import { InboxScreen } from "./inbox-screen";

export type InboxPageProps = {
  workflows: Workflow[];
  /** The first rows, for the filter that the address had. */
  initial: { filter: InboxFilter; page: Page };
  /** The request that the address names; null where it names none, or one that is not there. */
  request: InboxDetail | null;
};

/** Every request of every thread and workflow: the list, the one that is open, and what is around it. */
export function InboxPage(props: InboxPageProps) {
  return (
    <InboxLiveProvider initialCounts={props.initial.page.counts}>
      <InboxScreen {...props} />
    </InboxLiveProvider>
  );
}
