import { resolve } from "node:path";
import { AxeBuilder } from "@axe-core/playwright";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestServer, type TestServer } from "../support/server";
import { launchBrowser, newPage } from "./support/browser";

const ROOT = resolve(import.meta.dirname, "../..");
const RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];
const THEMES = ["light", "dark"] as const;

let server: TestServer;
let browser: Browser;
let finishedThread: string;

/** Starts the map-and-reduce workflow and gives the address of its finished thread. */
async function finishThread(): Promise<string> {
  const { page, close } = await newPage(browser, { baseURL: server.url });
  await page.goto("/w/fan-out/t/new");
  await page.getByRole("textbox", { name: "Text" }).press("Control+Enter");
  await page.waitForURL(/\/t\/[0-9a-f]{8}-/);
  await page.getByText("the end").waitFor();
  const address = page.url();
  await close();
  return address;
}

beforeAll(async () => {
  server = await startTestServer({ project: ROOT, env: { RETROGRAPH_SCRIPTED_DELAY_MS: "0" } });
  browser = await launchBrowser();
  finishedThread = await finishThread();
});

afterAll(async () => {
  await browser?.close();
  await server?.close();
});

/** What axe finds wrong on a page, with the place of the first finding. */
async function violations(path: string, theme: (typeof THEMES)[number], ready: string): Promise<string[]> {
  const { page, close } = await newPage(browser, { baseURL: server.url, theme, reducedMotion: true });
  await page.goto(path);
  await page.locator(ready).first().waitFor();
  const found = await new AxeBuilder({ page }).withTags(RULES).disableRules("target-size").analyze();
  // What lies on the canvas is as large as the person zooms it.
  const sizes = await new AxeBuilder({ page }).withRules("target-size").exclude(".react-flow__viewport").analyze();
  await close();
  return [...found.violations, ...sizes.violations].map((violation) => `${violation.id}: ${violation.help} (${String(violation.nodes[0]?.target)})`);
}

describe.each(THEMES)("every page in the %s theme meets WCAG 2.2 AA as far as a program can tell", (theme) => {
  it.each([
    ["Home", "/", "article"],
    ["the list of threads", "/t", "table"],
    ["a workflow's design with a node selected", "/w/research?node=draft", ".react-flow__node"],
    ["a new thread", "/w/research/t/new", "form"],
    ["what is not there", "/nothing", "h1"],
  ])("%s", async (_name, path, ready) => {
    expect(await violations(path, theme, ready)).toEqual([]);
  });

  it("a thread in the workbench", async () => {
    expect(await violations(finishedThread, theme, ".react-flow__node")).toEqual([]);
  });
});
