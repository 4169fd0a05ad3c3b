import "server-only";
import type { InboxCounts, InboxEvent } from "../../schema/inbox";
import { changesSince, newestChange, type InboxChange } from "../../store/inbox-changes";
import { adoptWaiting } from "../../store/inbox-fill";
import { countItems, readItem, wokenItems } from "../../store/inbox-list";
import type { Store } from "../../store/open";
import { getApp } from "../app";
import { createBoundedBuffer, type BoundedBuffer } from "../bounded-buffer";
import { formatEvent } from "../http/sse";
import type { Live, Subscription } from "../live";
import { HEARTBEAT_MS } from "../run-stream";
import { shared } from "../shared";

/** How often it is looked for what came without a word: the runner's own writes, other programs, snoozes that end. */
const LOOK_MS = 1000;

/** Events that a slow reader may leave waiting before it gets a fresh `hello` in their place. */
const READER_LIMIT = 1000;

/** Tells who looks on what happens to requests, from the log that the database keeps of it. */
class InboxFeed {
  readonly #store: Store;
  readonly #readers = new Set<BoundedBuffer<InboxEvent>>();
  #seen = 0;
  #clock = "";
  #counts: InboxCounts | null = null;
  #timer: NodeJS.Timeout | null = null;

  constructor(store: Store, live: Live) {
    this.#store = store;
    live.onThreadChanged(() => {
      if (this.#readers.size > 0 && newestChange(store) !== this.#seen) this.look();
    });
  }

  subscribe(): Subscription<InboxEvent> {
    if (this.#readers.size === 0) this.#begin();
    const buffer = createBoundedBuffer<InboxEvent>(READER_LIMIT);
    this.#readers.add(buffer);
    return {
      next: (timeoutMs) => buffer.next(timeoutMs),
      close: () => {
        this.#readers.delete(buffer);
        buffer.end();
        if (this.#readers.size === 0) this.#end();
      },
    };
  }

  /** What a reader begins with. */
  hello(): InboxEvent {
    return { type: "hello", counts: countItems(this.#store, new Date().toISOString()) };
  }

  /** Tells what has happened since it was last looked. */
  look(): void {
    if (this.#readers.size === 0) return;
    try {
      this.#tellNews();
    } catch (error) {
      // The database may be locked or closing: the next look finds the same.
      console.warn("The inbox could not be looked at:", error instanceof Error ? error.message : error);
    }
  }

  #begin(): void {
    this.#seen = newestChange(this.#store);
    this.#clock = new Date().toISOString();
    this.#counts = null;
    this.#timer = setInterval(() => {
      this.look();
      void adoptWaiting(this.#store).catch((error: unknown) => console.warn("What other programs ask could not be read:", error));
    }, LOOK_MS);
    this.#timer.unref();
  }

  #end(): void {
    if (this.#timer !== null) clearInterval(this.#timer);
    this.#timer = null;
  }

  #tellNews(): void {
    const now = new Date().toISOString();
    // A clock that was put back has nothing end between the two moments; what was snoozed then is told by the counts.
    const woken = wokenItems(this.#store, this.#clock, now);
    this.#clock = now;
    const changes = changesSince(this.#store, this.#seen);
    if (changes === null) {
      this.#seen = newestChange(this.#store);
      this.#tell([this.hello()]);
      return;
    }
    this.#seen = changes.at(-1)?.seq ?? this.#seen;
    const counts = countItems(this.#store, now);
    const events = [...this.#toEvents(changes, counts), ...woken.map((key): InboxEvent => ({ type: "changed", ...key, counts }))];
    const isOther = this.#counts !== null && JSON.stringify(this.#counts) !== JSON.stringify(counts);
    this.#counts = counts;
    if (events.length > 0) this.#tell(events);
    else if (isOther) this.#tell([{ type: "hello", counts }]);
  }

  /** One event per request: what was asked before what else changed about it. */
  #toEvents(changes: readonly InboxChange[], counts: InboxCounts): InboxEvent[] {
    const byRequest = new Map<string, InboxChange>();
    for (const change of changes) {
      const key = JSON.stringify([change.thread_id, change.interrupt_id]);
      const known = byRequest.get(key);
      if (known === undefined || known.kind !== "asked" || change.kind === "gone") byRequest.set(key, change);
    }
    return [...byRequest.values()].map(({ thread_id, interrupt_id, kind }): InboxEvent => {
      const item = kind === "asked" ? readItem(this.#store, thread_id, interrupt_id) : null;
      return item?.status === "waiting" ? { type: "asked", item, counts } : { type: "changed", thread_id, interrupt_id, counts };
    });
  }

  #tell(events: readonly InboxEvent[]): void {
    for (const reader of this.#readers) for (const event of events) reader.push(event, 1);
  }
}

/** The one feed of this process. */
export async function getFeed(): Promise<InboxFeed> {
  const { store, live } = await getApp();
  return shared("inbox-feed", () => new InboxFeed(store, live));
}

function toText(event: InboxEvent): string {
  return formatEvent({ event: event.type, data: JSON.stringify(event) });
}

/**
 * What happens to requests, as text of an event stream: first how many there are, then live. A reader that is too slow gets
 * a fresh `hello` in place of what it missed. An empty text where nothing happened for a while.
 */
export async function* streamInbox(): AsyncGenerator<string, void, undefined> {
  const feed = await getFeed();
  const subscription = feed.subscribe();
  try {
    yield toText(feed.hello());
    for (;;) {
      const taken = await subscription.next(HEARTBEAT_MS);
      if (taken.kind === "end") return;
      if (taken.kind === "timeout") yield "";
      else if (taken.kind === "overflow") yield toText(feed.hello());
      else yield taken.items.map(toText).join("");
    }
  } finally {
    subscription.close();
  }
}
