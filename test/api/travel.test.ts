import { join } from "node:path";
import Database from "better-sqlite3";
import { afterAll, beforeAll, expect, test } from "vitest";
import { CheckpointViewSchema, TimelinePageSchema, type TimelineEntry } from "../../lib/schema/checkpoint";
import { ForkResultSchema } from "../../lib/schema/debug-api";
import { LiveMessageSchema, type LiveMessage } from "../../lib/schema/live";
import { RunSchema, type Run } from "../../lib/schema/run";
import { InterruptSchema, ThreadSummarySchema } from "../../lib/schema/thread";
import {
  BlameSchema,
  BranchComparisonSchema,
  BranchDeletionSchema,
  FindResultSchema,
  MarksSchema,
  WatchResultSchema,
  type Blame,
} from "../../lib/schema/travel";
import { call, codeOf, eventually, type Answer } from "../support/client";
import { startTestServer, type TestServer } from "../support/server";

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
}, 300_000);

afterAll(() => server.close());

async function ok(answer: Promise<Answer>): Promise<unknown> {
  const { status, body, text } = await answer;
  expect([200, 204], text).toContain(status);
  return body;
}

const get = (path: string) => ok(call(server.url, path));
const post = (path: string, json: unknown) => ok(call(server.url, path, { json }));
const put = (path: string, json: unknown) => ok(call(server.url, path, { method: "PUT", json }));

async function errorOf(path: string, init: Parameters<typeof call>[2] = {}): Promise<unknown[]> {
  const answer = await call(server.url, path, init);
  return [answer.status, codeOf(answer)];
}

async function play(body: Record<string, unknown>): Promise<Run> {
  const started = RunSchema.parse(await post("/api/debug/runs", body));
  return eventually(
    async () => RunSchema.parse(await get(`/api/debug/runs/${started.run_id}`)),
    (run) => run.state.status !== "pending" && run.state.status !== "running",
  );
}

/** Oldest first. */
async function timelineOf(threadId: string): Promise<TimelineEntry[]> {
  return TimelinePageSchema.parse(await get(`/api/debug/threads/${threadId}/timeline`)).checkpoints.reverse();
}

function at<T>(list: readonly T[], index: number): T {
  const item = list.at(index);
  if (item === undefined) throw new Error(`There is no item ${index}`);
  return item;
}

/** A finished run of the counter, and an edit of the state between its two nodes, run to its end. */
async function forked() {
  const run = await play({ graph_id: "counter", input: { n: 1 } });
  const thread = `/api/debug/threads/${run.thread_id}`;
  const main = await timelineOf(run.thread_id);
  const middle = at(main, 2).checkpoint_id;
  const edit = ForkResultSchema.parse(await post(`${thread}/fork`, { checkpoint_id: middle, values: { n: 20 }, as_node: "increment" }));
  await play({ graph_id: "counter", thread_id: run.thread_id, checkpoint_id: edit.checkpoint_id });
  const all = await timelineOf(run.thread_id);
  return {
    threadId: run.thread_id,
    thread,
    middle,
    mainHead: at(main, -1).checkpoint_id,
    edit: edit.checkpoint_id,
    forkHead: at(all, -1).checkpoint_id,
  };
}

/** What a thread's live stream says until a message of the kind has come. */
async function listen(threadId: string, kind: LiveMessage["type"], act: () => Promise<unknown>): Promise<LiveMessage[]> {
  const stop = new AbortController();
  const response = await fetch(`${server.url}/api/debug/threads/${threadId}/events`, { signal: stop.signal });
  if (response.body === null) throw new Error("There is no stream");
  const messages: LiveMessage[] = [];
  const decoder = new TextDecoder();
  let text = "";
  let acted: Promise<unknown> | null = null;
  for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) {
    text += decoder.decode(chunk, { stream: true });
    const parts = text.split("\n\n");
    text = parts.pop() ?? "";
    for (const part of parts) {
      const data = part.split("\n").find((line) => line.startsWith("data: "));
      if (data !== undefined) messages.push(LiveMessageSchema.parse(JSON.parse(data.slice(6))));
    }
    acted ??= act();
    if (messages.some((message) => message.type === kind)) break;
  }
  await acted;
  stop.abort();
  return messages;
}

