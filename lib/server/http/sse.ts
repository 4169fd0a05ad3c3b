import "server-only";
import type { RunEvent } from "../../schema/run";

const HEARTBEAT = ": heartbeat\n\n";

/** A server-sent event. JSON text has no line breaks, so one `data` line is enough. */
export function formatEvent(event: { seq?: number; event: string; data: string }): string {
  const id = event.seq === undefined ? "" : `id: ${event.seq}\n`;
  return `event: ${event.event}\ndata: ${event.data}\n${id}\n`;
}

export function formatRunEvents(events: RunEvent[]): string {
  return events.map((event) => formatEvent(event)).join("");
}

/**
 * Streams text from a generator; an empty text becomes a heartbeat comment. The generator is only asked for more when
 * the client has read what was sent. `onGone` is called when the client leaves before the end.
 */
export function textStream(source: AsyncGenerator<string, void, undefined>, onGone: () => void): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        const next = await source.next();
        if (next.done === true) controller.close();
        else controller.enqueue(encoder.encode(next.value === "" ? HEARTBEAT : next.value));
      } catch (error) {
        controller.error(error);
      }
    },
    async cancel() {
      onGone();
      await source.return(undefined);
    },
  });
}

/** An event stream that proxies must neither buffer nor compress. */
export function eventStream(
  source: AsyncGenerator<string, void, undefined>,
  options: { headers?: Record<string, string>; onGone?: () => void } = {},
): Response {
  return new Response(textStream(source, options.onGone ?? (() => undefined)), {
    headers: {
      "content-type": "text/event-stream; charset=utf-8",
      "cache-control": "no-cache, no-transform",
      "x-accel-buffering": "no",
      ...options.headers,
    },
  });
}

/** The `Last-Event-ID` header as a sequence number; -1 and anything that is no number mean from the start, null without one. */
export function lastEventId(request: Request): number | null {
  const header = request.headers.get("last-event-id");
  if (header === null || header === "") return null;
  const id = Number(header);
  return Number.isSafeInteger(id) && id > 0 ? id : 0;
}
