import { resolve } from "node:path";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { RunSchema, type Run } from "../../lib/schema/run";
import { call, eventually } from "../support/client";
import { startTestServer, type TestServer } from "../support/server";
import { launchBrowser, newPage, type TestPage } from "./support/browser";

let server: TestServer;
let browser: Browser;
let tab: TestPage;
let page: Page;

beforeAll(async () => {
  server = await startTestServer({ project: resolve(import.meta.dirname, "../support/graphs/replay") });
  browser = await launchBrowser();
  tab = await newPage(browser, { baseURL: server.url });
  page = tab.page;
});
afterAll(async () => {
  await browser?.close();
  await server?.close();
});

async function start(graphId: string, input: unknown): Promise<Run> {
  const run = RunSchema.parse((await call(server.url, "/api/debug/runs", { json: { graph_id: graphId, input } })).body);
  return await eventually(
    async () => RunSchema.parse((await call(server.url, `/api/debug/runs/${run.run_id}`)).body),
    ({ state }) => state.status !== "pending" && state.status !== "running",
  );
}

async function hiddenThreads(): Promise<number> {
  const { body } = await call(server.url, "/api/debug/threads");
  return (body as { total: number }).total;
}

describe("trying answers in a browser", () => {
  it("shows both ways beside each other, and lets the copies go when it is closed", async () => {
    const run = await start("desk", { order: "o1" });
    await page.goto(`/w/desk/t/${run.thread_id}`);
    await page.getByRole("application").waitFor();
    await page.getByRole("button", { name: "Dry run both" }).click();
    const dialog = page.getByRole("dialog", { name: "Dry run of both answers" });
    await dialog.getByText("Nothing was sent, and the thread is as it was.").waitFor();
    const approve = dialog.getByRole("article", { name: "Approve" });
    await approve.getByText("pay", { exact: true }).waitFor();
    await approve.getByText("would be called").waitFor();
    const refuse = dialog.getByRole("article", { name: "Refuse" });
    await refuse.getByText("refuse", { exact: true }).waitFor();
    await approve.getByText("refund_order").click();
    await approve.getByText("o1", { exact: true }).filter({ visible: true }).first().waitFor();
    await dialog.getByRole("article", { name: "outcome" }).getByText("Dear customer, no refund for o1.").waitFor();
    const isAsked = page.waitForResponse((response) => response.request().method() === "DELETE" && response.url().includes("/what-if/"));
    await page.keyboard.press("Escape");
    expect((await isAsked).status()).toBe(204);
    expect(await hiddenThreads()).toBe(1);
    await page.getByRole("button", { name: "Dry run both" }).waitFor();
  });

  it("runs again with recorded results, says so, and marks the calls", async () => {
    const run = await start("agent", { amount: 3 });
    expect(run.state.status).toBe("success");
    await page.goto(`/w/agent/t/${run.thread_id}`);
    await page.getByRole("application").waitFor();
    await page.getByRole("button", { name: "Run with: Live" }).click();
    await page.getByRole("menuitemradio", { name: /^Recorded, stop at anything new/ }).click();
    await page.getByRole("button", { name: "Run with: Recorded, stop at anything new" }).waitFor();
    // Back to the beginning, and on from there.
    await page.getByRole("listbox").first().focus();
    const selected = () => page.getByRole("option", { selected: true }).getAttribute("aria-label");
    const last = await selected();
    await page.keyboard.press("Home");
    await expect.poll(selected).not.toBe(last);
    const first = await selected();
    await page.keyboard.press("ArrowRight");
    await expect.poll(selected).not.toBe(first);
    await page.getByRole("button", { name: "Continue from here" }).click();
    await page.getByRole("note").getByText("4 calls from recordings").waitFor();
    await page.getByRole("tab", { name: "Trace" }).click();
    await page.getByRole("treeitem", { name: /^tool call book_room, done, recorded result/ }).waitFor();
    await page.getByRole("treeitem", { name: /^tool call book_room/ }).click();
    await page.getByText("Nothing was called: this is what an earlier, equal call returned.").waitFor();
  });

  it("complains about nothing", () => {
    expect(tab.errors).toEqual([]);
  });
});
