import type { InboxCounts, InboxEvent, InboxItem } from "../schema/inbox";
import { connectStream, type Connection, type StreamHandle } from "./event-stream";

export type InboxEventsOptions = {
  onEvent: (event: InboxEvent) => void;
  onConnection: (connection: Connection) => void;
  /** True where news are wanted while the tab is hidden for long, too. */
  staysWhenHidden?: () => boolean;
};

type Fields = Record<string, unknown>;

function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isCounts(value: unknown): value is InboxCounts {
  return isFields(value) && ["waiting", "snoozed", "answered"].every((name) => Number.isInteger(value[name]));
}

const ITEM_TEXTS = ["thread_id", "interrupt_id", "graph_id", "node", "status", "kind", "title", "summary", "thread_title", "asked_at"];

function isItem(value: unknown): value is InboxItem {
  return isFields(value) && ITEM_TEXTS.every((name) => typeof value[name] === "string");
}

// Checked by hand: the schemas would be a good part of what a page loads.
function isInboxEvent(value: unknown): value is InboxEvent {
  if (!isFields(value) || !isCounts(value["counts"])) return false;
  const { type, item, thread_id, interrupt_id } = value;
  if (type === "asked") return isItem(item);
  return type === "hello" || (type === "changed" && typeof thread_id === "string" && (interrupt_id === null || typeof interrupt_id === "string"));
}

/** Parses the data of one event; null for what this version does not know (a newer server), so that one message never ends the stream. */
export function parseInboxEvent(data: string): InboxEvent | null {
  try {
    const parsed: unknown = JSON.parse(data);
    return isInboxEvent(parsed) ? parsed : null;
  } catch {
    return null;
  }
}

/** Follows the requests of all threads until closed. Each connection begins with `hello` and how many there are. */
export function connectInbox({ onEvent, onConnection, staysWhenHidden }: InboxEventsOptions): StreamHandle {
  return connectStream({
    url: "/api/debug/inbox/events",
    onData: (data) => {
      const event = parseInboxEvent(data);
      if (event !== null) onEvent(event);
    },
    onConnection,
    ...(staysWhenHidden === undefined ? {} : { staysWhenHidden }),
  });
}
