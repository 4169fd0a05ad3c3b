import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { StorageReportSchema } from "../../lib/schema/storage";
import { TimelinePageSchema } from "../../lib/schema/checkpoint";
import { openStore } from "../../lib/store/open";
import { writeLargeThread } from "../bench/write-thread";
import { writeManyThreads } from "../bench/write-threads";
import { startTestServer, type TestServer } from "../support/server";
import { launchBrowser, newPage } from "./support/browser";

let browser: Browser;
let server: TestServer;
let data: string;
let large: string;

beforeAll(async () => {
  data = mkdtempSync(join(tmpdir(), "retrograph-settings-"));
  const store = openStore({ path: join(data, "retrograph.db") });
  writeManyThreads(store, 200);
  large = writeLargeThread(store, { checkpoints: 400, branches: 8, state: 100_000, title: "A long journal" });
  store.close();
  browser = await launchBrowser();
  server = await startTestServer({ data, project: join(import.meta.dirname, "../bench/project"), env: { EXAMPLE_API_KEY: "a-secret-value" } });
});

afterAll(async () => {
  await browser.close();
  await server.close();
  rmSync(data, { recursive: true, force: true });
});

async function openPage(path: string) {
  const opened = await newPage(browser, { baseURL: server.url });
  onTestFinished(opened.close);
  await opened.page.goto(path);
  return opened;
}

const report = async () => StorageReportSchema.parse(await (await fetch(`${server.url}/api/debug/storage`)).json());

test("the page of settings says what is there, and no value of a key", async () => {
  const { page, errors } = await openPage("/settings");
  await page.getByRole("heading", { name: "Storage" }).waitFor();
  const text = await page.locator("main").innerText();
  for (const part of ["Journal", "graphs/journal.ts", "A long journal", "EXAMPLE_API_KEY", "127.0.0.1", "scripted"]) expect(text).toContain(part);
  expect(await page.content()).not.toContain("a-secret-value");
  expect(errors).toEqual([]);
});

test("a thread is pruned with the keyboard: first what would go, then it goes, and the file shrinks", async () => {
  const before = await report();
  const { page, errors } = await openPage("/settings");
  await page.getByRole("button", { name: "Prune A long journal" }).focus();
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: "Prune the thread" });
  await dialog.getByLabel("Checkpoints that stay").fill("5");
  await dialog.getByRole("button", { name: "Show what would go" }).focus();
  await page.keyboard.press("Enter");
  await dialog.getByText(/checkpoints, .* would go for good/).waitFor();
  expect((await report()).bytes).toBe(before.bytes);
  await dialog.getByRole("button", { name: "Delete for good" }).focus();
  await page.keyboard.press("Enter");
  await page.getByText(/\d+ checkpoints pruned/).waitFor();
  await dialog.waitFor({ state: "hidden" });
  await expect.poll(async () => page.getByRole("row", { name: /A long journal/ }).innerText()).not.toContain("400");
  expect((await report()).bytes).toBeLessThan(before.bytes / 2);

  // Every branch is still there, and its newest state can be read.
  await page.goto(`/w/journal/t/${large}`);
  await page.getByRole("option", { selected: true }).waitFor();
  await page.getByRole("region", { name: "Checkpoint" }).getByText("count").first().waitFor();
  expect(errors).toEqual([]);
});

test("a deleted branch is brought back, and another given up for good", async () => {
  const timeline = TimelinePageSchema.parse(await (await fetch(`${server.url}/api/debug/threads/${large}/timeline`)).json());
  const parents = new Set(timeline.checkpoints.map((entry) => entry.parent_checkpoint_id));
  const [first, second] = timeline.checkpoints.filter((entry) => !parents.has(entry.checkpoint_id));
  for (const leaf of [first, second]) {
    const deleted = await fetch(`${server.url}/api/debug/threads/${large}/branches/${leaf?.checkpoint_id ?? ""}`, { method: "DELETE" });
    expect(deleted.status).toBe(200);
  }
  const { page, errors } = await openPage("/settings");
  await page.getByRole("heading", { name: "Deleted branches" }).waitFor();
  await page.getByRole("button", { name: "Bring back the branch of A long journal" }).first().click();
  await page.getByText("The branch is back").waitFor();
  await page.getByRole("button", { name: "Give all up" }).click();
  await page.getByRole("heading", { name: "Deleted branches" }).waitFor({ state: "hidden" });
  const ids = TimelinePageSchema.parse(await (await fetch(`${server.url}/api/debug/threads/${large}/timeline`)).json()).checkpoints.map(
    (entry) => entry.checkpoint_id,
  );
  expect([ids.includes(first?.checkpoint_id ?? ""), ids.includes(second?.checkpoint_id ?? "")]).toEqual([false, true]);
  expect((await report()).deleted.deletions).toBe(0);
  expect(errors).toEqual([]);
});

test("threads are found by metadata, words and time, and walked with the keys", async () => {
  const { page, errors } = await openPage("/t");
  const count = page.getByRole("status").filter({ hasText: /thread/ });
  await expect.poll(() => count.innerText()).toBe("201 threads");
  await page.getByLabel("Metadata, as key=value").fill("customer");
  await page.keyboard.press("Enter");
  await page.getByText("Write a key and a value").waitFor();
  await page.getByLabel("Metadata, as key=value").fill("customer.plan=pro");
  await page.keyboard.press("Enter");
  await expect.poll(() => count.innerText()).toBe("29 threads");
  await page.keyboard.press("Escape");
  await page.getByRole("heading", { name: "Threads" }).click();
  await page.keyboard.press("/");
  await page.keyboard.type("t-70");
  await expect.poll(() => count.innerText()).toBe("1 thread");
  await page.keyboard.press("ArrowDown");
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toContain("customer 70");
  await page.getByRole("button", { name: "Remove customer.plan=pro" }).click();
  await page.getByLabel("Search threads").fill("");
  await page.getByLabel("Last active").selectOption("hour");
  await expect.poll(() => count.innerText()).not.toBe("201 threads");
  await expect.poll(() => new URL(page.url()).searchParams.get("time")).toBe("hour");
  await page.reload();
  await expect.poll(() => page.getByLabel("Last active").inputValue()).toBe("hour");
  expect(errors).toEqual([]);
});
