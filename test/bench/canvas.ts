import type { Browser, CDPSession, Page } from "playwright-core";
import { newPage } from "../e2e/support/browser";
import { createThread, streamRun } from "./client";
import type { Result } from "./stats";

const GOAL_FPS = 50;
const GOAL_EVENTS = 200;
const GOAL_FRAME_MS = 100;
const MOVE_MS = 3000;

/** Moves the drawing by one event a frame, as a hand does, and gives the milliseconds of every frame; runs in the page. */
const moveScript = (kind: "pan" | "zoom") => `(async () => {
  const pane = document.querySelector(".react-flow__pane");
  const box = pane.getBoundingClientRect();
  const middle = { x: box.left + box.width / 2, y: box.top + box.height / 2 };
  const mouse = (type, x, y, target) => target.dispatchEvent(new MouseEvent(type, { clientX: x, clientY: y, button: 0, buttons: 1, bubbles: true, cancelable: true, view: window }));
  const frames = [];
  const start = performance.now();
  let last = start;
  if ("${kind}" === "pan") mouse("mousedown", middle.x, middle.y, pane);
  while (last - start < ${MOVE_MS}) {
    const now = await new Promise(requestAnimationFrame);
    frames.push(now - last);
    last = now;
    const turn = (now - start) / 400;
    if ("${kind}" === "pan") mouse("mousemove", middle.x + 250 * Math.sin(turn), middle.y + 150 * Math.cos(turn), window);
    else pane.dispatchEvent(new WheelEvent("wheel", { deltaY: 60 * Math.sin(turn), clientX: middle.x, clientY: middle.y, bubbles: true, cancelable: true, view: window }));
  }
  if ("${kind}" === "pan") mouse("mouseup", middle.x, middle.y, window);
  return frames.slice(1);
})()`;

/** Notes every frame from now on; runs in the page. */
const WATCH = `(() => {
  window.benchFrames = [];
  let last = performance.now();
  const frame = (now) => { window.benchFrames.push(now - last); last = now; requestAnimationFrame(frame); };
  requestAnimationFrame(frame);
})()`;

async function read<T>(page: Page, script: string, isRight: (value: unknown) => value is T): Promise<T> {
  const value: unknown = await page.evaluate(script);
  if (!isRight(value)) throw new Error("The page gave something else than was asked for.");
  return value;
}

const isNumbers = (value: unknown): value is number[] => Array.isArray(value) && value.every((item) => typeof item === "number");

/** Seconds of processor time that the page's own thread has taken so far: what other programs take of the machine does not count. */
async function workSeconds(devtools: CDPSession): Promise<number> {
  const { metrics } = await devtools.send("Performance.getMetrics");
  return metrics.find(({ name }) => name === "TaskDuration")?.value ?? 0;
}

async function benchMoving(page: Page, devtools: CDPSession, kind: "pan" | "zoom"): Promise<Result> {
  const before = await workSeconds(devtools);
  const frames = await read(page, moveScript(kind), isNumbers);
  const work = ((await workSeconds(devtools)) - before) * 1000;
  const fps = frames.length / (frames.reduce((sum, ms) => sum + ms, 0) / 1000);
  return {
    name: `300 nodes, 600 edges: ${kind}`,
    measured: `${fps.toFixed(0)} frames a second (${(fps / GOAL_FPS).toFixed(2)} × the goal)`,
    goal: `at least ${GOAL_FPS}`,
    met: fps >= GOAL_FPS,
    detail: `${frames.length} frames, the longest ${Math.max(...frames).toFixed(0)} ms, ${(work / frames.length).toFixed(1)} ms of processor time each`,
  };
}

async function countEvents(url: string, threadId: string): Promise<number> {
  const runs = (await (await fetch(`${url}/api/debug/threads/${threadId}/runs`)).json()) as { run_id: string }[];
  const body = await (await fetch(`${url}/api/debug/runs/${runs[0]?.run_id ?? ""}/events`)).text();
  return body.split(/^id: /m).length - 1;
}

async function benchLive(page: Page, url: string, threadId: string): Promise<Result> {
  await page.evaluate(WATCH);
  const { total } = await streamRun(url, threadId, { assistant_id: "wide", input: { rounds: 3 }, steps: 60 });
  const frames = await read(page, "window.benchFrames", isNumbers);
  const rate = (await countEvents(url, threadId)) / (total / 1000);
  const longest = Math.max(...frames.slice(1));
  return {
    name: "300 nodes, 600 edges: the longest frame while they run",
    measured: `${longest.toFixed(0)} ms (${(longest / GOAL_FRAME_MS).toFixed(2)} × the goal)`,
    goal: `under ${GOAL_FRAME_MS} ms at ${GOAL_EVENTS} events a second`,
    met: longest < GOAL_FRAME_MS,
    detail: `${rate.toFixed(0)} events a second for ${(total / 1000).toFixed(0)} s, ${frames.filter((ms) => ms > GOAL_FRAME_MS).length} of ${frames.length} frames over ${GOAL_FRAME_MS} ms`,
  };
}

/** A large drawing: moved by hand, and while its nodes run. */
export async function benchCanvas(url: string, browser: Browser): Promise<Result[]> {
  const threadId = await createThread(url);
  await streamRun(url, threadId, { assistant_id: "wide", input: { rounds: 1 }, steps: 30 });
  const { page, close } = await newPage(browser, { size: { width: 1440, height: 900 } });
  try {
    const devtools = await page.context().newCDPSession(page);
    await devtools.send("Performance.enable", { timeDomain: "threadTicks" });
    await page.goto(`${url}/w/wide/t/${threadId}`);
    await page.locator(".react-flow__node").first().waitFor({ state: "visible", timeout: 60_000 });
    await page.waitForTimeout(2000);
    return [await benchMoving(page, devtools, "pan"), await benchMoving(page, devtools, "zoom"), await benchLive(page, url, threadId)];
  } finally {
    await close();
  }
}
