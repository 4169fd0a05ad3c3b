import type { Browser, Locator, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeProject, type DesignProject } from "../support/design-project";
import { startTestServer, type TestServer } from "../support/server";
import { launchBrowser, newPage, type TestPage } from "./support/browser";

const SLOW = { timeout: 30_000 };
const FILE = "graphs/research-desk.ts";

let project: DesignProject;
let server: TestServer;
let browser: Browser;
let tab: TestPage;
let page: Page;

beforeAll(async () => {
  project = makeProject({
    "notes/tides.md": "# Tides\n\nThe moon pulls at the sea, and the sea rises twice a day.\n",
    "notes/seasons.md": "# Seasons\n\nThe axis of the earth is tilted.\n",
  });
  server = await startTestServer({ project: project.dir });
  browser = await launchBrowser();
  tab = await newPage(browser, { baseURL: server.url, reducedMotion: true });
  page = tab.page;
});

afterAll(async () => {
  await browser?.close();
  await server?.close();
  project?.remove();
});

const text = () => project.read(FILE);
const written = (part: string | RegExp) => expect.poll(text, SLOW).toMatch(part);
const card = (name: string) => page.locator(`[data-card="${name}"]`);
const isSelected = (name: string) => page.locator(`[data-card="${name}"][aria-pressed="true"]`).waitFor(SLOW);
const side = () => page.getByRole("tabpanel", { name: "Node" });
const selected = () => page.getByRole("option", { selected: true });
const question = () => page.getByRole("region", { name: /^Question of/ });

async function add(kind: string): Promise<void> {
  await page.getByRole("button", { name: new RegExp(`^Add ${kind}:`) }).click();
}

/** Types into a field of the side panel, and leaves it so that it is written. */
async function fill(field: Locator, value: string): Promise<void> {
  await field.fill(value);
  await field.blur();
}

async function stepBackTo(name: string): Promise<void> {
  for (let steps = 0; steps < 8; steps += 1) {
    const label = (await selected().getAttribute("aria-label")) ?? "";
    if (label.includes(name)) return;
    await page.keyboard.press("ArrowLeft");
    await expect.poll(() => selected().getAttribute("aria-label"), SLOW).not.toBe(label);
  }
  throw new Error(`There is no checkpoint ${name}.`);
}

describe("a workflow that is drawn", () => {
  it("begins with an empty canvas, in two clicks", async () => {
    await page.goto("/");
    await page.getByRole("button", { name: "New workflow" }).click();
    await page.getByRole("textbox", { name: "Name" }).fill("Research desk");
    await page.getByRole("button", { name: /^Blank/ }).click();
    await page.waitForURL(/\/w\/research-desk/);
    await page.getByRole("application").waitFor();
    await written(/addEdge\(START, END\)/);
  });

  it("gets its nodes from the palette, each behind the one before", async () => {
    await add("Retrieve");
    await written(/\.addEdge\("retrieve", END\)/);
    await isSelected("retrieve");
    await add("Model");
    await written(/\.addEdge\("retrieve", "model"\)/);
    await isSelected("model");
    await add("Approval");
    await written(/\.addEdge\("model", "approval"\)/);
    await isSelected("approval");
    await add("Code");
    await written(/approve: "step"/);
    await isSelected("step");
  });

  it("is told what to do in forms, and named", async () => {
    await card("step").click();
    await page.keyboard.press("F2");
    await page.getByRole("textbox", { name: "New name of step" }).fill("publish");
    await page.keyboard.press("Enter");
    await written(/approve: "publish"/);
    // Everything into view.
    await page.keyboard.press("1");

    await card("retrieve").click();
    await fill(side().getByRole("textbox", { name: "Folder" }), "notes");
    await written(/folder: "notes"/);

    await card("model").click();
    await fill(side().getByRole("combobox", { name: "System prompt" }), "Answer in one sentence.");
    await written(/system: "Answer in one sentence\."/);
    await side().getByRole("button", { name: "Add an answer" }).click();
    await fill(side().getByRole("textbox", { name: "Answer 1" }), "The first draft.");
    await written(/"The first draft\."/);
  });

  it("runs offline and stops for approval", async () => {
    await page.getByRole("link", { name: "Debug" }).click();
    await page.waitForURL(/\/t\/new/);
    await page.getByRole("button", { name: /^Run/ }).first().click();
    await question().waitFor(SLOW);
    await page.getByRole("region", { name: "messages" }).getByText("The first draft.").waitFor(SLOW);
  });

  it("goes back before the model, with another prompt and answer, and on from there", async () => {
    await stepBackTo("after retrieve");
    await page.getByRole("link", { name: "Design" }).click();
    await page.getByRole("application").waitFor();
    await card("model").click();
    await fill(side().getByRole("combobox", { name: "System prompt" }), "Answer in two sentences.");
    await written(/system: "Answer in two sentences\."/);
    await fill(side().getByRole("textbox", { name: "Answer 1" }), "The second draft.");
    await written(/"The second draft\."/);

    await page.getByRole("link", { name: "Debug" }).click();
    await expect.poll(() => selected().getAttribute("aria-label"), SLOW).toContain("after retrieve");
    await page.getByRole("button", { name: "Continue from here" }).click();
    await page.getByRole("region", { name: "messages" }).getByText("The second draft.").waitFor(SLOW);
    await question().waitFor(SLOW);
    await question()
      .getByRole("button", { name: /^Approve/ })
      .click();
    await page.getByRole("option", { name: /after publish/, selected: true }).waitFor(SLOW);
    expect(tab.errors).toEqual([]);
  });

  it("is code that a developer would have written, and follows what is changed by hand", async () => {
    const lines = text().split("\n");
    expect(lines.find((line) => line.includes("new StateGraph"))).toBe("export const graph = new StateGraph(State)");
    expect(lines.every((line) => line === line.trimEnd())).toBe(true);
    await page.getByRole("link", { name: "Design" }).click();
    await card("publish").waitFor(SLOW);
    project.write(FILE, text().replaceAll('"publish"', '"send"'));
    await card("send").waitFor(SLOW);
    await expect.poll(() => card("publish").count(), SLOW).toBe(0);
  });
});