test("checkpoints are labelled, noted and starred, branches named and coloured, and everybody is told", async () => {
  const { threadId, thread, edit, middle } = await forked();
  const messages = await listen(threadId, "marks", () => put(`${thread}/marks/${middle}`, { label: "  before the edit ", starred: true }));
  expect(messages.at(-1)).toEqual({ type: "marks", thread_id: threadId });
  expect(await put(`${thread}/marks/${middle}`, { note: "look here" })).toEqual({
    checkpoint_ns: "",
    checkpoint_id: middle,
    label: "before the edit",
    note: "look here",
    starred: true,
  });
  await put(`${thread}/branches/${edit}`, { name: "bigger" });
  expect(await put(`${thread}/branches/${edit}`, { colour: "teal" })).toEqual({ branch_id: edit, name: "bigger", colour: "teal" });
  const marks = MarksSchema.parse(await get(`${thread}/marks`));
  expect([marks.checkpoints.length, marks.branches.length, marks.deletions.length]).toEqual([1, 1, 0]);

  await put(`${thread}/marks/${middle}`, { label: "", note: null, starred: false });
  await put(`${thread}/branches/${edit}`, { name: null, colour: null });
  expect(MarksSchema.parse(await get(`${thread}/marks`))).toEqual({ checkpoints: [], branches: [], deletions: [] });
  expect(await errorOf(`${thread}/marks/nowhere`, { method: "PUT", json: { starred: true } })).toEqual([404, "checkpoint_not_found"]);
  expect(await errorOf(`${thread}/branches/${edit}`, { method: "PUT", json: { colour: "mauve" } })).toEqual([400, "invalid_request"]);
});

test("a branch is deleted and brought back", async () => {
  const { threadId, thread, edit, middle, forkHead } = await forked();
  await put(`${thread}/branches/${edit}`, { name: "bigger" });
  const before = await timelineOf(threadId);
  const deletion = BranchDeletionSchema.parse(await ok(call(server.url, `${thread}/branches/${edit}`, { method: "DELETE" })));
  expect(deletion).toMatchObject({ checkpoints: 2, parent_checkpoint_id: middle });
  expect(await timelineOf(threadId)).toHaveLength(before.length - 2);
  expect(await errorOf(`${thread}/checkpoints/${forkHead}`)).toEqual([404, "checkpoint_not_found"]);
  expect(await errorOf(`${thread}/fork`, { json: { checkpoint_id: edit } })).toEqual([404, "checkpoint_not_found"]);
  expect(await errorOf("/api/debug/runs", { json: { graph_id: "counter", thread_id: threadId, checkpoint_id: edit } })).toEqual([
    404,
    "checkpoint_not_found",
  ]);
  expect(MarksSchema.parse(await get(`${thread}/marks`))).toMatchObject({
    branches: [],
    deletions: [{ deletion_id: deletion.deletion_id, checkpoints: 2 }],
  });

  await post(`${thread}/deletions/${deletion.deletion_id}/undo`, {});
  expect(await timelineOf(threadId)).toEqual(before);
  expect(MarksSchema.parse(await get(`${thread}/marks`))).toMatchObject({ branches: [{ name: "bigger" }], deletions: [] });
  expect(await errorOf(`${thread}/deletions/${deletion.deletion_id}/undo`, { json: {} })).toEqual([404, "deletion_not_found"]);
  const root = at(before, 0).checkpoint_id;
  expect(await errorOf(`${thread}/branches/${root}`, { method: "DELETE" })).toEqual([400, "invalid_request"]);
});

test("nothing is deleted under a running run", async () => {
  const started = RunSchema.parse(await post("/api/debug/runs", { graph_id: "slow", input: { steps: 200 } }));
  const thread = `/api/debug/threads/${started.thread_id}`;
  const entries = await eventually(
    () => timelineOf(started.thread_id),
    (list) => list.length > 1,
  );
  expect(await errorOf(`${thread}/branches/${at(entries, -1).checkpoint_id}`, { method: "DELETE" })).toEqual([409, "thread_busy"]);
  await post(`/api/debug/runs/${started.run_id}/cancel`, {});
});

