import { cpSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { AuditPageSchema } from "../../lib/schema/audit";
import type { AuditPage } from "../../lib/schema/audit";
import { InboxDetailSchema, InboxPageSchema, type AnswersResult, type InboxDetail, type InboxItem, type SavedView } from "../../lib/schema/inbox";
import type { Json } from "../../lib/schema/json";
import { RunSchema, type Run } from "../../lib/schema/run";
import { call, codeOf, eventually, sdk } from "../support/client";
import { startTestServer, type TestServer } from "../support/server";
import { eventsOf } from "./events";

let project: string;
let data: string;
let server: TestServer;

const start = () => startTestServer({ project, data });

beforeAll(async () => {
  project = mkdtempSync(join(tmpdir(), "retrograph-inbox-"));
  cpSync(join(import.meta.dirname, "../support/graphs/inbox"), project, { recursive: true });
  symlinkSync(join(import.meta.dirname, "../../node_modules"), join(project, "node_modules"));
  data = mkdtempSync(join(tmpdir(), "retrograph-inbox-data-"));
  server = await start();
}, 300_000);

afterAll(async () => {
  await server.close();
  for (const folder of [project, data]) rmSync(folder, { recursive: true, force: true });
});

const ann = { "x-retrograph-name": "Ann" };
const bob = { "x-retrograph-name": "Bob" };

async function endOf(runId: string): Promise<Run> {
  return eventually(
    async () => RunSchema.parse((await call(server.url, `/api/debug/runs/${runId}`)).body),
    (run) => run.state.status !== "pending" && run.state.status !== "running",
  );
}

async function run(body: object): Promise<Run> {
  const answer = await call(server.url, "/api/debug/runs", { json: body });
  expect(answer.status, answer.text).toBe(200);
  return endOf(RunSchema.parse(answer.body).run_id);
}

async function list(query = ""): Promise<{ items: InboxItem[]; total: number; counts: { waiting: number; snoozed: number; answered: number } }> {
  const answer = await call(server.url, `/api/debug/inbox${query}`);
  expect(answer.status, answer.text).toBe(200);
  return InboxPageSchema.parse(answer.body);
}

async function detail(item: { thread_id: string; interrupt_id: string }, headers: Record<string, string> = {}): Promise<InboxDetail> {
  const answer = await call(server.url, `/api/debug/inbox/${item.interrupt_id}?thread_id=${item.thread_id}`, { headers });
  expect(answer.status, answer.text).toBe(200);
  return InboxDetailSchema.parse(answer.body);
}

/** A thread on which a workflow asks; its requests by their nodes. */
async function ask(graphId: string, input: object): Promise<{ threadId: string; items: InboxItem[] }> {
  const { thread_id: threadId, state } = await run({ graph_id: graphId, input });
  expect(state.status).toBe("interrupted");
  return { threadId, items: (await list(`?thread_id=${threadId}&limit=500`)).items };
}

function only<T>(items: readonly T[]): T {
  const [first] = items;
  if (first === undefined || items.length > 1) throw new Error(`There are ${items.length}`);
  return first;
}

type Given = { thread_id: string; interrupt_id: string; answer: Json };

async function answer(answers: Given[], headers: Record<string, string> = ann): Promise<AnswersResult["results"]> {
  const sent = await call(server.url, "/api/debug/inbox/answers", { json: { answers }, headers });
  expect(sent.status, sent.text).toBe(200);
  return (sent.body as AnswersResult).results;
}

const to = ({ thread_id, interrupt_id }: InboxItem, value: Json): Given => ({ thread_id, interrupt_id, answer: value });

async function valuesOf(threadId: string): Promise<Record<string, unknown>> {
  return (await sdk(server.url).threads.getState<Record<string, unknown>>(threadId)).values;
}

async function audit(threadId: string): Promise<string[]> {
  const page = (await call(server.url, `/api/debug/audit?thread_id=${threadId}&limit=1000`)).body as AuditPage;
  return page.entries.reverse().map((entry) => `${entry.actor} ${entry.action}`);
}

describe("the list", () => {
  test("has every request with its node as it is drawn, and the counts of all boxes", async () => {
    const before = await list();
    const { threadId, items } = await ask("pair", { topic: "tea" });
    expect(items.map((item) => item.node).sort()).toEqual(["finance:asks", "legal"]);
    expect((await list()).counts.waiting).toBe(before.counts.waiting + 2);
    const found = await list("?q=finance%20tea&graph_id=pair&kind=question&assigned_to=nobody&sort=newest&older_than=0");
    expect(found.items.filter((item) => item.thread_id === threadId)).toHaveLength(1);
    expect((await list(`?thread_id=${threadId}&limit=1&offset=1`)).items).toHaveLength(1);
    for (const bad of ["?box=all", "?limit=501", "?thread_id=..%2F..", "?sort=asked_at", "?older_than=-1", `?q=${"x".repeat(201)}`]) {
      const refused = await call(server.url, `/api/debug/inbox${bad}`);
      expect([bad, refused.status, codeOf(refused)]).toEqual([bad, 400, "invalid_request"]);
    }
  });

  test("has fifty packets of Send apart, and takes a part of their answers, each for its own", async () => {
    const { threadId, items } = await ask("many", { count: 50 });
    expect(items).toHaveLength(50);
    const itemAt = (at: number) => only(items.filter((item) => `${item.title} ${item.summary}`.includes(`Item ${at}?`)));
    const part = await answer([to(itemAt(3), "three"), to(itemAt(41), "forty-one")]);
    expect(new Set(part.map(({ outcome }) => (outcome.status === "sent" ? outcome.run.run_id : outcome.status)))).toHaveLength(1);
    const [first] = part;
    if (first?.outcome.status !== "sent") throw new Error("Not sent");
    expect((await endOf(first.outcome.run.run_id)).state).toMatchObject({ status: "interrupted" });
    const left = await list(`?thread_id=${threadId}&limit=500`);
    expect(left.total).toBe(48);
    const rest = await answer(left.items.map((item) => to(item, "rest")));
    const last = rest.at(-1)?.outcome;
    if (last?.status !== "sent") throw new Error("Not sent");
    await endOf(last.run.run_id);
    const { done } = await valuesOf(threadId);
    expect(done).toHaveLength(50);
    expect(done).toEqual(expect.arrayContaining(["3 three", "41 forty-one", "0 rest"]));
  });

  test("is kept for a name, and its views by a name", async () => {
    const filter = { box: "waiting", q: "tea", sort: "due" };
    const saved = await call(server.url, "/api/debug/inbox/views", { json: { name: "Tea", filter } });
    expect(saved.body).toMatchObject({ name: "Tea", filter });
    const again = await call(server.url, "/api/debug/inbox/views", { json: { name: "Tea", filter: { ...filter, q: "coffee" } } });
    expect((again.body as SavedView).view_id).toBe((saved.body as SavedView).view_id);
    expect((await call(server.url, "/api/debug/inbox/views")).body).toMatchObject([{ name: "Tea", filter: { q: "coffee" } }]);
    const path = `/api/debug/inbox/views/${(saved.body as SavedView).view_id}`;
    expect((await call(server.url, path, { method: "DELETE" })).status).toBe(204);
    const gone = await call(server.url, path, { method: "DELETE" });
    expect([gone.status, codeOf(gone)]).toEqual([404, "view_not_found"]);
    expect((await call(server.url, "/api/debug/inbox/views/x", { method: "DELETE" })).status).toBe(400);
  });
});

describe("a request", () => {
  test("comes with what is beside it, its rule and whether it can be answered", async () => {
    const { items } = await ask("pair", { topic: "tea" });
    const legal = only(items.filter((item) => item.node === "legal"));
    const found = await detail(legal);
    expect(found).toMatchObject({
      item: legal,
      interrupt: { status: "waiting", value: { question: "legal: is tea good?" } },
      rule: { approvers: 1, groups: [], deadline: null },
      votes: [],
      workflow: { status: "ok" },
      may_not_answer: null,
    });
    expect(found.beside.map((item) => item.node)).toEqual(["finance:asks"]);
    const newest = await call(server.url, `/api/debug/inbox/${legal.interrupt_id}`);
    expect(newest.body).toMatchObject({ item: { thread_id: legal.thread_id } });
  });

  test("is asked on a copy of its thread too, and answered there apart", async () => {
    const { threadId, items } = await ask("twice", {});
    const asked = only(items);
    const fork = await call(server.url, `/api/debug/threads/${threadId}/fork`, { json: { checkpoint_id: asked.checkpoint_id, new_thread: true } });
    const { thread_id: copy } = fork.body as { thread_id: string };
    const onCopy = only((await list(`?thread_id=${copy}`)).items);
    expect(onCopy.interrupt_id).toBe(asked.interrupt_id);
    await answer([to(onCopy, "copied")]);
    expect((await detail(asked)).item.status).toBe("waiting");
    expect((await call(server.url, `/api/debug/inbox/${asked.interrupt_id}`)).body).toMatchObject({ item: { status: "waiting" } });
  });

  test("of a deleted thread is not there, and an answer says so", async () => {
    const { threadId, items } = await ask("twice", {});
    await call(server.url, `/threads/${threadId}`, { method: "DELETE" });
    const gone = await call(server.url, `/api/debug/inbox/${only(items).interrupt_id}?thread_id=${threadId}`);
    expect([gone.status, codeOf(gone)]).toEqual([404, "thread_not_found"]);
    const unnamed = await call(server.url, `/api/debug/inbox/${only(items).interrupt_id}`);
    expect([unnamed.status, codeOf(unnamed)]).toEqual([404, "interrupt_not_found"]);
    expect((await answer([to(only(items), 1)]))[0]?.outcome).toMatchObject({ status: "refused", code: "thread_not_found" });
  });

  test("is assigned, snoozed and woken up, and a moment in the past is refused", async () => {
    const { threadId, items } = await ask("twice", {});
    const requests = items.map(({ thread_id, interrupt_id }) => ({ thread_id, interrupt_id }));
    const change = (body: object) => call(server.url, "/api/debug/inbox", { method: "PATCH", json: { requests, ...body }, headers: ann });
    expect((await change({ assignee: "Ann" })).status).toBe(204);
    const mine = await call(server.url, `/api/debug/inbox?assigned_to=me&thread_id=${threadId}`, { headers: ann });
    expect(mine.body).toMatchObject({ total: 1, items: [{ assignee: "Ann" }] });
    expect((await call(server.url, `/api/debug/inbox?assigned_to=me&thread_id=${threadId}`, { headers: bob })).body).toMatchObject({ total: 0 });
    expect((await change({ snoozed_until: "2999-01-01T00:00:00+02:00" })).status).toBe(400);
    expect((await change({ snoozed_until: "2020-01-01T00:00:00Z" })).status).toBe(400);
    expect((await change({})).status).toBe(400);
    const until = new Date(Date.now() + 3_600_000).toISOString();
    expect((await change({ snoozed_until: until })).status).toBe(204);
    expect((await list(`?thread_id=${threadId}`)).total).toBe(0);
    expect((await list(`?thread_id=${threadId}&box=snoozed`)).items).toMatchObject([{ snoozed_until: until }]);
    expect((await change({ snoozed_until: null, assignee: null })).status).toBe(204);
    expect((await list(`?thread_id=${threadId}&assigned_to=nobody`)).total).toBe(1);
    expect(await audit(threadId)).toEqual(["twice asked", "Ann assigned", "Ann snoozed", "Ann assigned", "Ann snoozed"]);
  });
});

describe("answers", () => {
  test("of many threads at once are each thread's own success or failure", async () => {
    const [one, two, three] = [await ask("pair", { topic: "a" }), await ask("twice", {}), await ask("pair", { topic: "b" })];
    await answer([to(only(two.items), "early")]);
    const results = await answer([
      ...one.items.map((item) => to(item, "yes")),
      to(only(two.items), "late"),
      ...three.items.map((item) => to(item, "no")),
      { thread_id: three.threadId, interrupt_id: "unheard-of", answer: 1 },
    ]);
    expect(results.map(({ outcome }) => (outcome.status === "refused" ? outcome.code : outcome.status))).toEqual([
      "sent",
      "sent",
      "already_answered",
      "invalid_request",
      "invalid_request",
      "interrupt_not_found",
    ]);
    expect(results[2]?.outcome).toMatchObject({
      details: { status: "answered", answered_by: "Ann", answer: "early", answered_at: expect.any(String), answer_again: true },
    });
    const first = results[0]?.outcome;
    if (first?.status !== "sent") throw new Error("Not sent");
    await endOf(first.run.run_id);
    expect((await valuesOf(one.threadId)).answers).toEqual(expect.arrayContaining(["legal yes", "finance yes", "published after 2"]));
    expect((await list(`?thread_id=${three.threadId}`)).total).toBe(2);
    expect((await audit(two.threadId)).filter((entry) => entry.startsWith("Ann"))).toEqual(["Ann answered", "Ann rejected"]);
  });

  test("of two people at once: one wins, the other is told who and what", async () => {
    for (let round = 0; round < 3; round++) {
      const { threadId, items } = await ask("twice", {});
      const asked = only(items);
      const both = await Promise.all([answer([to(asked, "of Ann")], ann), answer([to(asked, "of Bob")], bob)]);
      const outcomes = both.map((results) => only(results).outcome);
      expect(outcomes.map((outcome) => outcome.status).sort()).toEqual(["refused", "sent"]);
      const winner = outcomes[0]?.status === "sent" ? "Ann" : "Bob";
      const lost = outcomes.find((outcome) => outcome.status === "refused");
      expect(lost).toMatchObject({ code: "already_answered", details: { answered_by: winner, answer: `of ${winner}` } });
      expect((await audit(threadId)).filter((entry) => entry.endsWith("answered"))).toEqual([`${winner} answered`]);
      expect((await audit(threadId)).filter((entry) => entry.endsWith("rejected"))).toHaveLength(1);
    }
  });

  test("of two people to two questions of one step, the second while the first still runs, both count", async () => {
    const { threadId, items } = await ask("pair", { topic: "tea" });
    const [legal, finance] = ["legal", "finance:asks"].map((node) => only(items.filter((item) => item.node === node)));
    if (legal === undefined || finance === undefined) throw new Error("Not asked");
    const first = only(await answer([to(legal, "slowly")], ann)).outcome;
    const second = only(await answer([to(finance, "fine")], bob)).outcome;
    if (first.status !== "sent" || second.status !== "sent") throw new Error("Not sent");
    expect((await endOf(first.run.run_id)).state.status).toBe("interrupted");
    expect((await detail(finance)).item).toMatchObject({ status: "answered", answered_by: "Bob" });
    expect((await endOf(second.run.run_id)).state.status).toBe("success");
    expect((await valuesOf(threadId)).answers).toEqual(expect.arrayContaining(["legal slowly", "finance fine", "published after 2"]));
    expect((await list(`?thread_id=${threadId}`)).total).toBe(0);
    expect((await list(`?thread_id=${threadId}&box=answered`)).total).toBe(2);
  });

  test("of two at once, of which the first one's run dies: the other's answer is still carried", async () => {
    const { threadId, items } = await ask("pair", { topic: "tea" });
    const [legal, finance] = ["legal", "finance:asks"].map((node) => only(items.filter((item) => item.node === node)));
    if (legal === undefined || finance === undefined) throw new Error("Not asked");
    const first = only(await answer([to(legal, "slowly")], ann)).outcome;
    const second = only(await answer([to(finance, "fine")], bob)).outcome;
    if (first.status !== "sent" || second.status !== "sent") throw new Error("Not sent");
    await call(server.url, `/api/debug/runs/${first.run.run_id}/cancel`, { method: "POST" });
    await endOf(first.run.run_id);
    expect((await endOf(second.run.run_id)).state.status).toBe("interrupted");
    const waiting = only((await list(`?thread_id=${threadId}`)).items);
    expect(waiting).toMatchObject({ interrupt_id: legal.interrupt_id, node: "legal" });
    const last = only(await answer([to(waiting, "yes")], ann)).outcome;
    if (last.status !== "sent") throw new Error("Not sent");
    await endOf(last.run.run_id);
    expect((await valuesOf(threadId)).answers).toEqual(expect.arrayContaining(["legal yes", "finance fine"]));
  });

  test("that do not fit what was asked are refused, by all ways, and the request goes on waiting", async () => {
    const payload = {
      actionRequests: [{ name: "delete_records", args: { table: "orders" }, description: "Delete" }],
      reviewConfigs: [{ actionName: "delete_records", allowedDecisions: ["approve", "reject"] }],
    };
    const { threadId, items } = await ask("desk", { case_id: "1", payload });
    const asked = only(items);
    expect(asked.kind).toBe("tool_review");
    for (const wrong of [{ decisions: [] }, "yes", { decisions: [{ type: "edit" }] }]) {
      expect(only(await answer([to(asked, wrong)])).outcome).toMatchObject({ status: "refused", code: "invalid_answer" });
    }
    const workbench = await call(server.url, "/api/debug/runs", {
      json: { graph_id: "desk", thread_id: threadId, answers: { [asked.interrupt_id]: "yes" } },
    });
    expect([workbench.status, codeOf(workbench)]).toEqual([422, "invalid_answer"]);
    const program = await call(server.url, `/threads/${threadId}/runs/wait`, { json: { assistant_id: "desk", command: { resume: "yes" } } });
    expect([program.status, codeOf(program)]).toEqual([422, "invalid_answer"]);
    expect((await detail(asked)).item.status).toBe("waiting");
    expect(only(await answer([to(asked, { decisions: [{ type: "approve" }] })])).outcome.status).toBe("sent");
  });

  test("given twice in one body are refused as a whole", async () => {
    const { items } = await ask("twice", {});
    const twice = await call(server.url, "/api/debug/inbox/answers", { json: { answers: [to(only(items), 1), to(only(items), 2)] } });
    expect([twice.status, codeOf(twice)]).toEqual([400, "invalid_request"]);
    expect((await detail(only(items))).item.status).toBe("waiting");
  });

  test("to two questions of one node come one after the other", async () => {
    const { threadId, items } = await ask("twice", {});
    await answer([to(only(items), "a")]);
    const second = await eventually(
      () => list(`?thread_id=${threadId}`),
      (page) => page.total === 1,
    );
    expect(only(second.items)).toMatchObject({ node: "ask" });
    expect(only(second.items).interrupt_id).not.toBe(only(items).interrupt_id);
    const sent = only(await answer([to(only(second.items), "b")])).outcome;
    if (sent.status !== "sent") throw new Error("Not sent");
    await endOf(sent.run.run_id);
    expect(await valuesOf(threadId)).toEqual({ answers: ["a b"] });
  });

  test("of a megabyte to a payload of a megabyte, with markup, are kept as they are", async () => {
    const text = `<img src=x onerror=alert(1)> [x](javascript:alert(1)) ${"long ".repeat(200_000)}`;
    const { threadId, items } = await ask("desk", { case_id: "1", payload: { question: "Read?", text } });
    expect(JSON.stringify(items).length).toBeLessThan(5000);
    expect((await detail(only(items))).interrupt.value).toEqual({ question: "Read?", text });
    const sent = only(await answer([to(only(items), text)])).outcome;
    if (sent.status !== "sent") throw new Error("Not sent");
    await endOf(sent.run.run_id);
    expect((await valuesOf(threadId)).answer).toBe(text);
  });
});

describe("an answered request", () => {
  async function answered(graphId: string, input: object, value: Json): Promise<{ threadId: string; asked: InboxItem }> {
    const { threadId, items } = await ask(graphId, input);
    const asked = items.find((item) => item.node === "legal") ?? items[0];
    if (asked === undefined) throw new Error("Nothing is asked");
    const sent = only(await answer([to(asked, value)])).outcome;
    if (sent.status !== "sent") throw new Error("Not sent");
    await endOf(sent.run.run_id);
    return { threadId, asked };
  }

  async function again(asked: InboxItem, value: Json) {
    return call(server.url, `/api/debug/inbox/${asked.interrupt_id}/answer-again`, {
      json: { thread_id: asked.thread_id, answer: value },
      headers: bob,
    });
  }

  test("is gone back before and answered differently, on a branch of its own", async () => {
    const { threadId, asked } = await answered("desk", { case_id: "1", payload: { question: "Sure?" } }, "no");
    expect((await valuesOf(threadId)).answer).toBe("no");
    const sent = await again(asked, "yes");
    expect(sent.status, sent.text).toBe(200);
    expect((await endOf(RunSchema.parse(sent.body).run_id)).state.status).toBe("success");
    expect((await valuesOf(threadId)).answer).toBe("yes");
    expect(await detail(asked)).toMatchObject({ interrupt: { status: "answered", answer: "no", answered_by: "Ann" } });
    const history = await sdk(server.url).threads.getHistory<{ answer?: string }>(threadId);
    expect(history.filter((entry) => entry.next.length === 0).map((entry) => entry.values.answer)).toEqual(["yes", "no"]);
    const log = AuditPageSchema.parse((await call(server.url, `/api/debug/audit?thread_id=${threadId}`)).body).entries;
    expect(log.map(({ action, actor, answer: value, interrupt_id }) => [action, actor, value, interrupt_id === asked.interrupt_id])).toEqual([
      ["answered", "Bob", "yes", true],
      ["answered", "Ann", "no", true],
      ["asked", "desk", undefined, true],
    ]);
  });

  test("is asked again first where others are asked beside it, and those wait on the new branch", async () => {
    const { threadId, asked } = await answered("pair", { topic: "tea" }, "no");
    const sent = await again(asked, "yes");
    expect(sent.status, sent.text).toBe(200);
    const run = await endOf(RunSchema.parse(sent.body).run_id);
    expect(run.state).toMatchObject({ status: "interrupted", interrupts: [{ node: "finance" }] });
    const waiting = (await list(`?thread_id=${threadId}`)).items;
    expect(waiting.map((item) => item.node)).toEqual(["finance:asks", "finance:asks"]);
    expect(new Set(waiting.map((item) => item.checkpoint_id))).toHaveLength(2);
    const mine = waiting.find((item) => item.run_id === run.run_id);
    if (mine === undefined) throw new Error("It is not asked");
    const end = only(await answer([to(mine, "fine")])).outcome;
    if (end.status !== "sent") throw new Error("Not sent");
    await endOf(end.run.run_id);
    expect((await valuesOf(threadId)).answers).toEqual(expect.arrayContaining(["legal yes", "finance fine"]));
  });

  test("that was a node's second question gets the first one's answer on the way", async () => {
    const { threadId } = await answered("twice", {}, "a");
    const second = only((await list(`?thread_id=${threadId}`)).items);
    const sent = only(await answer([to(second, "b")])).outcome;
    if (sent.status !== "sent") throw new Error("Not sent");
    await endOf(sent.run.run_id);
    const other = await again(second, "c");
    expect(other.status, other.text).toBe(200);
    await endOf(RunSchema.parse(other.body).run_id);
    expect(await valuesOf(threadId)).toEqual({ answers: ["a c"] });
  });

  test("is not answered again while it waits, while its thread runs, or when it never was", async () => {
    const { items } = await ask("twice", {});
    expect((await again(only(items), 1)).status).toBe(400);
    const { asked } = await answered("twice", {}, "a");
    const unknown = await again({ ...asked, interrupt_id: "unheard-of" }, 1);
    expect([unknown.status, codeOf(unknown)]).toEqual([404, "interrupt_not_found"]);
    const second = only((await list(`?thread_id=${asked.thread_id}`)).items);
    const sent = only(await answer([to(second, "slowly")])).outcome;
    if (sent.status !== "sent") throw new Error("Not sent");
    const busy = await again(asked, 1);
    expect([busy.status, codeOf(busy)]).toEqual([409, "thread_busy"]);
    await call(server.url, `/api/debug/runs/${sent.run.run_id}/cancel`, { method: "POST" });
    await endOf(sent.run.run_id);
  });
});

describe("the stream", () => {
  test("begins with how many there are, and tells what is asked, answered, assigned and woken up", async () => {
    const stream = await eventsOf(server.url, "/api/debug/inbox/events");
    const hello = await stream.until((event) => event.type === "hello");
    const { items } = await ask("twice", {});
    const asked = await stream.until((event) => event.type === "asked" && event.item.interrupt_id === only(items).interrupt_id);
    expect(asked.counts.waiting).toBe(hello.counts.waiting + 1);
    const isMine = (event: { type: string; interrupt_id?: string | null }) =>
      event.type === "changed" && event.interrupt_id === only(items).interrupt_id;
    const requests = [{ thread_id: only(items).thread_id, interrupt_id: only(items).interrupt_id }];
    await call(server.url, "/api/debug/inbox", { method: "PATCH", json: { requests, snoozed_until: new Date(Date.now() + 2500).toISOString() } });
    expect((await stream.until(isMine)).counts).toMatchObject({ waiting: hello.counts.waiting, snoozed: hello.counts.snoozed + 1 });
    expect((await stream.until(isMine)).counts).toMatchObject({ waiting: hello.counts.waiting + 1, snoozed: hello.counts.snoozed });
    await answer([to(only(items), "x")]);
    expect((await stream.until(isMine)).counts.answered).toBe(hello.counts.answered + 1);
    await stream.close();
  });
});

describe("a workflow that is another one by now", () => {
  const file = () => join(project, "graphs/changing.ts");
  const text = (node: string, extra = "") => `import { Annotation, START, StateGraph, interrupt } from "@langchain/langgraph";
const State = Annotation.Root({ answer: Annotation<unknown> });
export const graph = new StateGraph(State)
  .addNode("${node}", () => { ${extra} return { answer: interrupt({ question: "Sure?" }) }; })
  .addEdge(START, "${node}")
  .compile();
`;

  test("is told as changed, as without the node, and as gone; an answer is refused, never lost", async () => {
    writeFileSync(file(), text("ask"));
    await eventually(
      () => call(server.url, "/assistants/search", { json: { graph_id: "changing" } }),
      (found) => Array.isArray(found.body) && found.body.length === 1,
    );
    const { threadId, items } = await ask("changing", {});
    const asked = only(items);
    const stateWhen = (status: string) =>
      eventually(
        async () => (await detail(asked)).workflow,
        (workflow) => workflow.status === status,
      );
    writeFileSync(file(), text("ask", "String(1);"));
    expect(await stateWhen("changed")).toMatchObject({ message: expect.stringContaining("ask") });
    writeFileSync(file(), text("question"));
    expect(await stateWhen("blocked")).toMatchObject({ can_map: true });
    expect(only(await answer([to(asked, "yes")])).outcome).toMatchObject({ status: "refused", code: "revision_conflict" });
    rmSync(file());
    const gone = await eventually(
      async () => (await detail(asked)).workflow,
      (workflow) => workflow.status === "blocked" && !workflow.can_map,
    );
    expect(gone).toMatchObject({ message: expect.stringContaining("changing") });
    expect(only(await answer([to(asked, "yes")])).outcome).toMatchObject({ status: "refused", code: "graph_not_found" });
    expect((await detail(asked)).item.status).toBe("waiting");
    expect((await audit(threadId)).filter((entry) => entry === "Ann rejected")).toHaveLength(2);
  });
});

describe("when processes die", () => {
  test("a request waits over a restart, and one whose runner is killed while it is answered waits again and takes another answer", async () => {
    const { threadId, items } = await ask("twice", {});
    await answer([to(only(items), "a")]);
    const second = only(
      (
        await eventually(
          () => list(`?thread_id=${threadId}`),
          (page) => page.total === 1,
        )
      ).items,
    );
    await server.kill();
    server = await start();
    expect((await detail(second)).item).toEqual(second);
    const sent = only(await answer([to(second, "slowly")])).outcome;
    if (sent.status !== "sent") throw new Error("Not sent");
    await eventually(
      async () => RunSchema.parse((await call(server.url, `/api/debug/runs/${sent.run.run_id}`)).body),
      (run) => run.state.status === "running",
    );
    await new Promise((resolve) => setTimeout(resolve, 500));
    server.killRunner();
    await endOf(sent.run.run_id);
    expect((await detail(second)).item.status).toBe("waiting");
    const other = only(await answer([to(second, "b")], bob)).outcome;
    if (other.status !== "sent") throw new Error(JSON.stringify(other));
    expect((await endOf(other.run.run_id)).state.status).toBe("success");
    expect(await valuesOf(threadId)).toEqual({ answers: ["a b"] });
    expect(await audit(threadId)).toEqual(["twice asked", "Ann answered", "twice asked", "Ann answered", "Retrograph released", "Bob answered"]);
  });
});
