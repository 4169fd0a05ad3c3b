import { join, resolve } from "node:path";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { InterruptSchema } from "../../lib/schema/thread";
import { call } from "../support/client";
import { startTestServer, type TestServer } from "../support/server";
import { launchBrowser, newPage, type TestPage } from "./support/browser";

const PROJECT = join(resolve(import.meta.dirname, "../support/graphs"), "levels");

let server: TestServer;
let browser: Browser;
let tab: TestPage;
let page: Page;

beforeAll(async () => {
  server = await startTestServer({ project: PROJECT });
  browser = await launchBrowser();
  tab = await newPage(browser, { baseURL: server.url });
  page = tab.page;
});

afterAll(async () => {
  await browser?.close();
  await server?.close();
});

const level = () => page.getByRole("navigation", { name: "Level" });
const selected = () => page.getByRole("option", { selected: true });
const state = () => page.getByRole("region", { name: "words" });

async function statusesOf(threadId: string): Promise<string[]> {
  const { body } = await call(server.url, `/api/debug/threads/${threadId}/interrupts`);
  return z
    .array(InterruptSchema)
    .parse(body)
    .map(({ status }) => status)
    .sort();
}

describe("looking into subgraphs in a browser", () => {
  it("goes down two levels by keyboard, with the timeline and the state of each", async () => {
    await page.goto("/w/deep/t/new", { waitUntil: "networkidle" });
    await page.getByRole("button", { name: /^Run/ }).first().click();
    await page.waitForURL(/\/w\/deep\/t\/[0-9a-f-]{36}/);
    await page.getByRole("region", { name: /Question of/ }).waitFor({ timeout: 30_000 });
    await expect.poll(() => selected().count()).toBe(1);
    await level()
      .getByRole("button", { name: /Subgraphs/ })
      .waitFor();
    await page.keyboard.press("Escape");
    await page.keyboard.press("Alt+ArrowDown");
    await expect.poll(() => level().locator("[aria-current=location]").innerText()).toContain("desk");
    await expect.poll(() => page.url()).toContain("ns=team");
    await expect.poll(() => selected().getAttribute("aria-label")).toContain("after write");
    await expect.poll(() => state().innerText()).toContain("written");
    await page.keyboard.press("Alt+ArrowUp");
    await expect.poll(() => level().locator("[aria-current=location]").innerText()).toContain("team");
    await expect.poll(() => selected().getAttribute("aria-label")).toContain("after gather");
    await expect.poll(() => state().innerText()).not.toContain("written");
  });

  it("shows the moment of an inner checkpoint on the canvas", async () => {
    await page.getByRole("button", { name: /^Open subgraph team$/ }).click();
    await page.getByRole("button", { name: /^gather, done/ }).waitFor();
    await page.keyboard.press("ArrowLeft");
    await expect.poll(() => selected().getAttribute("aria-label")).toContain("Step 0");
    await page.getByRole("button", { name: /^gather, runs next/ }).waitFor();
  });

  it("edits a subgraph's state and goes on with it to the end of the workflow", async () => {
    await page.keyboard.press("End");
    await level().getByRole("button", { name: "Others" }).click();
    await page.getByRole("menuitem", { name: /team › desk/ }).click();
    await expect.poll(() => selected().getAttribute("aria-label")).toContain("after write");
    await page.getByRole("button", { name: "Edit and fork" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("button", { name: "words", exact: true }).click();
    expect(await dialog.getByRole("combobox", { name: "Write as" }).inputValue()).toBe("write");
    await dialog.getByRole("button", { name: "Edit item 2 of words" }).click();
    const editor = dialog.getByRole("textbox", { name: "Item 2 of words" });
    await editor.click();
    await page.keyboard.press("Control+A");
    await page.keyboard.insertText('"rewritten"');
    await dialog.getByRole("region", { name: "Preview" }).getByText("rewritten").waitFor();
    await dialog.getByRole("button", { name: "Fork and run" }).click();
    await dialog.waitFor({ state: "hidden" });
    await expect.poll(() => state().innerText()).toContain("rewritten");
    // The edited subgraph asks anew; the question that was asked before the edit is moot.
    const threadId = /\/t\/([0-9a-f-]{36})/.exec(page.url())?.[1] ?? "";
    await expect.poll(() => statusesOf(threadId)).toEqual(["gone", "waiting"]);
    await page.reload();
    await page.getByRole("application").waitFor();
    const question = page.getByRole("region", { name: "Question of team" });
    await question.getByRole("textbox").first().fill("yes");
    await question.getByRole("button", { name: /^(Send|Answer)/ }).click();
    await page.getByRole("option", { name: /after close/, selected: true }).waitFor();
    await expect.poll(() => page.url()).not.toContain("ns=");
    await expect.poll(() => state().innerText()).toContain("rewritten");
    await expect.poll(() => state().innerText()).toContain("signed yes after 3");
    expect(tab.errors).toEqual([]);
  });
});
