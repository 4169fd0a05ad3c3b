import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { startTestServer, type TestServer } from "../support/server";
import { launchBrowser, newPage, type TestPage } from "./support/browser";

const WORKFLOW = `import { Annotation, END, interrupt, START, StateGraph } from "@langchain/langgraph";

const State = Annotation.Root({ amount: Annotation<number>, answer: Annotation<string> });

/** A person decides before money moves. */
function approval(state: typeof State.State) {
  const answer: string = interrupt({ question: \`Refund \${state.amount}?\` });
  return { answer };
}

/**
 * Pays the money back.
 * @guarded
 */
function refund(state: typeof State.State) {
  return { answer: \`\${state.amount} refunded\` };
}

export const graph = new StateGraph(State)
  .addNode("classify", () => ({ answer: "" }))
  .addNode("approval", approval)
  .addNode("refund", refund)
  .addNode("reply", (state) => ({ answer: state.answer.trim() }))
  .addEdge(START, "classify")
  .addConditionalEdges("classify", (state) => (state.amount > 50 ? "above 50" : "up to 50"), {
    "above 50": "approval",
    "up to 50": "refund",
  })
  .addEdge("approval", "refund")
  .addEdge("refund", "reply");
`;

const CHARGES = `import { appendFile } from "node:fs/promises";
import { Annotation, END, interrupt, START, StateGraph } from "@langchain/langgraph";

const State = Annotation.Root({ amount: Annotation<number>, answer: Annotation<string> });

async function charge(state: typeof State.State) {
  await appendFile("ledger.txt", \`\${state.amount}\`);
  const answer: string = interrupt("Was the customer told?");
  return { answer };
}

export const graph = new StateGraph(State)
  .addNode("charge", charge)
  .addEdge(START, "charge")
  .addEdge("charge", END);
`;

let project: string;
let file: string;
let charges: string;
let server: TestServer;
let browser: Browser;
let tab: TestPage;
let page: Page;

beforeAll(async () => {
  project = mkdtempSync(join(tmpdir(), "retrograph-problems-"));
  mkdirSync(join(project, "graphs"));
  symlinkSync(resolve(import.meta.dirname, "../../node_modules"), join(project, "node_modules"));
  file = join(project, "graphs", "refunds.ts");
  writeFileSync(file, WORKFLOW);
  charges = join(project, "graphs", "charges.ts");
  writeFileSync(charges, CHARGES);
  server = await startTestServer({ project });
  browser = await launchBrowser();
  tab = await newPage(browser, { baseURL: server.url });
  page = tab.page;
  page.setDefaultTimeout(30_000);
});

afterAll(async () => {
  await browser?.close();
  await server?.close();
  rmSync(project, { recursive: true, force: true });
});

const errors = () => page.getByRole("region", { name: "Errors" });
const hints = () => page.getByRole("region", { name: "Hints" });

it("lists what is wrong, by severity", async () => {
  await page.goto("/w/refunds");
  await page.getByRole("application").waitFor();
  await page.getByRole("tab", { name: /^Problems/ }).click();
  await errors().getByText("can be reached without approval", { exact: false }).waitFor();
  await hints().getByText("Nothing leaves", { exact: false }).waitFor();
  await page.getByText("1 error, 1 hint").waitFor();
});

it("filters, and says when nothing is left", async () => {
  await page.getByRole("textbox", { name: "Filter problems" }).fill("dead-end");
  await errors().waitFor({ state: "hidden" });
  await hints().getByText("Nothing leaves", { exact: false }).waitFor();
  await page.getByRole("textbox", { name: "Filter problems" }).fill("dead-end nowhere");
  await page.getByText("No problem has these words").waitFor();
  await page.getByRole("textbox", { name: "Filter problems" }).fill("");
  await errors().waitFor();
});

it("selects on the canvas what a problem is about", async () => {
  await hints().getByRole("listitem").click();
  await page.locator('[data-problem][aria-current="true"]').waitFor();
  await page.locator(".react-flow__node.selected, [data-selected]").first().waitFor();
});

it("explains a check", async () => {
  await errors().getByRole("button", { name: "guard-bypassed" }).click();
  const about = page.getByRole("complementary", { name: "About guard-bypassed" });
  await about.getByRole("heading", { name: "Why it matters" }).waitFor();
  await about.getByRole("button", { name: "Close the explanation" }).click();
  await about.waitFor({ state: "hidden" });
});

