import { randomUUID } from "node:crypto";
import { SqliteSaver } from "@langchain/langgraph-checkpoint-sqlite";
import { Command, type BaseCheckpointSaver } from "@langchain/langgraph";
import { describe, expect, test } from "vitest";
import { listAudit } from "../../lib/store/audit";
import { writeRules } from "../../lib/store/approval-rules";
import { deleteWithDescendants, undoDeletion } from "../../lib/store/deletions";
import { changeItems, changesSince, newestChange } from "../../lib/store/inbox-changes";
import { adoptWaiting, fillInbox } from "../../lib/store/inbox-fill";
import { countItems, listItems, readItem, type InboxSearch } from "../../lib/store/inbox-list";
import { adoptInterrupts, listInterrupts } from "../../lib/store/interrupts";
import { claimAnswers, unclaimAnswers } from "../../lib/store/interrupts-answered";
import { markGone } from "../../lib/store/interrupts-moved";
import type { Store } from "../../lib/store/open";
import { planThreadPrune, removePlanned } from "../../lib/store/prune";
import { renameGraphs } from "../../lib/store/rename-graph";
import { deleteRunWithCheckpoints } from "../../lib/store/rollback";
import { createIndexedSaver } from "../../lib/store/saver";
import { createThread, deleteThread } from "../../lib/store/threads";
import { putVote } from "../../lib/store/votes";
import { ask, askOn, ME } from "./ask";
import { asking, asksAndBreaks, asksInside, asksMany, asksTwice, asksTwiceThenBreaks, asksWith, functional, linear, nested } from "./graphs";
import { tempStore } from "./temp-store";

const NOW = () => new Date().toISOString();

function list(store: Store, search: Partial<InboxSearch> = {}) {
  return listItems(store, { box: "waiting", sort: "oldest", me: "me", now: NOW(), ...search }, { limit: 100, offset: 0 });
}

/** Every item as it stands in its table. */
function rows(store: Store): unknown[] {
  return store.sqlite.prepare(`SELECT * FROM inbox_items ORDER BY thread_id, interrupt_id`).all();
}

function actions(store: Store, threadId: string): string[] {
  return listAudit(store, { thread_id: threadId }, { limit: 1000 })
    .entries.reverse()
    .map((entry) => `${entry.actor} ${entry.action}`);
}

