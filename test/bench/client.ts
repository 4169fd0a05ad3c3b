import { EventSourceParserStream } from "eventsource-parser/stream";

async function post(url: string, json: unknown): Promise<Response> {
  const response = await fetch(url, { method: "POST", body: JSON.stringify(json), headers: { "content-type": "application/json" } });
  if (!response.ok) throw new Error(`${url} answered ${response.status}: ${await response.text()}`);
  return response;
}

/** Makes a thread and gives its id. */
export async function createThread(url: string): Promise<string> {
  const response = await post(`${url}/threads`, {});
  const thread = (await response.json()) as { thread_id: string };
  return thread.thread_id;
}

export type StreamTimes = { firstEvent: number; firstUpdate: number; total: number; updates: number };

/** Starts a run and reads its stream to the end; times in milliseconds from just before the request. */
export async function streamRun(url: string, threadId: string, body: { assistant_id: string; input: unknown; steps?: number }): Promise<StreamTimes> {
  const { steps = 20, ...run } = body;
  const start = performance.now();
  const times: StreamTimes = { firstEvent: Number.NaN, firstUpdate: Number.NaN, total: Number.NaN, updates: 0 };
  const response = await post(`${url}/threads/${threadId}/runs/stream`, { ...run, stream_mode: "updates", config: { recursion_limit: steps + 10 } });
  if (response.body === null) throw new Error("The stream has no body.");
  const events = response.body.pipeThrough(new TextDecoderStream()).pipeThrough(new EventSourceParserStream());
  for await (const { event, data } of events) {
    const now = performance.now() - start;
    if (Number.isNaN(times.firstEvent)) times.firstEvent = now;
    if (event === "error") throw new Error(`The run failed: ${data}`);
    if (event !== "updates") continue;
    if (Number.isNaN(times.firstUpdate)) times.firstUpdate = now;
    times.updates++;
  }
  times.total = performance.now() - start;
  return times;
}
