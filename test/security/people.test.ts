import { createHmac } from "node:crypto";
import { createServer, type IncomingHttpHeaders, type Server } from "node:http";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { AuditEntry, AuditPage } from "../../lib/schema/audit";
import type { Me } from "../../lib/schema/access";
import type { ApprovalRules, InboxDetail, InboxPage } from "../../lib/schema/inbox";
import type { Run } from "../../lib/schema/run";
import type { PingResult, WebhookBody, WebhookList } from "../../lib/schema/webhooks";
import { call, codeOf, eventually, type Answer } from "../support/client";
import { startTestServer, type TestServer } from "../support/server";

const OWNER = "the-owner-of-this-installation";
const TOKENS = {
  Vera: "vera-looks-at-everything",
  Carl: "carl-answers-requests",
  Ann: "ann-is-of-finance-too",
  Ben: "ben-is-of-finance-as-well",
  Eve: "eve-may-do-everything",
} as const;
type Name = keyof typeof TOKENS;
const PEOPLE = [
  `Vera:viewer:${TOKENS.Vera}`,
  `Carl:approver:${TOKENS.Carl}`,
  `Ann:approver+finance:${TOKENS.Ann}`,
  `Ben:approver+finance:${TOKENS.Ben}`,
  `Eve:editor:${TOKENS.Eve}`,
].join(", ");
const SECRET = "signs-what-webhooks-are-told";

type Told = { body: WebhookBody; text: string; headers: IncomingHttpHeaders; path: string };

let server: TestServer;
let hook: Server;
const told: Told[] = [];

beforeAll(async () => {
  hook = createServer((request, response) => {
    let text = "";
    request.setEncoding("utf8").on("data", (chunk: string) => (text += chunk));
    request.on("end", () => {
      told.push({ body: JSON.parse(text) as WebhookBody, text, headers: request.headers, path: request.url ?? "" });
      if (request.url === "/away") response.writeHead(302, { location: "/elsewhere" }).end();
      else response.writeHead(204).end();
    });
  });
  await new Promise<void>((done) => hook.listen(0, "127.0.0.1", done));
  const address = hook.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  server = await startTestServer({
    project: join(import.meta.dirname, "../support/graphs/people"),
    env: {
      RETROGRAPH_TOKEN: OWNER,
      RETROGRAPH_PEOPLE: PEOPLE,
      RETROGRAPH_WEBHOOKS: `http://127.0.0.1:${port}/told, http://127.0.0.1:${port}/away`,
      RETROGRAPH_WEBHOOK_SECRET: SECRET,
      RETROGRAPH_PUBLIC_URL: "https://agents.example/",
    },
  });
}, 300_000);

afterAll(async () => {
  await server.close();
  hook.closeAllConnections();
  hook.close();
});

function as(name: Name, path: string, init: RequestInit & { json?: unknown } = {}): Promise<Answer> {
  return call(server.url, path, { ...init, headers: { ...init.headers, "x-api-key": TOKENS[name] } });
}

type Rule = { group?: string; approvers?: number; deadline?: { seconds: number; answer: string } };

/** A thread that waits for an answer, under the payload's own rule. */
async function ask(rule: Rule | null = null, amount = 20): Promise<{ threadId: string; id: string }> {
  const started = await as("Eve", "/api/debug/runs", { json: { graph_id: "refund", input: { amount, rule } } });
  expect(started.status).toBe(200);
  const { thread_id: threadId } = started.body as Run;
  const waiting = await eventually(
    async () => ((await as("Vera", `/api/debug/inbox?thread_id=${threadId}`)).body as InboxPage).items,
    (items) => items.length === 1,
  );
  return { threadId, id: waiting[0]?.interrupt_id ?? "" };
}

function answer(name: Name, asked: { threadId: string; id: string }, value: unknown): Promise<Answer> {
  return as(name, "/api/debug/runs", { json: { graph_id: "refund", thread_id: asked.threadId, answers: { [asked.id]: value } } });
}

async function auditOf(threadId: string): Promise<AuditEntry[]> {
  const page = (await as("Vera", `/api/debug/audit?thread_id=${threadId}`)).body as AuditPage;
  return page.entries.filter((entry) => entry.action !== "notified").reverse();
}

