import { cpSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { RerunPlanSchema, type RerunPlan } from "../../lib/schema/rerun";
import { RunSchema, type Run } from "../../lib/schema/run";
import { call, codeOf, eventually } from "../support/client";
import { projectFolder, startTestServer, type TestServer } from "../support/server";

const folder = mkdtempSync(join(tmpdir(), "retrograph-rerun-plan-"));
let server: TestServer;

beforeAll(async () => {
  cpSync(projectFolder("basic"), folder, { recursive: true });
  symlinkSync(resolve(import.meta.dirname, "../../node_modules"), join(folder, "node_modules"));
  server = await startTestServer({ project: folder });
}, 300_000);

afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});

async function asked(): Promise<Run> {
  const started = RunSchema.parse((await call(server.url, "/api/debug/runs", { json: { graph_id: "approval", input: { topic: "tea" } } })).body);
  const read = async () => RunSchema.parse((await call(server.url, `/api/debug/runs/${started.run_id}`)).body);
  return eventually(read, ({ state }) => state.status === "interrupted");
}

async function plan(run: Run, body: object): Promise<RerunPlan> {
  return RerunPlanSchema.parse((await call(server.url, `/api/debug/threads/${run.thread_id}/rerun-plan`, { json: body })).body);
}

test("an answer to one of two questions starts both nodes again, and says so", async () => {
  const run = await asked();
  const interrupts = run.state.status === "interrupted" ? run.state.interrupts : [];
  const legal = interrupts.find(({ node }) => node === "legal")?.id ?? "";
  const told = await plan(run, { action: "resume", checkpoint_id: run.head_checkpoint_id, interrupt_ids: [legal] });
  expect(told.tasks.map(({ node, why, again }) => [node, why, again])).toEqual([
    ["legal", "answered", true],
    ["finance", "unanswered", true],
  ]);
  expect(told.tasks[0]?.code).toMatchObject({ file: "graphs/approval.ts" });
  expect(told.then[0]).toMatchObject({ node: "publish", certain: true });
  expect(told.warnings.map(({ text }) => text)).toContain("`finance` starts again too, up to its own question, which stays open.");
});

test("what is not there is refused", async () => {
  const nowhere = await call(server.url, "/api/debug/threads/nobody/rerun-plan", { json: { action: "resume", checkpoint_id: "x" } });
  expect([nowhere.status, codeOf(nowhere)]).toEqual([404, "thread_not_found"]);
  const { thread_id } = await asked();
  const missing = await call(server.url, `/api/debug/threads/${thread_id}/rerun-plan`, { json: { action: "replay", checkpoint_id: "x" } });
  expect([missing.status, codeOf(missing)]).toEqual([404, "checkpoint_not_found"]);
});

test("a plan is there without code that can be read, and says what it cannot tell", async () => {
  const run = await asked();
  writeFileSync(join(folder, "graphs/approval.ts"), "export const graph = (;");
  const told = await plan(run, { action: "resume", checkpoint_id: run.head_checkpoint_id });
  expect(told.tasks.map(({ node }) => node)).toEqual(["legal", "finance"]);
  expect(told.tasks.every(({ code }) => code === null)).toBe(true);
  expect(told.unknown.join(" ")).toContain("graphs/approval.ts has syntax errors");
});
