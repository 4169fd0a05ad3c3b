import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { AuditPage } from "../../lib/schema/audit";
import type { InboxPage } from "../../lib/schema/inbox";
import type { Run } from "../../lib/schema/run";
import { call, eventually } from "../support/client";
import { startTestServer, type TestServer } from "../support/server";

const data = mkdtempSync(join(tmpdir(), "retrograph-deadlines-"));
const start = () => startTestServer({ project: join(import.meta.dirname, "../support/graphs/people"), data });
let server: TestServer;

beforeAll(async () => {
  server = await start();
}, 300_000);

afterAll(async () => {
  await server.close();
  rmSync(data, { recursive: true, force: true });
});

test("a deadline that passes while no server runs is kept when the next one starts", async () => {
  const rule = { deadline: { seconds: 4, answer: "refuse" } };
  const { thread_id: threadId } = (await call(server.url, "/api/debug/runs", { json: { graph_id: "refund", input: { amount: 5, rule } } }))
    .body as Run;
  const items = async () => ((await call(server.url, `/api/debug/inbox?thread_id=${threadId}`)).body as InboxPage).items;
  const [item] = await eventually(items, (list) => list.length === 1);
  expect(item?.due_at).not.toBeNull();
  await server.kill();
  await sleep(Math.max(0, Date.parse(item?.due_at ?? "") - Date.now()));
  server = await start();
  const state = await eventually(
    async () => (await call(server.url, `/threads/${threadId}/state`)).body as { values: { decision?: string }; next: string[] },
    ({ next }) => next.length === 0,
  );
  expect(state.values.decision).toBe("refuse");
  const { entries } = (await call(server.url, `/api/debug/audit?thread_id=${threadId}`)).body as AuditPage;
  expect(entries.map(({ action, actor, origin }) => [action, actor, origin.via])).toEqual([
    ["expired", "deadline", "server"],
    ["asked", "refund", "workflow"],
  ]);
});
