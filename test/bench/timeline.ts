import type { BareProcess } from "./bare-process";
import { createThread, streamRun } from "./client";
import { interleaved, median, spread, timed, type Result } from "./stats";

const CHECKPOINTS = 5000;
const ROUNDS = 5;
const GOAL = 1 / 20;

async function readTimeline(url: string, threadId: string): Promise<number> {
  const response = await fetch(`${url}/api/debug/threads/${threadId}/timeline?limit=10000`);
  const page = (await response.json()) as { checkpoints: unknown[] };
  return page.checkpoints.length;
}

/** The timeline of a long thread through the API against `getStateHistory` over the same rows of the same file. */
export async function benchTimeline(url: string, bareOnSameFile: BareProcess): Promise<Result> {
  const threadId = await createThread(url);
  // The input and the first loop round bring two checkpoints of their own.
  const steps = CHECKPOINTS - 2;
  await streamRun(url, threadId, { assistant_id: "loop", input: { target: steps }, steps });
  const times = await interleaved(
    ROUNDS,
    () =>
      timed(async () => {
        const count = await readTimeline(url, threadId);
        if (count !== CHECKPOINTS) throw new Error(`The timeline has ${count} checkpoints instead of ${CHECKPOINTS}.`);
      }),
    async () => {
      const { ms, items } = await bareOnSameFile.ask({ kind: "history", threadId });
      if (items !== CHECKPOINTS) throw new Error(`The history has ${items} checkpoints instead of ${CHECKPOINTS}.`);
      return ms;
    },
  );
  const ratio = median(times.a) / median(times.b);
  return {
    name: `Timeline of ${CHECKPOINTS} checkpoints / getStateHistory`,
    measured: `1/${(1 / ratio).toFixed(1)}`,
    goal: "at most 1/20",
    met: ratio <= GOAL,
    detail: `API ${spread(times.a)}, getStateHistory ${spread(times.b)}, ${ROUNDS} rounds each`,
  };
}
