import "server-only";

/** What `next` gives: items in order, or why there are none. `overflow`: items were dropped since the last call. */
export type Taken<T> = { kind: "items"; items: T[] } | { kind: "overflow" } | { kind: "timeout" } | { kind: "end" };

/**
 * A queue between a fast producer and one possibly slow consumer. It holds at most `limit` units of weight;
 * beyond that everything held is dropped and the consumer learns of it once, so that it can read the rest elsewhere.
 */
export type BoundedBuffer<T> = {
  push(item: T, weight: number): void;
  /** No more items; those held are still delivered. */
  end(): void;
  /** Waits up to `timeoutMs` for items. One call at a time. */
  next(timeoutMs: number): Promise<Taken<T>>;
};

/** Makes an empty buffer. A single item heavier than the limit is kept when it is alone. */
export function createBoundedBuffer<T>(limit: number): BoundedBuffer<T> {
  let items: T[] = [];
  let held = 0;
  let overflowed = false;
  let ended = false;
  let wake: (() => void) | null = null;

  function take(): Taken<T> | null {
    if (overflowed) {
      overflowed = false;
      return { kind: "overflow" };
    }
    if (items.length > 0) {
      const taken = items;
      items = [];
      held = 0;
      return { kind: "items", items: taken };
    }
    return ended ? { kind: "end" } : null;
  }

  function notify(): void {
    const waiting = wake;
    wake = null;
    waiting?.();
  }

  return {
    push(item, weight) {
      if (ended) return;
      if (held > 0 && held + weight > limit) {
        items = [];
        held = 0;
        overflowed = true;
      }
      items.push(item);
      held += weight;
      notify();
    },
    end() {
      ended = true;
      notify();
    },
    async next(timeoutMs) {
      const ready = take();
      if (ready !== null) return ready;
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, timeoutMs);
        wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
      wake = null;
      return take() ?? { kind: "timeout" };
    },
  };
}
