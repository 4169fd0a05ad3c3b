import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { InboxPage } from "../../lib/schema/inbox";
import type { Run } from "../../lib/schema/run";
import type { Interrupt, ThreadSummary } from "../../lib/schema/thread";
import type { WhatIf } from "../../lib/schema/what-if";
import { call, codeOf, eventually } from "../support/client";
import { startTestServer, type TestServer } from "../support/server";

const folder = mkdtempSync(join(tmpdir(), "retrograph-what-if-"));
const logFile = join(folder, "log");
let server: TestServer;

beforeAll(async () => {
  writeFileSync(logFile, "");
  server = await startTestServer({ project: resolve(import.meta.dirname, "../support/graphs/replay"), env: { REPLAY_LOG: logFile } });
}, 300_000);
afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});
beforeEach(() => writeFileSync(logFile, ""));

const ran = () => readFileSync(logFile, "utf8").split("\n").filter(Boolean);

async function get<T>(path: string): Promise<T> {
  return (await call(server.url, path)).body as T;
}

async function ended(run: Run): Promise<Run> {
  return await eventually(
    () => get<Run>(`/api/debug/runs/${run.run_id}`),
    ({ state }) => state.status !== "pending" && state.status !== "running",
  );
}

/** A thread that waits; what it asks. */
async function ask(graphId: string, input: object): Promise<{ threadId: string; interrupts: Interrupt[] }> {
  const started = (await call(server.url, "/api/debug/runs", { json: { graph_id: graphId, input } })).body as Run;
  const { thread_id, state } = await ended(started);
  expect(state.status).toBe("interrupted");
  return { threadId: thread_id, interrupts: await get<Interrupt[]>(`/api/debug/threads/${thread_id}/interrupts`) };
}

async function tryAnswers(threadId: string, body: object): Promise<WhatIf> {
  const started = await call(server.url, `/api/debug/threads/${threadId}/what-if`, { json: body });
  expect(started.status, started.text).toBe(200);
  const { what_if_id } = started.body as WhatIf;
  return await eventually(
    () => get<WhatIf>(`/api/debug/threads/${threadId}/what-if/${what_if_id}`),
    ({ alternatives }) => alternatives.every(({ run }) => run.state.status !== "pending" && run.state.status !== "running"),
  );
}

test("approving and refusing are tried beside each other, and nothing happens", async () => {
  const { threadId, interrupts } = await ask("desk", { order: "o1" });
  const [asked] = interrupts;
  if (asked === undefined) throw new Error("Nothing was asked");
  writeFileSync(logFile, "");
  const whatIf = await tryAnswers(threadId, {
    checkpoint_id: asked.checkpoint_id,
    alternatives: ["approve", "reject"].map((answer) => ({ label: answer, answers: { [asked.interrupt_id]: answer } })),
  });
  expect(whatIf.alternatives.map(({ run }) => run.state.status)).toEqual(["success", "success"]);
  expect(ran()).toEqual([]);
  const calls = whatIf.alternatives.map((alternative) => alternative.calls.map(({ kind, name, source }) => [kind, name, source]));
  expect(calls).toEqual([
    [
      ["tool", "look_up_order", "recorded"],
      ["tool", "refund_order", "stubbed"],
    ],
    [
      ["tool", "look_up_order", "recorded"],
      ["model", "scripted", "live"],
    ],
  ]);
  expect(whatIf.alternatives[0]?.calls[1]?.input).toEqual({ order: "o1" });
  expect(whatIf.alternatives.map(({ path }) => path)).toEqual([
    [["decide"], ["pay"]],
    [["decide"], ["refuse"]],
  ]);
  const { comparison } = whatIf;
  expect(comparison?.a.path.flatMap(({ nodes }) => nodes)).toEqual(["decide", "pay"]);
  expect(comparison?.b.path.flatMap(({ nodes }) => nodes)).toEqual(["decide", "refuse"]);
  expect(comparison?.channels.map(({ channel }) => channel)).toEqual(expect.arrayContaining(["decision", "outcome"]));

  // The thread, and what it asks, are as they were; the copies are nowhere to be seen.
  const [still] = await get<Interrupt[]>(`/api/debug/threads/${threadId}/interrupts`);
  expect(still).toEqual(asked);
  const { threads } = await get<{ threads: ThreadSummary[] }>("/api/debug/threads");
  expect(threads.map(({ thread_id }) => thread_id)).not.toContain(whatIf.thread_id);
  const inbox = await get<InboxPage>("/api/debug/inbox");
  expect(inbox.items.map(({ thread_id }) => thread_id)).not.toContain(whatIf.thread_id);
  const items = (await call(server.url, "/store/items/search", { json: { namespace_prefix: ["refunds"] } })).body;
  expect(items).toMatchObject({ items: [] });
  const audit = await call(server.url, `/api/debug/audit?thread_id=${whatIf.thread_id}`);
  expect(audit.body).toMatchObject({ entries: [] });

  // Nothing runs on the copies for real.
  const real = await call(server.url, "/api/debug/runs", { json: { graph_id: "desk", thread_id: whatIf.thread_id, input: { order: "o2" } } });
  expect([real.status, codeOf(real)]).toEqual([403, "not_allowed"]);
  const gone = await call(server.url, `/api/debug/threads/${threadId}/what-if/${whatIf.what_if_id}`, { method: "DELETE" });
  expect(gone.status).toBe(204);
  expect(codeOf(await call(server.url, `/api/debug/threads/${threadId}/what-if/${whatIf.what_if_id}`))).toBe("what_if_not_found");
  expect((await call(server.url, `/api/debug/threads/${whatIf.thread_id}`)).status).toBe(404);

  // The answer itself works as ever.
  const answered = await call(server.url, "/api/debug/runs", {
    json: { graph_id: "desk", thread_id: threadId, answers: { [asked.interrupt_id]: "approve" } },
  });
  expect((await ended(answered.body as Run)).state.status).toBe("success");
  expect(ran()).toEqual(["look_up o1", "refund o1"]);
});

