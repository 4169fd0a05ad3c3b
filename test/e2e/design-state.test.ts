import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from "vitest";
import { startTestServer, type TestServer } from "../support/server";
import { launchBrowser, newPage } from "./support/browser";

const DESK = `import { END, ReducedValue, START, StateGraph, StateSchema } from "@langchain/langgraph";
import { z } from "zod";

const State = new StateSchema({
  /** What is asked. */
  question: z.string().default(""),
  notes: new ReducedValue(
    z.array(z.string()).default(() => []),
    { reducer: (current, next) => [...current, ...next] },
  ),
  unused: z.number().default(0),
});

/** Looks something up. */
function search(state: typeof State.State) {
  return { notes: ["found " + state.question] };
}

/** Writes it down. */
function write(state: typeof State.State) {
  return { question: state.notes.join() };
}

export const graph = new StateGraph(State)
  .addNode("search", search)
  .addNode("write", write)
  .addEdge(START, "search")
  .addEdge("search", "write")
  .addEdge("write", END);
`;
const SLOW = { timeout: 60_000 };

let browser: Browser;
let server: TestServer;
let project: string;
const path = () => join(project, "graphs/desk.ts");
const file = () => readFileSync(path(), "utf8");

beforeAll(async () => {
  project = mkdtempSync(join(tmpdir(), "retrograph-state-"));
  mkdirSync(join(project, "graphs"));
  symlinkSync(resolve(import.meta.dirname, "../../node_modules"), join(project, "node_modules"));
  writeFileSync(path(), DESK);
  browser = await launchBrowser();
  server = await startTestServer({ project });
});

afterAll(async () => {
  await browser.close();
  await server.close();
  rmSync(project, { recursive: true, force: true });
});

beforeEach(async () => {
  writeFileSync(path(), DESK);
  const read = async () => ((await (await fetch(`${server.url}/api/design/graphs/desk/model`)).json()) as { text: string }).text;
  await expect.poll(read, SLOW).toBe(DESK);
});

async function openState(): Promise<{ page: Page; errors: string[] }> {
  const opened = await newPage(browser, { baseURL: server.url });
  onTestFinished(opened.close);
  const { page } = opened;
  await page.goto("/w/desk");
  await page.getByRole("application").waitFor();
  await page.getByRole("table").waitFor();
  return opened;
}

const row = (page: Page, channel: string) => page.getByRole("row").filter({ has: page.getByRole("button", { name: channel, exact: true }) });

async function openChannel(page: Page, channel: string): Promise<void> {
  await row(page, channel).getByRole("button", { name: channel, exact: true }).click();
  await page.getByRole("region", { name: `Channel ${channel}` }).waitFor();
}

test("the grid shows who reads and writes each channel, and leads to node and form", async () => {
  const { page, errors } = await openState();
  expect(await row(page, "question").innerText()).toMatch(/question\s+string\s+last value\s+""\s+reads\s+writes/);
  expect(await row(page, "notes").innerText()).toMatch(/notes\s+string\[\]\s+append\s+\[\]\s+writes\s+reads/);
  await page.getByRole("columnheader", { name: "search" }).getByRole("button").click();
  await expect.poll(() => page.getByRole("columnheader", { name: "search" }).getByRole("button").getAttribute("aria-pressed")).toBe("true");
  await openChannel(page, "question");
  expect(await page.getByLabel("Type", { exact: true }).inputValue()).toBe("z.string()");
  expect(await page.getByLabel("Description").inputValue()).toBe("What is asked.");
  expect(errors).toEqual([]);
});

test("a channel is added by one line, and a mistake in it is shown beside it", async () => {
  const { page } = await openState();
  const line = page.getByRole("textbox", { name: "Add a channel" });
  await line.fill("tags: string append");
  await line.press("Enter");
  await page.getByText("Append joins lists: make it tags: string[] append").waitFor();
  expect(await line.inputValue()).toBe("tags: string append");
  await line.fill("search: string");
  await line.press("Enter");
  await page.getByText(/^A node is called search/).waitFor();
  expect(file()).toBe(DESK);
  await line.fill("tags: string[] append");
  await line.press("Enter");
  await row(page, "tags").waitFor();
  await expect.poll(file, SLOW).toContain("  tags: new ReducedValue(\n    z.array(z.string()).default(() => []),");
  await expect.poll(() => line.inputValue()).toBe("");
});

