import { RetrographError } from "../../errors";
import type { Store } from "../../store/open";
import { similarRecordings, type InputParts } from "../../store/recordings";
import type { OpenCall } from "./session";

/** How many of a thread's calls are looked through for the one that is most alike. */
const MOST_COMPARED = 200;
const MOST_TOLD = 4;

const KIND_WORDS: Record<OpenCall["kind"], string> = {
  model: "The call of the model",
  llm: "The call of the model",
  tool: "The call of the tool",
  effect: "The effect",
};

type Similar = ReturnType<typeof similarRecordings>[number];

/** Labels of what two inputs do not have in common. */
function differences(own: InputParts, other: InputParts): string[] {
  const theirs = new Map(other.map(([label, hash]) => [label, hash]));
  const mine = new Map(own.map(([label, hash]) => [label, hash]));
  const changed = own.filter(([label, hash]) => theirs.get(label) !== hash).map(([label]) => label);
  const gone = other.filter(([label]) => !mine.has(label)).map(([label]) => `${label}, which is not there now`);
  return [...changed, ...gone];
}

function nearest(call: OpenCall, candidates: readonly Similar[]): { similar: Similar; differing: string[] } | null {
  const rated = candidates.map((similar) => ({ similar, differing: differences(call.input.parts, similar.parts) }));
  const score = ({ similar, differing }: (typeof rated)[number]) => differing.length + (similar.node === call.place ? 0 : 0.5);
  return rated.reduce<(typeof rated)[number] | null>((best, one) => (best === null || score(one) < score(best) ? one : best), null);
}

function listed(labels: readonly string[]): string {
  const shown = labels.slice(0, MOST_TOLD).join("; ");
  return labels.length > MOST_TOLD ? `${shown}; and ${labels.length - MOST_TOLD} more` : shown;
}

/** The error of a strict replay at a call that has no recording: which call, where, and what differs from the one most alike. */
export function notRecorded(
  store: Store,
  { threads, call, reason, taskId }: { threads: readonly string[]; call: OpenCall; reason: string | null; taskId: string | null },
): RetrographError {
  const candidates = threads.flatMap((threadId) => similarRecordings(store, threadId, call, MOST_COMPARED));
  const found = nearest(call, candidates);
  const where = call.place === "" ? "" : ` in ${call.place.replace(/#\d+$/, "")}`;
  const head = `${KIND_WORDS[call.kind]} ${call.name}${where} has no recording.`;
  const why =
    reason !== null
      ? `It was made before, but what it returned could not be kept: ${reason}`
      : found === null
        ? `No ${call.kind === "tool" ? "call of this tool" : call.kind === "effect" ? "such effect" : "call of this model"} was recorded on this thread.`
        : found.differing.length === 0
          ? "An equal call was recorded at another place only."
          : `The recorded call that is most like it differs in: ${listed(found.differing)}.`;
  const error = new RetrographError("not_recorded", `${head} ${why} Nothing was called.`, {
    kind: call.kind,
    name: call.name,
    node: call.place,
    differs: found?.differing ?? [],
    nearest: found === null ? null : { run_id: found.similar.run_id, span_id: found.similar.span_id },
  });
  // By this LangGraph says which task threw.
  return taskId === null ? error : Object.assign(error, { pregelTaskId: taskId });
}
