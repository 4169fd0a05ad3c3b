import { join, resolve } from "node:path";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { RunSchema, type Run } from "../../lib/schema/run";
import { call, eventually } from "../support/client";
import { startTestServer, type TestServer } from "../support/server";
import { launchBrowser, newPage, type TestPage } from "./support/browser";

const PROJECT = join(resolve(import.meta.dirname, "../support/graphs"), "features");

let server: TestServer;
let browser: Browser;
let tab: TestPage;
let page: Page;

beforeAll(async () => {
  server = await startTestServer({ project: PROJECT });
  browser = await launchBrowser();
  tab = await newPage(browser, { baseURL: server.url });
  page = tab.page;
  page.setDefaultTimeout(15_000);
});

afterAll(async () => {
  await browser?.close();
  await server?.close();
});

/** Runs a workflow to its end, or to its question. */
async function run(graph: string, input: unknown): Promise<Run> {
  const started = RunSchema.parse((await call(server.url, "/api/debug/runs", { json: { graph_id: graph, input } })).body);
  return eventually(
    async () => RunSchema.parse((await call(server.url, `/api/debug/runs/${started.run_id}`)).body),
    ({ state }) => state.status !== "pending" && state.status !== "running",
  );
}

/** Opens the thread of a run, with a node selected that ran in its last step or runs next. */
async function open({ graph_id, thread_id }: Run, node?: string): Promise<void> {
  await page.goto(`/w/${graph_id}/t/${thread_id}${node === undefined ? "" : `?node=${node}`}`);
  await page.getByRole("option", { selected: true }).waitFor();
  // The canvas is drawn in the browser alone: from then on a click is heard.
  await page.getByRole("application").waitFor();
}

const inspector = () => page.getByRole("region", { name: "Checkpoint", exact: true });
const showTab = (name: string) => inspector().getByRole("tab", { name, exact: true }).click();

describe("what LangGraph can do, in a browser", () => {
  it("shows the store, and lets a person change what it holds", async () => {
    await open(await run("memory", { user: "Ada", likes: "tea" }));
    await showTab("Store");
    const item = inspector().getByRole("listitem", { name: "tea" });
    await item.getByText("people / Ada /").waitFor();

    await item.getByRole("button", { name: "Edit tea" }).click();
    const dialog = page.getByRole("dialog");
    const editor = dialog.getByRole("textbox", { name: "Value" });
    await editor.click();
    await page.keyboard.press("Control+A");
    await page.keyboard.insertText('{"likes": "green tea", "times": 1');
    await dialog.getByRole("button", { name: "Save" }).click();
    await dialog.getByText(/This is not JSON/).waitFor();
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "hidden" });

    await inspector().getByRole("button", { name: "Item", exact: true }).click();
    await dialog.getByRole("textbox", { name: "Namespace" }).fill("people / Ada");
    await dialog.getByRole("textbox", { name: "Key" }).fill("milk");
    await dialog.getByRole("textbox", { name: "Value" }).click();
    await page.keyboard.press("Control+A");
    await page.keyboard.insertText('{"times": 1}');
    await dialog.getByRole("button", { name: "Save" }).click();
    await inspector().getByRole("listitem", { name: "milk" }).waitFor();

    await item.getByRole("button", { name: "Delete tea" }).click();
    await item.waitFor({ state: "detached" });
    await page.getByRole("button", { name: "Undo" }).click();
    await item.waitFor();
    await inspector().getByRole("textbox", { name: "Find in keys and values" }).fill("milk");
    await item.waitFor({ state: "detached" });

    // The next run finds what was written by hand.
    const again = await run("memory", { user: "Ada" });
    await open(again);
    await inspector().getByRole("region", { name: "known" }).getByText("milk").waitFor();
  });

  it("says of a workflow with its own store that it is not shown", async () => {
    await open(await run("memory.own", { user: "Ada", likes: "rum" }));
    await showTab("Store");
    await inspector()
      .getByText(/compiled with its own store, which is not shown/)
      .waitFor();
  });

  it("counts the tries of a node, also after a reload", async () => {
    const failed = await run("retries", { fails: 9 });
    await open(failed, "flaky");
    await showTab("Node");
    await inspector().getByText("3 attempts").first().waitFor();
    await page.getByRole("button", { name: /^flaky, failed, .*3 attempts/ }).waitFor();
    const worked = await run("retries", { fails: 2 });
    await open(worked, "flaky");
    await page.getByRole("button", { name: /^flaky, done, .*3 attempts/ }).waitFor();
    await showTab("Node");
    await inspector().getByText("3 attempts").first().waitFor();
  });

  it("shows a cached node as cached", async () => {
    await run("cached", { n: 12 });
    await open(await run("cached", { n: 12 }), "square");
    await page.getByRole("option", { name: /after square/ }).click();
    await showTab("Node");
    await inspector().getByText("cached", { exact: true }).first().waitFor();
  });

  it("shows an error and the handler that took it over", async () => {
    await open(await run("handler", {}), "risky");
    await page.getByRole("option", { name: /after risky/ }).click();
    await showTab("Node");
    await inspector().getByText("failed, handled").waitFor();
    await inspector().getByText("__error_handler__risky").first().waitFor();
    await page.getByRole("button", { name: /^__error_handler__risky, done/ }).waitFor();
  });

  it("shows what a function waits for, its tasks, and that their results are used again", async () => {
    const asked = await run("functional", { n: 4 });
    await open(asked);
    await inspector().getByRole("region", { name: "What it waits for" }).waitFor();
    await inspector()
      .getByRole("region", { name: /^input/ })
      .waitFor();
    await page.getByRole("region", { name: "Question of flow" }).getByRole("textbox").fill("yes");
    await page.getByRole("region", { name: "Question of flow" }).getByRole("button", { name: "Send" }).click();
    await page.getByRole("option", { name: /after flow/ }).waitFor();
    await page.keyboard.press("End");
    await inspector().getByRole("region", { name: /^kept/ }).waitFor();
    await page.getByRole("button", { name: /^flow, done/ }).click();
    await showTab("Node");
    const calls = inspector().getByRole("list", { name: "Tasks that it called" });
    await calls.getByText("fetchNumber").waitFor();
    expect(await calls.getByText("result reused").count()).toBe(2);
  });

  it("shows reasoning, text, images and tool calls of messages", async () => {
    await open(await run("content", {}));
    const messages = inspector().getByRole("region", { name: "messages" });
    await messages.getByText("Reasoning · 5 words").click();
    await messages.getByText("The sky scatters blue light.").waitFor();
    await messages.getByText("Because of **scattering**.").waitFor();
    await expect.poll(() => messages.locator('img[src^="data:image/png"]').count()).toBe(1);
    await messages.getByText("look_up").first().waitFor();
    // What a model wrote is text, whatever it looks like.
    await messages.getByText("<b>done</b>").waitFor();
  });

  it("shows what delta channels hold at every step", async () => {
    await open(await run("delta", {}));
    await page.getByRole("option", { name: /^Step 3/ }).click();
    const words = inspector().getByRole("region", { name: "words" });
    await expect.poll(() => words.innerText()).toMatch(/word\s2/);
    expect(await words.innerText()).not.toContain("since the last snapshot");
  });

  it("has complained about nothing", () => {
    expect(tab.errors).toEqual([]);
  });
});