test("the form changes type, default and description, renames everywhere, and is undone as one history", async () => {
  const { page } = await openState();
  await openChannel(page, "unused");
  await page.getByLabel("Type", { exact: true }).fill("string[");
  await page.getByLabel("Type", { exact: true }).press("Enter");
  await page.getByText(/is not a TypeScript type/).waitFor();
  await page.getByLabel("Type", { exact: true }).fill('"low" | "high"');
  await page.getByLabel("Type", { exact: true }).press("Enter");
  await expect.poll(file, SLOW).toContain('unused: z.enum(["low", "high"]).default(0)');
  await page.getByLabel("Default").fill('"low"');
  await page.getByLabel("Description").click();
  await expect.poll(file, SLOW).toContain('unused: z.enum(["low", "high"]).default("low")');
  await page.getByLabel("Description").fill("How urgent it is");
  await page.getByLabel("Name", { exact: true }).click();
  await expect.poll(file, SLOW).toContain("  /** How urgent it is */\n  unused:");
  await openChannel(page, "question");
  await page.getByLabel("Name", { exact: true }).fill("topic");
  await page.getByLabel("Name", { exact: true }).press("Enter");
  await page.getByRole("region", { name: "Channel topic" }).waitFor();
  await expect.poll(file, SLOW).toContain('return { notes: ["found " + state.topic] };');
  expect(file()).toContain("return { topic: state.notes.join() };");
  for (let step = 0; step < 4; step += 1) await page.getByRole("button", { name: /^Undo/ }).click();
  await expect.poll(file, SLOW).toBe(DESK);
});

test("what was typed and refused outlives a reload", async () => {
  const { page } = await openState();
  await openChannel(page, "notes");
  await page.getByLabel("Type", { exact: true }).fill("number[");
  await page.getByLabel("Type", { exact: true }).press("Enter");
  await page.getByText(/is not a TypeScript type/).waitFor();
  await page.reload();
  await page.getByRole("table").waitFor();
  await openChannel(page, "notes");
  expect(await page.getByLabel("Type", { exact: true }).inputValue()).toBe("number[");
  await page.getByLabel("Type", { exact: true }).press("Escape");
  await expect.poll(() => page.getByLabel("Type", { exact: true }).inputValue()).toBe("z.array(z.string())");
});

test("a channel that is used is deleted only after its uses were shown", async () => {
  const { page } = await openState();
  await openChannel(page, "notes");
  await page.getByRole("button", { name: "Delete", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "notes is still used" });
  await dialog.getByText('return { notes: ["found " + state.question] };').waitFor();
  await dialog.getByRole("button", { name: "Keep it" }).click();
  expect(file()).toBe(DESK);
  await page.getByRole("button", { name: "Delete", exact: true }).click();
  await dialog.getByRole("button", { name: "Delete all the same" }).click();
  await expect.poll(file, SLOW).not.toContain("notes: new ReducedValue");
  await openChannel(page, "unused");
  await page.getByRole("button", { name: "Delete", exact: true }).click();
  await row(page, "unused").waitFor({ state: "detached" });
});

test("the playground shows what the reducer makes of updates, and says what is wrong with them", async () => {
  const { page } = await openState();
  await page.getByRole("tab", { name: "Reducer playground" }).click();
  const steps = page.getByRole("list", { name: "Updates and what becomes of them" });
  await steps.getByText('["first","second"]').waitFor(SLOW);
  const second = steps.getByRole("textbox", { name: "Update 2" });
  await second.fill("[1,");
  await steps.getByRole("alert").waitFor();
  await second.fill("5");
  await steps.getByText(/is not iterable/).waitFor(SLOW);
});

test("the drawing is exported as pictures, as Mermaid, and as its file", async () => {
  const { page } = await openState();
  const save = async (name: string) => {
    await page.getByRole("button", { name: "Export" }).click();
    const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("menuitem", { name }).click()]);
    const stream = await download.createReadStream();
    const parts: Buffer[] = [];
    for await (const part of stream) parts.push(Buffer.from(part as Uint8Array));
    return { name: download.suggestedFilename(), content: Buffer.concat(parts) };
  };
  const svg = await save("SVG, dark");
  expect(svg.name).toBe("desk.svg");
  expect(svg.content.toString()).toMatch(/^<svg [\s\S]*>search<[\s\S]*>Looks something up\.<[\s\S]*<\/svg>\n$/);
  const png = await save("PNG, light");
  expect(png.content.subarray(1, 4).toString()).toBe("PNG");
  expect(png.content.length).toBeGreaterThan(2000);
  const mermaid = await save("Mermaid file");
  expect(mermaid.name).toBe("desk.mmd");
  expect(mermaid.content.toString()).toContain("search --> write");
  expect((await save("desk.ts")).content.toString()).toBe(DESK);
});
