import { createThread, streamRun } from "./client";
import { median, spread, type Result } from "./stats";

const SAMPLES = 50;
const WARM_UP = 5;
const GOAL_MS = 30;

/** From the request to a run's first event at the client, the runner being warm. */
export async function benchFirstEvent(url: string): Promise<Result> {
  const first: number[] = [];
  const update: number[] = [];
  for (let i = 0; i < SAMPLES + WARM_UP; i++) {
    const threadId = await createThread(url);
    const times = await streamRun(url, threadId, { assistant_id: "loop", input: { target: 3, keep: 1 } });
    if (i < WARM_UP) continue;
    first.push(times.firstEvent);
    update.push(times.firstUpdate);
  }
  return {
    name: "First event of a run at the client",
    measured: `${median(first).toFixed(1)} ms`,
    goal: `at most ${GOAL_MS} ms`,
    met: median(first) <= GOAL_MS,
    detail: `first event ${spread(first)}, first node's update ${spread(update)}, ${SAMPLES} runs`,
  };
}
