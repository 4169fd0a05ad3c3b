import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { AxeBuilder } from "@axe-core/playwright";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from "vitest";
import { startTestServer, type TestServer } from "../support/server";
import { launchBrowser, newPage } from "./support/browser";

const HELPER = "export function shorten(text: string): string {\n  return text.length > 20 ? `${text.slice(0, 19)}…` : text;\n}\n";
const TRIAGE = `import { Annotation, StateGraph, START, END } from "@langchain/langgraph";
import { shorten } from "./helper";

const State = Annotation.Root({
  ticket: Annotation<string>,
  urgency: Annotation<number>,
  answer: Annotation<string>,
});

/** Guesses how urgent a ticket is. */
function classify(state: typeof State.State) {
  return { urgency: state.ticket.includes("!") ? 9 : 1 };
}

/** Writes an answer. */
function reply(state: typeof State.State) {
  return { answer: shorten(state.ticket) };
}

function escalate(state: typeof State.State) {
  return { answer: state.ticket };
}

function route(state: typeof State.State) {
  return state.urgency > 5 ? "escalate" : "reply";
}

export const graph = new StateGraph(State)
  .addNode("classify", classify)
  .addNode("reply", reply)
  .addNode("escalate", escalate)
  .addEdge(START, "classify")
  .addConditionalEdges("classify", route, ["reply", "escalate"])
  .addEdge("reply", END)
  .addEdge("escalate", END)
  .compile();
`;
/** Types are answered by a process that starts with the first question, on machines that have other things to do. */
const SLOW = { timeout: 60_000 };

let browser: Browser;
let server: TestServer;
let project: string;
const path = () => join(project, "graphs/triage.ts");
const file = () => readFileSync(path(), "utf8");

beforeAll(async () => {
  project = mkdtempSync(join(tmpdir(), "retrograph-code-"));
  mkdirSync(join(project, "graphs"));
  symlinkSync(resolve(import.meta.dirname, "../../node_modules"), join(project, "node_modules"));
  writeFileSync(join(project, "graphs/helper.ts"), HELPER);
  writeFileSync(
    join(project, "tsconfig.json"),
    JSON.stringify({ compilerOptions: { strict: true, moduleResolution: "bundler", module: "esnext", types: [] } }),
  );
  writeFileSync(path(), TRIAGE);
  browser = await launchBrowser();
  server = await startTestServer({ project });
});

afterAll(async () => {
  await browser.close();
  await server.close();
  rmSync(project, { recursive: true, force: true });
});

beforeEach(async () => {
  writeFileSync(path(), TRIAGE);
  await expect.poll(async () => await textOfModel(), SLOW).toBe(TRIAGE);
});

async function textOfModel(): Promise<string> {
  const response = await fetch(`${server.url}/api/design/graphs/triage/model`);
  const { text } = (await response.json()) as { text: string };
  return text;
}

async function openCode() {
  const opened = await newPage(browser, { baseURL: server.url });
  onTestFinished(opened.close);
  await opened.page.goto("/w/triage");
  await opened.page.getByRole("tab", { name: "Code", exact: true }).click();
  await field(opened.page).waitFor();
  return opened;
}

const field = (page: Page) => page.getByRole("textbox", { name: "Code of graphs/triage.ts" });
const line = (page: Page, text: string) => page.locator(".cm-line", { hasText: text }).first();
const shown = async (page: Page) => (await page.locator(".cm-line").allTextContents()).join("\n");

/** Puts the cursor behind a text of a line. */
async function putCursor(page: Page, text: string): Promise<void> {
  const before = await line(page, text).textContent();
  await line(page, text).click();
  await page.keyboard.press("Home");
  await page.keyboard.press("Home");
  const at = (before ?? "").indexOf(text) + text.length;
  for (let step = 0; step < at; step++) await page.keyboard.press("ArrowRight");
}

test("what is typed is completed from the types, saved by itself, and taken back as one step", async () => {
  const { page, errors } = await openCode();
  await putCursor(page, "return { answer: state.ticket");
  await page.keyboard.type(" + state.");
  await page.locator(".cm-tooltip-autocomplete li", { hasText: "urgency" }).waitFor(SLOW);
  await page.keyboard.type("urg");
  await expect.poll(() => page.locator(".cm-tooltip-autocomplete li").allTextContents()).toEqual(["urgency"]);
  // The list takes no key in its first moment, so that it does not catch one that was meant for the text.
  await page.waitForTimeout(150);
  await page.keyboard.press("Enter");
  await expect.poll(file, SLOW).toContain("return { answer: state.ticket + state.urgency };");
  const completed = file();
  // What is typed a second after the last save is a step of its own.
  await page.waitForTimeout(1500);
  await page.keyboard.type(" + 1");
  await expect.poll(file, SLOW).toContain("state.urgency + 1 };");
  await page.keyboard.press("Control+z");
  await expect.poll(file, SLOW).toBe(completed);
  await expect.poll(() => shown(page), SLOW).toBe(completed);
  await page.keyboard.press("Control+Shift+Z");
  await expect.poll(file, SLOW).toContain("state.urgency + 1 };");
  expect(errors).toEqual([]);
});