const short = (entries: AuditEntry[]) => entries.map(({ action, actor }) => `${actor} ${action}`);

async function decisionOf(threadId: string): Promise<unknown> {
  const state = await eventually(
    async () => (await as("Vera", `/threads/${threadId}/state`)).body as { values: { decision?: string }; next: string[] },
    (value) => value.next.length === 0,
  );
  return state.values.decision;
}

test("each person may do what their level allows, over both APIs", async () => {
  const { threadId, id } = await ask();
  const tries: [path: string, init: RequestInit & { json?: unknown }, who: Record<Name, number>][] = [
    ["/api/debug/threads", {}, { Vera: 200, Carl: 200, Ann: 200, Ben: 200, Eve: 200 }],
    ["/threads/search", { json: {} }, { Vera: 200, Carl: 200, Ann: 200, Ben: 200, Eve: 200 }],
    ["/threads", { json: {} }, { Vera: 403, Carl: 403, Ann: 403, Ben: 403, Eve: 200 }],
    ["/api/debug/storage/backup", {}, { Vera: 403, Carl: 403, Ann: 403, Ben: 403, Eve: 200 }],
    ["/runs", { json: { assistant_id: "refund", input: {} } }, { Vera: 403, Carl: 403, Ann: 403, Ben: 403, Eve: 200 }],
    [
      `/threads/${threadId}/runs`,
      { json: { assistant_id: "refund", command: { resume: "approve", update: { amount: 1 } } } },
      { Vera: 403, Carl: 403, Ann: 403, Ben: 403, Eve: 0 },
    ],
    [`/threads/${threadId}`, { method: "DELETE" }, { Vera: 403, Carl: 403, Ann: 403, Ben: 403, Eve: 0 }],
    ["/api/debug/webhooks/ping", { json: { webhook: 9 } }, { Vera: 403, Carl: 403, Ann: 403, Ben: 403, Eve: 404 }],
  ];
  for (const [path, init, who] of tries) {
    for (const name of Object.keys(TOKENS) as Name[]) {
      if (who[name] === 0) continue;
      const answered = await as(name, path, init);
      expect([path, name, answered.status]).toEqual([path, name, who[name]]);
      if (answered.status === 403) expect(codeOf(answered)).toBe("not_allowed");
    }
  }
  const refused = await answer("Vera", { threadId, id }, "approve");
  expect([refused.status, codeOf(refused)]).toEqual([403, "not_allowed"]);
  expect(refused.text).toMatch(/Vera may look at everything; this needs the level approver\. Ask the owner, Carl, Ann, Ben, Eve\./);
  expect((await answer("Carl", { threadId, id }, "approve")).status).toBe(200);
  expect(await decisionOf(threadId)).toBe("approve");
});

test("the log tells who connected, whatever a client claims to be", async () => {
  const asked = await ask();
  await as("Carl", "/api/debug/inbox/answers", {
    json: { answers: [{ thread_id: asked.threadId, interrupt_id: asked.id, answer: "refuse" }] },
    headers: { "x-forwarded-for": "203.0.113.9", "user-agent": "a test" },
  });
  const answered = (await auditOf(asked.threadId)).find(({ action }) => action === "answered");
  expect(answered?.origin).toEqual({ via: "debug_api", address: "203.0.113.9, 127.0.0.1", user_agent: "a test" });
});

test("a browser signs in as a person, and out again", async () => {
  const signedIn = await call(server.url, "/api/login", { json: { token: TOKENS.Ann } });
  expect(signedIn.body).toEqual({ name: "Ann", level: "approver" });
  const cookie = signedIn.headers.get("set-cookie")?.split(";")[0] ?? "";
  expect(cookie).not.toContain(TOKENS.Ann);
  const me = (await call(server.url, "/api/debug/me", { headers: { cookie, "x-retrograph-name": "Eve" } })).body as Me;
  expect(me.actor).toEqual({ name: "Ann", level: "approver", groups: ["finance"], verified: true });
  expect(me.has_people).toBe(true);
  expect(me.people).toEqual(expect.arrayContaining(["Ann", "Ben", "Carl", "Eve", "Vera"]));
  expect(JSON.stringify(me)).not.toContain(TOKENS.Ann);
  const owner = (await call(server.url, "/api/debug/me", { headers: { authorization: `Bearer ${OWNER}` } })).body as Me;
  expect(owner.actor).toMatchObject({ name: "owner", level: "editor", verified: true });
  const out = await call(server.url, "/api/login", { method: "DELETE", headers: { cookie } });
  expect(out.headers.get("set-cookie")).toMatch(/retrograph_session=; Path=\/; Max-Age=0/);
  expect((await call(server.url, "/api/debug/me", { headers: { "x-retrograph-name": "Ann" } })).status).toBe(401);
});

