import { join } from "node:path";
import { AxeBuilder } from "@axe-core/playwright";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { InboxPage } from "../../lib/schema/inbox";
import type { Json } from "../../lib/schema/json";
import type { Run } from "../../lib/schema/run";
import { startTestServer, type TestServer } from "../support/server";
import { launchBrowser, newPage, type TestPage } from "./support/browser";

const PROJECT = join(import.meta.dirname, "../support/graphs/inbox");
const RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];
const WAIT = { timeout: 15_000 };

let server: TestServer;
let browser: Browser;

beforeAll(async () => {
  server = await startTestServer({ project: PROJECT });
  browser = await launchBrowser();
});

afterAll(async () => {
  await browser?.close();
  await server?.close();
});

async function call<T>(path: string, method = "GET", body?: unknown): Promise<T> {
  const response = await fetch(server.url + path, {
    method,
    ...(body === undefined ? {} : { body: JSON.stringify(body), headers: { "content-type": "application/json" } }),
  });
  return response.status === 204 ? (undefined as T) : ((await response.json()) as T);
}

const list = (query = "") => call<InboxPage>(`/api/debug/inbox?limit=100&${query}`);
const ask = (name: string, payload: Json) => call<Run>("/api/debug/runs", "POST", { graph_id: "desk", input: { case_id: name, payload } });

const CHOICES: Json[] = [
  { value: "approve", label: "Approve", style: "primary" },
  { value: "refuse", label: "Refuse", style: "danger", comment: "optional" },
];
const approval = (title: string): Json => ({ title, choices: CHOICES });
const review = (where: string): Json => ({
  actionRequests: [{ name: "delete_records", args: { table: "orders", where } }],
  reviewConfigs: [{ actionName: "delete_records", allowedDecisions: ["approve", "edit", "reject"] }],
});

/** Asks one after the other, so that they are listed in this order. */
async function askAll(payloads: [name: string, payload: Json][]): Promise<void> {
  for (const [name, payload] of payloads) {
    const { counts } = await list();
    await ask(name, payload);
    await expect.poll(async () => (await list()).counts.waiting, WAIT).toBe(counts.waiting + 1);
  }
}

/** Each test begins with an empty inbox. */
beforeEach(async () => {
  const { threads } = await call<{ threads: { thread_id: string }[] }>("/api/debug/threads?limit=100");
  for (const { thread_id } of threads) await call(`/api/debug/threads/${thread_id}`, "DELETE");
});

const heading = (page: Page, name: string) => page.getByRole("heading", { level: 1, name });
const rows = (page: Page) => page.getByRole("navigation", { name: "Requests" }).getByRole("listitem");
const row = (page: Page, name: string) => rows(page).getByRole("link", { name });

async function open(path: string, size?: { width: number; height: number }): Promise<TestPage> {
  const opened = await newPage(browser, { baseURL: server.url, reducedMotion: true, ...(size === undefined ? {} : { size }) });
  await opened.page.goto(path);
  return opened;
}

