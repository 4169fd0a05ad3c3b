import type { GraphDescription } from "@/lib/schema/graph";
import type { InboxItem } from "@/lib/schema/inbox";

/** What every tab beside a request gets. */
export type ContextTabProps = {
  item: InboxItem;
  /** The workflow, as it is drawn now; null where it does not load. */
  description: GraphDescription | null;
};
