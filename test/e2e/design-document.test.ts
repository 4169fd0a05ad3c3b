import { renameSync } from "node:fs";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { makeProject, PAIR, type DesignProject } from "../support/design-project";
import { startTestServer, type TestServer } from "../support/server";
import { launchBrowser, newPage } from "./support/browser";

const FILE = "graphs/pair.ts";
const SLOW = { timeout: 30_000 };

let browser: Browser;
let server: TestServer;
let project: DesignProject;

beforeAll(async () => {
  project = makeProject({ [FILE]: PAIR });
  browser = await launchBrowser();
  server = await startTestServer({ project: project.dir });
});

afterAll(async () => {
  await browser.close();
  await server.close();
  project.remove();
});

beforeEach(() => project.write(FILE, PAIR));
afterEach(() => project.write("graphs/pair.layout.json", ""));

async function openEditor(context?: Page) {
  const opened = context === undefined ? await newPage(browser, { baseURL: server.url }) : null;
  if (opened !== null) onTestFinished(opened.close);
  const page = opened?.page ?? context;
  if (page === undefined) throw new Error("There is no page.");
  await page.goto("/w/pair");
  await page.getByRole("application").waitFor();
  await card(page, "write").waitFor();
  return { page, errors: opened?.errors ?? [] };
}

function card(page: Page, name: string) {
  return page.locator(`.react-flow__node[data-id="${name}"]`);
}

const text = () => project.read(FILE);
const WITHOUT = PAIR.replace(/\n\/\*\* Makes it shorter[\s\S]*?\n}\n/, "")
  .replace('\n  .addNode("shorten", shorten)', "")
  .replace('\n  .addEdge("write", "shorten")', "")
  .replace('\n  .addEdge("shorten", END)', "")
  .replace("{ END, START", "{ START");

async function deleteShorten(page: Page): Promise<void> {
  await card(page, "shorten").click();
  await page.keyboard.press("Delete");
}

const said = (page: Page, words: string | RegExp) => page.getByRole("status").filter({ hasText: words }).first();

describe("one history of text and canvas", () => {
  test("takes an edit back to the byte, makes it again, and survives a reload", async () => {
    const { page, errors } = await openEditor();
    await deleteShorten(page);
    await expect.poll(text, SLOW).toBe(WITHOUT);
    await card(page, "shorten").waitFor({ state: "detached" });
    await page.keyboard.press("Control+z");
    await expect.poll(text, SLOW).toBe(PAIR);
    await card(page, "shorten").waitFor();
    await page.keyboard.press("Control+Shift+z");
    await expect.poll(text, SLOW).toBe(WITHOUT);
    await said(page, /^saved$/).waitFor();
    await page.waitForFunction(() => Object.keys(sessionStorage).some((key) => key.includes("history")));
    await openEditor(page);
    await page.getByRole("button", { name: /^Undo / }).click();
    await expect.poll(text, SLOW).toBe(PAIR);
    expect(errors).toEqual([]);
  });

  test("an edit is still taken back when the file was changed elsewhere since, and that change stays", async () => {
    const { page } = await openEditor();
    await deleteShorten(page);
    await expect.poll(text, SLOW).toBe(WITHOUT);
    project.write(FILE, `// by hand\n${WITHOUT}`);
    await page.getByRole("button", { name: /^Undo / }).click();
    await expect.poll(text, SLOW).toBe(`// by hand\n${PAIR}`);
  });

  test("what was changed again since is not taken back, and that is said", async () => {
    const { page } = await openEditor();
    await deleteShorten(page);
    await expect.poll(text, SLOW).toBe(WITHOUT);
    const changed = WITHOUT.replace("import { START, StateGraph, StateSchema }", "import * as langgraph");
    project.write(FILE, changed);
    await page.getByRole("button", { name: /^Undo / }).click();
    await page.getByText(/cannot be undone/).waitFor();
    expect(text()).toBe(changed);
    await page.getByRole("button", { name: "Skip it" }).click();
    await page.getByRole("button", { name: "Undo", exact: true }).waitFor();
  });
});