describe("on a desktop", () => {
  it("answers one request after the other, and keeps what was answered", async () => {
    await askAll([
      ["118", review("1=1")],
      ["A17", approval("Refund 84.00?")],
    ]);
    const { page, errors, close } = await open("/");
    await page.getByRole("region", { name: "Waiting for you" }).getByRole("link", { name: "delete_records" }).click();
    await page.getByLabel("where").waitFor();
    await expect.poll(() => page.title(), WAIT).toBe("(2) Inbox · Retrograph");

    await page.getByLabel("where").fill("status = 'test'");
    await page.getByRole("button", { name: "Approve with changes" }).click();
    await heading(page, "Refund 84.00?").waitFor();
    await expect.poll(() => page.title(), WAIT).toBe("(1) Inbox · Retrograph");
    await page.getByText("The workflow goes on.").first().waitFor();

    await page.keyboard.press("a");
    await page.getByText("Nothing waits for you").first().waitFor();
    await page.getByRole("button", { name: /^Answered/ }).click();
    await row(page, "delete_records").click();
    await page.getByRole("region", { name: "Answer", exact: true }).getByText("status = 'test'").waitFor();
    const { items } = await list("box=answered");
    expect(items).toHaveLength(2);
    expect(errors).toEqual([]);
    await close();
  });

  it("shows new requests as they come, and keeps what is being read", async () => {
    await askAll([["one", approval("First?")]]);
    const { page, close } = await open("/inbox");
    await heading(page, "First?").waitFor();
    await page.getByRole("button", { name: /^Refuse/ }).click();
    await page.getByLabel("Comment").fill("Not before Friday");
    await askAll([["two", approval("Second?")]]);
    await row(page, "Second?").waitFor();
    await expect.poll(() => page.title(), WAIT).toContain("(2)");
    expect(await page.getByLabel("Comment").inputValue()).toBe("Not before Friday");

    await page.reload();
    await expect.poll(() => page.getByLabel("Comment").inputValue(), WAIT).toBe("Not before Friday");
    await close();
  });

  it("says who answered meanwhile, and what", async () => {
    await askAll([["one", approval("First?")]]);
    const { page, close } = await open("/inbox");
    await heading(page, "First?").waitFor();
    const [item] = (await list()).items;
    await call("/api/debug/inbox/answers", "POST", {
      answers: [{ thread_id: item?.thread_id, interrupt_id: item?.interrupt_id, answer: "approve" }],
    });
    await page.getByText("answered this while it was open").waitFor();
    await page.getByRole("region", { name: "Answer", exact: true }).getByText("approve").waitFor();

    await page.getByRole("button", { name: "Answer differently" }).click();
    await page.getByRole("region", { name: "What your answer will cause" }).waitFor();
    await page
      .getByRole("button", { name: /^Refuse/ })
      .first()
      .click();
    await page.getByRole("button", { name: "Refuse", exact: true }).click();
    await page.getByText("Answered differently, on a branch of its own.").first().waitFor();
    await close();
  });

  it("keeps what was typed when the session has ended", async () => {
    await askAll([["one", "Which Smith?"]]);
    const { page, close } = await open("/inbox");
    await page.getByLabel("Answer", { exact: true }).fill("The younger one");
    await page.route("**/api/debug/inbox/answers", (route) =>
      route.fulfill({ status: 401, json: { error: { code: "unauthorized", message: "Log in." } } }),
    );
    await page.getByRole("button", { name: "Send", exact: true }).click();
    await page.getByRole("button", { name: "Log in" }).waitFor();
    expect(await page.getByLabel("Answer", { exact: true }).inputValue()).toBe("The younger one");
    await page.unroute("**/api/debug/inbox/answers");
    await page.getByRole("button", { name: "Send", exact: true }).click();
    await page.getByText("Nothing waits for you").first().waitFor();
    await close();
  });

  it("answers several of one kind together", async () => {
    await askAll([
      ["1", approval("Invoice 1?")],
      ["2", approval("Invoice 2?")],
      ["3", approval("Invoice 3?")],
    ]);
    const { page, close } = await open("/inbox");
    await heading(page, "Invoice 1?").waitFor();
    await page.keyboard.press("x");
    await row(page, "Invoice 3?").click({ modifiers: ["Shift"] });
    await page.getByText("3 selected").waitFor();
    await page.getByRole("button", { name: "Refuse…" }).first().click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Reason").fill("Over the budget");
    await dialog.getByRole("button", { name: "Refuse 3 requests" }).click();
    await dialog.getByText("3 answered").waitFor();
    await dialog.getByRole("button", { name: "Close" }).last().click();
    await page.getByText("Nothing waits for you").first().waitFor();
    expect((await list("box=answered")).total).toBe(3);
    await close();
  });

  it("finds, keeps views, snoozes and assigns", async () => {
    await askAll([
      ["red", approval("Paint it red?")],
      ["blue", approval("Paint it blue?")],
    ]);
    const { page, close } = await open("/inbox");
    await rows(page).nth(1).waitFor();
    await page.keyboard.press("/");
    await page.keyboard.type("blue");
    await expect.poll(() => rows(page).count(), WAIT).toBe(1);
    await page.getByRole("button", { name: "Saved views" }).click();
    await page.getByRole("menuitem", { name: "Save this view…" }).click();
    await page.getByRole("dialog").getByLabel("Name").fill("Blue things");
    await page.getByRole("dialog").getByRole("button", { name: "Save" }).click();
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await page.getByRole("searchbox", { name: "Search requests" }).fill("");
    await expect.poll(() => rows(page).count(), WAIT).toBe(2);
    await page.getByRole("button", { name: "Saved views" }).click();
    await page.getByRole("menuitem", { name: "Blue things", exact: true }).click();
    await expect.poll(() => rows(page).count(), WAIT).toBe(1);

    await row(page, "Paint it blue?").click();
    await heading(page, "Paint it blue?").waitFor();
    await page.keyboard.press("s");
    await page.getByRole("menuitem", { name: /^Tomorrow/ }).click();
    await page.getByText("is back").first().waitFor();
    await expect.poll(async () => (await list()).counts.snoozed, WAIT).toBe(1);
    await page.getByRole("button", { name: "Undo" }).first().click();
    await expect.poll(async () => (await list()).counts.snoozed, WAIT).toBe(0);

    await row(page, "Paint it blue?").click();
    await page.getByRole("button", { name: "Assign" }).click();
    await page.getByRole("menuitem", { name: "Somebody else…" }).click();
    await page.getByRole("dialog").getByLabel("Name").fill("Ann");
    await page.getByRole("dialog").getByRole("button", { name: "Assign" }).click();
    await row(page, "for Ann").waitFor();
    await close();
  });

  it.each(["light", "dark"] as const)("has nothing that WCAG 2.2 AA forbids in the %s theme", async (theme) => {
    await askAll([
      ["118", review("1=1")],
      ["A17", approval("Refund 84.00?")],
    ]);
    const { page, errors, close } = await newPage(browser, { theme, baseURL: server.url, reducedMotion: true });
    await page.goto("/inbox");
    await page.getByLabel("where").waitFor();
    await page.getByRole("region", { name: "case_id" }).waitFor();
    const findings = async () =>
      (await new AxeBuilder({ page }).withTags(RULES).analyze()).violations.map(({ id, nodes }) => `${id} ${String(nodes[0]?.target)}`);
    await expect.poll(findings, WAIT).toEqual([]);
    expect(errors).toEqual([]);
    await close();
  });
});