describe("the inbox lists", () => {
  test("what parallel nodes ask apart, in a line each", async () => {
    const store = tempStore();
    const { threadId, ids, run } = await ask(store, asking, { title: "Tea for two" });
    const { items, total } = list(store);
    expect(total).toBe(2);
    expect(items.map((item) => item.node).sort()).toEqual(["ask", "ask too"]);
    expect(items.map((item) => item.interrupt_id).sort()).toEqual([...ids].sort());
    expect(items[0]).toMatchObject({
      thread_id: threadId,
      thread_title: "Tea for two",
      graph_id: "asking",
      run_id: run.run_id,
      checkpoint_id: run.head_checkpoint_id,
      status: "waiting",
      kind: "question",
      approvers: 1,
      votes: 0,
      repeats: 0,
      due_at: null,
      assignee: null,
    });
    expect(countItems(store, NOW())).toEqual({ waiting: 2, snoozed: 0, answered: 0 });
    expect(actions(store, threadId)).toEqual(["asking asked", "asking asked"]);
  });

  test("the node that asks inside of subgraphs, by the id that it is drawn with", async () => {
    const store = tempStore();
    await ask(store, nested);
    expect(list(store).items.map((item) => item.node)).toEqual(["child:asks"]);
    await ask(store, (saver) => asksInside(saver), { graphId: "inside" });
    expect(
      list(store, { graph_id: "inside" })
        .items.map((item) => item.node)
        .sort(),
    ).toEqual(["calls:asks", "child:deep:asks"]);
  });

  test("a subgraph that a node's code calls under that node, which is what is drawn", async () => {
    const store = tempStore();
    const nodes = ["calls", "child", "child:deep", "child:deep:asks"].map((id) => ({ id }));
    store.sqlite
      .prepare(`INSERT INTO revisions (graph_id, revision, created_at, description) VALUES ('inside', 'r', '2026', ?)`)
      .run(JSON.stringify({ nodes }));
    await ask(store, (saver) => asksInside(saver), { graphId: "inside" });
    expect(
      list(store)
        .items.map((item) => item.node)
        .sort(),
    ).toEqual(["calls", "child:deep:asks"]);
  });

  test("fifty packets of Send that ask in a subgraph each", async () => {
    const store = tempStore();
    await ask(store, (saver) => asksMany(saver, 50));
    const { items, total } = list(store);
    expect(total).toBe(50);
    expect(new Set(items.map((item) => item.node))).toEqual(new Set(["work:asks"]));
    expect(new Set(items.map((item) => item.title + item.summary)).size).toBe(50);
  });

  test("two questions of one node one after the other", async () => {
    const store = tempStore();
    const { threadId, ids } = await ask(store, asksTwice);
    const [first = ""] = ids;
    expect(ids).toHaveLength(1);
    await claimAnswers(store, { thread_id: threadId, answers: { [first]: "one" }, ...ME });
    const second = await askOn(store, threadId, asksTwice, new Command({ resume: { [first]: "one" } }));
    expect(second.ids).toHaveLength(1);
    expect(second.ids).not.toEqual(ids);
    expect(
      list(store)
        .items.map((item) => item.title + item.summary)
        .join(),
    ).toContain("second?");
    expect(list(store, { box: "answered" }).items).toMatchObject([{ interrupt_id: first, answered_by: "me" }]);
  });

  test("a functional entrypoint that asks", async () => {
    const store = tempStore();
    await ask(store, (saver) => functional(saver) as never, { input: { value: 2 } });
    expect(list(store).items).toMatchObject([{ node: "calculate", kind: "other" }]);
  });

  test("a payload of a megabyte without reading it again", async () => {
    const store = tempStore();
    const text = "a long text ".repeat(90_000);
    await ask(store, (saver) => asksWith(saver, { question: "Read it?", text }));
    const [item] = list(store).items;
    expect(JSON.stringify(item).length).toBeLessThan(2000);
    expect(item).toMatchObject({ kind: "question", status: "waiting" });
  });

  test("nothing of threads that only try something out", async () => {
    const store = tempStore();
    const threadId = randomUUID();
    await createThread(store, { thread_id: threadId, graph_id: "asking", metadata: {}, title: "A trial" });
    store.sqlite.prepare(`UPDATE threads SET hidden = 1 WHERE thread_id = ?`).run(threadId);
    await askOn(store, threadId, asking, { log: [] });
    expect(await listInterrupts(store, { thread_id: threadId })).toHaveLength(2);
    expect(list(store).total).toBe(0);
    expect(actions(store, threadId)).toEqual([]);
  });
});

