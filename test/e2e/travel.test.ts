import { join, resolve } from "node:path";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ForkResult } from "../../lib/schema/debug-api";
import type { TimelinePage } from "../../lib/schema/checkpoint";
import type { Run } from "../../lib/schema/run";
import { call, eventually } from "../support/client";
import { startTestServer, type TestServer } from "../support/server";
import { launchBrowser, newPage, type TestPage } from "./support/browser";

const PROJECT = join(resolve(import.meta.dirname, "../support/graphs"), "travel");

let server: TestServer;
let browser: Browser;
let tab: TestPage;
let page: Page;
let threadId: string;

async function api<T>(path: string, json?: unknown): Promise<T> {
  const answer = await call(server.url, `/api/debug/${path}`, json === undefined ? {} : { json });
  expect(answer.status, answer.text).toBeLessThan(300);
  return answer.body as T;
}

async function run(body: object): Promise<Run> {
  const { run_id } = await api<Run>("runs", { graph_id: "writer", ...body });
  return eventually(
    () => api<Run>(`runs/${run_id}`),
    (found) => found.state.status === "success",
  );
}

beforeAll(async () => {
  server = await startTestServer({ project: PROJECT });
  threadId = (await run({ input: { topic: "rain" } })).thread_id;
  const { checkpoints } = await api<TimelinePage>(`threads/${threadId}/timeline`);
  const first = checkpoints.find((entry) => entry.step === 2);
  const fork = await api<ForkResult>(`threads/${threadId}/fork`, { checkpoint_id: first?.checkpoint_id, values: { wanted: 2 }, as_node: "note" });
  await run({ thread_id: threadId, checkpoint_id: fork.checkpoint_id });
  browser = await launchBrowser();
  tab = await newPage(browser, { baseURL: server.url });
  page = tab.page;
  await page.goto(`/w/writer/t/${threadId}`);
  await whenLive();
});

afterAll(async () => {
  await browser?.close();
  await server?.close();
});

/** The drawing is made in the browser alone: once it is there, the page answers. */
async function whenLive(): Promise<void> {
  await page.getByRole("application").waitFor();
  await page.getByRole("listbox", { name: "Checkpoints" }).waitFor();
}

/** Takes the item of the open menu that begins so. The menu moves the focus a moment after the letters. */
async function chooseByTyping(beginning: string): Promise<void> {
  for (const letter of beginning) await page.keyboard.press(letter);
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toMatch(new RegExp(`^${beginning}`));
  await page.keyboard.press("Enter");
}

const dot = (name: RegExp) => page.getByRole("option", { name });
const selected = () => page.getByRole("option", { selected: true });
const head = (name: string) => page.getByRole("group", { name: "Branches" }).getByRole("button", { name });
const item = (name: string | RegExp) => page.getByRole("menuitem", { name });
const inspector = () => page.getByRole("region", { name: "Checkpoint", exact: true });

async function goTo(name: RegExp): Promise<void> {
  await dot(name).click();
  await expect.poll(() => selected().getAttribute("aria-label")).toMatch(name);
}

describe("branches", () => {
  it("get a name and a colour that survive a reload", async () => {
    await head("fork 1").dblclick();
    await page.getByRole("textbox", { name: "Name of the branch fork 1" }).fill("two notes");
    await page.keyboard.press("Enter");
    await head("two notes").click({ button: "right" });
    await item("teal").click();
    await expect.poll(() => head("two notes").getAttribute("title")).toContain("teal");
    await page.reload();
    await whenLive();
    await expect.poll(() => head("two notes").getAttribute("title")).toContain("teal");
    await dot(/^Step 5 on two notes, after write/).waitFor();
  });

  it("are compared step by step, with what made them part", async () => {
    await goTo(/on two notes, after write/);
    await head("main").click({ button: "right" });
    await item("Compare with two notes").click();
    await page.waitForURL(/compare=/);
    const comparison = page.getByRole("region", { name: "Comparison" });
    await comparison.getByText("Parted after step 2: two notes changed wanted.").waitFor();
    await comparison.getByRole("list", { name: "Since they parted" }).getByRole("button", { name: /write/ }).first().click();
    await expect.poll(() => selected().getAttribute("aria-label")).toContain("on main, after write");
    await comparison.getByText("Parted after step 2").waitFor();
    await comparison.getByRole("tab", { name: /^Differences/ }).click();
    await comparison.getByRole("region", { name: "draft" }).getByText("rain 3").waitFor();
    await comparison.getByRole("tab", { name: "Outputs" }).click();
    await comparison.getByRole("region", { name: "topic" }).getByText("the same").waitFor();
    await comparison.getByRole("button", { name: "Close the comparison" }).click();
    await page.getByRole("application").waitFor();
  });
});

