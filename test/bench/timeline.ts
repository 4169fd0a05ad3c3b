import type { BareProcess } from "./bare-process";
import { createThread, streamRun } from "./client";
import { interleaved, median, spread, timed, type Result } from "./stats";

const CHECKPOINTS = 5000;
const ROUNDS = 11;
const GOAL = 1 / 20;

/** The API's answer, when it is all there. */
async function readAnswer(url: string, threadId: string): Promise<Buffer> {
  const response = await fetch(`${url}/api/debug/threads/${threadId}/timeline?limit=10000`);
  return Buffer.from(await response.arrayBuffer());
}

function check(side: string, count: number): void {
  if (count !== CHECKPOINTS) throw new Error(`${side} gave ${count} checkpoints instead of ${CHECKPOINTS}.`);
}

async function benchThread(url: string, bareOnSameFile: BareProcess, keep: number, size: string): Promise<Result> {
  const threadId = await createThread(url);
  // The input and the first loop round bring two checkpoints of their own.
  const steps = CHECKPOINTS - 2;
  await streamRun(url, threadId, { assistant_id: "loop", input: { target: steps, keep }, steps });
  const page = JSON.parse((await readAnswer(url, threadId)).toString()) as { checkpoints: unknown[] };
  check("The timeline", page.checkpoints.length);
  const times = await interleaved(
    ROUNDS,
    () => timed(() => readAnswer(url, threadId)),
    async () => {
      const { ms, items } = await bareOnSameFile.ask({ kind: "history", threadId });
      check("The history", items);
      return ms;
    },
  );
  const ratio = median(times.a) / median(times.b);
  return {
    name: `Timeline of ${CHECKPOINTS} checkpoints with ${size} of state / getStateHistory`,
    measured: `1/${(1 / ratio).toFixed(1)}`,
    goal: "at most 1/20",
    met: ratio <= GOAL,
    detail: `API ${spread(times.a)}, getStateHistory ${spread(times.b)}, ${ROUNDS} rounds each`,
  };
}

/** The timeline of a long thread through the API against `getStateHistory` over the same rows of the same file. */
export async function benchTimeline(url: string, bareOnSameFile: BareProcess): Promise<Result[]> {
  return [await benchThread(url, bareOnSameFile, 1, "0.1 kB"), await benchThread(url, bareOnSameFile, 20, "2 kB")];
}
