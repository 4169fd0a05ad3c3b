import { join } from "node:path";
import type { Browser } from "playwright-core";
import { newPage } from "../e2e/support/browser";
import { openStore } from "../../lib/store/open";
import { benchFind, benchValues } from "./find";
import { median, spread, timed, type Result } from "./stats";
import { writeLargeThread } from "./write-thread";
import { writeManyThreads } from "./write-threads";

const CHECKPOINTS = 10_000;
const BRANCHES = 200;
const THREADS = 20_000;

export type LargeData = { threadId: string; longThreadId: string };

/** Fills a data folder that no server has open yet. */
export function writeLargeData(folder: string): LargeData {
  const store = openStore({ path: join(folder, "retrograph.db") });
  const threadId = writeLargeThread(store, { checkpoints: CHECKPOINTS, branches: BRANCHES, state: 1_000_000 });
  // One branch alone, whose states grow to a megabyte near its end.
  const longThreadId = writeLargeThread(store, { checkpoints: CHECKPOINTS, branches: 1, state: 1_000_000, growth: 12 });
  writeManyThreads(store, THREADS);
  store.close();
  return { threadId, longThreadId };
}

const NAME = `${CHECKPOINTS.toLocaleString("en")} checkpoints, ${BRANCHES} branches, states of 1 MB`;

/** Presses a key, and waits until the state of another checkpoint is on the screen; text, because it runs in the page. */
const stepScript = (key: string) => `(async () => {
  const section = document.querySelector('section[aria-label="Checkpoint"]');
  const state = () => (section.textContent.match(/count.*?(\\d+)notes/) ?? [])[1] ?? "";
  const before = state();
  const start = performance.now();
  document.querySelector("[role=listbox]").dispatchEvent(new KeyboardEvent("keydown", { key: "${key}", bubbles: true, cancelable: true }));
  while (performance.now() - start < 5000) {
    await new Promise((done) => { const channel = new MessageChannel(); channel.port1.onmessage = () => done(undefined); channel.port2.postMessage(0); });
    const now = state();
    if (now !== "" && now !== before) return performance.now() - start;
  }
  return 5000;
})()`;

async function benchOpening(browser: Browser, address: string): Promise<Result> {
  const times: number[] = [];
  for (let round = 0; round < 6; round++) {
    const { page, close } = await newPage(browser);
    const ms = await timed(async () => {
      await page.goto(address, { waitUntil: "commit" });
      await page.locator("[role=listbox] [role=option][aria-selected=true]").first().waitFor({ state: "visible" });
    });
    if (round > 0) times.push(ms);
    await close();
  }
  return {
    name: `Timeline drawn: ${NAME}`,
    measured: `${Math.round(median(times))} ms`,
    goal: "under 1,000 ms",
    met: median(times) < 1000,
    detail: `${spread(times)}, ${times.length} navigations with an empty cache`,
  };
}

async function benchWalking(browser: Browser, address: string): Promise<Result[]> {
  const { page, close } = await newPage(browser);
  try {
    const devtools = await page.context().newCDPSession(page);
    await devtools.send("Performance.enable");
    await page.goto(address);
    await page.locator("[role=listbox] [role=option][aria-selected=true]").first().waitFor({ state: "visible" });
    await page
      .getByText(`${CHECKPOINTS.toLocaleString("en")} checkpoints`)
      .first()
      .waitFor();
    await page.waitForTimeout(2000);
    const times: number[] = [];
    for (let step = 0; step < 40; step++) {
      times.push(Number(await page.evaluate(stepScript(step < 25 ? "ArrowLeft" : "ArrowRight"))));
      await page.waitForTimeout(150);
    }
    const { metrics } = await devtools.send("Performance.getMetrics");
    const heap = (metrics.find((metric) => metric.name === "JSHeapUsedSize")?.value ?? 0) / 1e6;
    return [
      {
        name: "An arrow key shows the next state of 1 MB",
        measured: `${Math.round(median(times))} ms`,
        goal: "under 50 ms",
        met: median(times) < 50,
        detail: `${spread(times)}, ${times.length} steps`,
      },
      {
        name: "Memory of that page",
        measured: `${Math.round(heap)} MB`,
        goal: "under 300 MB",
        met: heap < 300,
        detail: "JavaScript heap in use after walking",
      },
    ];
  } finally {
    await close();
  }
}

const SEARCHES = {
  "newest first": "",
  "by metadata": `metadata=${encodeURIComponent('{"user":"bob","customer":{"plan":"pro"}}')}`,
  "by words": "q=refund+customer+17",
  "by status": "status=error",
  "by time": "updated_since=2026-06-01T00:00:00Z",
  "the last page": `offset=${THREADS - 50}`,
};

async function benchSearch(url: string): Promise<Result[]> {
  const results: Result[] = [];
  for (const [name, query] of Object.entries(SEARCHES)) {
    const times: number[] = [];
    for (let round = 0; round < 12; round++) {
      const ms = await timed(async () => (await fetch(`${url}/api/debug/threads?limit=50&${query}`)).arrayBuffer());
      if (round > 1) times.push(ms);
    }
    results.push({
      name: `${THREADS.toLocaleString("en")} threads: ${name}`,
      measured: `${median(times).toFixed(0)} ms`,
      goal: "under 100 ms",
      met: median(times) < 100,
      detail: `${spread(times)}, a page of 50 with counts, ${times.length} requests`,
    });
  }
  return results;
}

type Pruned = { checkpoints: number; file_bytes_before: number; file_bytes_after: number };

async function benchPruning(url: string, threadId: string): Promise<Result> {
  let pruned: Pruned = { checkpoints: 0, file_bytes_before: 0, file_bytes_after: 0 };
  let slowest = 0;
  let isDone = false;
  const ms = await timed(async () => {
    const work = fetch(`${url}/api/debug/storage/prune`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ scope: { kind: "thread", thread_id: threadId }, rule: { kind: "keep_latest", count: 5 } }),
    }).then(async (response) => {
      pruned = (await response.json()) as Pruned;
      isDone = true;
    });
    // Others are answered meanwhile.
    while (!isDone) slowest = Math.max(slowest, await timed(async () => (await fetch(`${url}/api/ok`)).arrayBuffer()));
    await work;
  });
  const sizes = `${(pruned.file_bytes_before / 1e6).toFixed(0)} MB to ${(pruned.file_bytes_after / 1e6).toFixed(0)} MB`;
  return {
    name: "Pruning that thread to the newest 5 of each branch",
    measured: sizes,
    goal: "a smaller file",
    met: pruned.file_bytes_after < pruned.file_bytes_before / 2,
    detail: `${pruned.checkpoints} checkpoints in ${(ms / 1000).toFixed(1)} s; other requests waited ${Math.round(slowest)} ms at most`,
  };
}

/** A thread and a list of threads as large as they get. Pruning comes last. */
export async function benchSize(url: string, browser: Browser, { threadId, longThreadId }: LargeData): Promise<Result[]> {
  const address = `${url}/w/journal/t/${threadId}`;
  return [
    await benchOpening(browser, address),
    ...(await benchWalking(browser, address)),
    ...(await benchFind(url, longThreadId)),
    ...(await benchSearch(url)),
    await benchValues(url, THREADS),
    await benchPruning(url, threadId),
  ];
}
