import "server-only";
import { RetrographError } from "../errors";
import { sameAnswer } from "../request/refusal";
import { ruleProblemIn } from "../request/read-request";
import { refusesAll } from "../request/refuses-all";
import type { Actor } from "../schema/access";
import type { AuditAction, AuditOrigin } from "../schema/audit";
import type { EffectiveRule, Vote } from "../schema/inbox";
import type { Json } from "../schema/json";
import { foldName } from "../schema/names";
import type { Interrupt } from "../schema/thread";
import { ruleFor } from "../store/approval-rules";
import { appendAudit, hashOfPayload } from "../store/audit";
import { withStorageErrors } from "../store/errors";
import { requireWaiting } from "../store/interrupts-answered";
import { drawnNode } from "../store/interrupts-moved";
import type { Store } from "../store/open";
import { deleteVote, listVotes, putVote } from "../store/votes";
import { actorNamed, hasLevel } from "./access";
import { getApp, type App } from "./app";
import type { ServerSettings } from "./settings";

type Gated = { actor: Actor; origin: AuditOrigin; thread_id: string; interrupt_id: string; answer: Json };

/** `missing`: how many more people must give the same answer; `differs_from`: who gave another one. */
export type Gate = { kind: "send" } | { kind: "vote"; missing: number; differs_from: string[] };

const SEND: Gate = { kind: "send" };

/** The rule that holds for a request of this node with this payload; see `ruleFor`. */
export function effectiveRule(store: Store, graphId: string, node: string, payload: Json): EffectiveRule {
  return ruleFor(store, { graph_id: graphId, node, value: payload });
}

function listed(names: readonly string[]): string {
  return names.length === 0 ? "nobody here" : names.slice(0, 5).join(", ");
}

function whyNotInGroups(actor: Actor, groups: readonly string[], settings: ServerSettings): string | null {
  const missing = groups.filter((group) => !actor.groups.includes(group));
  // Without people nobody has a group: names are what browsers say, and the log says so.
  if (missing.length === 0 || settings.people.length === 0) return null;
  const members = settings.people.filter((person) => person.level !== "viewer" && groups.every((group) => person.groups.includes(group)));
  return `Only ${groups.join(" and ")} may answer this, and ${actor.name} is not of ${missing.join(" and ")}. Who could: ${listed(members.map(({ name }) => name))}.`;
}

/** Why the actor may not answer a request under this rule, with who could; null where they may. */
export function whyNotAnswer(settings: ServerSettings, actor: Actor, asked: { rule: EffectiveRule; payload: Json }): string | null {
  const { rule, payload } = asked;
  if (!hasLevel(actor, "approver")) return `${actor.name} may look at requests and not answer them: that needs the level approver.`;
  const problem = ruleProblemIn(payload);
  if (problem !== null && !hasLevel(actor, "editor")) return `${problem} Until the workflow is corrected, only an editor may answer this.`;
  const outside = whyNotInGroups(actor, rule.groups, settings);
  if (outside !== null) return outside;
  if (rule.approvers > 1 && !actor.verified && foldName(actor.name) === "somebody") {
    return "Two different people must approve this: say who you are first.";
  }
  return null;
}

type Asked = { interrupt: Interrupt; node: string; rule: EffectiveRule };

function readAsked(store: Store, threadId: string, interruptId: string): Asked {
  const interrupt = requireWaiting(store, threadId, interruptId);
  const node = drawnNode(store, threadId, interruptId) ?? interrupt.node;
  return { interrupt, node, rule: effectiveRule(store, interrupt.graph_id, node, interrupt.value) };
}

function log(
  store: Store,
  asked: Asked,
  by: { actor: Actor; origin: AuditOrigin },
  action: AuditAction,
  what: { answer?: Json; note: string | null },
): void {
  const { interrupt, node } = asked;
  appendAudit(store, {
    action,
    thread_id: interrupt.thread_id,
    graph_id: interrupt.graph_id,
    interrupt_id: interrupt.interrupt_id,
    run_id: interrupt.run_id,
    node,
    actor: by.actor.name,
    verified: by.actor.verified,
    origin: by.origin,
    shown_hash: hashOfPayload(interrupt.value),
    ...what,
  });
}

/** The votes of those who may answer now: rules, groups and people may have changed since they voted. */
export function countingVotes(settings: ServerSettings, votes: readonly Vote[], asked: { rule: EffectiveRule; payload: Json }): Vote[] {
  return votes.filter((vote) => {
    const voter = actorNamed(settings, { name: vote.by, verified: vote.verified });
    return voter !== null && whyNotAnswer(settings, voter, asked) === null;
  });
}

