import { formatCount } from "@/components/ui/format";
import type { RevisionChange } from "@/lib/schema/explain";

/** `draft's`, `notes'`. */
function possessive(name: string): string {
  return name.endsWith("s") ? `${name}'` : `${name}'s`;
}

/** One change in a few words, to stand in a list. */
export function changeWords(change: RevisionChange): string {
  switch (change.kind) {
    case "node_added":
      return `new node ${change.node}`;
    case "node_removed":
      return `${change.node} is gone`;
    case "node_code":
      return `${possessive(change.node)} code`;
    case "router_code":
      return change.node === "__start__" ? "the router after the start" : `the router after ${change.node}`;
    case "edges":
      return change.node === "__start__" ? "edges from the start" : `${possessive(change.node)} edges`;
    case "channel_added":
      return `new channel ${change.channel}`;
    case "channel_removed":
      return `channel ${change.channel} is gone`;
    case "channel_type":
      return `${possessive(change.channel)} type`;
    case "reducer":
      return `${possessive(change.channel)} reducer`;
  }
}

const SHOWN = 3;

/** `2 things changed since this ran: draft's code, notes' reducer`. */
export function summaryWords(changes: readonly RevisionChange[]): string {
  const shown = changes.slice(0, changes.length > SHOWN + 1 ? SHOWN : SHOWN + 1).map(changeWords);
  const more = changes.length - shown.length;
  return `${formatCount(changes.length, "thing")} changed since this ran: ${shown.join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
}
