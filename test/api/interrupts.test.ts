import type { Client } from "@langchain/langgraph-sdk";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Interrupt } from "../../lib/schema/thread";
import { call, codeOf, eventually, sdk } from "../support/client";
import { startTestServer, type TestServer } from "../support/server";

let server: TestServer;
let client: Client;

beforeAll(async () => {
  server = await startTestServer();
  client = sdk(server.url);
}, 300_000);

afterAll(() => server.close());

type Asked = { __interrupt__: { id: string; value: { question: string } }[] };

/** A thread on which legal and finance are asked; the ids of both questions. */
async function askBoth() {
  const thread = await client.threads.create();
  const result = (await client.runs.wait(thread.thread_id, "approval", { input: { topic: "tea" } })) as unknown as Asked;
  const idOf = (name: string) => result.__interrupt__.find((one) => one.value.question.startsWith(name))?.id ?? "";
  return { threadId: thread.thread_id, legal: idOf("legal"), finance: idOf("finance") };
}

/** A thread on which the functional workflow asks one question. */
async function askOne() {
  const thread = await client.threads.create();
  await client.runs.wait(thread.thread_id, "entry", { input: { n: 4 } });
  return thread.thread_id;
}

async function interruptsOf(threadId: string): Promise<Interrupt[]> {
  return (await call(server.url, `/api/debug/threads/${threadId}/interrupts`)).body as Interrupt[];
}

test("a thread that waits says what it asks", async () => {
  const { threadId, legal, finance } = await askBoth();
  const thread = await client.threads.get(threadId);
  expect(thread.status).toBe("interrupted");
  expect(
    Object.values(thread.interrupts)
      .flat()
      .map((one) => one.id),
  ).toEqual(expect.arrayContaining([legal, finance]));
  const [run] = await client.runs.list(threadId);
  expect(run?.status).toBe("success");
  const rows = await interruptsOf(threadId);
  expect(rows.map((row) => [row.status, row.node]).sort()).toEqual([
    ["waiting", "finance"],
    ["waiting", "legal"],
  ]);
  const state = await client.threads.getState(threadId);
  expect(state.next.sort()).toEqual(["finance", "legal"]);
  expect(state.tasks.flatMap((task) => task.interrupts.map((one) => one.id)).sort()).toEqual([legal, finance].sort());
});

test("answers go to the questions that they name, together or one after the other", async () => {
  const both = await askBoth();
  const done = await client.runs.wait(both.threadId, "approval", { command: { resume: { [both.legal]: "yes", [both.finance]: "no" } } });
  expect((done as unknown as { answers: string[] }).answers).toEqual(expect.arrayContaining(["legal yes", "finance no", "published after 2"]));
  const apart = await askBoth();
  const half = await client.runs.wait(apart.threadId, "approval", { command: { resume: { [apart.finance]: "no" } } });
  expect((half as unknown as Asked).__interrupt__.map((one) => one.id)).toEqual([apart.legal]);
  const rest = await client.runs.wait(apart.threadId, "approval", { command: { resume: { [apart.legal]: "yes" } } });
  expect((rest as unknown as { answers: string[] }).answers).toHaveLength(3);
  expect((await interruptsOf(apart.threadId)).map((row) => row.status)).toEqual(["answered", "answered"]);
});

test("one value answers one question, but not two", async () => {
  const threadId = await askOne();
  expect(await client.runs.wait(threadId, "entry", { command: { resume: "right" } })).toMatchObject({ doubled: 8, right: "right" });
  const two = await askBoth();
  const answer = await call(server.url, `/threads/${two.threadId}/runs/wait`, { json: { assistant_id: "approval", command: { resume: "yes" } } });
  expect(answer.status).toBe(400);
  expect(codeOf(answer)).toBe("ambiguous_resume");
  expect((await interruptsOf(two.threadId)).every((row) => row.status === "waiting")).toBe(true);
});