describe("checkpoints", () => {
  it("are starred and labelled, and found again by it", async () => {
    await goTo(/^Step 3 on main/);
    await page.keyboard.press("s");
    await dot(/^Step 3 on main.*starred/).waitFor();
    await page.keyboard.press("l");
    await page.getByRole("textbox", { name: "Label" }).fill("second note");
    await page.keyboard.press("Enter");
    await dot(/^Step 3 on main.*labelled second note/).waitFor();
    await goTo(/^Step 5 on main/);
    await page.keyboard.press("Shift+ArrowLeft");
    await expect.poll(() => selected().getAttribute("aria-label")).toContain("labelled second note");
    await goTo(/^Step 5 on main/);
    await page.keyboard.press("/");
    await page
      .getByRole("region", { name: "Stars, labels and notes" })
      .getByRole("button", { name: /second note/ })
      .click();
    await expect.poll(() => selected().getAttribute("aria-label")).toContain("labelled second note");
  });

  it("are found by a condition, and a condition that cannot be read says why", async () => {
    const search = page.getByRole("dialog", { name: "Find a checkpoint" });
    const field = search.getByRole("combobox", { name: "Condition" });
    await field.fill("notes.length >");
    await search.getByText(/Something is missing at the end/).waitFor();
    await field.fill("notes.length >= 2 && draft");
    await search.getByRole("button", { name: "Find", exact: true }).click();
    await search.getByText("First at step 5").waitFor();
    await search.getByRole("button", { name: "Go there" }).click();
    await expect.poll(() => selected().getAttribute("aria-label")).toContain("Step 5 on main");
    await search.getByRole("radio", { name: "By halving" }).check();
    await field.fill("notes.length > 7");
    await page.keyboard.press("Enter");
    await search.getByText("It holds at no checkpoint.").waitFor();
    await page.keyboard.press("Escape");
    await expect.poll(() => search.count()).toBe(0);
  });

  it("say who wrote each item, and lead there with the item still marked", async () => {
    await inspector().getByRole("tab", { name: "State" }).click();
    const notes = page.getByRole("region", { name: "notes" });
    await notes.getByRole("button", { name: "note · 3" }).click();
    await expect.poll(() => selected().getAttribute("aria-label")).toContain("Step 3 on main");
    await expect.poll(() => notes.locator("li[aria-current]").innerText()).toContain("rain 2");
    expect(page.url()).toContain("node=note");
    await page.getByRole("region", { name: "messages" }).getByRole("button", { name: "ask · 1" }).click();
    await expect.poll(() => selected().getAttribute("aria-label")).toContain("Step 1 on main");
  });

  it("show watched expressions over time, and lead to their points", async () => {
    await inspector().getByRole("tab", { name: "Watch" }).click();
    const field = page.getByRole("combobox", { name: "Expression to watch" });
    await field.fill("notes.length");
    await page.keyboard.press("Enter");
    const plot = page.getByRole("slider", { name: "notes.length over the checkpoints" });
    await expect.poll(() => plot.getAttribute("aria-valuetext")).toBe("step 1: 0");
    await plot.press("ArrowRight");
    await expect.poll(() => plot.getAttribute("aria-valuetext")).toBe("step 2: 1");
    await field.fill("draft");
    await page.keyboard.press("Enter");
    await page
      .getByRole("region", { name: "draft" })
      .getByRole("button", { name: /^step 5.*rain 1, rain 2, rain 3/ })
      .click();
    await expect.poll(() => selected().getAttribute("aria-label")).toContain("Step 5 on main");
  });
});

describe("deleting and copying", () => {
  it("brings a deleted branch back from the message, and from the list of deleted ones", async () => {
    await goTo(/^Step 3 on main/);
    await head("two notes").click({ button: "right" });
    await item("Delete the branch").click();
    await page.getByText("Deleted 3 checkpoints").waitFor();
    await expect.poll(() => page.getByRole("option").count()).toBe(7);
    await page.getByRole("button", { name: "Undo" }).click();
    await dot(/^Step 5 on two notes/).waitFor();
    await dot(/^Step 4 on two notes/).click({ button: "right" });
    await item("Delete from here").click();
    await expect.poll(() => dot(/^Step [45] on two notes/).count()).toBe(0);
    await head("main").click({ button: "right" });
    await item(/^2 checkpoints, /).click();
    await dot(/^Step 5 on two notes/).waitFor();
  });

  it("forks a checkpoint into a new thread", async () => {
    await dot(/^Step 2 on main/).click({ button: "right" });
    await item("Fork into a new thread").click();
    await page.waitForURL((url) => !url.pathname.endsWith(threadId));
    await expect.poll(() => selected().getAttribute("aria-label")).toContain("Step 2 on main");
    await page.goBack();
    await dot(/^Step 5 on two notes/).waitFor();
  });
});

describe("with the keyboard alone", () => {
  it("opens both menus, renames, notes and edits", async () => {
    await page.getByRole("listbox", { name: "Checkpoints" }).focus();
    await page.keyboard.press("Home");
    await page.keyboard.press("ArrowRight");
    const at = await selected().getAttribute("aria-label");
    await page.keyboard.press("Shift+F10");
    await item("Continue from here").waitFor();
    await chooseByTyping("Note");
    await page.getByRole("textbox", { name: "Note" }).fill("Look at this again.");
    await page.keyboard.press("Control+Enter");
    await dot(/has a note/).waitFor();
    expect(await selected().getAttribute("aria-label")).toContain(at?.slice(0, 12));

    await page.getByRole("listbox", { name: "Checkpoints" }).focus();
    await page.keyboard.press("F2");
    await page.keyboard.type("first try");
    await page.keyboard.press("Enter");
    await head("first try").focus();
    await page.keyboard.press("Shift+F10");
    await item("Go to its newest checkpoint").waitFor();
    await page.keyboard.press("Escape");
    await expect.poll(() => head("first try").evaluate((element) => element === document.activeElement)).toBe(true);

    await page.getByRole("listbox", { name: "Checkpoints" }).focus();
    await page.keyboard.press("Shift+F10");
    await item("Continue from here").waitFor();
    await chooseByTyping("Edit");
    await page.getByRole("dialog", { name: /^Edit step/ }).waitFor();
    await page.keyboard.press("Escape");
  });

  it("left no error in the browser's console", () => {
    expect(tab.errors).toEqual([]);
  });
});
