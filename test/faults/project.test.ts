import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import type { Client } from "@langchain/langgraph-sdk";
import { afterAll, beforeAll, expect, test } from "vitest";
import { WorkflowSchema, type Workflow } from "../../lib/schema/graph";
import { call, codeOf, eventually, sdk } from "../support/client";
import { projectFolder, startTestServer, type TestServer } from "../support/server";

let project: string;
let server: TestServer;
let client: Client;

const GOOD = (by: number) => `
import { Annotation, START, StateGraph } from "@langchain/langgraph";
let calls = 0;
const State = Annotation.Root({ n: Annotation<number>, calls: Annotation<number> });
export const graph = new StateGraph(State).addNode("add", (state) => ({ n: (state.n ?? 0) + ${by}, calls: ++calls })).addEdge(START, "add");
`;

function write(name: string, text: string): void {
  writeFileSync(join(project, "graphs", name), text);
}

async function workflow(id: string): Promise<Workflow | null> {
  const answer = await call(server.url, `/api/design/graphs/${id}`);
  return answer.status === 200 ? WorkflowSchema.parse(answer.body) : null;
}

beforeAll(async () => {
  project = mkdtempSync(join(tmpdir(), "retrograph-project-"));
  mkdirSync(join(project, "graphs"));
  symlinkSync(resolve(import.meta.dirname, "../../node_modules"), join(project, "node_modules"));
  cpSync(join(projectFolder("basic"), "graphs", "slow.ts"), join(project, "graphs", "slow.ts"));
  write("good.ts", GOOD(1));
  write("syntax.ts", "export const graph = (;\n");
  write("throws.ts", "\n\nthrow new Error('broken on purpose');\n");
  write("nothing.ts", "export const answer = 42;\n");
  server = await startTestServer({ project });
  client = sdk(server.url);
}, 300_000);

afterAll(async () => {
  await server.close();
  rmSync(project, { recursive: true, force: true });
});

test("a file with a syntax error, one that throws and one without a workflow are listed with why; the others run", async () => {
  expect(await workflow("syntax")).toMatchObject({ status: "failed", error: { file: "graphs/syntax.ts", line: 1 } });
  expect(await workflow("throws")).toMatchObject({ status: "failed", error: { message: "broken on purpose", file: "graphs/throws.ts", line: 3 } });
  expect((await workflow("nothing"))?.status).toBe("failed");
  expect(await client.runs.wait(null, "good", { input: { n: 1 } })).toMatchObject({ n: 2 });
  const refused = await call(server.url, "/runs/wait", { json: { assistant_id: "throws", input: {} } });
  expect([refused.status, codeOf(refused)]).toEqual([422, "graph_failed"]);
  expect((await call(server.url, "/assistants/throws/schemas")).status).toBe(422);
});

test("a changed file is loaded anew for new runs, while a run that goes on keeps the old code", async () => {
  const first = (await client.runs.wait(null, "good", { input: { n: 1 } })) as { calls: number };
  const second = (await client.runs.wait(null, "good", { input: { n: 1 } })) as { calls: number };
  expect(second.calls).toBe(first.calls + 1);
  const thread = await client.threads.create();
  const run = await client.runs.create(thread.thread_id, "slow", { input: { steps: 200 }, config: { recursion_limit: 300 } });
  write("good.ts", GOOD(100));
  await eventually(
    () => client.runs.wait(null, "good", { input: { n: 1 } }),
    (result) => (result as { n: number }).n === 101,
  );
  expect((await client.runs.get(thread.thread_id, run.run_id)).status).toBe("running");
  expect(await client.runs.join(thread.thread_id, run.run_id)).toMatchObject({ n: 200 });
  await eventually(
    async () => server.runnerPids(),
    (pids) => pids.length === 1,
  );
});

test("files beside the workflows may come and change, and modules keep what they hold", async () => {
  const calls = async () => ((await client.runs.wait(null, "good", { input: { n: 1 } })) as { calls: number }).calls;
  const before = await calls();
  const pids = server.runnerPids();
  for (const name of ["notes.txt", "report.md", "data.json", ".draft.ts"]) write(name, "anything");
  await new Promise((resolve) => setTimeout(resolve, 1000));
  expect(server.runnerPids()).toEqual(pids);
  expect(await calls()).toBe(before + 1);
});

test("a file that is mended works, a file that is broken says so, and a new file appears", async () => {
  write("throws.ts", GOOD(7));
  await eventually(
    () => workflow("throws"),
    (found) => found?.status === "loaded",
  );
  expect(await client.runs.wait(null, "throws", { input: { n: 1 } })).toMatchObject({ n: 8 });
  write("throws.ts", "export const graph = ;");
  await eventually(
    () => workflow("throws"),
    (found) => found?.status === "failed",
  );
  write("fresh.ts", GOOD(3));
  await eventually(
    () => workflow("fresh"),
    (found) => found?.status === "loaded",
  );
  rmSync(join(project, "graphs", "fresh.ts"));
  await eventually(
    () => workflow("fresh"),
    (found) => found === null,
  );
});

test("a file that ends the process on import does not take the others down", async () => {
  write("exits.ts", "process.exit(3);\n");
  await new Promise((resolve) => setTimeout(resolve, 2000));
  expect(await client.runs.wait(null, "good", { input: { n: 1 } })).toMatchObject({ n: 101 });
  rmSync(join(project, "graphs", "exits.ts"));
});
