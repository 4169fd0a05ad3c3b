import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { z } from "zod";
import { CanvasLayoutSchema } from "../../lib/schema/layout";
import { makeProject, PAIR, type DesignProject } from "../support/design-project";
import { startTestServer, type TestServer } from "../support/server";
import { launchBrowser, newPage } from "./support/browser";

const SLOW = { timeout: 30_000 };
const BLANK = `import { END, MessagesValue, START, StateGraph, StateSchema } from "@langchain/langgraph";

const State = new StateSchema({
  messages: MessagesValue,
});

export const graph = new StateGraph(State).addEdge(START, END);
`;

let browser: Browser;
let server: TestServer;
let project: DesignProject;

beforeAll(async () => {
  project = makeProject({ "graphs/blank.ts": BLANK, "graphs/pair.ts": PAIR });
  browser = await launchBrowser();
  server = await startTestServer({ project: project.dir });
});

afterAll(async () => {
  await browser?.close();
  await server?.close();
  project?.remove();
});

beforeEach(() => {
  project.write("graphs/blank.ts", BLANK);
  project.write("graphs/pair.ts", PAIR);
  for (const name of ["blank", "pair"])
    if (existsSync(join(project.dir, `graphs/${name}.layout.json`))) project.write(`graphs/${name}.layout.json`, "");
});

async function open(graphId: string, url = server.url) {
  const { page, errors, context, close } = await newPage(browser, { baseURL: url, reducedMotion: true });
  onTestFinished(close);
  await page.goto(`/w/${graphId}`);
  await page.getByRole("application").waitFor();
  await card(page, "__start__").waitFor();
  return { page, errors, context };
}

const card = (page: Page, name: string) => page.locator(`[data-card="${name}"]`);
const said = (page: Page, words: string | RegExp) => page.locator("[data-said]").filter({ hasText: words }).waitFor(SLOW);
const line = (page: Page, name: RegExp) => page.getByRole("list", { name: "Edges" }).getByRole("button", { name });
const blank = () => project.read("graphs/blank.ts");
const pair = () => project.read("graphs/pair.ts");