test("only a group may answer where a rule says so, whichever way the answer comes in", async () => {
  const asked = await ask({ group: "finance" });
  const detail = (await as("Carl", `/api/debug/inbox/${asked.id}?thread_id=${asked.threadId}`)).body as InboxDetail;
  expect(detail.may_not_answer).toMatch(/Only finance may answer this, and Carl is not of finance\. Who could: Ann, Ben\./);
  expect(codeOf(await answer("Carl", asked, "approve"))).toBe("not_allowed");
  // Not even an editor, nor the owner, for that is what the rule says.
  expect(codeOf(await answer("Eve", asked, "approve"))).toBe("not_allowed");
  const byApi = await as("Carl", `/threads/${asked.threadId}/runs/wait`, { json: { assistant_id: "refund", command: { resume: "approve" } } });
  expect([byApi.status, codeOf(byApi)]).toEqual([403, "not_allowed"]);
  const inbox = await as("Carl", "/api/debug/inbox/answers", {
    json: { answers: [{ thread_id: asked.threadId, interrupt_id: asked.id, answer: "approve" }] },
  });
  expect(inbox.text).toContain("not_allowed");
  const wait = await as("Ann", `/threads/${asked.threadId}/runs/wait`, { json: { assistant_id: "refund", command: { resume: "approve" } } });
  expect(wait.body).toMatchObject({ decision: "approve" });
  const entries = await auditOf(asked.threadId);
  expect(short(entries)).toEqual(["refund asked", "Carl rejected", "Eve rejected", "Carl rejected", "Carl rejected", "Ann answered"]);
  const [first, ...others] = entries;
  expect(first?.shown).toMatchObject({ title: "Refund 20?", approval: { group: "finance" } });
  expect(others.every((entry) => entry.shown_hash === first?.shown_hash)).toBe(true);
  expect(entries.at(-1)).toMatchObject({ answer: "approve", verified: true, origin: { via: "agent_api" } });
});

test("two different people must approve, and one may refuse", async () => {
  const refused = await ask({ approvers: 2 });
  expect((await answer("Carl", refused, "refuse")).status).toBe(200);
  expect(await decisionOf(refused.threadId)).toBe("refuse");

  const asked = await ask({ approvers: 2 });
  for (let again = 0; again < 2; again++) {
    const first = await answer("Ann", asked, "approve");
    expect([first.status, codeOf(first)]).toEqual([409, "approval_missing"]);
    expect(first.text).toContain("Your answer is kept. 1 more must give the same answer");
  }
  const detail = (await as("Vera", `/api/debug/inbox/${asked.id}?thread_id=${asked.threadId}`)).body as InboxDetail;
  expect(detail.votes).toMatchObject([{ by: "Ann", verified: true, answer: "approve" }]);
  expect(detail.item).toMatchObject({ status: "waiting", approvers: 2, votes: 1 });
  expect((await answer("Ben", asked, { choice: "approve", comment: "Fine." })).status).toBe(200);
  expect(await decisionOf(asked.threadId)).toBe("approve");
  expect(short(await auditOf(asked.threadId))).toEqual(["refund asked", "Ann voted", "Ann voted", "Ben answered"]);
});

