import type { Cause, Why } from "@/lib/schema/explain";
import { listWords } from "../timeline/format";

type Trigger = Why["tasks"][number]["triggers"][number];

function nameOf(source: string | null): string {
  if (source === null) return "something";
  return source === "__start__" ? "the start" : source;
}

/** Who opened a channel and how, as one sentence about all of them. */
export function causeWords({ causes }: Trigger): string {
  const names = listWords([...new Set(causes.map(({ source }) => nameOf(source)))]);
  const [first] = causes;
  if (first === undefined) return "What led here is not recorded.";
  switch (first.via) {
    case "input":
      return "The input of the run starts it.";
    case "edge":
      return causes.length === 1 ? `An edge from ${names} leads here.` : `Edges from ${names} lead here.`;
    case "join":
      return causes.length === 1 ? `${names} has arrived, and nothing else is waited for.` : `All that it waits for have arrived: ${names}.`;
    case "conditional":
      return `The router after ${names} chose it${first.label === null ? "" : ` by “${first.label}”`}.`;
    case "command":
      return first.source === null ? "A command from outside went here." : `${names} went here by a Command.`;
    case "send":
      return `${names} sent a packet here.`;
    case "update":
      return first.source === null ? "A person changed the state, which led here." : `A person wrote the state as ${names}, which led here.`;
    case "unknown":
      return first.source === null ? "What led here is not recorded: the checkpoint before is missing or damaged." : `${names} led here.`;
  }
}

/** The checkpoints that the causes led to, each once. */
export function causePlaces(causes: readonly Cause[]): string[] {
  return [...new Set(causes.flatMap(({ checkpoint_id }) => (checkpoint_id === null ? [] : [checkpoint_id])))];
}
