import { resolve } from "node:path";
import type { Browser, Locator, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestServer, type TestServer } from "../support/server";
import { launchBrowser, newPage, type TestPage } from "./support/browser";

const PROJECT = resolve(import.meta.dirname, "../support/graphs/stepping");

let server: TestServer;
let browser: Browser;
let tab: TestPage;
let page: Page;

beforeAll(async () => {
  server = await startTestServer({ project: PROJECT });
  browser = await launchBrowser();
  tab = await newPage(browser, { baseURL: server.url, size: { width: 1440, height: 900 } });
  page = tab.page;
});

afterAll(async () => {
  await browser?.close();
  await server?.close();
});

const node = (name: string): Locator => page.getByRole("button", { name: new RegExp(`^${name}(,|$)`) });
const notice = (title: string): Locator => page.getByRole("alert").filter({ has: page.getByRole("heading", { name: title, exact: true }) });
const menu = (): Locator => page.getByRole("menu");

/** Starts a thread with the workflow's example. */
async function run(workflow: string): Promise<void> {
  await page.goto(`/w/${workflow}/t/new`);
  await page.locator("#run-input:enabled").waitFor();
  await page.keyboard.press("F5");
  await page.waitForURL(/\/t\/[0-9a-f]{8}-[0-9a-f-]{27}/);
}

async function removeBreakpoints(): Promise<void> {
  const path = `${server.url}/api/debug/graphs/journey/breakpoints`;
  const known = (await (await fetch(path)).json()) as { breakpoint_id: string }[];
  for (const { breakpoint_id } of known) await fetch(`${path}/${breakpoint_id}`, { method: "DELETE" });
}

/** What the thread that is open holds now. */
async function values(): Promise<Record<string, unknown>> {
  const threadId = /\/t\/([0-9a-f-]{36})/.exec(page.url())?.[1];
  const state = (await (await fetch(`${server.url}/threads/${threadId}/state`)).json()) as { values: Record<string, unknown> };
  return state.values;
}

async function choose(name: string, item: string | RegExp): Promise<void> {
  await node(name).click({ button: "right" });
  await menu().getByRole("menuitem", { name: item }).click();
}

describe("breakpoints", () => {
  it("are set by a click on a node's edge and by keys, and stop the run", async () => {
    await page.goto("/w/journey/t/new");
    await node("draft").hover();
    await page.getByRole("button", { name: "Breakpoint before draft" }).click();
    await page.getByRole("button", { name: /^draft, breakpoint before/ }).waitFor();
    await node("gather").click();
    await page.keyboard.press("Shift+F9");
    await page.getByRole("button", { name: /^gather, breakpoint after/ }).waitFor();
    await run("journey");
    await notice("Paused after gather").waitFor();
    await notice("Paused after gather").getByText("Breakpoint after gather.").waitFor();
    await page.getByRole("button", { name: /^gather, breakpoint after, stopped after it/ }).waitFor();
  });

  it("stay when they are switched off, and are listed with where the thread stands", async () => {
    await page.getByRole("button", { name: "2 breakpoints" }).click();
    const list = page.getByRole("list", { name: "Breakpoints" });
    await list.getByRole("listitem").filter({ hasText: "after gather" }).getByText("stopped here").waitFor();
    await list.getByRole("checkbox", { name: "Stop before draft" }).click();
    await page.getByRole("button", { name: /^draft, breakpoint before, off/ }).waitFor();
    await page.getByRole("button", { name: "Switch all off" }).click();
    await page.getByRole("button", { name: "2 breakpoints, 0 on" }).waitFor();
    await page.getByRole("button", { name: "Switch all on" }).click();
    await page.getByRole("button", { name: "2 breakpoints, 1 on" }).waitFor();
    await page.keyboard.press("Escape");
    await list.waitFor({ state: "hidden" });
  });
});

describe("stepping", () => {
  it("goes one superstep, into a subgraph, along in it, and out again", async () => {
    await page.keyboard.press("F10");
    await notice("Paused after gather").getByText("2nd time").waitFor();
    await page.keyboard.press("F11");
    await notice("Paused before check, in review").waitFor();
    await page.getByRole("button", { name: /^check, runs next, .*stopped before it|^check, stopped before it/ }).waitFor();
    expect(page.url()).toContain("ns=review");
    await page.getByRole("button", { name: "Step", exact: true }).click();
    await notice("Paused before polish, in review").waitFor();
    await page.keyboard.press("Shift+F11");
    await notice("Paused before draft").waitFor();
    await expect.poll(() => page.url()).not.toContain("ns=");
    expect(await values()).toMatchObject({ notes: expect.arrayContaining(["polished maps"]) });
  });

  it("takes an output that is given by hand in place of running the node", async () => {
    await choose("draft", /Give its output by hand/);
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("button", { name: "text", exact: true }).click();
    await dialog.getByRole("textbox", { name: "Output of draft" }).click();
    await page.keyboard.press("Control+A");
    await page.keyboard.insertText('{"text": "by hand"}');
    await dialog.getByRole("region", { name: "Preview" }).getByText("by hand").first().waitFor();
    await dialog.getByRole("button", { name: "Use this output" }).click();
    await dialog.waitFor({ state: "hidden" });
    await page.getByRole("heading", { name: /edited as draft/ }).waitFor();
    expect(await values()).toMatchObject({ text: "by hand" });
  });

  it("shows the instances of a Send, each with its own input", async () => {
    await page.getByRole("button", { name: "Show the 2 instances of study" }).click();
    const second = page.getByRole("option").filter({ hasText: "hand" });
    await second.click();
    await page.keyboard.press("Escape");
    expect(page.url()).toContain("task=");
    const task = page.getByRole("article", { name: "Task 2" });
    await task.getByText("its own input").waitFor();
    expect(await task.textContent()).toContain("hand");
    expect(await task.getAttribute("aria-current")).toBe("true");
    await page.keyboard.press("F5");
    await page.getByText("the end").waitFor();
    expect(await values()).toMatchObject({ notes: expect.arrayContaining(["studied by", "studied hand"]) });
  });

  it("jumps to another node, and runs an earlier one again from where it had started", async () => {
    await choose("draft", /Jump here/);
    await page.getByRole("dialog").getByRole("button", { name: "Jump", exact: true }).click();
    await page.getByText("next: draft").waitFor();
    await choose("review", /Run it again/);
    await notice("Paused after review").waitFor();
    await page
      .getByRole("option", { name: /on fork 1|on fork 2/ })
      .first()
      .waitFor();
  });

  it("skips a node inside of a subgraph", async () => {
    await removeBreakpoints();
    await run("journey");
    await page.getByText("the end").waitFor();
    await page.goto("/w/journey/t/new");
    await node("polish").waitFor();
    await node("polish").click();
    await page.keyboard.press("F9");
    await page.getByRole("button", { name: /^polish, breakpoint before/ }).waitFor();
    await page.keyboard.press("F5");
    await notice("Paused before polish, in review").waitFor();
    const before = page.url();
    await choose("polish", /Skip it/);
    await page.getByText("polish was skipped").waitFor();
    // The page shows the new checkpoint a moment after it was made.
    await expect.poll(() => page.url()).not.toBe(before);
    await page.getByRole("button", { name: /^polish, .*runs next/ }).waitFor({ state: "detached" });
    await page.keyboard.press("F5");
    await page.getByRole("button", { name: /^publish, done/ }).waitFor();
    expect((await values()).notes).not.toContain("polished maps");
    await removeBreakpoints();
  });
});