test("a question is answered once", async () => {
  const threadId = await askOne();
  const [asked] = await interruptsOf(threadId);
  await client.runs.wait(threadId, "entry", { command: { resume: 1 } });
  for (const resume of [2, { [asked?.interrupt_id ?? ""]: 2 }]) {
    const answer = await call(server.url, `/threads/${threadId}/runs/wait`, { json: { assistant_id: "entry", command: { resume } } });
    expect(answer.status).toBe(409);
    expect(codeOf(answer)).toBe("already_answered");
  }
  expect(await client.runs.list(threadId)).toHaveLength(2);
});

test("of two answers at once exactly one wins", async () => {
  for (let round = 0; round < 5; round++) {
    const threadId = await askOne();
    const [asked] = await interruptsOf(threadId);
    const id = asked?.interrupt_id ?? "";
    const send = (value: string) =>
      call(server.url, "/api/debug/runs", { json: { graph_id: "entry", thread_id: threadId, answers: { [id]: value } } });
    const answers = await Promise.all(["a", "b", "c"].map(send));
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 409, 409]);
    await eventually(
      () => client.threads.get(threadId),
      (thread) => thread.status === "idle",
    );
    const winner = (await interruptsOf(threadId))[0];
    expect((await client.threads.getState(threadId)).values).toMatchObject({ right: winner?.answer });
  }
});

test("an answer to a question that nobody asked is refused", async () => {
  const threadId = await askOne();
  const answer = await call(server.url, "/api/debug/runs", {
    json: { graph_id: "entry", thread_id: threadId, answers: { ["0".repeat(32)]: 1 } },
  });
  expect([answer.status, codeOf(answer)]).toEqual([404, "interrupt_not_found"]);
  const fresh = await client.threads.create();
  const nothing = await call(server.url, `/threads/${fresh.thread_id}/runs/wait`, { json: { assistant_id: "entry", command: { resume: 1 } } });
  expect([nothing.status, codeOf(nothing)]).toEqual([409, "nothing_to_run"]);
});

test("an answer while the thread runs and asks nothing is refused, not kept for later", async () => {
  const { thread_id: threadId } = await client.threads.create();
  const run = await client.runs.create(threadId, "slow", { input: { steps: 20 } });
  await eventually(
    () => client.threads.getState<{ n?: number }>(threadId),
    (state) => (state.values.n ?? 0) > 0,
  );
  const answer = await call(server.url, `/threads/${threadId}/runs`, { json: { assistant_id: "slow", command: { resume: "yes" } } });
  expect([answer.status, codeOf(answer)]).toEqual([409, "thread_busy"]);
  await client.runs.join(threadId, run.run_id);
  expect(await client.runs.list(threadId)).toHaveLength(1);
});

test("a question on an older branch is answered there", async () => {
  const { threadId, legal, finance } = await askBoth();
  const history = await client.threads.getHistory(threadId);
  const start = history.find((entry) => entry.next.includes("prepare"));
  const fork = await call(server.url, `/api/debug/threads/${threadId}/fork`, {
    json: { checkpoint_id: start?.checkpoint.checkpoint_id, values: { topic: "coffee" }, as_node: "prepare" },
  });
  expect(fork.status).toBe(200);
  const second = (await client.runs.wait(threadId, "approval", { input: null })) as unknown as Asked;
  expect(second.__interrupt__.map((one) => one.value.question)).toEqual(expect.arrayContaining(["legal: is coffee good?"]));
  expect((await interruptsOf(threadId)).filter((row) => row.status === "waiting")).toHaveLength(4);
  const old = await client.runs.wait(threadId, "approval", { command: { resume: { [legal]: "yes", [finance]: "yes" } } });
  expect(old).toMatchObject({ topic: "tea" });
  const newer = Object.fromEntries(second.__interrupt__.map((one) => [one.id, "no"]));
  const done = await client.runs.wait(threadId, "approval", { command: { resume: newer } });
  expect(done).toMatchObject({ topic: "coffee" });
  expect((done as unknown as { answers: string[] }).answers).toEqual(expect.arrayContaining(["legal no", "finance no"]));
});

test("a value that is itself an object answers the only question", async () => {
  const threadId = await askOne();
  expect(await client.runs.wait(threadId, "entry", { command: { resume: { decision: "approve" } } })).toMatchObject({
    right: { decision: "approve" },
  });
});
