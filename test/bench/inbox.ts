import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { openStore } from "../../lib/store/open";
import { startTestServer } from "../support/server";
import { median, spread, timed, type Result } from "./stats";

const REQUESTS = 5000;
const ROUNDS = 15;
const GOAL_MS = 150;

const KINDS = ["approval", "tool_review", "form", "choice", "question", "other"];
const SUBJECTS = ["refund", "invoice", "contract", "release", "delete_records", "send_mail", "outage"];

/** Writes waiting requests of as many threads, and as many answered ones; payloads are long, lists never read them. */
function writeRequests(path: string): void {
  const store = openStore({ path });
  const now = Date.now();
  const thread = store.sqlite.prepare(
    `INSERT INTO threads (thread_id, graph_id, title, status, created_at, updated_at, metadata, config) VALUES (?, ?, ?, 'interrupted', ?, ?, '{}', '{}')`,
  );
  const interrupt = store.sqlite.prepare(
    `INSERT INTO interrupts (thread_id, interrupt_id, graph_id, run_id, checkpoint_id, checkpoint_ns, task_id, node, value, status, asked_at, answered_at, answered_by, answer)
     VALUES (?, ?, ?, ?, ?, '', '', 'ask', ?, ?, ?, ?, ?, ?)`,
  );
  const item = store.sqlite.prepare(
    `INSERT INTO inbox_items (thread_id, interrupt_id, graph_id, run_id, checkpoint_id, node, status, kind, title, summary, asked_at, answered_at, answered_by, assignee, due_at)
     VALUES (?, ?, ?, ?, ?, 'ask', ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const payload = JSON.stringify({ question: "Sure?", text: "long ".repeat(2000) });
  store.sqlite.transaction(() => {
    for (let at = 0; at < REQUESTS * 2; at++) {
      const [threadId, id, runId, checkpointId] = [randomUUID(), randomUUID().replaceAll("-", ""), randomUUID(), randomUUID()];
      const graphId = at % 5 === 0 ? "loop" : "journal";
      const askedAt = new Date(now - at * 60_000).toISOString();
      const isAnswered = at >= REQUESTS;
      const [status, answeredAt, by] = isAnswered ? ["answered", askedAt, "ann"] : ["waiting", null, null];
      const subject = SUBJECTS[at % SUBJECTS.length] ?? "";
      thread.run(threadId, graphId, `Customer ${at}`, askedAt, askedAt);
      interrupt.run(threadId, id, graphId, runId, checkpointId, payload, status, askedAt, answeredAt, by, isAnswered ? '"yes"' : null);
      const due = at % 9 === 0 ? new Date(now + at * 1000).toISOString() : null;
      const title = `Approve ${subject} number ${at}?`;
      const kind = KINDS[at % KINDS.length];
      item.run(
        threadId,
        id,
        graphId,
        runId,
        checkpointId,
        status,
        kind,
        title,
        `${subject}(id: ${at})`,
        askedAt,
        answeredAt,
        by,
        at % 3 === 0 ? "ann" : null,
        due,
      );
    }
  })();
  store.close();
}

const QUERIES: Readonly<Record<string, string>> = {
  "oldest first": "",
  "newest first": "sort=newest",
  "by deadline": "sort=due",
  "by workflow and kind": "graph_id=loop&kind=question",
  "by person": "assigned_to=ann",
  "assigned to nobody": "assigned_to=nobody",
  "by age": "older_than=86400",
  "by words": "q=refund+customer+17",
  "by words that nothing has": "q=n%C3%B6+such",
  "the last page": "offset=4900",
  "500 at once": "limit=500",
  answered: "box=answered&sort=newest",
};

async function medianOf(url: string): Promise<number[]> {
  const times: number[] = [];
  for (let round = 0; round <= ROUNDS; round++) {
    const ms = await timed(async () => {
      const response = await fetch(url);
      if (!response.ok) throw new Error(`${url} answered ${response.status}`);
      await response.arrayBuffer();
    });
    if (round > 0) times.push(ms);
  }
  return times;
}

/** Lists and filters of thousands of waiting requests over HTTP, against the plain list of a few. */
export async function benchInbox(project: string, folder: string): Promise<Result> {
  const data = join(folder, "inbox");
  writeRequests(join(data, "retrograph.db"));
  const server = await startTestServer({ project, data });
  try {
    const few = await medianOf(`${server.url}/api/debug/inbox?limit=1`);
    const all: { name: string; times: number[] }[] = [];
    for (const [name, query] of Object.entries(QUERIES)) all.push({ name, times: await medianOf(`${server.url}/api/debug/inbox?${query}`) });
    const slowest = all.reduce((a, b) => (median(b.times) > median(a.times) ? b : a));
    const worst = median(slowest.times);
    return {
      name: `${REQUESTS.toLocaleString("en")} waiting requests listed, filtered, searched and sorted`,
      measured: `${Math.round(worst)} ms, ${(worst / median(few)).toFixed(1)} × a page of one`,
      goal: `each under ${GOAL_MS} ms`,
      met: worst < GOAL_MS,
      detail: `slowest of ${all.length}: ${slowest.name}, ${spread(slowest.times)}; a page of one ${spread(few)}`,
    };
  } finally {
    await server.close();
  }
}
