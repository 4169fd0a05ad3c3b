import type { InboxItem } from "@/lib/schema/inbox";

/** A request that waits, with what a test says of it. */
export function makeItem(change: Partial<InboxItem> = {}): InboxItem {
  return {
    thread_id: "01a22f0e-5e3e-703a-99d3-e23c8396f46f",
    interrupt_id: "a2d00ac9fe363fe00aa9dad30e568e6f",
    graph_id: "desk",
    run_id: "01a22f0e-5e41-748e-be7c-fbac42448605",
    checkpoint_id: "1f1ed203-4ebc-68c0-8001-87b7f7dffc4d",
    node: "ask",
    status: "waiting",
    kind: "approval",
    title: "Refund 84.00?",
    summary: "Damaged on arrival",
    thread_title: "A17",
    asked_at: "2026-12-01T10:00:00.000Z",
    answered_at: null,
    answered_by: null,
    assignee: null,
    snoozed_until: null,
    due_at: null,
    approvers: 1,
    votes: 0,
    group: null,
    repeats: 0,
    ...change,
  };
}