test("deleting while others fork leaves whole forks or none", async () => {
  const { threadId, thread, middle, edit } = await forked();
  const fork = () => call(server.url, `${thread}/fork`, { json: { checkpoint_id: edit, values: { n: 7 }, as_node: "increment" } });
  const answers = await Promise.all([fork(), call(server.url, `${thread}/branches/${edit}`, { method: "DELETE" }), fork(), fork()]);
  for (const answer of answers) expect([200, 404], answer.text).toContain(answer.status);
  const entries = await timelineOf(threadId);
  const ids = new Set(entries.map((entry) => entry.checkpoint_id));
  expect(entries.every((entry) => entry.parent_checkpoint_id === null || ids.has(entry.parent_checkpoint_id))).toBe(true);

  const both = await Promise.all([3, 4].map((n) => post(`${thread}/fork`, { checkpoint_id: middle, values: { n }, as_node: "increment" })));
  const forks = both.map((body) => ForkResultSchema.parse(body).checkpoint_id);
  expect(new Set(forks).size).toBe(2);
  const states = await Promise.all(forks.map(async (id) => CheckpointViewSchema.parse(await get(`${thread}/checkpoints/${id}`)).values.n));
  expect(states.sort()).toEqual([3, 4]);
});

test("a fork into a new thread that is refused leaves no thread behind", async () => {
  const { thread, middle } = await forked();
  const count = async () => (await get("/api/debug/threads?limit=1")) as { total: number };
  const before = (await count()).total;
  expect(await errorOf(`${thread}/fork`, { json: { checkpoint_id: middle, values: { n: 1 }, as_node: "nobody", new_thread: true } })).toEqual([
    404,
    "node_not_found",
  ]);
  expect((await count()).total).toBe(before);
});

test("a node is not looked for among what every object has", async () => {
  const { thread, middle } = await forked();
  for (const as_node of ["toString", "constructor", "__proto__"]) {
    const edit = { checkpoint_id: middle, values: { n: 1 }, as_node };
    expect(await errorOf(`${thread}/fork`, { json: edit })).toEqual([404, "node_not_found"]);
    const change = { kind: "goto", goto: [{ node: as_node, input: {} }] };
    expect(await errorOf(`${thread}/next`, { json: { checkpoint_id: middle, change } })).toEqual([404, "node_not_found"]);
  }
});

test("a waiting request goes with its branch and waits again when it is back", async () => {
  const run = await play({ graph_id: "approval", input: { topic: "tea" } });
  const thread = `/api/debug/threads/${run.thread_id}`;
  const waiting = async () =>
    InterruptSchema.array()
      .parse(await get(`${thread}/interrupts`))
      .filter((one) => one.status === "waiting").length;
  expect(await waiting()).toBe(2);
  const head = at(await timelineOf(run.thread_id), -1).checkpoint_id;
  const deletion = BranchDeletionSchema.parse(await ok(call(server.url, `${thread}/branches/${head}`, { method: "DELETE" })));
  expect(await waiting()).toBe(0);
  expect(ThreadSummarySchema.parse(await get(thread)).status).toBe("idle");
  await post(`${thread}/deletions/${deletion.deletion_id}/undo`, {});
  expect(await waiting()).toBe(2);
  expect(ThreadSummarySchema.parse(await get(thread)).status).toBe("interrupted");
});

function nodesOf(blame: Blame, channel: string): (string | null)[] {
  return (blame.channels[channel]?.items ?? []).map((index) => {
    const writer = index === null ? undefined : blame.writers[index];
    return writer === undefined ? null : (writer.node ?? writer.source);
  });
}