describe("a request's item", () => {
  test("follows its answer and its release", async () => {
    const store = tempStore();
    const { threadId, ids } = await ask(store, asking);
    const [first = "", second = ""] = ids;
    await claimAnswers(store, { thread_id: threadId, answers: { [first]: { ok: true } }, ...ME });
    expect(readItem(store, threadId, first)).toMatchObject({ status: "answered", answered_by: "me", answered_at: expect.any(String) });
    expect(countItems(store, NOW())).toEqual({ waiting: 1, snoozed: 0, answered: 1 });
    await unclaimAnswers(store, { thread_id: threadId, interrupt_ids: [first, second], note: "it was lost." });
    expect(readItem(store, threadId, first)).toMatchObject({ status: "waiting", answered_by: null, answered_at: null });
    expect(actions(store, threadId).slice(2)).toEqual(["me answered", "Retrograph released"]);
    expect(listAudit(store, { action: "released" }, { limit: 10 }).entries).toMatchObject([
      { interrupt_id: first, answer: { ok: true }, note: "The answer of me is not kept: it was lost." },
    ]);
  });

  test("is asked again after a release, whoever runs the node next, and keeps the answers to earlier questions", async () => {
    const store = tempStore();
    const flag = { broken: true };
    const make = (saver: BaseCheckpointSaver) => asksTwiceThenBreaks(saver, flag);
    const { threadId, ids } = await ask(store, make);
    const [first = ""] = ids;
    await claimAnswers(store, { thread_id: threadId, answers: { [first]: "one" }, ...ME });
    const { ids: later, config } = await askOn(store, threadId, make, new Command({ resume: { [first]: "one" } }));
    const [second = ""] = later;
    await claimAnswers(store, { thread_id: threadId, answers: { [second]: "two" }, ...ME });
    const graph = make(createIndexedSaver(store));
    await expect(graph.invoke(new Command({ resume: { [second]: "two" } }), config)).rejects.toThrow("broken");
    await unclaimAnswers(store, { thread_id: threadId, interrupt_ids: [second] });
    flag.broken = false;
    const again = await askOn(store, threadId, make, null);
    expect(again.ids).toEqual([second]);
    expect(list(store).items).toMatchObject([{ interrupt_id: second }]);
    expect(await graph.invoke(new Command({ resume: { [second]: "three" } }), config)).toMatchObject({ log: ["one three"] });
  });

  test("is asked again inside of a subgraph too after a release", async () => {
    const store = tempStore();
    const { threadId, ids, config } = await ask(store, (saver) => asksInside(saver), { graphId: "inside" });
    const [first = "", second = ""] = ids;
    await claimAnswers(store, { thread_id: threadId, answers: { [first]: "x", [second]: "y" }, ...ME });
    const saver = createIndexedSaver(store);
    const stopped = new AbortController();
    const run = asksInside(saver, () => stopped.abort()).invoke(new Command({ resume: { [first]: "x", [second]: "y" } }), {
      ...config,
      signal: stopped.signal,
    });
    await expect(run).rejects.toThrow();
    await unclaimAnswers(store, { thread_id: threadId, interrupt_ids: ids });
    const again = await askOn(store, threadId, (saver) => asksInside(saver), null);
    expect([...again.ids].sort()).toEqual([...ids].sort());
  });

  test("goes when the thread takes another way, and tells the log", async () => {
    const store = tempStore();
    const { threadId } = await ask(store, asking);
    await markGone(store, { thread_id: threadId });
    expect(list(store).total).toBe(0);
    expect(actions(store, threadId).slice(2)).toEqual(["Retrograph withdrawn", "Retrograph withdrawn"]);
  });

  test("goes and comes back with a deleted branch", async () => {
    const store = tempStore();
    const { threadId, run } = await ask(store, nested);
    const before = rows(store);
    const deletion = await deleteWithDescendants(store, threadId, run.head_checkpoint_id ?? "");
    expect(list(store).total).toBe(0);
    await undoDeletion(store, threadId, deletion.deletion_id);
    expect(rows(store)).toEqual(before);
  });

  test("is deleted with its thread and with its run, votes included", async () => {
    const store = tempStore();
    const kept = await ask(store, asking);
    const gone = await ask(store, asking);
    const rolledBack = await ask(store, asking);
    for (const { threadId, ids } of [kept, gone, rolledBack]) {
      putVote(store, { thread_id: threadId, interrupt_id: ids[0] ?? "" }, { by: "ann", verified: true, answer: 1, at: NOW() });
    }
    await deleteThread(store, gone.threadId);
    await deleteRunWithCheckpoints(store, rolledBack.run.run_id);
    expect(list(store).items.map((item) => item.thread_id)).toEqual([kept.threadId, kept.threadId]);
    expect(store.sqlite.prepare(`SELECT DISTINCT thread_id FROM votes`).pluck().all()).toEqual([kept.threadId]);
    expect(store.sqlite.prepare(`SELECT DISTINCT thread_id FROM inbox_items`).pluck().all()).toEqual([kept.threadId]);
  });

  test("goes with the steps that are pruned once it is answered, and keeps them while it waits", async () => {
    const store = tempStore();
    const { threadId, ids } = await ask(store, asking);
    const [first = "", second = ""] = ids;
    const prune = async () => {
      const plan = await planThreadPrune(store, { thread_id: threadId, branch: null, rule: { kind: "keep_latest", count: 1 }, cutoff: "" });
      await removePlanned(store, threadId, plan, () => undefined);
    };
    putVote(store, { thread_id: threadId, interrupt_id: second }, { by: "ann", verified: true, answer: 1, at: NOW() });
    await prune();
    expect(readItem(store, threadId, second)).toMatchObject({ status: "waiting", votes: 1 });
    await claimAnswers(store, { thread_id: threadId, answers: { [first]: "yes", [second]: "no" }, ...ME });
    const graph = asking(createIndexedSaver(store));
    await graph.invoke(new Command({ resume: { [first]: "yes", [second]: "no" } }), { configurable: { thread_id: threadId } });
    await prune();
    expect(readItem(store, threadId, first)).toBeNull();
    expect(store.sqlite.prepare(`SELECT count(*) FROM votes`).pluck().get()).toBe(0);
    expect(actions(store, threadId).slice(-2)).toEqual(["me answered", "me answered"]);
  });

  test("is there too when the run that asked it broke in another node", async () => {
    const store = tempStore();
    const threadId = randomUUID();
    await createThread(store, { thread_id: threadId, graph_id: "breaking", metadata: {}, title: "Half" });
    const graph = asksAndBreaks(createIndexedSaver(store));
    await expect(graph.invoke({ log: [] }, { configurable: { thread_id: threadId } })).rejects.toThrow("broken");
    expect(list(store).total).toBe(0);
    expect(await adoptInterrupts(store, threadId)).toBe(1);
    expect(list(store).items).toMatchObject([{ node: "ask", status: "waiting" }]);
    expect(await adoptInterrupts(store, threadId)).toBe(0);
  });

  test("takes its workflow's new name", async () => {
    const store = tempStore();
    await ask(store, asking);
    renameGraphs(store, [{ from: "asking", to: "renamed", assistantFrom: "a", assistantTo: "b" }]);
    expect(list(store, { graph_id: "renamed" }).total).toBe(2);
    expect(list(store, { graph_id: "asking" }).total).toBe(0);
  });

  test("stays the same request when its node asks once more because of another's answer", async () => {
    const store = tempStore();
    const { threadId, ids } = await ask(store, asking);
    const [first = "", second = ""] = ids;
    changeItems(store, { requests: [{ thread_id: threadId, interrupt_id: second }], assignee: "ann" }, ME);
    putVote(store, { thread_id: threadId, interrupt_id: second }, { by: "ann", verified: true, answer: 1, at: NOW() });
    const before = readItem(store, threadId, second);
    await claimAnswers(store, { thread_id: threadId, answers: { [first]: "yes" }, ...ME });
    const again = await askOn(store, threadId, asking, new Command({ resume: { [first]: "yes" } }));
    expect(again.ids).toEqual([second]);
    expect(readItem(store, threadId, second)).toEqual({ ...before, run_id: again.run.run_id });
    expect(actions(store, threadId).filter((action) => action.endsWith("asked"))).toHaveLength(2);
  });

  test("loses its votes when its node asks something else", async () => {
    const store = tempStore();
    const { threadId, ids } = await ask(store, (saver) => asksWith(saver, "one?"));
    const key = { thread_id: threadId, interrupt_id: ids[0] ?? "" };
    putVote(store, key, { by: "ann", verified: true, answer: 1, at: NOW() });
    const again = await askOn(store, threadId, (saver) => asksWith(saver, "two?"), null);
    expect(again.ids).toEqual(ids);
    expect(readItem(store, threadId, key.interrupt_id)).toMatchObject({ votes: 0 });
    expect(list(store, { q: "two" }).total).toBe(1);
    expect(actions(store, threadId)).toEqual(["asking asked", "asking asked"]);
  });

  test("has the rule that held when it was asked, and its deadline", async () => {
    const store = tempStore();
    writeRules(store, "asking", { rules: [{ node: "ask", rule: { group: "finance", approvers: 2, deadline: { seconds: 3600, answer: "no" } } }] });
    await ask(store, asking);
    const byNode = Object.fromEntries(list(store, { sort: "due" }).items.map((item) => [item.node, item]));
    expect(byNode["ask"]).toMatchObject({ group: "finance", approvers: 2 });
    expect(Date.parse(byNode["ask"]?.due_at ?? "") - Date.parse(byNode["ask"]?.asked_at ?? "")).toBe(3600_000);
    expect(byNode["ask too"]).toMatchObject({ group: null, approvers: 1, due_at: null });
    expect(list(store, { sort: "due" }).items.map((item) => item.node)).toEqual(["ask", "ask too"]);
  });

  test("counts the side effects before its question in the last run of its task", async () => {
    const store = tempStore();
    const { threadId, ids, run } = await ask(store, asking);
    const [second] = ids.slice(1);
    const { task_id } = (await listInterrupts(store, { thread_id: threadId })).find((one) => one.interrupt_id === second) ?? { task_id: "" };
    const insertSpan = store.sqlite.prepare(
      `INSERT INTO spans (run_id, span_id, thread_id, kind, name, checkpoint_ns, task_id, attempt, status, started_at, input, output, parameters, truncated)
       VALUES (?, ?, ?, 'node', 'ask too', '', ?, 1, 'interrupted', ?, 'null', 'null', 'null', 0)`,
    );
    const insertEffect = store.sqlite.prepare(
      `INSERT INTO effects (run_id, span_id, thread_id, graph_id, checkpoint_ns, node, task_id, attempt, name, input_hash, source, status, at)
       VALUES (?, ?, ?, 'asking', '', 'ask too', ?, 1, 'send_mail', 'h', ?, 'done', '2026')`,
    );
    insertSpan.run(run.run_id, "node", threadId, task_id, NOW());
    for (const [at, source] of ["live", "live", "kept"].entries()) insertEffect.run(run.run_id, `effect ${at}`, threadId, task_id, source);
    await claimAnswers(store, { thread_id: threadId, answers: { [ids[0] ?? ""]: "yes" }, ...ME });
    await askOn(store, threadId, asking, new Command({ resume: { [ids[0] ?? ""]: "yes" } }));
    expect(readItem(store, threadId, second ?? "")).toMatchObject({ repeats: 2 });
  });
});

