import { ruleIn } from "../request/read-request";
import { ApprovalRuleSchema, EffectiveRuleSchema, type ApprovalRule, type ApprovalRules, type EffectiveRule } from "../schema/inbox";
import { JsonSchema, type Json } from "../schema/json";
import { withStorageErrors } from "./errors";
import type { Store } from "./open";
import { parseJson } from "./rows";

/** Where a rule is read from: which workflow and node ask, with what. `node` as it is drawn, `child:inner` in a subgraph. */
export type Asking = { graph_id: string; node: string; value: Json };

function toRules(rows: unknown[]): ApprovalRules["rules"] {
  return rows.flatMap((row) => {
    if (typeof row !== "object" || row === null || !("node" in row) || !("rule" in row)) return [];
    const rule = ApprovalRuleSchema.parse(parseJson(String(row.rule)));
    return [{ node: row.node === "" ? null : String(row.node), rule }];
  });
}

/** The rules of a workflow's settings: that for all nodes first. Synchronous. */
export function readRules(store: Store, graphId: string): ApprovalRules {
  const rows = withStorageErrors(() => store.prepare(`SELECT node, rule FROM approval_rules WHERE graph_id = ? ORDER BY node`).all(graphId));
  return { rules: toRules(rows) };
}

function asksNothing(rule: ApprovalRule): boolean {
  return rule.group === null && rule.approvers === 1 && rule.deadline === null;
}

/** The stricter of both: all groups, more approvers, the earlier deadline. Of two equal deadlines the first one's answer. */
export function stricter(a: EffectiveRule, b: Partial<ApprovalRule>): EffectiveRule {
  const groups = b.group == null || a.groups.includes(b.group) ? a.groups : [...a.groups, b.group];
  const deadline = b.deadline == null || (a.deadline !== null && a.deadline.seconds <= b.deadline.seconds) ? a.deadline : b.deadline;
  return { group: groups[0] ?? null, groups, approvers: Math.max(a.approvers, b.approvers ?? 1), deadline };
}

/** The node and what it is drawn in: `a:b` belongs to `a` too. */
function placesOf(node: string): Set<string> {
  const parts = node.split(":");
  return new Set(parts.map((_, index) => parts.slice(0, index + 1).join(":")));
}

/**
 * What holds for a request: what its payload says under `approval`, what the settings say for its node, for the nodes around
 * it and for the whole workflow, the stricter of each. Synchronous.
 */
export function ruleFor(store: Store, asking: Asking): EffectiveRule {
  const places = placesOf(asking.node);
  const own = ruleIn(asking.value);
  const set = readRules(store, asking.graph_id).rules.filter(({ node }) => node === null || places.has(node));
  const start = EffectiveRuleSchema.parse({});
  return [...(own === null ? [] : [own]), ...set.map(({ rule }) => rule)].reduce(stricter, start);
}

/** Puts rules in place of a workflow's. Those that ask for nothing are left out; of two for one node the last counts. Synchronous. */
export function writeRules(store: Store, graphId: string, rules: ApprovalRules): ApprovalRules {
  withStorageErrors(() => {
    store.prepare(`DELETE FROM approval_rules WHERE graph_id = ?`).run(graphId);
    const insert = store.prepare(`INSERT OR REPLACE INTO approval_rules (graph_id, node, rule) VALUES (?, ?, ?)`);
    for (const { node, rule } of rules.rules) if (!asksNothing(rule)) insert.run(graphId, node ?? "", JSON.stringify(rule));
  });
  return readRules(store, graphId);
}

/**
 * Lists anew who may answer the workflow's waiting requests. Their deadlines stay what they were when it was asked. Part of
 * the caller's transaction. Synchronous.
 */
export function refreshWaiting(store: Store, graphId: string): void {
  const keys = store
    .prepare(`SELECT thread_id, interrupt_id, node, rule FROM inbox_items WHERE graph_id = ? AND status = 'waiting'`)
    // Exactly these columns.
    .all(graphId) as { thread_id: string; interrupt_id: string; node: string; rule: string }[];
  const payload = store.prepare(`SELECT value FROM interrupts WHERE thread_id = ? AND interrupt_id = ?`).pluck();
  const save = store.prepare(`UPDATE inbox_items SET rule = ? WHERE thread_id = ? AND interrupt_id = ?`);
  for (const { thread_id, interrupt_id, node, rule } of keys) {
    const value: unknown = payload.get(thread_id, interrupt_id);
    if (typeof value !== "string") continue;
    const { deadline } = EffectiveRuleSchema.parse(parseJson(rule));
    const now: EffectiveRule = { ...ruleFor(store, { graph_id: graphId, node, value: JsonSchema.parse(parseJson(value)) }), deadline };
    const text = JSON.stringify(now);
    if (text !== rule) save.run(text, thread_id, interrupt_id);
  }
}
