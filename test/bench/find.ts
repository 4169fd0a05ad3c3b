import { spread, median, timed, type Result } from "./stats";

const LIMIT_MS = 2000;
const ROUNDS = 5;

type Found = { found: { step: number } | null; examined: number; total: number };

async function post(url: string, path: string, json: unknown): Promise<unknown> {
  const response = await fetch(`${url}${path}`, { method: "POST", body: JSON.stringify(json), headers: { "content-type": "application/json" } });
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
  return response.json();
}

async function headOf(url: string, threadId: string): Promise<string> {
  const state = (await (await fetch(`${url}/threads/${threadId}/state`)).json()) as { checkpoint: { checkpoint_id: string } };
  return state.checkpoint.checkpoint_id;
}

/** Finds a checkpoint near the end of a long branch by its state: by number and by the length of a list, one after the other and by halving. */
export async function benchFind(url: string, threadId: string): Promise<Result[]> {
  const checkpoint_id = await headOf(url, threadId);
  const results: Result[] = [];
  for (const condition of ["count > 9990", "notes.length > 9990"]) {
    for (const strategy of ["linear", "binary"]) {
      const times: number[] = [];
      let answer: Found = { found: null, examined: 0, total: 0 };
      for (let round = 0; round <= ROUNDS; round++) {
        const ms = await timed(async () => {
          answer = (await post(url, `/api/debug/threads/${threadId}/find`, { checkpoint_id, checkpoint_ns: "", condition, strategy })) as Found;
        });
        if (round > 0) times.push(ms);
      }
      if (answer.found?.step !== 9991) throw new Error(`${condition} was found at step ${answer.found?.step ?? "none"}.`);
      results.push({
        name: `Find ${condition} in ${answer.total.toLocaleString("en")} checkpoints, ${strategy}`,
        measured: `${Math.round(median(times))} ms`,
        goal: `under ${LIMIT_MS.toLocaleString("en")} ms`,
        met: median(times) < LIMIT_MS,
        detail: `${spread(times)}, ${answer.examined.toLocaleString("en")} states looked at`,
      });
    }
  }
  return results;
}

/** Threads by what their latest states hold, over the Agent Server API; reads the state of every thread. */
export async function benchValues(url: string, threads: number): Promise<Result> {
  const times: number[] = [];
  for (let round = 0; round < 12; round++) {
    const ms = await timed(() => post(url, "/threads/search", { values: { target: 2, count: 1 }, limit: 50 }));
    if (round > 1) times.push(ms);
  }
  return {
    name: `${threads.toLocaleString("en")} threads: by values of their states`,
    measured: `${median(times).toFixed(0)} ms`,
    goal: "under 100 ms",
    met: median(times) < 100,
    detail: `${spread(times)}, ${times.length} requests`,
  };
}