async function middleOf(page: Page, name: string) {
  const box = await card(page, name).boundingBox();
  if (box === null) throw new Error(`${name} is not drawn.`);
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

async function drag(page: Page, from: { x: number; y: number }, to: { x: number; y: number }): Promise<void> {
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move((from.x + to.x) / 2, (from.y + to.y) / 2, { steps: 4 });
  await page.mouse.move(to.x, to.y, { steps: 4 });
  await page.mouse.up();
}

async function portOf(page: Page, name: string) {
  const box = await page.locator(`[data-port="${name}"]`).boundingBox();
  if (box === null) throw new Error(`${name} has no port.`);
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

async function choose(page: Page, kind: RegExp): Promise<void> {
  await page.getByRole("option", { name: kind }).click();
}

function layoutOf(name: string) {
  const path = `graphs/${name}.layout.json`;
  const text = existsSync(join(project.dir, path)) ? project.read(path) : "";
  return CanvasLayoutSchema.parse(text === "" ? { version: 1 } : z.unknown().parse(JSON.parse(text)));
}

describe("drawing a workflow", () => {
  test("adds, names, connects and decides by mouse and keyboard, takes all of it back and makes it again", async () => {
    const { page, errors } = await open("blank");
    const texts = [BLANK];
    const whenWritten = async (part: string | RegExp) => {
      await expect.poll(blank, SLOW).toMatch(part);
      texts.push(blank());
    };

    await page.getByRole("button", { name: "Add the first node" }).waitFor();
    await page.keyboard.press("n");
    await choose(page, /^Code/);
    await whenWritten(/\.addNode\("step", step\)\s+\.addEdge\(START, "step"\)\s+\.addEdge\("step", END\)/);
    await card(page, "step").waitFor();

    const port = await portOf(page, "step");
    await drag(page, port, { x: port.x + 40, y: port.y + 170 });
    await choose(page, /^Model/);
    await whenWritten(/\.addEdge\("step", "model"\)/);
    await card(page, "model").waitFor();

    await card(page, "model").click();
    await page.keyboard.press("F2");
    await page.getByRole("textbox", { name: "New name of model" }).fill("draft");
    await page.keyboard.press("Enter");
    await whenWritten(/\.addEdge\("step", "draft"\)/);
    expect(blank()).not.toContain('"model"');

    await card(page, "draft").focus();
    await page.keyboard.press("c");
    await said(page, /^draft to /);
    for (let count = 0; count < 4 && (await page.locator("[data-said]").textContent())?.startsWith("draft to End") !== true; count += 1) {
      const before = await page.locator("[data-said]").textContent();
      await page.keyboard.press("Tab");
      await expect.poll(() => page.locator("[data-said]").textContent()).not.toBe(before);
    }
    await page.keyboard.press("Enter");
    await whenWritten(/\.addEdge\("draft", END\)/);

    await line(page, /^From draft to end/i).focus();
    await page.keyboard.press("Shift+F10");
    await page.getByRole("menuitem", { name: "Insert a node" }).click();
    await choose(page, /^HTTP/);
    await whenWritten(/\.addEdge\("draft", "request"\)\s+\.addEdge\("request", END\)/);

    await line(page, /^From step to end/i).focus();
    await page.keyboard.press("Shift+F10");
    await page.getByRole("menuitem", { name: "Make it conditional" }).click();
    await whenWritten(/\.addConditionalEdges\("step", \w+, \{/);
    await line(page, /^From step to draft, when draft/i).waitFor({ state: "attached" });

    expect(new Set(texts).size).toBe(7);
    await page.getByRole("application").click({ position: { x: 12, y: 90 } });
    for (const text of texts.slice(0, -1).reverse()) {
      await page.keyboard.press("Control+z");
      await expect.poll(blank, SLOW).toBe(text);
    }
    await card(page, "step").waitFor({ state: "detached" });
    for (const text of texts.slice(1)) {
      await page.keyboard.press("Control+Shift+z");
      await expect.poll(blank, SLOW).toBe(text);
    }
    await line(page, /^From step to draft, when draft/i).waitFor({ state: "attached" });
    expect(errors).toEqual([]);
  });

  test("leads a line elsewhere by its end, and deletes with and without joining what is around", async () => {
    const { page, errors } = await open("pair");
    await line(page, /^From write to shorten/).press("Enter");
    const end = await page.locator('[data-line-end="target"]').boundingBox();
    if (end === null) throw new Error("The line has no end to take.");
    await drag(page, { x: end.x + end.width / 2, y: end.y + end.height / 2 }, await middleOf(page, "__end__"));
    await expect.poll(pair, SLOW).toContain('.addEdge("write", END)');
    await page.keyboard.press("Control+z");
    await expect.poll(pair, SLOW).toBe(PAIR);

    await card(page, "write").click();
    await page.keyboard.press("Shift+Delete");
    await expect.poll(pair, SLOW).toContain('.addEdge(START, "shorten")');
    await page.keyboard.press("Control+z");
    await expect.poll(pair, SLOW).toBe(PAIR);
    await card(page, "write").click();
    await page.keyboard.press("Delete");
    await expect.poll(pair, SLOW).not.toContain('addNode("write"');
    expect(pair()).not.toContain('addEdge(START, "shorten")');
    expect(errors).toEqual([]);
  });

  test("copies nodes as TypeScript and makes nodes of builder code", async () => {
    const { page, context, errors } = await open("pair");
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    await card(page, "write").click();
    await page.keyboard.press("Control+c");
    await said(page, "Copied write");
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    expect(copied).toContain("async function write(state: typeof State.State)");
    expect(copied).toContain('.addNode("write", write)');
    await page.keyboard.press("Control+v");
    await card(page, "write_2").waitFor(SLOW);
    expect(pair()).toContain('.addNode("write_2"');
    await page.keyboard.press("Control+z");
    await expect.poll(pair, SLOW).toBe(PAIR);
    expect(errors).toEqual([]);
  });
});

describe("arranging a drawing", () => {
  test("keeps where nodes were put, by mouse and arrow keys, and moves no other", async () => {
    const { page, errors } = await open("pair");
    const [write, shorten] = [await middleOf(page, "write"), await middleOf(page, "shorten")];
    await drag(page, write, { x: write.x + 8, y: write.y + 140 });
    await expect.poll(() => Object.keys(layoutOf("pair").nodes).sort(), SLOW).toEqual(["__end__", "__start__", "shorten", "write"]);
    expect(await middleOf(page, "shorten")).toEqual(shorten);
    const dragged = layoutOf("pair").nodes.write;
    await card(page, "write").focus();
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("Shift+ArrowDown");
    await expect.poll(() => layoutOf("pair").nodes.write, SLOW).toEqual({ x: (dragged?.x ?? 0) + 8, y: (dragged?.y ?? 0) + 32 });
    expect(pair()).toBe(PAIR);

    const kept = layoutOf("pair");
    await page.reload();
    await card(page, "write").waitFor();
    await page.keyboard.press("Shift+L");
    await expect.poll(() => layoutOf("pair").nodes, SLOW).toEqual({});
    await page.keyboard.press("Control+z");
    await expect.poll(() => layoutOf("pair").nodes, SLOW).toEqual(kept.nodes);
    expect(errors).toEqual([]);
  });

  test("selects with a frame, aligns, groups, and keeps notes", async () => {
    const { page, errors } = await open("pair");
    await page.keyboard.press("Control+a");
    await expect.poll(() => page.locator('[data-card][aria-pressed="true"]').count()).toBe(2);
    await page.keyboard.press("Escape");
    await expect.poll(() => page.locator('[data-card][aria-pressed="true"]').count()).toBe(0);

    const [first, last] = [await middleOf(page, "write"), await middleOf(page, "shorten")];
    await page.keyboard.down("Shift");
    await drag(
      page,
      { x: Math.min(first.x, last.x) - 130, y: Math.min(first.y, last.y) - 60 },
      { x: Math.max(first.x, last.x), y: Math.max(first.y, last.y) + 10 },
    );
    await page.keyboard.up("Shift");
    await expect.poll(() => page.locator('[data-card][aria-pressed="true"]').count()).toBe(2);
    await card(page, "write").click({ button: "right" });
    await page.getByRole("menuitem", { name: "Draw a group around them" }).click();
    await page.getByRole("textbox", { name: /title of the group/ }).fill("Writing");
    await page.keyboard.press("Enter");
    await expect.poll(() => layoutOf("pair").groups.group, SLOW).toMatchObject({ title: "Writing", nodes: ["shorten", "write"] });

    await page.getByRole("application").click({ button: "right", position: { x: 60, y: 420 } });
    await page.getByRole("menuitem", { name: "Write a note here" }).click();
    await page.getByRole("textbox", { name: "Text of the note" }).fill("Ask Ada first.");
    await page.keyboard.press("Escape");
    await expect.poll(() => Object.values(layoutOf("pair").notes).map(({ text }) => text), SLOW).toEqual(["Ask Ada first."]);
    expect(pair()).toBe(PAIR);
    expect(errors).toEqual([]);
  });

  test("sets breakpoints by keys and menu, and takes them away by a click on the dot", async () => {
    const { page } = await open("pair");
    const dot = (when: string, node: string) => page.getByRole("button", { name: `Breakpoint ${when} ${node}`, exact: true });
    await card(page, "shorten").click();
    await expect.poll(() => card(page, "shorten").getAttribute("aria-pressed")).toBe("true");
    await page.keyboard.press("F9");
    await dot("before", "shorten").waitFor(SLOW);
    await card(page, "write").click({ button: "right" });
    await page.getByRole("menuitem", { name: "Stop after it" }).click();
    await dot("after", "write").waitFor(SLOW);
    await dot("after", "write").click();
    await dot("after", "write").waitFor({ state: "detached", ...SLOW });
    await dot("before", "shorten").click();
    await dot("before", "shorten").waitFor({ state: "detached", ...SLOW });
    expect(pair()).toBe(PAIR);
  });

  test("finds a node by some of its letters", async () => {
    const { page, errors } = await open("pair");
    await page.keyboard.press("Control+f");
    await page.getByRole("combobox", { name: "Find a node" }).fill("shr");
    await page.getByRole("option", { name: /shorten/, selected: true }).waitFor();
    await page.keyboard.press("Enter");
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute("data-card"))).toBe("shorten");
    expect(await card(page, "shorten").getAttribute("aria-pressed")).toBe("true");
    expect(errors).toEqual([]);
  });
});

describe("a workflow that cannot be changed", () => {
  test("is drawn and looked at, without anything that would write", async () => {
    const reading = await startTestServer({ project: project.dir, env: { RETROGRAPH_READONLY: "1" } });
    onTestFinished(reading.close);
    const { page } = await open("pair", reading.url);
    await page.getByRole("status").filter({ hasText: /read/i }).first().waitFor();
    expect(await page.locator("[data-port]").count()).toBe(0);
    await card(page, "write").click();
    await page.keyboard.press("Delete");
    await said(page, /read/i);
    await card(page, "write").waitFor();
    expect(pair()).toBe(PAIR);
  });
});