test("a vote can be taken back, and answers that differ do not add up", async () => {
  const asked = await ask({ approvers: 2, group: "finance" });
  expect(codeOf(await answer("Ann", asked, { choice: "approve", comment: "Good customer." }))).toBe("approval_missing");
  const vote = `/api/debug/inbox/${asked.id}/vote?thread_id=${asked.threadId}`;
  expect((await as("Ben", vote, { method: "DELETE" })).status).toBe(404);
  expect((await as("Ann", vote, { method: "DELETE" })).status).toBe(204);
  expect(codeOf(await answer("Ben", asked, "approve"))).toBe("approval_missing");
  expect((await answer("Ann", asked, "approve")).status).toBe(200);
  expect(await decisionOf(asked.threadId)).toBe("approve");
  expect(short(await auditOf(asked.threadId))).toEqual(["refund asked", "Ann voted", "Ann vote_withdrawn", "Ben voted", "Ann answered"]);
});

test("of two people who approve at the same time exactly one starts the run", async () => {
  const asked = await ask({ approvers: 2 });
  const both = await Promise.all([answer("Ann", asked, "approve"), answer("Ben", asked, "approve")]);
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect(await decisionOf(asked.threadId)).toBe("approve");
});

test("the settings add to what a request asks for itself, also for what waits", async () => {
  const rules = "/api/debug/graphs/refund/approval-rules";
  const asked = await ask({ group: "finance" });
  const rule: ApprovalRules = { rules: [{ node: null, rule: { group: "legal", approvers: 2, deadline: null } }] };
  expect(codeOf(await as("Carl", rules, { method: "PUT", json: rule }))).toBe("not_allowed");
  expect((await as("Eve", rules, { method: "PUT", json: rule })).body).toEqual(rule);
  expect((await as("Vera", rules)).body).toEqual(rule);
  const detail = (await as("Ann", `/api/debug/inbox/${asked.id}?thread_id=${asked.threadId}`)).body as InboxDetail;
  expect(detail.rule).toMatchObject({ groups: ["finance", "legal"], approvers: 2 });
  expect(detail.may_not_answer).toMatch(/Ann is not of legal\. Who could: nobody here\./);
  expect(codeOf(await answer("Ann", asked, "approve"))).toBe("not_allowed");
  await as("Eve", rules, { method: "PUT", json: { rules: [] } });
  expect((await answer("Ann", asked, "approve")).status).toBe(200);
  const changed = (await as("Vera", "/api/debug/audit?action=rule_changed")).body as AuditPage;
  expect(changed.entries.map(({ actor, graph_id }) => [actor, graph_id])).toEqual([
    ["Eve", "refund"],
    ["Eve", "refund"],
  ]);
  expect((await as("Eve", "/api/debug/graphs/nothing/approval-rules")).status).toBe(404);
});

test("when nobody answers in time the default answer is given, whatever was voted", async () => {
  const asked = await ask({ approvers: 2, deadline: { seconds: 2, answer: "refuse" } });
  expect(codeOf(await answer("Ann", asked, "approve"))).toBe("approval_missing");
  expect(await decisionOf(asked.threadId)).toBe("refuse");
  expect(short(await auditOf(asked.threadId))).toEqual(["refund asked", "Ann voted", "deadline expired"]);
});

test("a default answer that cannot be given is logged once, and the request waits on", async () => {
  const rules = "/api/debug/graphs/refund/approval-rules";
  const late: ApprovalRules = { rules: [{ node: "ask", rule: { group: null, approvers: 1, deadline: { seconds: 1, answer: "perhaps" } } }] };
  await as("Eve", rules, { method: "PUT", json: late });
  const asked = await ask();
  await as("Eve", rules, { method: "PUT", json: { rules: [] } });
  const entries = await eventually(
    () => auditOf(asked.threadId),
    (list) => list.length === 2,
  );
  expect(entries.at(-1)).toMatchObject({ action: "rejected", actor: "deadline", answer: "perhaps" });
  expect(entries.at(-1)?.note).toMatch(/default answer could not be given/);
  await sleep(1500);
  expect(await auditOf(asked.threadId)).toHaveLength(2);
  expect((await answer("Carl", asked, "approve")).status).toBe(200);
});