it("tells at the mark on the canvas what is wrong, why it matters, and the ways out", async () => {
  await page.getByRole("button", { name: /^Problems of refund:/ }).click();
  const popover = page.getByRole("dialog", { name: "Problems" });
  await popover.getByText("can be reached without approval", { exact: false }).waitFor();
  await popover.getByRole("button", { name: "Allow this branch", exact: true }).waitFor();
  await popover.getByRole("button", { name: "Why this matters" }).click();
  await popover.getByRole("heading", { name: "How to silence it" }).waitFor();
  await page.keyboard.press("Escape");
  await popover.waitFor({ state: "hidden" });
});

it("shows what a fix would change, and writes nothing by that", async () => {
  await errors().getByRole("button", { name: "Show what “Route through approval” changes" }).click();
  await errors().getByText('"up to 50": "refund",').waitFor();
  await errors().getByText('"up to 50": "approval",').waitFor();
  expect(readFileSync(file, "utf8")).toBe(WORKFLOW);
});

it("mends it in one step of the history, that can be undone", async () => {
  await errors().getByRole("button", { name: "Route through approval", exact: true }).click();
  await errors().waitFor({ state: "hidden" });
  const mended = WORKFLOW.replace('"up to 50": "refund"', '"up to 50": "approval"');
  await expect.poll(() => readFileSync(file, "utf8"), { timeout: 20_000 }).toBe(mended);
  await page.getByRole("application").click({ position: { x: 8, y: 8 } });
  await page.keyboard.press("Control+z");
  await errors().waitFor();
  await expect.poll(() => readFileSync(file, "utf8"), { timeout: 20_000 }).toBe(WORKFLOW);
});

it("allows a branch with a comment that says so", async () => {
  await errors().getByRole("button", { name: "Allow this branch", exact: true }).click();
  await errors().waitFor({ state: "hidden" });
  await expect
    .poll(() => readFileSync(file, "utf8"), { timeout: 20_000 })
    .toContain('    // retrograph-ignore guard-bypassed "refund" "up to 50": allowed without approval\n    "up to 50": "refund",');
});

it("adds an edge to the end where nothing leaves a node, and says that nothing is wrong any more", async () => {
  await hints().getByRole("button", { name: "Add an edge to the end", exact: true }).click();
  await page.getByText("No problems", { exact: true }).waitFor();
  await expect.poll(() => readFileSync(file, "utf8"), { timeout: 20_000 }).toMatch(/addEdge\("reply", END\)/);
});

it("jumps to the line with Enter", async () => {
  writeFileSync(file, WORKFLOW);
  await errors().waitFor();
  await errors().getByRole("listitem").focus();
  await page.keyboard.press("Enter");
  await page.getByRole("tab", { name: "Code", selected: true }).waitFor();
});

it("gives no page but those of the checks", async () => {
  expect((await fetch(`${server.url}/api/design/lint/dead-end`)).status).toBe(200);
  for (const name of ["nothing", "README", encodeURIComponent("../architecture")]) {
    expect((await fetch(`${server.url}/api/design/lint/${name}`)).status).toBe(400);
  }
});

it("guards a call before a question by what one looks at first, leaves, applies and undoes", async () => {
  await page.goto("/w/charges");
  await page.getByRole("application").waitFor();
  await page.getByRole("tab", { name: /^Problems/ }).click();
  const warnings = page.getByRole("region", { name: "Warnings" });
  for (const title of ["Move it into a node of its own…", "Wrap it in task()…", "Give it an idempotency key…"]) {
    await warnings.getByRole("button", { name: title, exact: true }).waitFor();
  }
  const opener = warnings.getByRole("button", { name: "Move it into a node of its own…", exact: true });
  const review = warnings.getByRole("region", { name: "What “Move it into a node of its own” changes" });
  await opener.focus();
  await page.keyboard.press("Enter");
  await review.getByText('.addNode("append_file", appendFileNode)').waitFor();
  await page.keyboard.press("Escape");
  await review.waitFor({ state: "hidden" });
  await expect.poll(() => opener.evaluate((button) => button === document.activeElement)).toBe(true);
  expect(readFileSync(charges, "utf8")).toBe(CHARGES);

  await page.keyboard.press("Enter");
  await review.getByText("append_file runs whatever the answer is", { exact: false }).waitFor();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await warnings.waitFor({ state: "hidden" });
  await expect.poll(() => readFileSync(charges, "utf8"), { timeout: 20_000 }).toContain('.addEdge("charge", "append_file")');
  await page.getByRole("application").click({ position: { x: 8, y: 8 } });
  await page.keyboard.press("Control+z");
  await warnings.waitFor();
  await expect.poll(() => readFileSync(charges, "utf8"), { timeout: 20_000 }).toBe(CHARGES);
});

it("left no error in the browser's console", () => {
  expect(tab.errors).toEqual([]);
});
