import { randomUUID } from "node:crypto";
import type { BareProcess } from "./bare-process";
import { createThread, streamRun } from "./client";
import { interleaved, median, spread, type Result } from "./stats";

const STEPS = 1000;
const ROUNDS = 7;
const GOAL = 1.3;

function check(side: string, updates: number): void {
  if (updates !== STEPS) throw new Error(`${side} streamed ${updates} updates instead of ${STEPS}.`);
}

/** A long loop through the API, persisted, against the same loop on the bare library. */
export async function benchLoop(url: string, bare: BareProcess): Promise<Result> {
  const times = await interleaved(
    ROUNDS,
    async () => {
      const threadId = await createThread(url);
      const run = await streamRun(url, threadId, { assistant_id: "loop", input: { target: STEPS, keep: 1 }, steps: STEPS });
      check("The API", run.updates);
      return run.total;
    },
    async () => {
      const run = await bare.ask({ kind: "run", threadId: randomUUID(), steps: STEPS });
      check("The bare library", run.items);
      return run.ms;
    },
  );
  const ratio = median(times.a) / median(times.b);
  return {
    name: `${STEPS} supersteps through the API / on the bare library`,
    measured: `${ratio.toFixed(2)} ×`,
    goal: `at most ${GOAL} ×`,
    met: ratio <= GOAL,
    detail: `API ${spread(times.a)}, bare ${spread(times.b)}, ${ROUNDS} rounds each`,
  };
}
