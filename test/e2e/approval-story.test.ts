import { resolve } from "node:path";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import type { AuditPage } from "../../lib/schema/audit";
import type { Repeats } from "../../lib/schema/effect";
import type { InboxPage } from "../../lib/schema/inbox";
import type { RerunPlan } from "../../lib/schema/rerun";
import type { Run } from "../../lib/schema/run";
import { startTestServer, type TestServer } from "../support/server";
import { launchBrowser, newPage } from "./support/browser";

const ROOT = resolve(import.meta.dirname, "../..");
const SLOW = { timeout: 30_000 };
const QUESTION = "Let the agent call delete_records?";

let server: TestServer;
let browser: Browser;

beforeAll(async () => {
  server = await startTestServer({ project: ROOT, env: { RETROGRAPH_SCRIPTED_DELAY_MS: "0" } });
  browser = await launchBrowser();
});

afterAll(async () => {
  await browser?.close();
  await server?.close();
});

async function json<T>(path: string, body?: object): Promise<T> {
  const init = body === undefined ? {} : { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) };
  const response = await fetch(`${server.url}${path}`, init);
  // What the server answers is checked by the tests of its API.
  return (await response.json()) as T;
}

const newestRun = async (thread: string) => (await json<Run[]>(`/api/debug/threads/${thread}/runs`))[0];

async function planOf(thread: string): Promise<RerunPlan> {
  const { items } = await json<InboxPage>(`/api/debug/inbox?thread_id=${thread}`);
  return await json(`/api/debug/threads/${thread}/rerun-plan`, { action: "resume", checkpoint_id: items[0]?.checkpoint_id });
}

const audit = (thread: string) => json<AuditPage>(`/api/debug/audit?thread_id=${thread}`);

/** A thread of the calendar whose agent waits for a person. */
async function ask(guard: string): Promise<string> {
  const messages = [{ role: "user", content: "Schedule the review of the archive, and clear the orders table." }];
  const run = await json<Run>("/api/debug/runs", { graph_id: "calendar", input: { messages, guard, idempotency_key: false } });
  await expect.poll(async () => (await newestRun(run.thread_id))?.state.status, SLOW).toBe("interrupted");
  return run.thread_id;
}

describe("an approval, from the question to the record", () => {
  it("says what the answer does again, tries both answers, answers, and counts what happened twice", async () => {
    const thread = await ask("none");
    const { page, errors, close } = await newPage(browser, { baseURL: server.url, reducedMotion: true });
    onTestFinished(close);

    await page.goto("/");
    await page
      .getByRole("navigation", { name: "Pages" })
      .getByRole("link", { name: /^Inbox/ })
      .click();
    await expect.poll(() => page.title(), SLOW).toMatch(/^\(1\) Inbox/);
    await page.getByRole("button", { name: "Say who you are" }).click();
    await page.getByLabel("Your name").fill("Ann");
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await page.getByRole("button", { name: "You are Ann" }).waitFor();

    await page.locator(`a[href*="${thread}"]`).first().click();
    await page.getByText("will be called again with the same arguments").waitFor(SLOW);

    await page.getByRole("button", { name: "Dry run both" }).click();
    await page.getByText("Nothing was sent", { exact: false }).first().waitFor(SLOW);
    expect((await newestRun(thread))?.state.status).toBe("interrupted");
    // What was tried on copies did not happen, and is not told as if it had.
    expect((await planOf(thread)).warnings.map(({ text }) => text).join(" ")).not.toContain("the last time it was repeated");
    await page.keyboard.press("Escape");

    await page.getByRole("button", { name: /^Approve/ }).click();
    await expect.poll(async () => (await newestRun(thread))?.state.status, SLOW).toBe("success");
    await expect.poll(() => page.title(), SLOW).toMatch(/^Inbox/);

    const { repeats } = await json<Repeats>(`/api/debug/repeats?thread_id=${thread}`);
    expect(repeats.map(({ cause, name, happened, key }) => ({ cause, name, happened, key }))).toEqual([
      { cause: "resume", name: "calendar_create_event", happened: 2, key: "missing" },
    ]);
    const { entries } = await audit(thread);
    expect(entries.reverse().map(({ action, actor, verified, answer }) => [action, actor, verified, answer])).toEqual([
      ["asked", "calendar", true, undefined],
      ["answered", "Ann", false, "approve"],
    ]);

    await page.goto(`/w/calendar/t/${thread}`);
    await page.getByText("calendar_create_event ran twice for one task").waitFor(SLOW);
    await page.goto("/repeats");
    await page.getByText("calendar_create_event ran twice for one task").waitFor(SLOW);
    expect(errors).toEqual([]);
  });

  it("is refused on a phone, with a guard against repeating, and the agent reads the refusal", async () => {
    const thread = await ask("own_node");
    const { page, errors, close } = await newPage(browser, { baseURL: server.url, reducedMotion: true, size: { width: 390, height: 844 } });
    onTestFinished(close);

    await page.goto("/inbox");
    await page.locator(`a[href*="${thread}"]`).first().click();
    await page.getByRole("heading", { name: QUESTION }).waitFor(SLOW);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    await page.getByRole("button", { name: /^Refuse/ }).click();
    await expect.poll(async () => (await newestRun(thread))?.state.status, SLOW).toBe("success");

    const { repeats } = await json<Repeats>(`/api/debug/repeats?thread_id=${thread}`);
    expect(repeats).toEqual([]);
    const state = await json<{ values: { messages: { content: unknown }[] } }>(`/threads/${thread}/state`);
    expect(JSON.stringify(state.values.messages)).toContain("denied by reviewer");
    expect((await audit(thread)).entries.map(({ action }) => action)).toEqual(["answered", "asked"]);
    expect(errors).toEqual([]);
  });
});
