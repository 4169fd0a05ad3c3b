import type { InboxEvent } from "../../lib/schema/inbox";

/** The events of an inbox's stream, one after the other. */
export async function eventsOf(url: string, path: string) {
  const gone = new AbortController();
  const response = await fetch(`${url}${path}`, { signal: gone.signal });
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  if (reader === undefined) throw new Error("There is no stream");
  const events: InboxEvent[] = [];
  let text = "";
  return {
    /** The next event that passes; those before it are dropped. */
    async until(check: (event: InboxEvent) => boolean): Promise<InboxEvent> {
      for (;;) {
        const next = events.shift();
        if (next !== undefined && check(next)) return next;
        if (next !== undefined) continue;
        const { done, value } = await reader.read();
        if (done) throw new Error("The stream has ended");
        text += value;
        const blocks = text.split("\n\n");
        text = blocks.pop() ?? "";
        for (const block of blocks) {
          const data = /^data: (.*)$/m.exec(block)?.[1];
          if (data !== undefined) events.push(JSON.parse(data) as InboxEvent);
        }
      }
    },
    async close(): Promise<void> {
      gone.abort();
      await reader.cancel().catch(() => undefined);
    },
  };
}
