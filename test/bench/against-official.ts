import { startOfficialServer } from "./official-server";
import { createThread, streamRun } from "./client";
import { median, timed } from "./stats";

/** One thing that both servers do; `measure` gives milliseconds. */
type Task = { name: string; rounds: number; measure: (url: string, historyPage: number) => Promise<number> };

export type Comparison = { name: string; ours: number | string; theirs: number | string };

const PATIENCE_MS = 120_000;
const KEEP = 5;

async function send(url: string, path: string, json: unknown): Promise<unknown> {
  const response = await fetch(`${url}${path}`, {
    method: "POST",
    body: JSON.stringify(json),
    headers: { "content-type": "application/json" },
    signal: AbortSignal.timeout(PATIENCE_MS),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`answers ${response.status}`);
  return text === "" ? null : JSON.parse(text);
}

const loopRun = (target: number, more: object = {}) => ({
  assistant_id: "loop",
  input: { target, keep: KEEP },
  config: { recursion_limit: target + 20 },
  ...more,
});

async function finishedThread(url: string, steps: number): Promise<string> {
  const threadId = await createThread(url);
  await send(url, `/threads/${threadId}/runs/wait`, loopRun(steps));
  return threadId;
}

type State = { checkpoint: { checkpoint_id: string } };

/** The whole history in pages as large as the server gives them: ours a thousand checkpoints, the official one any number. */
async function readHistory(url: string, threadId: string, limit: number): Promise<number> {
  let count = 0;
  for (let before: string | null = null; ;) {
    const page = (await send(url, `/threads/${threadId}/history`, { limit, ...(before === null ? {} : { before }) })) as State[];
    count += page.length;
    if (page.length < limit) return count;
    before = page.at(-1)?.checkpoint.checkpoint_id ?? null;
  }
}

function historyOf(checkpoints: number, rounds: number): Task {
  const threads = new Map<string, string>();
  return {
    name: `History of ${checkpoints.toLocaleString("en")} checkpoints`,
    rounds,
    async measure(url, historyPage) {
      const threadId = threads.get(url) ?? (await finishedThread(url, checkpoints - 2));
      threads.set(url, threadId);
      let count = 0;
      const ms = await timed(async () => (count = await readHistory(url, threadId, historyPage)));
      if (count !== checkpoints) throw new Error(`gives ${count} of them`);
      return ms;
    },
  };
}

const runOf = (steps: number, rounds: number): Task => ({
  name: `Run of ${steps.toLocaleString("en")} ${steps === 1 ? "step" : "steps"}`,
  rounds,
  async measure(url) {
    const threadId = await createThread(url);
    return timed(() => send(url, `/threads/${threadId}/runs/wait`, loopRun(steps)));
  },
});

async function forkAndRun(url: string): Promise<number> {
  const threadId = await finishedThread(url, 20);
  const history = (await send(url, `/threads/${threadId}/history`, { limit: 100 })) as State[];
  const checkpoint = history[10]?.checkpoint;
  return timed(async () => {
    const forked = (await send(url, `/threads/${threadId}/state`, { values: { target: 20 }, checkpoint_id: checkpoint?.checkpoint_id })) as State;
    await send(url, `/threads/${threadId}/runs/wait`, {
      assistant_id: "loop",
      input: null,
      config: { recursion_limit: 50 },
      checkpoint_id: forked.checkpoint.checkpoint_id,
    });
  });
}

async function interruptAndResume(url: string): Promise<number> {
  const threadId = await createThread(url);
  return timed(async () => {
    await send(url, `/threads/${threadId}/runs/wait`, { assistant_id: "ask", input: {} });
    await send(url, `/threads/${threadId}/runs/wait`, { assistant_id: "ask", command: { resume: "yes" } });
  });
}

function concurrentRuns(url: string): Promise<number> {
  return timed(() => Promise.all(Array.from({ length: 50 }, () => finishedThread(url, 5))));
}

async function firstEvent(url: string): Promise<number> {
  const threadId = await createThread(url);
  return (await streamRun(url, threadId, { assistant_id: "loop", input: { target: 3, keep: 1 } })).firstEvent;
}

/** The ones that a server may not live through come last. */
const TASKS: Task[] = [
  { name: "First event of a run", rounds: 15, measure: firstEvent },
  runOf(1, 15),
  runOf(100, 7),
  runOf(1000, 3),
  { name: "Fork, and run 10 steps", rounds: 7, measure: forkAndRun },
  { name: "Interrupt and resume", rounds: 7, measure: interruptAndResume },
  { name: "50 runs of 5 steps at once", rounds: 3, measure: concurrentRuns },
  historyOf(1000, 3),
  historyOf(5000, 2),
];

/** The median of what is measured, or what went wrong in a word or two. The first round warms up and does not count. */
class Side {
  readonly times: number[] = [];
  problem: string | null = null;

  constructor(
    private readonly url: string,
    private readonly historyPage: number,
  ) {}

  async round(task: Task, counts: boolean): Promise<void> {
    if (this.problem !== null) return;
    try {
      const ms = await task.measure(this.url, this.historyPage);
      if (counts) this.times.push(ms);
    } catch (error) {
      const isTimeout = error instanceof Error && error.name === "TimeoutError";
      const isGone = error instanceof TypeError;
      this.problem = isTimeout
        ? `no answer in ${PATIENCE_MS / 1000} s`
        : isGone
          ? "the server died"
          : error instanceof Error
            ? error.message
            : "failed";
    }
  }

  result(): number | string {
    return this.problem ?? median(this.times);
  }
}

/** Both servers side by side on this machine, in turn, over the same API. */
export async function compareWithOfficial(url: string, report: (comparison: Comparison) => void): Promise<{ version: string; rows: Comparison[] }> {
  const official = await startOfficialServer();
  const rows: Comparison[] = [];
  try {
    for (const task of TASKS) {
      const [ours, theirs] = [new Side(url, 1000), new Side(official.url, 10_000)];
      for (let round = 0; round <= task.rounds; round++) {
        await ours.round(task, round > 0);
        await theirs.round(task, round > 0);
      }
      const row = { name: task.name, ours: ours.result(), theirs: theirs.result() };
      rows.push(row);
      report(row);
    }
  } finally {
    await official.close();
  }
  return { version: official.version, rows };
}