test("blame says who wrote each item, and which run", async () => {
  const { thread, edit, forkHead } = await forked();
  const blame = BlameSchema.parse(await get(`${thread}/blame?checkpoint_id=${forkHead}`));
  expect(nodesOf(blame, "log")).toEqual(["increment", "double"]);
  const n = blame.writers[blame.channels.n?.writer ?? -1];
  expect(n).toMatchObject({ node: "double", source: "loop", checkpoint_id: forkHead });
  expect(n?.run_id).not.toBeNull();
  const atEdit = BlameSchema.parse(await get(`${thread}/blame?checkpoint_id=${edit}`));
  expect(atEdit.writers[atEdit.channels.n?.writer ?? -1]).toMatchObject({ source: "update", node: "increment", checkpoint_id: edit });
  expect(await errorOf(`${thread}/blame?checkpoint_id=nowhere`)).toEqual([404, "checkpoint_not_found"]);
});

test("expressions are watched along a path, and the first state that holds is found", async () => {
  const { thread, forkHead, edit } = await forked();
  const watched = WatchResultSchema.parse(await post(`${thread}/watch`, { checkpoint_id: forkHead, expressions: ["n", "log.length", "noets"] }));
  expect(watched.total).toBe(5);
  expect(watched.points.slice(1).map((point) => point.values[0])).toEqual([1, 2, 20, 40].map((value) => ({ ok: true, value })));
  expect(watched.points.at(-1)?.values[2]).toMatchObject({ ok: false, message: expect.stringContaining("noets") });
  const found = FindResultSchema.parse(await post(`${thread}/find`, { checkpoint_id: forkHead, condition: "n >= 20" }));
  expect(found.found).toMatchObject({ checkpoint_id: edit, values: { n: 20 } });
  const halved = FindResultSchema.parse(await post(`${thread}/find`, { checkpoint_id: forkHead, condition: "n >= 20", strategy: "binary" }));
  expect(halved.found?.checkpoint_id).toBe(edit);
  expect(await errorOf(`${thread}/find`, { json: { checkpoint_id: forkHead, condition: "n = 20" } })).toEqual([422, "invalid_expression"]);
  expect(await errorOf(`${thread}/watch`, { json: { checkpoint_id: "nowhere", expressions: ["n"] } })).toEqual([404, "checkpoint_not_found"]);
});

test("an expression that never ends is told so, and the server stays there", async () => {
  const { thread, forkHead } = await forked();
  const list = `[${Array.from({ length: 200 }, (_, index) => index).join(",")}]`;
  const endless = `${list}.map(a => ${list}.map(b => ${list}.map(c => a + b + c)))`.slice(0, 2000);
  const answer = await call(server.url, `${thread}/watch`, { json: { checkpoint_id: forkHead, expressions: [endless] } });
  const result = answer.status === 200 ? WatchResultSchema.parse(answer.body).points.at(-1)?.values[0]?.ok : codeOf(answer);
  expect([false, "invalid_expression"]).toContain(result);
  expect((await call(server.url, "/api/ok")).status).toBe(200);
});

test("two branches are compared: where they parted and why, the way of each, and what it took", async () => {
  const { thread, middle, mainHead, edit, forkHead } = await forked();
  const comparison = BranchComparisonSchema.parse(await get(`${thread}/compare?a=${mainHead}&b=${forkHead}`));
  expect(comparison.common_ancestor).toBe(middle);
  expect(comparison.rows).toEqual([
    { a: null, b: edit, differing: null },
    { a: mainHead, b: forkHead, differing: ["n"] },
  ]);
  expect(comparison.parted).toMatchObject({ why: "edit", b: edit, channel: "n", before: 2, after: 20 });
  expect(comparison.channels.map((change) => [change.channel, change.before, change.after])).toEqual([["n", 4, 40]]);
  expect(comparison.b.runs).toHaveLength(1);
  expect(comparison.b.ms).toBeGreaterThan(0);

  const replay = await play({ graph_id: "counter", thread_id: threadOf(thread), checkpoint_id: middle });
  const again = BranchComparisonSchema.parse(await get(`${thread}/compare?a=${mainHead}&b=${replay.head_checkpoint_id}`));
  expect(again.parted).toBeNull();
  expect(again.rows.at(-1)).toMatchObject({ a: mainHead, b: replay.head_checkpoint_id, differing: [] });
  const one = BranchComparisonSchema.parse(await get(`${thread}/compare?a=${middle}&b=${mainHead}`));
  expect(one).toMatchObject({ common_ancestor: middle, parted: null, a: { path: [] } });
  expect(await errorOf(`${thread}/compare?a=${middle}&b=nowhere`)).toEqual([404, "checkpoint_not_found"]);
});

function threadOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

/** Spoils a stored state behind the server's back. */
function damage(checkpointId: string, sql: string): void {
  const database = new Database(join(server.data, "retrograph.db"));
  try {
    expect(database.prepare(`UPDATE checkpoints SET checkpoint = ${sql} WHERE checkpoint_id = ?`).run(checkpointId).changes).toBe(1);
  } finally {
    database.close();
  }
}

test.each([
  ["cut off", "substr(checkpoint, 1, length(checkpoint) / 2)"],
  ["empty", "x''"],
  ["gone", "NULL"],
  ["noise", "randomblob(300)"],
])("a checkpoint whose state is %s says so, the rest of its thread stays readable", async (_, sql) => {
  const { thread, middle, mainHead, edit, forkHead } = await forked();
  damage(edit, sql);
  const answer = await call(server.url, `${thread}/checkpoints/${edit}`);
  expect([answer.status, codeOf(answer)]).toEqual([503, "checkpoint_damaged"]);
  expect(answer.text).toContain("go on from the one before");
  expect(await timelineOf(threadOf(thread))).toHaveLength(6);
  expect(CheckpointViewSchema.parse(await get(`${thread}/checkpoints/${forkHead}`)).values).toMatchObject({ n: 40 });
  expect(CheckpointViewSchema.parse(await get(`${thread}/checkpoints/${middle}`)).values).toMatchObject({ n: 2 });
  expect(nodesOf(BlameSchema.parse(await get(`${thread}/blame?checkpoint_id=${forkHead}`)), "log")).toEqual(["increment", "double"]);
  expect(await errorOf(`${thread}/blame?checkpoint_id=${edit}`)).toEqual([503, "checkpoint_damaged"]);
  // The index knows `n`, and who left `log` as it was: searches need not read the damaged state.
  const watched = WatchResultSchema.parse(await post(`${thread}/watch`, { checkpoint_id: forkHead, expressions: ["n", "log.join()"] }));
  const spoilt = watched.points.find((point) => point.checkpoint_id === edit);
  expect(spoilt?.values).toEqual([
    { ok: true, value: 20 },
    { ok: true, value: "increment" },
  ]);
  expect(FindResultSchema.parse(await post(`${thread}/find`, { checkpoint_id: forkHead, condition: "n >= 20" }))).toMatchObject({
    found: { checkpoint_id: edit },
    failed: null,
  });
  expect(BranchComparisonSchema.parse(await get(`${thread}/compare?a=${mainHead}&b=${forkHead}`)).rows).toHaveLength(2);
  const history = await post(`/threads/${threadOf(thread)}/history`, { limit: 10 });
  expect(history).toHaveLength(6);
});

test("a thread whose newest checkpoint is damaged goes on from the one before", async () => {
  const { threadId, edit, forkHead } = await forked();
  damage(forkHead, "substr(checkpoint, 1, 20)");
  const again = await play({ graph_id: "counter", thread_id: threadId, checkpoint_id: edit });
  expect(again).toMatchObject({ state: { status: "success" }, from_checkpoint_id: edit });
  const head = CheckpointViewSchema.parse(await get(`/api/debug/threads/${threadId}/checkpoints/${again.head_checkpoint_id}`));
  expect(head.values).toMatchObject({ n: 40 });
  expect(await call(server.url, `/api/debug/threads/${threadId}/branches/${forkHead}`, { method: "DELETE" })).toMatchObject({ status: 200 });
  expect((await timelineOf(threadId)).map((entry) => entry.checkpoint_id)).not.toContain(forkHead);
});