function castVote({ store, settings }: Pick<App, "store" | "settings">, asked: Asked, gated: Gated): Gate {
  const votes = listVotes(store, gated);
  // A name that reads the same, written otherwise, is the same person.
  const own = votes.filter((vote) => foldName(vote.by) === foldName(gated.actor.name));
  const counting = countingVotes(settings, votes, { rule: asked.rule, payload: asked.interrupt.value });
  const others = counting.filter((vote) => !own.includes(vote));
  const agreeing = others.filter((vote) => sameAnswer(vote.answer, gated.answer));
  const missing = asked.rule.approvers - 1 - agreeing.length;
  if (missing <= 0) return SEND;
  const differing = others.filter((vote) => !agreeing.includes(vote)).map((vote) => vote.by);
  for (const vote of own) deleteVote(store, gated, vote.by);
  putVote(store, gated, { by: gated.actor.name, verified: gated.actor.verified, answer: gated.answer, at: new Date().toISOString() });
  const note = differing.length === 0 ? `${missing} more must give the same answer.` : `${differing.join(", ")} gave another answer.`;
  log(store, asked, gated, "voted", { answer: gated.answer, note });
  return { kind: "vote", missing, differs_from: differing };
}

/**
 * Decides whether an answer counts now. Where several must approve, an answer that is not the last one that is needed is
 * kept as a vote, with its entry in the audit log; a refusal counts at once. Safe to ask again for an answer that counts.
 * Throws `not_allowed` (logged), `interrupt_not_found`, `already_answered`.
 */
export function gateAnswer(app: Pick<App, "store" | "settings">, gated: Gated): Gate {
  const { store, settings } = app;
  return withStorageErrors(() => {
    const asked = readAsked(store, gated.thread_id, gated.interrupt_id);
    // The server's own answers are those of deadlines: the rule itself asks for them.
    if (gated.origin.via === "server") return SEND;
    const why = whyNotAnswer(settings, gated.actor, { rule: asked.rule, payload: asked.interrupt.value });
    if (why !== null) {
      log(store, asked, gated, "rejected", { answer: gated.answer, note: why });
      throw new RetrographError("not_allowed", why, { interrupt_id: gated.interrupt_id, groups: asked.rule.groups });
    }
    if (asked.rule.approvers === 1 || refusesAll(asked.interrupt.value, gated.answer)) return SEND;
    return store.sqlite.transaction(() => castVote(app, asked, gated)).immediate();
  });
}

/**
 * `gateAnswer` for answers that go together. Throws what it throws, and `approval_missing` where one of them does not count
 * yet: then none is sent.
 */
export function gateAnswers(
  app: Pick<App, "store" | "settings">,
  gated: Omit<Gated, "interrupt_id" | "answer">,
  answers: Readonly<Record<string, Json>>,
): void {
  const gates = Object.entries(answers).map(([interrupt_id, answer]) => gateAnswer(app, { ...gated, interrupt_id, answer }));
  const votes = gates.filter((gate) => gate.kind === "vote");
  const [vote] = votes;
  if (vote === undefined) return;
  const differing = [...new Set(votes.flatMap((one) => one.differs_from))];
  const others = gates.length > votes.length ? " The other answers that came with it were not sent." : "";
  const reason =
    differing.length === 0
      ? `${vote.missing} more must give the same answer before it counts.`
      : `${differing.join(", ")} gave another answer, so none counts yet.`;
  throw new RetrographError("approval_missing", `Your answer is kept. ${reason}${others}`, { missing: vote.missing, differs_from: differing });
}

/**
 * Checks a value for a question that has not been asked yet: a rule cannot be kept there, for nobody knows what will be
 * asked. Throws `not_allowed`.
 */
export function gateUnasked(app: Pick<App, "store" | "settings">, actor: Actor, next: { graph_id: string; nodes: readonly string[] }): void {
  const rules = next.nodes.map((node) => effectiveRule(app.store, next.graph_id, node, null));
  const isBound = rules.some((rule) => rule.groups.length > 0 || rule.approvers > 1);
  if (!isBound && hasLevel(actor, "editor")) return;
  throw new RetrographError(
    "not_allowed",
    "The question has not been asked yet, and who may answer it is ruled. Go on without an answer, then answer what is asked.",
  );
}

/** Takes the actor's own vote back. Throws `interrupt_not_found`, `already_answered`, and `not_found` where there is none. */
export async function withdrawVote(
  caller: { actor: Actor; origin: AuditOrigin },
  request: { thread_id: string; interrupt_id: string },
): Promise<void> {
  const { store } = await getApp();
  withStorageErrors(() =>
    store.sqlite
      .transaction(() => {
        const asked = readAsked(store, request.thread_id, request.interrupt_id);
        const own = listVotes(store, request).find((vote) => foldName(vote.by) === foldName(caller.actor.name));
        if (own === undefined || !deleteVote(store, request, own.by)) {
          throw new RetrographError("not_found", `${caller.actor.name} has not voted on this request.`);
        }
        log(store, asked, caller, "vote_withdrawn", { answer: own.answer, note: null });
      })
      .immediate(),
  );
}
