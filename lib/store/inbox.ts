import { kindOf, summaryOf } from "../request/read-request";
import type { EffectiveRule } from "../schema/inbox";
import type { Interrupt } from "../schema/thread";
import { ruleFor } from "./approval-rules";
import { appendAudit } from "./audit";
import { isHiddenThread } from "./hidden-threads";
import { askingPlace } from "./inbox-place";
import type { Store } from "./open";

/** How many side effects there were before a question when its tasks last ran: an answer does them again. */
function repeatsOf(store: Store, threadId: string, taskIds: readonly string[]): number {
  const last = store
    .prepare(`SELECT run_id FROM spans WHERE thread_id = ? AND task_id = ? AND kind = 'node' ORDER BY started_at DESC LIMIT 1`)
    .pluck();
  const count = store
    .prepare(`SELECT count(*) FROM effects WHERE thread_id = ? AND task_id = ? AND run_id = ? AND source = 'live' AND status <> 'interrupted'`)
    .pluck();
  return taskIds.reduce((sum, taskId) => {
    const runId: unknown = hasEffects(store, taskId) ? last.get(threadId, taskId) : undefined;
    return typeof runId === "string" ? sum + Number(count.get(threadId, taskId, runId)) : sum;
  }, 0);
}

/** Most tasks have none, and are told from an index of their own. */
function hasEffects(store: Store, taskId: string): boolean {
  return store.prepare(`SELECT 1 FROM effects WHERE task_id = ? LIMIT 1`).get(taskId) !== undefined;
}

function dueAt(rule: EffectiveRule, askedAt: string): string | null {
  return rule.deadline === null ? null : new Date(Date.parse(askedAt) + rule.deadline.seconds * 1000).toISOString();
}

const SAVE = `
  INSERT INTO inbox_items (thread_id, interrupt_id, graph_id, run_id, checkpoint_id, node, status, kind, title, summary, asked_at,
    answered_at, answered_by, rule, due_at, repeats)
  VALUES (@thread_id, @interrupt_id, @graph_id, @run_id, @checkpoint_id, @node, @status, @kind, @title, @summary, @asked_at,
    @answered_at, @answered_by, @rule, @due_at, @repeats)
  ON CONFLICT (thread_id, interrupt_id) DO UPDATE SET
    graph_id = excluded.graph_id, run_id = excluded.run_id, checkpoint_id = excluded.checkpoint_id, node = excluded.node,
    status = excluded.status, kind = excluded.kind, title = excluded.title, summary = excluded.summary, asked_at = excluded.asked_at,
    answered_at = excluded.answered_at, answered_by = excluded.answered_by, rule = excluded.rule, due_at = excluded.due_at,
    repeats = excluded.repeats, snoozed_until = NULL`;

/**
 * Lists a request that is asked, or asked anew: with what it asks in a line, who may answer it and until when, and without
 * the votes for an earlier question. A deadline counts from `seenAt`, by default from when it was asked. Part of the transaction that saves the interrupt. Synchronous.
 */
export function putItem(store: Store, asked: Interrupt, seenAt: string = asked.asked_at): void {
  // What a copy asks is nobody's to answer.
  if (isHiddenThread(store, asked.thread_id)) return;
  const { node, task_ids } = askingPlace(store, asked);
  const { title, summary } = summaryOf(asked.value, node);
  const rule = ruleFor(store, { graph_id: asked.graph_id, node, value: asked.value });
  store.prepare(`DELETE FROM votes WHERE thread_id = ? AND interrupt_id = ?`).run(asked.thread_id, asked.interrupt_id);
  store.prepare(SAVE).run({
    thread_id: asked.thread_id,
    interrupt_id: asked.interrupt_id,
    graph_id: asked.graph_id,
    run_id: asked.run_id,
    checkpoint_id: asked.checkpoint_id,
    node,
    status: asked.status,
    kind: kindOf(asked.value, asked.response_schema ?? null),
    title,
    summary,
    asked_at: asked.asked_at,
    answered_at: asked.answered_at,
    answered_by: asked.answered_by,
    rule: JSON.stringify(rule),
    due_at: dueAt(rule, seenAt),
    repeats: repeatsOf(store, asked.thread_id, task_ids),
  });
  if (asked.status === "waiting") auditAsked(store, asked, node);
}

/** Counts the side effects before a question again that its task has asked once more, word by word. Synchronous. */
export function recountItem(store: Store, asked: Interrupt): void {
  const { task_ids } = askingPlace(store, asked);
  store
    .prepare(`UPDATE inbox_items SET repeats = ? WHERE thread_id = ? AND interrupt_id = ?`)
    .run(repeatsOf(store, asked.thread_id, task_ids), asked.thread_id, asked.interrupt_id);
}

function auditAsked(store: Store, asked: Interrupt, node: string): void {
  appendAudit(store, {
    at: asked.asked_at,
    action: "asked",
    thread_id: asked.thread_id,
    graph_id: asked.graph_id,
    interrupt_id: asked.interrupt_id,
    run_id: asked.run_id,
    node,
    actor: asked.graph_id.slice(0, 80),
    verified: true,
    origin: { via: "workflow", address: null, user_agent: null },
    shown: asked.value,
    note: null,
  });
}
