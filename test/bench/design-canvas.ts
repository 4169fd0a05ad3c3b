import type { Browser, CDPSession, Page } from "playwright-core";
import { newPage } from "../e2e/support/browser";
import { makeProject, PAIR } from "../support/design-project";
import { startTestServer } from "../support/server";
import { median, spread, type Result } from "./stats";

const GOAL_FPS = 50;
const GOAL_MS = 100;
const MOVE_MS = 3000;
const LAYERS = 15;
const PER_LAYER = 20;
const ROUNDS = 15;

/** 300 nodes, each leading to two of the next layer, those of the last one back to the first. */
function wideWorkflow(): string {
  const name = (layer: number, index: number) => `n_${layer}_${index % PER_LAYER}`;
  const all = Array.from({ length: LAYERS * PER_LAYER }, (_, at) => ({ layer: Math.floor(at / PER_LAYER), index: at % PER_LAYER }));
  const nodes = all.map(({ layer, index }) => `  .addNode("${name(layer, index)}", work)`);
  const edges = all.flatMap(({ layer, index }) =>
    [0, 1].map((step) => `  .addEdge("${name(layer, index)}", "${name((layer + 1) % LAYERS, index + step)}")`),
  );
  return `import { Annotation, START, StateGraph } from "@langchain/langgraph";

const State = Annotation.Root({ count: Annotation<number>({ reducer: (a, b) => a + b, default: () => 0 }) });

/** Counts. */
function work() {
  return { count: 1 };
}

export const graph = new StateGraph(State)
${nodes.join("\n")}
${edges.join("\n")}
  .addEdge(START, "n_0_0");
`;
}

/** Drags a card by one event a frame, as a hand does, and gives the milliseconds of every frame; runs in the page. */
const dragScript = (card: string) => `(async () => {
  const card = document.querySelector('[data-card="${card}"]');
  const box = card.getBoundingClientRect();
  const from = { x: box.left + box.width / 2, y: box.top + box.height / 2 };
  const mouse = (type, x, y, target) => target.dispatchEvent(new MouseEvent(type, { clientX: x, clientY: y, button: 0, buttons: 1, bubbles: true, cancelable: true, view: window }));
  const frames = [];
  mouse("mousedown", from.x, from.y, card);
  const start = performance.now();
  let last = start;
  while (last - start < ${MOVE_MS}) {
    const now = await new Promise(requestAnimationFrame);
    frames.push(now - last);
    last = now;
    const turn = (now - start) / 400;
    mouse("mousemove", from.x + 80 * Math.sin(turn), from.y + 60 * (1 - Math.cos(turn)), window);
  }
  mouse("mouseup", from.x, from.y, window);
  return frames.slice(2);
})()`;

/** Counts the milliseconds from a key to the frame in which the line is gone or back; runs in the page. */
const EDIT_SCRIPT = `(() => {
  window.benchEdit = null;
  const lines = () => document.querySelectorAll("[data-edge-stop]").length;
  let pressed = 0;
  let before = 0;
  addEventListener("keydown", () => { pressed = performance.now(); before = lines(); window.benchEdit = null; }, { capture: true });
  new MutationObserver(() => {
    if (pressed === 0 || lines() === before) return;
    const at = pressed;
    pressed = 0;
    requestAnimationFrame(() => { window.benchEdit = performance.now() - at; });
  }).observe(document.body, { childList: true, subtree: true });
})()`;

const isNumbers = (value: unknown): value is number[] => Array.isArray(value) && value.every((item) => typeof item === "number");

async function workSeconds(devtools: CDPSession): Promise<number> {
  const { metrics } = await devtools.send("Performance.getMetrics");
  return metrics.find(({ name }) => name === "TaskDuration")?.value ?? 0;
}

async function benchDrag(page: Page, devtools: CDPSession, what: string): Promise<Result> {
  const before = await workSeconds(devtools);
  const frames: unknown = await page.evaluate(dragScript("n_1_1"));
  if (!isNumbers(frames)) throw new Error("The page gave something else than was asked for.");
  const work = ((await workSeconds(devtools)) - before) * 1000;
  const fps = frames.length / (frames.reduce((sum, ms) => sum + ms, 0) / 1000);
  return {
    name: `300 nodes, 600 edges: drag ${what}`,
    measured: `${fps.toFixed(0)} frames a second (${(fps / GOAL_FPS).toFixed(2)} × the goal)`,
    goal: `at least ${GOAL_FPS}`,
    met: fps >= GOAL_FPS,
    detail: `${frames.length} frames, the longest ${Math.max(...frames).toFixed(0)} ms, ${(work / frames.length).toFixed(1)} ms of processor time each`,
  };
}

async function measured(page: Page): Promise<number> {
  const until = Date.now() + 30_000;
  while (Date.now() < until) {
    const ms: unknown = await page.evaluate("window.benchEdit");
    if (typeof ms === "number") return ms;
    await page.waitForTimeout(10);
  }
  throw new Error("The drawing did not change.");
}

async function benchEdit(page: Page): Promise<Result> {
  await page.evaluate(EDIT_SCRIPT);
  const times: number[] = [];
  for (let round = -4; round < ROUNDS * 2; round += 1) {
    if (round % 2 === 0) await page.locator("[data-edge-stop]").nth(1).focus();
    await page.keyboard.press(round % 2 === 0 ? "Delete" : "Control+z");
    const ms = await measured(page);
    if (round >= 0) times.push(ms);
    await page.waitForTimeout(150);
  }
  return {
    name: "an edit on the canvas, from the key to the changed drawing",
    measured: `${median(times).toFixed(0)} ms (${(median(times) / GOAL_MS).toFixed(2)} × the goal)`,
    goal: `under ${GOAL_MS} ms`,
    met: median(times) < GOAL_MS,
    detail: `${times.length} edges deleted and brought back in the real file, ${spread(times)}`,
  };
}

/** A large drawing of Design mode whose nodes are dragged, and an edit on its way to the file and back to the canvas. */
export async function benchDesignCanvas(browser: Browser): Promise<Result[]> {
  const project = makeProject({ "graphs/wide.ts": wideWorkflow(), "graphs/pair.ts": PAIR });
  const server = await startTestServer({ project: project.dir });
  const { page, close } = await newPage(browser, { size: { width: 1440, height: 900 } });
  try {
    const devtools = await page.context().newCDPSession(page);
    await devtools.send("Performance.enable", { timeDomain: "threadTicks" });
    await page.goto(`${server.url}/w/wide`);
    await page.locator('[data-card="n_1_1"]').waitFor({ timeout: 60_000 });
    await page.waitForTimeout(3000);
    const one = await benchDrag(page, devtools, "one node");
    await page.keyboard.press("Control+a");
    await page.waitForTimeout(1000);
    const all = await benchDrag(page, devtools, "all of them");
    await page.goto(`${server.url}/w/pair`);
    await page.locator('[data-card="write"]').waitFor({ timeout: 60_000 });
    await page.waitForTimeout(3000);
    return [one, all, await benchEdit(page)];
  } finally {
    await close();
    await server.close();
    project.remove();
  }
}
