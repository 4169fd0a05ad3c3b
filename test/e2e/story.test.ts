import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestServer, type TestServer } from "../support/server";
import { launchBrowser, newPage, type TestPage } from "./support/browser";

const ROOT = resolve(import.meta.dirname, "../..");
const QUESTION = "When are checkpoints persisted, and what does LangGraph do after a failure?";
const EDITED_CLAIM = "Nothing that had finished is lost, as a person wrote here.";

let server: TestServer;
let browser: Browser;
let tab: TestPage;
let page: Page;

beforeAll(async () => {
  server = await startTestServer({ project: ROOT });
  browser = await launchBrowser();
  tab = await newPage(browser, { baseURL: server.url });
  page = tab.page;
});

afterAll(async () => {
  await browser?.close();
  await server?.close();
});

const timeline = () => page.getByRole("listbox", { name: "Checkpoints" });
const selected = () => page.getByRole("option", { selected: true });
const approval = () => page.getByRole("region", { name: "Question of approval" });

async function stepBack(times: number): Promise<void> {
  for (let step = 0; step < times; step++) {
    const before = await selected().getAttribute("aria-label");
    await page.keyboard.press("ArrowLeft");
    await expect.poll(() => selected().getAttribute("aria-label")).not.toBe(before);
  }
}

/** Replaces a JSON editor's text. */
async function retype(editor: ReturnType<Page["locator"]>, change: (text: string) => string): Promise<void> {
  await editor.waitFor();
  const text = change(await editor.innerText());
  await editor.click();
  await page.keyboard.press("Control+A");
  await page.keyboard.insertText(text);
}

function publishedReports(): string[] {
  const folder = join(server.data, "reports");
  return readdirSync(folder)
    .filter((name) => name.endsWith(".md"))
    .map((name) => readFileSync(join(folder, name), "utf8"));
}

describe("the whole story in a browser", () => {
  it("asks a question from the first page and stops for approval", async () => {
    await page.goto("/");
    await page.getByRole("button", { name: QUESTION.slice(0, 40) }).click();
    await page.getByRole("button", { name: "Run Research" }).click();
    await page.waitForURL(/\/w\/research\/t\/[0-9a-f-]{36}/);
    await page.getByRole("button", { name: /^search, running/ }).waitFor();
    await approval().waitFor({ timeout: 60_000 });
    await page.getByRole("button", { name: /^approval, waiting for you/ }).waitFor();
    expect(await selected().getAttribute("aria-label")).toContain("after draft; waiting for an answer");
  });

  it("steps back three checkpoints and shows that moment", async () => {
    await stepBack(3);
    expect(page.url()).toContain("checkpoint=");
    await page.getByRole("heading", { name: /after plan/ }).waitFor();
    await page.getByRole("button", { name: /^approval, not reached/ }).waitFor();
  });

  it("edits a note, forks and runs on", async () => {
    await page.getByRole("button", { name: "Edit and fork" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("button", { name: "notes", exact: true }).click();
    await dialog.getByRole("button", { name: "Edit item 1 of notes" }).click();
    await retype(dialog.getByRole("textbox", { name: "Item 1 of notes" }), (text) => {
      const note: unknown = JSON.parse(text);
      return JSON.stringify({ ...(note as object), claim: EDITED_CLAIM }, null, 2);
    });
    await dialog.getByRole("region", { name: "Preview" }).getByText(EDITED_CLAIM).waitFor();
    await page.keyboard.press("Tab");
    expect(await dialog.getByRole("textbox", { name: "Item 1 of notes" }).evaluate((editor) => editor.contains(document.activeElement))).toBe(false);
    await dialog.getByRole("button", { name: "Fork and run" }).click();
    await dialog.waitFor({ state: "hidden" });
    await page.getByRole("option", { name: /on fork 1, .*after draft; waiting for an answer/ }).waitFor({ timeout: 60_000 });
    await page.getByRole("option", { name: /on main, .*after draft; waiting for an answer/ }).waitFor();
  });

  it("compares the two branches side by side", async () => {
    await page.getByRole("button", { name: "Compare" }).click();
    await page.getByRole("menuitem", { name: /^main/ }).click();
    await page.waitForURL(/compare=/);
    await page.getByText("Parted after").waitFor();
    await page.getByText(EDITED_CLAIM).first().waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("application").waitFor();
  });

  it("approves on the fork, and the file is published with the edited note", async () => {
    await approval()
      .getByRole("button", { name: /Approve and publish/ })
      .click();
    await page.getByRole("button", { name: /^publish, done/ }).waitFor();
    await page.getByText("the end").waitFor();
    expect(publishedReports()).toEqual([expect.stringContaining(EDITED_CLAIM)]);
    await page.getByRole("option", { name: /on main, .*waiting for an answer/ }).waitFor();
  });

  it("says so when the runner is killed in the middle of another run, and goes on from the last checkpoint", async () => {
    await page.goto("/w/research/t/new");
    await page.getByRole("textbox", { name: /Question/ }).fill("How does a Next.js server action stay secure?");
    await page.getByRole("textbox", { name: /Question/ }).press("Control+Enter");
    await page.waitForURL(/\/w\/research\/t\/[0-9a-f]{8}-/);
    await page.getByRole("option", { name: /after search/ }).waitFor({ timeout: 60_000 });
    server.killRunner();
    await page
      .getByText(/SIGKILL/)
      .first()
      .waitFor();
    const saved = await page.getByRole("option").count();
    expect(saved).toBeGreaterThanOrEqual(4);

    await page.getByRole("button", { name: "Go on from the last checkpoint" }).click();
    await approval().waitFor({ timeout: 60_000 });
    expect(await page.getByRole("option").count()).toBeGreaterThan(saved);
    await approval()
      .getByRole("button", { name: /Approve and publish/ })
      .click();
    await page.getByRole("button", { name: /^publish, done/ }).waitFor();
    expect(publishedReports()).toHaveLength(2);
  });

  it("shows the same after a reload, and in a second tab", async () => {
    const address = page.url();
    await page.reload();
    await page.getByRole("button", { name: /^publish, done/ }).waitFor();
    const second = await newPage(browser, { baseURL: server.url, theme: "dark" });
    await second.page.goto(address);
    await second.page.getByRole("button", { name: /^publish, done/ }).waitFor();
    expect(second.errors).toEqual([]);
    await second.close();
  });

  it("left no error in the browser's console", () => {
    expect(tab.errors).toEqual([]);
  });
});

describe("the timeline's keys", () => {
  it("walk without the timeline having the focus", async () => {
    await timeline().waitFor();
    await page.locator("body").click({ position: { x: 5, y: 300 } });
    await stepBack(1);
  });

  it("walk after a click on a node of the drawing", async () => {
    await page.getByRole("button", { name: /^plan, / }).click();
    await stepBack(1);
  });
});
