import { formatCount } from "@/components/ui/format";
import type { InboxItem } from "@/lib/schema/inbox";
import { requestHref } from "../filters";

/** A notification of the browser. A later one with the same tag takes its place. */
export type Notice = { tag: string; title: string; body: string; href: string };

/** So many are shown one by one; of more, one tells how many. */
const SINGLE = 3;

type News = Pick<InboxItem, "thread_id" | "interrupt_id" | "title" | "summary" | "thread_title" | "node">;

/** How requests that came together are told: each by itself, many by one. */
export function planNotices(items: readonly News[]): Notice[] {
  const first = items[0];
  if (first === undefined) return [];
  if (items.length > SINGLE) {
    const more = items.length - 1;
    return [
      { tag: "retrograph:requests", title: `${formatCount(items.length, "new request")}`, body: `${first.title} and ${more} more`, href: "/inbox" },
    ];
  }
  return items.map((item) => ({
    tag: `retrograph:${item.thread_id}:${item.interrupt_id}`,
    title: item.title,
    body: [item.summary, item.thread_title].filter((text) => text !== "" && text !== item.title).join("\n"),
    href: requestHref(item),
  }));
}
