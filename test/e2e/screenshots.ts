/**
 * `npm run screenshots`: makes the pictures of the README from the running app: Design mode, and a thread. A question is researched up to its
 * approval, a note is corrected three checkpoints earlier on a fork, and the fork is run to its own approval.
 */
import { mkdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Run } from "../../lib/schema/run";
import type { TimelinePage } from "../../lib/schema/checkpoint";
import type { ForkResult } from "../../lib/schema/debug-api";
import { startTestServer } from "../support/server";
import { launchBrowser, newPage } from "./support/browser";

const ROOT = resolve(import.meta.dirname, "../..");
const FOLDER = join(ROOT, "docs/images");
const QUESTION = "When are checkpoints persisted, and what does LangGraph do after a failure?";
const CLAIM = "A checkpoint is saved after every superstep, so a failed run goes on from the last one.";
const WAIT_MS = 60_000;

const server = await startTestServer({ project: ROOT, env: { RETROGRAPH_SCRIPTED_DELAY_MS: "0" } });

async function request<T>(path: string, json?: unknown): Promise<T> {
  const init = json === undefined ? {} : { method: "POST", body: JSON.stringify(json), headers: { "content-type": "application/json" } };
  const response = await fetch(`${server.url}/api/debug/${path}`, init);
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
  return (await response.json()) as T;
}

/** Starts a run and waits until it stops for a person. */
async function runToApproval(body: Record<string, unknown>): Promise<Run> {
  let run = await request<Run>("runs", { graph_id: "research", ...body });
  for (const end = Date.now() + WAIT_MS; run.state.status === "pending" || run.state.status === "running";) {
    if (Date.now() > end) throw new Error("The run does not come to its approval.");
    await sleep(100);
    run = await request<Run>(`runs/${run.run_id}`);
  }
  if (run.state.status !== "interrupted") throw new Error(`The run ended with ${JSON.stringify(run.state)}.`);
  return run;
}

/** The whole story behind the picture; gives the thread's address. */
async function prepareThread(): Promise<string> {
  const first = await runToApproval({ input: { question: QUESTION } });
  const thread = `threads/${first.thread_id}`;
  const timeline = await request<TimelinePage>(`${thread}/timeline`);
  const earlier = timeline.checkpoints.find((entry) => entry.nodes.includes("note"));
  if (earlier === undefined) throw new Error("The research took no notes.");
  const edit = { checkpoint_id: earlier.checkpoint_id, as_node: "note", values: { notes: [{ id: "n1", claim: CLAIM }] } };
  const fork = await request<ForkResult>(`${thread}/fork`, edit);
  await runToApproval({ thread_id: first.thread_id, checkpoint_id: fork.checkpoint_id });
  return `/w/research/t/${first.thread_id}`;
}

const browser = await launchBrowser();
try {
  mkdirSync(FOLDER, { recursive: true });
  const address = await prepareThread();
  for (const theme of ["light", "dark"] as const) {
    const { page, close } = await newPage(browser, { theme, scale: 2, baseURL: server.url, reducedMotion: true });
    await page.goto(address);
    await page.getByRole("button", { name: /^approval, waiting for you/ }).waitFor();
    await page.getByRole("option", { selected: true }).waitFor();
    await page.waitForLoadState("networkidle").catch(() => undefined);
    await sleep(1000);
    await page.screenshot({ path: join(FOLDER, `workbench-${theme}.png`) });
    process.stdout.write(`docs/images/workbench-${theme}.png\n`);
    await page.goto("/w/fan-out");
    await page.locator('[data-card="split"]').click();
    await page.getByRole("tab", { name: "Code" }).click();
    await sleep(3000);
    await page.screenshot({ path: join(FOLDER, `design-${theme}.png`) });
    process.stdout.write(`docs/images/design-${theme}.png\n`);
    await close();
  }
} finally {
  await browser.close();
  await server.close();
}
