import { resolve } from "node:path";
import { AxeBuilder } from "@axe-core/playwright";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Run } from "../../lib/schema/run";
import { startTestServer, type TestServer } from "../support/server";
import { launchBrowser, newPage } from "./support/browser";

const ROOT = resolve(import.meta.dirname, "../..");
const RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];

let server: TestServer;
let browser: Browser;
let thread: string;

/** A finished thread of the smallest workflow, so that there is something to look at. */
async function makeThread(): Promise<string> {
  const body = { graph_id: "support", input: { messages: [{ role: "user", content: "Where is order 123?" }] } };
  const init = { method: "POST", body: JSON.stringify(body), headers: { "content-type": "application/json" } };
  const response = await fetch(`${server.url}/api/debug/runs`, init);
  const run = (await response.json()) as Run;
  return `/w/support/t/${run.thread_id}`;
}

beforeAll(async () => {
  server = await startTestServer({ project: ROOT, env: { RETROGRAPH_SCRIPTED_DELAY_MS: "0" } });
  browser = await launchBrowser();
  thread = await makeThread();
});

afterAll(async () => {
  await browser?.close();
  await server?.close();
});

/** What axe finds, one line per rule and place, so that a failure reads like a list of work. */
async function findings(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).withTags(RULES).analyze();
  return violations.flatMap(({ id, help, nodes }) => nodes.map((node) => `${id}: ${help} (${String(node.target[0])})`));
}

/** Selects a node and opens a tab of the editor, which shows a word once it is there. */
async function openInEditor(page: Page, tab: string, word: string, list = "Beside the canvas"): Promise<void> {
  await page.locator(`[data-card="tools"]`).click();
  await page.getByRole("tablist", { name: list }).getByRole("tab", { name: tab }).click();
  await page.getByRole("tabpanel", { name: tab }).getByText(word).first().waitFor();
}

async function openReview(page: Page): Promise<void> {
  await page.getByRole("tab", { name: /^Problems/ }).click();
  const hints = page.getByRole("region", { name: "Hints" });
  await hints.getByRole("button", { name: "Wrap it in task()…" }).first().click();
  await hints.getByRole("region", { name: "What “Wrap it in task()” changes" }).getByText("async", { exact: false }).first().waitFor();
}

const PAGES: [name: string, address: () => string, ready: (page: Page) => Promise<unknown>][] = [
  ["Home", () => "/", (page) => page.getByRole("heading", { name: "Workflows" }).waitFor()],
  ["the list of threads", () => "/t", (page) => page.getByText("Where is order 123?").first().waitFor()],
  ["a workflow", () => "/w/research", (page) => page.locator(`[data-card="approval"]`).waitFor()],
  ["the form of a node", () => "/w/calendar", (page) => openInEditor(page, "Node", "Leads to")],
  ["the code of a workflow", () => "/w/calendar", (page) => openInEditor(page, "Code", "StateGraph")],
  ["the state of a workflow", () => "/w/calendar", (page) => openInEditor(page, "State", "decisions", "Below the canvas")],
  ["a problem with what would mend it", () => "/w/calendar", openReview],
  ["a thread", () => thread, (page) => page.getByRole("option", { selected: true }).waitFor()],
];

describe.each(["light", "dark"] as const)("in the %s theme", (theme) => {
  it.each(PAGES)("%s has nothing that WCAG 2.2 AA forbids", async (_name, address, ready) => {
    const { page, errors, close } = await newPage(browser, { theme, baseURL: server.url, reducedMotion: true });
    await page.goto(address());
    await ready(page);
    // Panels tell their sizes a moment after they are drawn.
    await expect.poll(() => findings(page), { timeout: 10_000 }).toEqual([]);
    expect(errors).toEqual([]);
    await close();
  });
});
