import "server-only";
import type { ApprovalRules } from "../schema/inbox";
import { readRules, refreshWaiting, writeRules } from "../store/approval-rules";
import { appendAudit } from "../store/audit";
import { withStorageErrors } from "../store/errors";
import { getApp, type App } from "./app";
import type { Caller } from "./http/handle";
import { graphNotFound } from "./workflows";

/** A workflow that does not load keeps its rules, and they can be changed. */
async function requireKnown(app: App, graphId: string): Promise<void> {
  if ((await app.pool.workflows()).has(graphId) || readRules(app.store, graphId).rules.length > 0) return;
  throw graphNotFound(graphId);
}

/** The rules that a workflow's settings have for answers to its requests. Throws `graph_not_found`. */
export async function getApprovalRules(graphId: string): Promise<ApprovalRules> {
  const app = await getApp();
  await requireKnown(app, graphId);
  return readRules(app.store, graphId);
}

/**
 * Puts rules in place of a workflow's. Groups and numbers of approvers count at once, also for what waits; deadlines for
 * what is asked from then on. Throws `graph_not_found`.
 */
export async function putApprovalRules(graphId: string, rules: ApprovalRules, { actor, origin }: Caller): Promise<ApprovalRules> {
  const app = await getApp();
  await requireKnown(app, graphId);
  return withStorageErrors(() =>
    app.store.sqlite
      .transaction(() => {
        const before = readRules(app.store, graphId);
        const saved = writeRules(app.store, graphId, rules);
        refreshWaiting(app.store, graphId);
        appendAudit(app.store, {
          action: "rule_changed",
          thread_id: null,
          graph_id: graphId,
          interrupt_id: null,
          run_id: null,
          node: null,
          actor: actor.name,
          verified: actor.verified,
          origin,
          shown: before.rules,
          answer: saved.rules,
          note: "Shown is what held before, the answer what holds now.",
        });
        return saved;
      })
      .immediate(),
  );
}