test("a change by another program is put in at its place, and what is being typed stays", async () => {
  const { page } = await openCode();
  await putCursor(page, "return { answer: state.ticket");
  await page.keyboard.type(" + 'a'");
  writeFileSync(path(), file().replace("Guesses how urgent", "Finds out how urgent"));
  await expect.poll(async () => (await shown(page)).includes("Finds out how urgent"), SLOW).toBe(true);
  await page.keyboard.type(" + 'b'");
  await expect.poll(file, SLOW).toContain("state.ticket + 'a' + 'b' };");
  expect(file()).toContain("Finds out how urgent");
});

test("a type error is underlined a moment after it is typed, and mended by its fix", async () => {
  const { page } = await openCode();
  await putCursor(page, "return { answer: shorten");
  await page.keyboard.press("Backspace");
  const fix = page.getByRole("button", { name: "Change spelling to 'shorten'" });
  // The marks are drawn anew when the answer of a check comes, and a hint that stood beside one goes with it.
  await expect
    .poll(async () => {
      await page.locator(".cm-editor .cm-line").first().hover();
      await page.locator(".cm-lintRange-error", { hasText: "shorte" }).hover();
      return await fix.waitFor({ timeout: 2000 }).then(
        () => true,
        () => false,
      );
    }, SLOW)
    .toBe(true);
  await fix.click();
  await expect.poll(file, SLOW).toBe(TRIAGE);
  await page.locator(".cm-lintRange-error").waitFor({ state: "detached", ...SLOW });
});

test("the cursor says which node it is in, and a node that is selected shows its code", async () => {
  const { page } = await openCode();
  await putCursor(page, "return { answer: state.ticket");
  const crumb = page.getByRole("navigation", { name: "Node of this code" });
  await expect.poll(() => crumb.textContent(), SLOW).toContain("escalate");
  await page.getByRole("button", { name: "Show escalate on the canvas" }).click();
  await expect.poll(() => page.getByRole("button", { name: "Show escalate on the canvas" }).getAttribute("aria-pressed")).toBe("true");
  await page.getByRole("application").getByText("classify", { exact: true }).first().click();
  await expect.poll(() => crumb.textContent(), SLOW).toContain("classify");
  await expect.poll(() => page.locator(".cm-line.cm-target").first().textContent()).toContain("function classify");
});

test("a definition in another file opens to read, with a way back", async () => {
  const { page } = await openCode();
  await putCursor(page, "return { answer: sho");
  await page.keyboard.press("F12");
  const reader = page.getByRole("region", { name: "graphs/helper.ts" });
  await reader.waitFor(SLOW);
  await expect.poll(() => reader.locator(".cm-line.cm-target").first().textContent(), SLOW).toContain("function shorten");
  await page.getByRole("button", { name: "Back" }).click();
  await field(page).waitFor();
  const { violations } = await new AxeBuilder({ page }).include("[role=tabpanel]").analyze();
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(" ")}`)).toEqual([]);
});

test("changed lines are counted, shown with what they were, and put back", async () => {
  const { page } = await openCode();
  await putCursor(page, "return { answer: state.ticket");
  await page.keyboard.type(" + '!'");
  await page.getByLabel("1 lines added, 1 removed").waitFor();
  await page.getByRole("button", { name: "Show what was changed" }).click();
  await page.locator(".cm-deletedChunk", { hasText: "return { answer: state.ticket };" }).waitFor();
  await page.getByRole("button", { name: "Put back" }).click();
  await expect.poll(file, SLOW).toBe(TRIAGE);
  await page.getByText("no changes").waitFor();
});

test("what could not be saved survives a reload", async () => {
  const { page } = await openCode();
  await page.route("**/edits", (route) => route.abort());
  await putCursor(page, "return { answer: state.ticket");
  await page.keyboard.type(" + 'kept'");
  await expect.poll(() => page.evaluate(() => JSON.stringify(sessionStorage)), SLOW).toContain("'kept'");
  await page.reload();
  await page.unroute("**/edits");
  await page.getByRole("tab", { name: "Code", exact: true }).click();
  await expect.poll(() => shown(page), SLOW).toContain("+ 'kept'");
  await expect.poll(file, SLOW).toContain("+ 'kept'");
});

test("a text with a syntax error is saved as it is", async () => {
  const { page } = await openCode();
  await putCursor(page, "return { answer: state.ticket");
  await page.keyboard.type(" +");
  await expect.poll(file, SLOW).toContain("state.ticket + };");
});

test("the field is left with Escape and Tab, and Tab alone indents", async () => {
  const { page } = await openCode();
  await putCursor(page, "return { answer: state.ticket");
  await page.keyboard.press("Tab");
  await expect.poll(() => shown(page)).toContain("    return { answer: state.ticket");
  await page.keyboard.press("Escape");
  await page.keyboard.press("Tab");
  await expect.poll(() => page.evaluate(() => document.activeElement?.closest(".cm-editor") === null)).toBe(true);
});