describe("requests", () => {
  test("of an earlier version are listed once, and their deadlines count from then", async () => {
    const store = tempStore();
    const { threadId, ids } = await ask(store, (saver) =>
      asksWith(saver, { question: "Now?", approval: { deadline: { seconds: 60, answer: "no" } } }),
    );
    const answered = await ask(store, asking);
    await claimAnswers(store, { thread_id: answered.threadId, answers: { [answered.ids[0] ?? ""]: "yes" }, ...ME });
    store.sqlite.exec(`DELETE FROM inbox_items; UPDATE interrupts SET asked_at = '2020-01-01T00:00:00.000Z'`);
    expect(await fillInbox(store)).toBe(3);
    expect(await fillInbox(store)).toBe(0);
    const item = readItem(store, threadId, ids[0] ?? "");
    expect(item).toMatchObject({ status: "waiting", asked_at: "2020-01-01T00:00:00.000Z" });
    expect(Date.parse(item?.due_at ?? "")).toBeGreaterThan(Date.now());
    expect(countItems(store, NOW())).toEqual({ waiting: 2, snoozed: 0, answered: 1 });
  });

  test("that another program left are found without opening their thread", async () => {
    const store = tempStore();
    const threadId = randomUUID();
    await createThread(store, { thread_id: threadId, graph_id: "asking", metadata: {}, title: "Known" });
    await adoptWaiting(store);
    const plain = SqliteSaver.fromConnString(store.path);
    await asking(plain).invoke({ log: [] }, { configurable: { thread_id: threadId } });
    plain.db.close();
    await expect.poll(async () => (await adoptWaiting(store), list(store).total), { timeout: 15_000 }).toBe(2);
    expect(await listInterrupts(store, { thread_id: threadId })).toHaveLength(2);
  });

  test("are found by words, workflow, kind, age, person and thread", async () => {
    const store = tempStore();
    const tea = await ask(store, (saver) => asksWith(saver, { question: "Is GRÜNER tea 100% good?" }), { title: "Tea Ünder review" });
    const mail = await ask(store, (saver) => asksWith(saver, { choices: ["yes", "no"], question: "Send it_now?" }), {
      graphId: "mail",
      title: "Post",
    });
    store.sqlite.prepare(`UPDATE interrupts SET asked_at = '2026-01-01T00:00:00.000Z' WHERE thread_id = ?`).run(mail.threadId);
    changeItems(store, { requests: [{ thread_id: tea.threadId, interrupt_id: tea.ids[0] ?? "" }], assignee: "ann" }, ME);
    const found = (search: Partial<InboxSearch>) => list(store, search).items.map((item) => item.graph_id);
    expect(found({ q: "tea good" })).toEqual(["asking"]);
    expect(found({ q: "grüner ünder" })).toEqual(["asking"]);
    expect(found({ q: "MAIL post" })).toEqual(["mail"]);
    expect(found({ q: "%" })).toEqual(["asking"]);
    expect(found({ q: "_" })).toEqual(["mail"]);
    expect(found({ q: "' OR 1=1 --" })).toEqual([]);
    expect(found({ graph_id: "mail" })).toEqual(["mail"]);
    expect(found({ kind: "choice" })).toEqual(["mail"]);
    expect(found({ older_than: 3600 })).toEqual(["mail"]);
    expect(found({ older_than: Number.MAX_SAFE_INTEGER })).toEqual([]);
    expect(found({ assigned_to: "nobody" })).toEqual(["mail"]);
    expect(found({ assigned_to: "ann" })).toEqual(["asking"]);
    expect(found({ assigned_to: "me", me: "ann" })).toEqual(["asking"]);
    expect(found({ assigned_to: "me", me: "bob" })).toEqual([]);
    expect(found({ thread_id: mail.threadId })).toEqual(["mail"]);
    expect(found({ sort: "oldest" })).toEqual(["mail", "asking"]);
    expect(found({ sort: "newest" })).toEqual(["asking", "mail"]);
  });

  test("that are snoozed are out of the way until then, also when the clock goes backwards", async () => {
    const store = tempStore();
    const { threadId, ids } = await ask(store, (saver) => asksWith(saver, "?"));
    const requests = [{ thread_id: threadId, interrupt_id: ids[0] ?? "" }];
    changeItems(store, { requests, snoozed_until: "2030-01-01T00:00:00.000Z" }, ME);
    const at = (now: string) => ({
      ...countItems(store, now),
      listed: list(store, { now }).total,
      snoozed: list(store, { now, box: "snoozed" }).total,
    });
    expect(at("2029-12-31T23:59:59.999Z")).toMatchObject({ waiting: 0, snoozed: 1, listed: 0 });
    expect(at("2030-01-01T00:00:00.000Z")).toMatchObject({ waiting: 1, snoozed: 0, listed: 1 });
    expect(at("2020-01-01T00:00:00.000Z")).toMatchObject({ waiting: 0, snoozed: 1, listed: 0 });
    changeItems(store, { requests, snoozed_until: null }, ME);
    expect(at("2020-01-01T00:00:00.000Z")).toMatchObject({ waiting: 1, listed: 1 });
    expect(actions(store, threadId)).toEqual(["asking asked", "me snoozed", "me snoozed"]);
  });

  test("are assigned and snoozed all or none", async () => {
    const store = tempStore();
    const { threadId, ids } = await ask(store, asking);
    const [first = "", second = ""] = ids;
    await claimAnswers(store, { thread_id: threadId, answers: { [second]: 1 }, ...ME });
    const requests = [first, second].map((interrupt_id) => ({ thread_id: threadId, interrupt_id }));
    expect(() => changeItems(store, { requests, assignee: "ann" }, ME)).toThrowError(
      expect.objectContaining({ code: "already_answered", details: expect.objectContaining({ answered_by: "me", answer: 1 }) }),
    );
    expect(readItem(store, threadId, first)).toMatchObject({ assignee: null });
    expect(() => changeItems(store, { requests: [{ thread_id: threadId, interrupt_id: "none" }], assignee: "ann" }, ME)).toThrowError(
      expect.objectContaining({ code: "interrupt_not_found" }),
    );
  });

  test("that change are told in order, and a reader that is far behind is told to begin anew", async () => {
    const store = tempStore();
    const start = newestChange(store);
    const { threadId, ids } = await ask(store, (saver) => asksWith(saver, "?"));
    const key = { thread_id: threadId, interrupt_id: ids[0] ?? "" };
    changeItems(store, { requests: [key], assignee: "ann" }, ME);
    putVote(store, key, { by: "ann", verified: true, answer: 1, at: NOW() });
    await claimAnswers(store, { thread_id: threadId, answers: { [key.interrupt_id]: 1 }, ...ME });
    await unclaimAnswers(store, { thread_id: threadId, interrupt_ids: [key.interrupt_id] });
    const kinds = () => changesSince(store, start)?.map((change) => change.kind);
    expect(kinds()).toEqual(["asked", "changed", "changed", "changed", "asked"]);
    await deleteThread(store, threadId);
    expect(kinds()?.slice(5)).toContain("gone");
    for (let count = 0; count < 3000; count++) putVote(store, key, { by: `voter ${count % 3}`, verified: true, answer: count, at: NOW() });
    expect(changesSince(store, start)).toBeNull();
    expect(Number(store.sqlite.prepare(`SELECT count(*) FROM inbox_changes`).pluck().get())).toBeLessThan(2600);
    expect(changesSince(store, newestChange(store))).toEqual([]);
  });

  test("by the thousand are listed, filtered and paged", async () => {
    const store = tempStore();
    const insert = store.sqlite.prepare(
      `INSERT INTO inbox_items (thread_id, interrupt_id, graph_id, run_id, checkpoint_id, node, status, kind, title, summary, asked_at)
       VALUES (?, ?, 'g', 'r', 'c', 'n', 'waiting', 'question', ?, '', ?)`,
    );
    const thread = await ask(store, linear);
    store.sqlite.transaction(() => {
      for (let at = 0; at < 5000; at++) insert.run(thread.threadId, `i${at}`, `Request ${at}`, new Date(Date.UTC(2026, 0, 1) + at).toISOString());
    })();
    const page = listItems(store, { box: "waiting", sort: "oldest", me: "me", now: NOW(), q: "request 49" }, { limit: 10, offset: 5 });
    const matching = Array.from({ length: 5000 }, (_, at) => `Request ${at}`).filter((title) => title.includes("49"));
    expect(page.total).toBe(matching.length);
    expect(page.items.map((item) => item.title)).toEqual(matching.slice(5, 15));
    expect(list(store).items).toHaveLength(100);
  });
});