test("several requests at one checkpoint, one of them in a subgraph, can be answered in part", async () => {
  const { threadId, interrupts } = await ask("desk.several", { order: "o3" });
  expect(interrupts).toHaveLength(3);
  const inner = interrupts.find(({ node }) => node.startsWith("inner"));
  const [first] = interrupts;
  if (first === undefined || inner === undefined) throw new Error("Nothing was asked");
  const all = Object.fromEntries(interrupts.map(({ interrupt_id }) => [interrupt_id, "approve"]));
  const whatIf = await tryAnswers(threadId, {
    checkpoint_id: first.checkpoint_id,
    alternatives: [
      { label: "All", answers: all },
      { label: "Only the order", answers: { [inner.interrupt_id]: "reject" } },
    ],
  });
  expect(whatIf.alternatives.map(({ run }) => run.state.status)).toEqual(["success", "interrupted"]);
  const second = whatIf.alternatives[1]?.run.state;
  expect(second?.status === "interrupted" ? second.interrupts : []).toHaveLength(2);
  expect(whatIf.alternatives[0]?.calls.map(({ name, source }) => [name, source])).toEqual([
    ["look_up_order", "recorded"],
    ["refund_order", "stubbed"],
  ]);
});

test("what cannot be tried is refused, and an answer is not spent on a dry run", async () => {
  const { threadId, interrupts } = await ask("desk", { order: "o4" });
  const [asked] = interrupts;
  const path = `/api/debug/threads/${threadId}/what-if`;
  const id = asked?.interrupt_id ?? "";
  const unknown = { checkpoint_id: asked?.checkpoint_id, alternatives: [{ label: "A", answers: { ["0".repeat(32)]: 1 } }] };
  expect(codeOf(await call(server.url, path, { json: unknown }))).toBe("interrupt_not_found");
  expect(codeOf(await call(server.url, path, { json: { ...unknown, alternatives: [{ label: "A", answers: {} }] } }))).toBe("invalid_request");
  const dry = await call(server.url, "/api/debug/runs", {
    json: { graph_id: "desk", thread_id: threadId, answers: { [id]: "approve" }, replay: "dry" },
  });
  expect(codeOf(dry)).toBe("invalid_request");
  const [still] = await get<Interrupt[]>(`/api/debug/threads/${threadId}/interrupts`);
  expect(still?.status).toBe("waiting");
});
