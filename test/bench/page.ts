import type { Browser } from "playwright-core";
import { newPage } from "../e2e/support/browser";
import { createThread, streamRun } from "./client";
import { median, spread, type Result } from "./stats";

const ROUNDS = 5;
const GOAL_MS = 1500;

/** From navigation, with an empty cache, to the first node card on the screen. */
async function timeToNode(browser: Browser, address: string): Promise<number> {
  const { page, close } = await newPage(browser);
  try {
    const start = performance.now();
    await page.goto(address, { waitUntil: "commit" });
    await page.locator(".react-flow__node").first().waitFor({ state: "visible" });
    return performance.now() - start;
  } finally {
    await close();
  }
}

async function benchAddress(browser: Browser, name: string, address: string): Promise<Result> {
  const times: number[] = [];
  await timeToNode(browser, address);
  for (let round = 0; round < ROUNDS; round++) times.push(await timeToNode(browser, address));
  return {
    name,
    measured: `${Math.round(median(times))} ms`,
    goal: `at most ${GOAL_MS} ms`,
    met: median(times) <= GOAL_MS,
    detail: `${spread(times)}, ${ROUNDS} navigations with an empty cache`,
  };
}

/** How soon the workbench is drawn: a workflow, and a thread of 100 steps. */
export async function benchPage(url: string, browser: Browser): Promise<Result[]> {
  const threadId = await createThread(url);
  await streamRun(url, threadId, { assistant_id: "loop", input: { target: 100, keep: 1 }, steps: 100 });
  return [
    await benchAddress(browser, "Workbench drawn: a workflow", `${url}/w/loop`),
    await benchAddress(browser, "Workbench drawn: a thread of 100 steps", `${url}/w/loop/t/${threadId}`),
  ];
}
