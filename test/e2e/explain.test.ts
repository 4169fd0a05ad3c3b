import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { story } from "../support/changing-workflow";
import { RunSchema } from "../../lib/schema/run";
import { call } from "../support/client";
import { startTestServer, type TestServer } from "../support/server";
import { launchBrowser, newPage, type TestPage } from "./support/browser";

let project: string;
let server: TestServer;
let browser: Browser;
let tab: TestPage;
let page: Page;

function write(text: string): void {
  writeFileSync(join(project, "graphs", "story.ts"), text);
}

beforeAll(async () => {
  project = mkdtempSync(join(tmpdir(), "retrograph-explain-"));
  mkdirSync(join(project, "graphs"));
  symlinkSync(resolve(import.meta.dirname, "../../node_modules"), join(project, "node_modules"));
  write(story());
  server = await startTestServer({ project });
  browser = await launchBrowser();
  tab = await newPage(browser, { baseURL: server.url });
  page = tab.page;
  page.setDefaultTimeout(20_000);
});

afterAll(async () => {
  await browser?.close();
  await server?.close();
  rmSync(project, { recursive: true, force: true });
});

const inspector = () => page.getByRole("complementary", { name: "Inspector" });
const notice = () => inspector().getByRole("region", { name: "What keeps this from going on" });
const timeline = () => page.getByRole("listbox", { name: "Checkpoints" });

async function select(name: RegExp): Promise<void> {
  await timeline().getByRole("option", { name }).last().click();
}

it("fails, and says why the node ran and what the others wait for", async () => {
  const started = await call(server.url, "/api/debug/runs", { json: { graph_id: "story", input: { topic: "tea" } } });
  await page.goto(`/w/story/t/${RunSchema.parse(started.body).thread_id}`);
  await inspector().getByText("the draft failed").first().waitFor();
  await page.getByRole("tab", { name: "Why" }).click();
  await inspector().getByText("An edge from plan leads here.").first().waitFor();
  await page.getByRole("combobox", { name: "Node to explain" }).selectOption("publish");
  await inspector().getByText("It waits for draft and check.").waitFor();
});

it("runs a fix on the exact state that failed, after saying what changed", async () => {
  write(story({ fails: false }));
  await inspector().getByText("1 thing changed since this ran: draft's code").waitFor();
  await inspector().getByRole("button", { name: "Show", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: /^1 thing changed since step 1/ });
  await dialog.getByText("the draft failed").waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("tab", { name: "Code" }).click();
  await page
    .getByRole("button", { name: /^draft/ })
    .first()
    .click();
  await page.getByRole("group", { name: "Version of the code" }).getByRole("button", { name: "Then" }).click();
  await page.getByRole("textbox", { name: "Code of draft when this ran" }).getByText("the draft failed").waitFor();
  await inspector().getByRole("button", { name: "Continue from here" }).click();
  await page.getByText("the end").first().waitFor();
  await timeline()
    .getByRole("option", { name: /after again/ })
    .waitFor();
});

it("asks the router of today again on a past state, and shows that it picks another way", async () => {
  await select(/after publish/);
  await page.getByRole("tab", { name: "Why" }).click();
  await page.getByRole("combobox", { name: "Node to explain" }).selectOption("publish");
  await inspector().getByText("All that it waits for have arrived: ", { exact: false }).waitFor();
  await inspector().getByText("It led to again.").waitFor();
  await inspector().getByRole("button", { name: "Ask again" }).click();
  await inspector().getByText("The current code picks again too.").waitFor();
  write(story({ fails: false, limit: 2 }));
  await inspector().getByText("the router after publish", { exact: false }).first().waitFor();
  await inspector().getByRole("button", { name: "Ask again" }).click();
  await inspector().getByText("The run went to again; the current code picks the end.").waitFor();
});

it("refuses to go on where a node was renamed, offers its new name, forks under it and goes on", async () => {
  await select(/after plan/);
  write(story({ draft: "compose", fails: false }));
  await notice().getByRole("heading", { name: "draft is not in the workflow any more" }).waitFor();
  const choice = notice().getByRole("combobox", { name: /draft is now the node/ });
  expect(await choice.inputValue()).toBe("compose");
  await inspector().getByRole("button", { name: "Continue from here" }).click();
  await page.getByText("The run could not go on").waitFor();
  const before = await timeline().getByRole("option").count();
  await notice().getByRole("button", { name: "Map and fork" }).click();
  await notice().waitFor({ state: "hidden" });
  await expect.poll(() => timeline().getByRole("option").count()).toBe(before + 1);
  await inspector().getByRole("button", { name: "Continue from here" }).click();
  await timeline()
    .getByRole("option", { name: /on fork.*after compose|after compose.*/ })
    .first()
    .waitFor();
  await page.getByText("the end").first().waitFor();
});

it("left no error in the browser's console but the refusal", () => {
  expect(tab.errors.filter((error) => !error.includes("409"))).toEqual([]);
});
