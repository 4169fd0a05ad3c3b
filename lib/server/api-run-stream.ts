import "server-only";
import type { Run, RunEvent, StreamMode } from "../schema/run";
import type { App } from "./app";
import { formatRunEvents } from "./http/sse";
import type { Subscription } from "./live";
import { toPlainText } from "./plain-json";
import { followRun } from "./run-stream";

const EVENTS_OF_MODE: Record<StreamMode, readonly string[]> = {
  values: ["values"],
  updates: ["updates"],
  messages: ["messages/metadata", "messages/partial", "messages/complete"],
  "messages-tuple": ["messages"],
  debug: ["debug"],
  tasks: ["tasks"],
  checkpoints: ["checkpoints"],
  custom: ["custom"],
  events: ["events"],
};
const ALWAYS = ["metadata", "error"];

/** Decides which events of a run a client of the Agent Server API gets: those of its modes, or all but our own. */
function chooser(modes: readonly StreamMode[] | null): (event: RunEvent) => boolean {
  if (modes === null) return (event) => event.event !== "lifecycle";
  const wanted = new Set([...ALWAYS, ...modes.flatMap((mode) => EVENTS_OF_MODE[mode])]);
  return (event) => wanted.has(event.event.split("|", 1)[0] ?? "");
}

/** A run's events as text of an event stream; an empty text where nothing happened for a while. */
export async function* streamApiRun(
  app: App,
  runId: string,
  options: { after: number; modes: readonly StreamMode[] | null; fresh?: Subscription<RunEvent> },
): AsyncGenerator<string, void, undefined> {
  const isWanted = chooser(options.modes);
  for await (const batch of followRun(app, runId, options.after, options.fresh)) {
    const text = formatRunEvents(batch.filter(isWanted).map((event) => ({ ...event, data: toPlainText(event.data) })));
    if (text !== "" || batch.length === 0) yield text;
  }
}

/** Where a client finds the run, and where it can join its stream again. */
export function runLocations(run: Run, isStateless = false): { "content-location": string; location: string } {
  const path = isStateless ? `/runs/${run.run_id}` : `/threads/${run.thread_id}/runs/${run.run_id}`;
  return { "content-location": path, location: `${path}/stream` };
}
