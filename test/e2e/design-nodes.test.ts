import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { ProblemsSchema } from "../../lib/schema/design-api";
import { makeProject, type DesignProject } from "../support/design-project";
import { startTestServer, type TestServer } from "../support/server";
import { launchBrowser, newPage } from "./support/browser";

const SLOW = { timeout: 30_000 };
const BLANK = `import { END, MessagesValue, START, StateGraph, StateSchema } from "@langchain/langgraph";
import { z } from "zod";

const State = new StateSchema({
  messages: MessagesValue,
  amount: z.number().default(0),
  topic: z.string().default(""),
});

export const graph = new StateGraph(State).addEdge(START, END);
`;

let browser: Browser;
let server: TestServer;
let project: DesignProject;

beforeAll(async () => {
  project = makeProject({ "graphs/flow.ts": BLANK });
  browser = await launchBrowser();
  server = await startTestServer({ project: project.dir, env: { RETROGRAPH_SCRIPTED_DELAY_MS: "0" } });
});

afterAll(async () => {
  await browser?.close();
  await server?.close();
  project?.remove();
});

beforeEach(() => project.write("graphs/flow.ts", BLANK));

const flow = () => project.read("graphs/flow.ts");
const card = (page: Page, name: string) => page.locator(`[data-card="${name}"]`);
const palette = (page: Page) => page.getByRole("region", { name: "Palette" });
const kind = (page: Page, name: string) => palette(page).getByRole("button", { name: new RegExp(`^Add ${name}:`) });
const written = (part: string | RegExp) =>
  expect.poll(flow, SLOW).toMatch(typeof part === "string" ? new RegExp(part.replace(/[$()*+.?[\\\]^{|}]/g, "\\$&")) : part);

async function open() {
  const { page, errors, close } = await newPage(browser, { baseURL: server.url, reducedMotion: true });
  onTestFinished(close);
  await page.goto("/w/flow");
  await page.getByRole("application").waitFor();
  await card(page, "__start__").waitFor();
  return { page, errors };
}

/** What is wrong with the text, once types and the runner have been asked about it. */
async function mistakes(): Promise<string[] | null> {
  const response = await fetch(`${server.url}/api/design/graphs/flow/problems`);
  const { complete, problems } = ProblemsSchema.parse(await response.json());
  return complete ? problems.filter(({ severity }) => severity === "error").map(({ message, place }) => `${place.line}: ${message}`) : null;
}

describe("the palette", () => {
  test("adds a node of every kind by a click, and the workflow is right after each", async () => {
    const { page, errors } = await open();
    const selected = async () => (await page.locator('[data-card][aria-pressed="true"]').all()).at(0)?.getAttribute("data-card") ?? null;
    for (const [name, call] of [
      ["Model", "modelNode({"],
      ["Agent", "agentNode({"],
      ["Retrieve", "retrieve({"],
      ["Tools", "toolsNode({"],
      ["Code", "async function step("],
      ["HTTP", "httpNode({"],
      ["Condition", "condition({"],
      ["Approval", "approvalNode({"],
      ["Map", "mapNode({"],
      ["Subgraph", "const subgraph = new StateGraph(State)"],
    ] as const) {
      const before = await selected();
      await kind(page, name).click();
      await written(call);
      // The next one goes behind it.
      await expect.poll(selected, { timeout: 30_000 }).not.toBe(before);
      await expect.poll(selected, { timeout: 30_000 }).not.toBe(null);
    }
    await expect.poll(mistakes, { timeout: 60_000 }).toEqual([]);
    await card(page, "subgraph").waitFor();
    expect(errors).toEqual([]);
  });

  test("is searched, walked by keys, and dragged from", async () => {
    const { page } = await open();
    const search = palette(page).getByRole("searchbox", { name: "Search the palette" });
    await search.fill("person");
    await expect.poll(() => palette(page).getByRole("listitem").count()).toBe(1);
    await search.press("ArrowDown");
    await page.keyboard.press("Enter");
    await written("approvalNode({");
    await card(page, "approval").waitFor();
    await search.fill("");
    await kind(page, "HTTP").dragTo(page.getByRole("application"), { targetPosition: { x: 120, y: 420 } });
    await written('.addNode("request", request)');
    await card(page, "request").waitFor();
  });
});

describe("the form of a node", () => {
  test("writes a prompt with values of the state while one types, and undo takes it back", async () => {
    const { page, errors } = await open();
    await kind(page, "Model").click();
    await written("modelNode({");
    const prompt = page.getByRole("combobox", { name: "System prompt" });
    await prompt.fill("");
    await prompt.pressSequentially("Speak of {to");
    await page.getByRole("listbox", { name: "Values of the state" }).getByRole("option", { name: "topic" }).waitFor();
    await page.keyboard.press("Enter");
    await expect.poll(() => prompt.inputValue()).toBe("Speak of {state.topic}");
    await written("system: (state: typeof State.State) => `Speak of ${state.topic}`,");
    const temperature = page.getByRole("textbox", { name: "Temperature" });
    await page.getByText("More settings").click();
    await temperature.fill("0.3");
    await temperature.blur();
    await written("temperature: 0.3,");
    await page.getByRole("button", { name: "Undo" }).click();
    await expect.poll(flow, SLOW).not.toContain("temperature");
    expect(errors).toEqual([]);
  });

  test("draws a condition by comparisons, labels and targets", async () => {
    const { page } = await open();
    await kind(page, "Code").click();
    await written('.addNode("step", step)');
    await kind(page, "Condition").click();
    await written("condition({");
    const side = page.getByRole("tabpanel", { name: "Node" });
    await side.getByRole("combobox", { name: "Channel" }).selectOption("amount");
    await written("state.amount");
    await side.getByRole("combobox", { name: "Comparison" }).selectOption(">");
    await written("state.amount > 0");
    await side.getByRole("textbox", { name: "Value" }).fill("50");
    await written("when: (state: typeof State.State) => state.amount > 50");
    await side.getByRole("textbox", { name: "Label of rule 1" }).fill("above 50");
    await written(/label: "above 50"[\s\S]*"above 50": END/);
    await side.getByRole("combobox", { name: "above 50 leads to" }).selectOption("step");
    await written('{ "above 50": "step", no: END }');
    await side.getByRole("button", { name: "Add a rule" }).click();
    await written(/label: "another", when: \(state: typeof State\.State\) => false[\s\S]*another: END/);
    await expect.poll(mistakes, { timeout: 60_000 }).toEqual([]);
  });

  test("names, describes, guards and connects", async () => {
    const { page } = await open();
    await kind(page, "Code").click();
    await written('.addNode("step", step)');
    const side = page.getByRole("tabpanel", { name: "Node" });
    const name = side.getByRole("textbox", { name: "Name of the node" });
    await name.fill("refund money");
    await name.press("Enter");
    await written('.addNode("refund money", ');
    await card(page, "refund money").waitFor();
    await side.getByRole("textbox", { name: "Description" }).fill("Pays the money back.");
    await written("/** Pays the money back. */");
    await side.getByText("Options", { exact: true }).click();
    await side.getByRole("checkbox", { name: /^Guarded/ }).check();
    await written("{ metadata: { guarded: true } }");
    await side.getByRole("textbox", { name: "Attempts" }).fill("3");
    await written("retryPolicy: { maxAttempts: 3 }");
    await side.getByRole("button", { name: "Delete the edge to the end" }).click();
    await expect.poll(flow, SLOW).not.toContain('.addEdge("refund money", END)');
    await side.getByRole("combobox", { name: "Connect to another node" }).selectOption("End");
    await written('.addEdge("refund money", END)');
  });
});
