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
  server = await startTestServer({ project: resolve(import.meta.dirname, "../support/graphs/tracing") });
  browser = await launchBrowser();
  tab = await newPage(browser, { baseURL: server.url });
  page = tab.page;
});
afterAll(async () => {
  await browser?.close();
  await server?.close();
});

const tree = () => page.getByRole("tree", { name: "Spans" });
const row = (name: RegExp) => page.getByRole("treeitem", { name });
const rows = () =>
  page.getByRole("treeitem").evaluateAll((items) => items.map((item) => item.getAttribute("aria-label")?.split(", ").slice(0, 2).join(" ")));

async function start(graphId: string, input: unknown): Promise<Run> {
  return RunSchema.parse((await call(server.url, "/api/debug/runs", { json: { graph_id: graphId, input } })).body);
}

async function read(run: Run): Promise<Run> {
  return RunSchema.parse((await call(server.url, `/api/debug/runs/${run.run_id}`)).body);
}

async function openTrace(run: Run): Promise<void> {
  await page.goto(`/w/${run.graph_id}/t/${run.thread_id}`);
  await page.getByRole("tab", { name: "Trace" }).click();
  await tree().waitFor();
}

describe("the trace of a run in a browser", () => {
  it("nests model and tool calls in the nodes that made them", async () => {
    const run = await start("agent", { question: "How many letters?" });
    await eventually(
      () => read(run),
      ({ state }) => state.status === "success",
    );
    await openTrace(run);
    expect(await rows()).toEqual([
      "node ask done",
      "model call scripted done",
      "tool call count done",
      "node inside done",
      "node think done",
      "model call scripted done",
      "node fail done",
      "tool call count failed",
    ]);
    await page.getByText(/2 model calls · 2 tool calls · \d+ tokens/).waitFor();
  });

  it("shows what went into a model call and came out, by the keyboard", async () => {
    await tree().focus();
    await page.keyboard.press("Home");
    await page.keyboard.press("ArrowRight");
    const detail = page.getByRole("region", { name: "model call scripted" });
    await detail.getByText("How many letters?").waitFor();
    await detail.getByText("Let me count.").waitFor();
    await detail.getByText("tool_choice").waitFor();
    await page.keyboard.press("ArrowDown");
    await page.getByRole("region", { name: "tool call count" }).getByText("call_1").first().waitFor();
  });

  it("goes to the checkpoints of a span, also inside of a subgraph, and marks the spans of where one is", async () => {
    await page.getByRole("button", { name: "Checkpoint after (step 1)" }).click();
    await page.getByRole("heading", { name: /Step 1 · after ask/ }).waitFor();
    await row(/^node think/).click();
    await page.getByRole("button", { name: "Checkpoint after (step 1)" }).click();
    await page.getByRole("heading", { name: /Step 1 · after think/ }).waitFor();
    expect(page.url()).toContain("ns=inside");
    await tree().waitFor();
    expect(await row(/^node think/).getAttribute("class")).toContain("inset_2px");
    expect(await row(/^node ask/).getAttribute("class")).not.toContain("inset_2px");
  });

  it("has a large view with tokens and costs, and finds what failed", async () => {
    await page.getByRole("button", { name: "Open the trace in a large view" }).click();
    const dialog = page.getByRole("dialog", { name: "Trace" });
    await dialog.getByText("Tokens", { exact: true }).waitFor();
    await dialog.getByRole("button", { name: "Filter" }).click();
    await page.getByRole("menuitemcheckbox", { name: "Only what failed" }).click();
    await page.keyboard.press("Escape");
    await expect.poll(() => dialog.getByRole("treeitem").count()).toBe(3);
    await dialog.getByRole("treeitem", { name: /^tool call count, failed/ }).click();
    await dialog.getByText("There is nothing to count.").waitFor();
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "hidden" });
  });

  it("grows while the run goes on, and stays when the run's process is killed", async () => {
    const run = await start("troubles", { mode: "slow" });
    await openTrace(run);
    await row(/^node slow, running/).waitFor();
    server.killRunner();
    await row(/^node slow, cut off/).waitFor();
    expect(await rows()).toEqual(["node choose done", "node slow cut off"]);
    expect(tab.errors).toEqual([]);
  });
});