describe("a file that others change too", () => {
  test("is followed by the canvas, in two tabs", async () => {
    const { page } = await openEditor();
    const { page: other } = await openEditor();
    await deleteShorten(page);
    await card(other, "shorten").waitFor({ state: "detached" });
    project.write(FILE, PAIR.replaceAll('"shorten"', '"cut"'));
    for (const each of [page, other]) await card(each, "cut").waitFor();
    // As git and most editors write.
    project.write("graphs/next", PAIR);
    renameSync(join(project.dir, "graphs/next"), join(project.dir, FILE));
    for (const each of [page, other]) await card(each, "shorten").waitFor();
  });

  test("keeps the last good canvas while its text is broken, and says where", async () => {
    const { page } = await openEditor();
    project.write(FILE, PAIR.replace('.addNode("write", write)', '.addNode("write", write'));
    await said(page, /is not valid TypeScript/).waitFor();
    await card(page, "shorten").waitFor();
    project.write(FILE, PAIR);
    await said(page, /is not valid TypeScript/).waitFor({ state: "detached" });
  });

  test("that is deleted is shown as it was, and comes back", async () => {
    const { page } = await openEditor();
    renameSync(join(project.dir, FILE), join(project.dir, "away.ts"));
    await said(page, /was deleted or moved/).waitFor();
    await card(page, "shorten").waitFor();
    project.write(FILE, PAIR);
    await said(page, /was deleted or moved/).waitFor({ state: "detached", ...SLOW });
  });

  test("is written over by no edit: both texts are shown, and a person decides", async () => {
    const { page } = await openEditor();
    const theirs = PAIR.replaceAll("shorten", "cut");
    await page.route("**/edits", async (route) => {
      project.write(FILE, theirs);
      await route.continue();
    });
    await deleteShorten(page);
    const dialog = page.getByRole("dialog", { name: "The file was changed meanwhile" });
    await dialog.waitFor();
    await dialog.getByText("Theirs: the file as it is now").waitFor();
    await page.keyboard.press("Escape");
    await dialog.getByRole("button", { name: "Keep theirs" }).click();
    await dialog.waitFor({ state: "detached" });
    expect(text()).toBe(theirs);
    await card(page, "cut").waitFor();
    await page.unroute("**/edits");
    // The other way: mine on top of what they did elsewhere.
    project.write(FILE, PAIR);
    await card(page, "shorten").waitFor();
    let requests = 0;
    await page.route("**/edits", async (route) => {
      requests += 1;
      if (requests === 1) project.write(FILE, `// theirs\n${PAIR.replaceAll("shorten", "cut")}`);
      await route.continue();
    });
    await deleteShorten(page);
    await dialog.getByRole("button", { name: "Apply mine again" }).click();
    await expect.poll(text, SLOW).toBe(`// theirs\n${WITHOUT}`);
  });
});

describe("what cannot be saved", () => {
  test("is kept, also when the page is loaded anew, and saved when the server is back", async () => {
    const { page } = await openEditor();
    await page.route("**/edits", (route) => route.abort("connectionrefused"));
    await deleteShorten(page);
    await said(page, /Not saved/).waitFor();
    await said(page, /^not saved$/).waitFor();
    expect(text()).toBe(PAIR);
    await openEditor(page);
    await said(page, /Not saved/).waitFor();
    await page.unroute("**/edits");
    await page.getByRole("button", { name: "Try now" }).click();
    await expect.poll(text, SLOW).toBe(WITHOUT);
    await said(page, /^saved$/).waitFor();
  });

  test("an answer that was lost on the way does not make the edit twice", async () => {
    const { page } = await openEditor();
    let requests = 0;
    await page.route("**/edits", async (route) => {
      requests += 1;
      if (requests > 1) return route.continue();
      await route.fetch();
      await route.abort("connectionreset");
    });
    await deleteShorten(page);
    await expect.poll(() => requests, SLOW).toBe(2);
    await said(page, /^saved$/).waitFor();
    expect(text()).toBe(WITHOUT);
    await page.getByRole("button", { name: /^Undo / }).click();
    await expect.poll(text, SLOW).toBe(PAIR);
  });

  test("saving by key says that everything is saved", async () => {
    const { page } = await openEditor();
    await page.keyboard.press("Control+s");
    await page.getByText("Every change is saved as it is made.").waitFor();
  });
});