test("webhooks are told of questions and answers, signed, and of no value of the payload", async () => {
  const asked = await ask(null, 77_123);
  expect((await answer("Carl", asked, { choice: "refuse", comment: "a private comment" })).status).toBe(200);
  const mine = () => told.filter(({ body, path }) => path === "/told" && body.thread_id === asked.threadId);
  const both = await eventually(
    async () => mine(),
    (list) => list.length === 2,
  );
  expect(both.map(({ body }) => body.type)).toEqual(["interrupt.asked", "interrupt.answered"]);
  const [first] = both;
  expect(first?.body).toEqual({
    type: "interrupt.asked",
    interrupt_id: asked.id,
    thread_id: asked.threadId,
    workflow: "refund",
    node: "ask",
    title: "Refund 77123?",
    summary: "The money leaves at once.",
    kind: "approval",
    assignee: null,
    due_at: null,
    url: `https://agents.example/inbox/${asked.id}?thread=${asked.threadId}`,
  });
  expect(both.map(({ text }) => text).join()).not.toContain("private comment");
  const [, seconds, hex] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(String(first?.headers["x-retrograph-signature"])) ?? [];
  expect(hex).toBe(createHmac("sha256", SECRET).update(`${seconds}.${first?.text}`).digest("hex"));
  const log = await eventually(
    async () => ((await as("Vera", `/api/debug/audit?thread_id=${asked.threadId}&action=notified`)).body as AuditPage).entries,
    (entries) => entries.length === 4,
  );
  expect(log.filter(({ note }) => /redirects are not followed/.test(note ?? ""))).toHaveLength(2);
  expect(log.filter(({ note }) => /: told, 204\.$/.test(note ?? ""))).toHaveLength(2);
  expect(told.every(({ path }) => path !== "/elsewhere")).toBe(true);
});

test("an editor may try a webhook, whose address is nobody's to read", async () => {
  const list = await as("Vera", "/api/debug/webhooks");
  expect((list.body as WebhookList).webhooks).toHaveLength(2);
  expect(list.body).toMatchObject({ is_signed: true, public_url: "https://agents.example" });
  expect(list.text).not.toContain("/told");
  const pinged = (await as("Eve", "/api/debug/webhooks/ping", { json: { webhook: 0 } })).body as PingResult;
  expect(pinged).toMatchObject({ ok: true, outcome: "204" });
  expect(((await as("Eve", "/api/debug/webhooks/ping", { json: { webhook: 1 } })).body as PingResult).ok).toBe(false);
});

test("the log can be taken along, and that it was is logged", async () => {
  const asked = await ask();
  await answer("Carl", asked, { choice: "refuse", comment: '=HYPERLINK("https://bad.example")' });
  const query = `thread_id=${asked.threadId}`;
  const lines = await as("Vera", `/api/debug/audit?${query}&format=jsonl`);
  expect(lines.headers.get("content-disposition")).toMatch(/attachment; filename="retrograph-audit-.*\.jsonl"/);
  const entries = lines.text
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as AuditEntry)
    .filter(({ action }) => action !== "notified");
  expect(entries).toEqual(await auditOf(asked.threadId));
  const csv = await as("Vera", `/api/debug/audit?${query}&format=csv`);
  expect(csv.headers.get("content-type")).toBe("text/csv; charset=utf-8");
  expect(csv.text.split("\r\n")[0]).toMatch(/^audit_id,at,action,actor/);
  const exported = (await as("Vera", "/api/debug/audit?action=exported")).body as AuditPage;
  expect(exported.entries.map(({ actor, note }) => [actor, note?.split(":")[0]])).toEqual([
    ["Vera", "As csv"],
    ["Vera", "As jsonl"],
  ]);
  // What was logged is kept as long as its thread, and that it went is kept for good.
  expect((await as("Eve", `/api/debug/threads/${asked.threadId}`, { method: "DELETE" })).status).toBe(204);
  expect(await auditOf(asked.threadId)).toEqual([]);
  const deleted = (await as("Vera", "/api/debug/audit?action=deleted")).body as AuditPage;
  expect(deleted.entries[0]).toMatchObject({ actor: "Eve", thread_id: null });
  expect(deleted.entries[0]?.note).toContain(asked.threadId);
});

test("workflows do not get to see anybody's token", async () => {
  const { readFileSync } = await import("node:fs");
  const environment = server.runnerPids().map((pid) => readFileSync(`/proc/${pid}/environ`, "utf8"));
  for (const secret of [OWNER, SECRET, ...Object.values(TOKENS)]) {
    expect(environment.join()).not.toContain(secret);
    expect(server.output()).not.toContain(secret);
  }
});