describe("on a phone", () => {
  const PHONE = { width: 390, height: 844 };

  it("shows the list, then a request with its buttons in reach, then the list again", async () => {
    await askAll([
      ["118", review("1=1")],
      ["A17", approval("Refund 84.00?")],
    ]);
    const { page, errors, close } = await open("/inbox", PHONE);
    await rows(page).nth(1).waitFor();
    expect(await heading(page, "delete_records").count()).toBe(0);
    await row(page, "delete_records").click();
    const approve = page.getByRole("button", { name: /^Approve/ });
    await approve.waitFor();
    await page.getByRole("region", { name: "What your answer will cause" }).getByText("Runs again").waitFor();
    const box = await approve.boundingBox();
    expect(box?.height).toBeGreaterThanOrEqual(44);
    expect((box?.y ?? Infinity) + (box?.height ?? 0)).toBeLessThanOrEqual(PHONE.height);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(PHONE.width);
    expect(await rows(page).first().isVisible()).toBe(false);

    await page.getByRole("button", { name: "What is around it" }).click();
    await page.getByRole("dialog").getByRole("region", { name: "case_id" }).waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Inbox" }).click();
    await row(page, "delete_records").waitFor();

    await row(page, "delete_records").click();
    await approve.click();
    await heading(page, "Refund 84.00?").waitFor();
    expect(errors).toEqual([]);
    await close();
  });
});