describe("conditions", () => {
  it("stop only where they hold, and say so where they cannot be evaluated", async () => {
    await removeBreakpoints();
    await page.goto("/w/journey/t/new");
    await choose("gather", /Stop only if/);
    const condition = page.getByRole("textbox", { name: /Only if/ });
    await condition.fill("notes.length > > 0");
    await page.getByRole("alert").filter({ hasText: "cannot stand here" }).waitFor();
    await condition.fill("notes.length > 0");
    await condition.press("Enter");
    await page.getByRole("list", { name: "Breakpoints" }).getByText("if notes.length > 0").waitFor();
    await page.keyboard.press("Escape");
    await run("journey");
    await notice("Paused before gather").getByText("notes.length > 0 held").waitFor();
    expect(await values()).toMatchObject({ notes: ["note 1"] });

    await choose("gather", /Stop only if/);
    await condition.fill("nots.length > 0");
    await page.getByText("The state has no nots").waitFor();
    await condition.press("Enter");
    await page.keyboard.press("Escape");
    await run("journey");
    await notice("Paused before gather").getByText("could not be evaluated").waitFor();
    await page.getByRole("button", { name: "Edit the condition" }).click();
    expect(await condition.inputValue()).toBe("nots.length > 0");
    await page.getByRole("button", { name: "Cancel" }).click();
    await page.getByRole("button", { name: "Delete the breakpoint before gather" }).click();
    await page.getByRole("button", { name: "Breakpoints", exact: true }).waitFor();
    await page.keyboard.press("Escape");
  });
});

describe("a run that is under way", () => {
  it("pauses at its next superstep and goes on", async () => {
    await run("slow");
    await page
      .getByRole("option", { name: /after work/ })
      .first()
      .waitFor();
    await page.getByRole("button", { name: "Pause the run" }).click();
    await notice("Paused before work").getByText("asked to pause").waitFor();
    const paused = (await values()).n;
    await page.keyboard.press("F5");
    await expect.poll(async () => Number((await values()).n)).toBeGreaterThan(Number(paused));
    await page.keyboard.press("Shift+F5");
    await page.getByRole("heading", { name: "Stopped" }).waitFor();
  });
});

describe("the keyboard alone", () => {
  it("sets a breakpoint, runs to a node, steps from the palette, and lets nothing run behind a dialog", async () => {
    await removeBreakpoints();
    await page.goto("/w/journey/t/new");
    await node("draft").waitFor();
    await focusByTab(/^draft/);
    await page.keyboard.press("Enter");
    await page.keyboard.press("F9");
    await page.getByRole("button", { name: /^draft, breakpoint before/ }).waitFor();
    await page.keyboard.press("F5");
    await page.waitForURL(/\/t\/[0-9a-f]{8}-/);
    await notice("Paused before draft").waitFor();

    await focusByTab(/^publish/);
    await page.keyboard.press("Shift+F10");
    await menu().waitFor();
    await expect.poll(() => menu().evaluate((element) => element.contains(document.activeElement))).toBe(true);
    await page.keyboard.type("run to");
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent ?? "")).toMatch(/^Run to/);
    await page.keyboard.press("Enter");
    await notice("Paused before publish").waitFor();

    await page.keyboard.press("Control+k");
    await page.getByRole("dialog").waitFor();
    const before = page.url();
    await page.keyboard.press("F10");
    expect(page.url()).toBe(before);
    await page.keyboard.type("action step");
    await page.keyboard.press("Enter");
    await page.getByText("the end").waitFor();
    expect(tab.errors).toEqual([]);
  });
});

/** Tabs on until the element with this name has the focus. */
async function focusByTab(name: RegExp): Promise<void> {
  for (let presses = 0; presses < 80; presses++) {
    const label = await page.evaluate(() => document.activeElement?.getAttribute("aria-label") ?? "");
    if (name.test(label)) return;
    await page.keyboard.press("Tab");
  }
  throw new Error(`No element called ${name.source} takes the focus.`);
}
