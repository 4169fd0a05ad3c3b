import { RetrographError } from "../errors";
import type { AuditOrigin } from "../schema/audit";
import type { Json } from "../schema/json";
import type { Interrupt } from "../schema/thread";
import { appendAudit, hashOfPayload } from "./audit";
import { withStorageErrors, withStorageErrorsAsync } from "./errors";
import { adoptInterrupts, listInterrupts } from "./interrupts";
import { drawnNode } from "./interrupts-moved";
import { forgetAnswer } from "./interrupts-released";
import type { Store } from "./open";
import { toInterrupt } from "./rows";
import type { InterruptsTable } from "./tables";

/** Who answers, and from where. */
export type Answerer = { by: string; verified: boolean; origin: AuditOrigin };

export type AnswerClaim = Answerer & { thread_id: string; answers: Readonly<Record<string, Json>> };

function findOne(store: Store, threadId: string, interruptId: string): Interrupt | null {
  // The table's own columns.
  const row = store.prepare(`SELECT * FROM interrupts WHERE thread_id = ? AND interrupt_id = ?`).get(threadId, interruptId) as
    InterruptsTable | undefined;
  return row === undefined ? null : toInterrupt(row);
}

/** Whether it can still be gone back to before the request. */
function canAnswerAgain(store: Store, asked: Interrupt): boolean {
  const found = store
    .prepare(`SELECT 1 FROM checkpoint_index WHERE thread_id = ? AND checkpoint_ns = '' AND checkpoint_id = ?`)
    .get(asked.thread_id, asked.checkpoint_id);
  return found !== undefined;
}

/** The error for an answer that comes too late: who was first, when and with what, and whether one can go back before it. */
export function tooLate(store: Store, asked: Interrupt): RetrographError {
  const { interrupt_id, status, answered_by, answered_at, answer } = asked;
  const again = canAnswerAgain(store, asked);
  const hint = again ? "Go back before it to answer it differently." : "Its step has been deleted.";
  if (status === "answered") {
    return new RetrographError("already_answered", `The request has been answered already, by ${answered_by} at ${answered_at}. ${hint}`, {
      interrupt_id,
      status,
      answered_by,
      answered_at,
      answer,
      answer_again: again,
    });
  }
  return new RetrographError("already_answered", `The request is no longer asked: the thread went on another way. ${hint}`, {
    interrupt_id,
    status,
    answer_again: again,
  });
}

/** The error for an id that nothing on the thread asks under. */
export function neverAsked(interruptId: string): RetrographError {
  return new RetrographError("interrupt_not_found", `Nothing on this thread asks for an answer to ${interruptId}.`, { interrupt_id: interruptId });
}

/** The waiting interrupt. Throws `interrupt_not_found`, `already_answered`. Synchronous. */
export function requireWaiting(store: Store, threadId: string, interruptId: string): Interrupt {
  const found = findOne(store, threadId, interruptId);
  if (found === null) throw neverAsked(interruptId);
  if (found.status !== "waiting") throw tooLate(store, found);
  return found;
}

function claimOne(store: Store, claim: AnswerClaim, interruptId: string, answer: Json, runId: string | null): void {
  const found = requireWaiting(store, claim.thread_id, interruptId);
  const now = new Date().toISOString();
  store
    .prepare(`UPDATE interrupts SET status = 'answered', answered_at = ?, answered_by = ?, answer = ? WHERE thread_id = ? AND interrupt_id = ?`)
    .run(now, claim.by, JSON.stringify(answer), claim.thread_id, interruptId);
  appendAudit(store, {
    at: now,
    // The server itself answers only where a deadline has passed.
    action: claim.origin.via === "server" ? "expired" : "answered",
    thread_id: claim.thread_id,
    graph_id: found.graph_id,
    interrupt_id: interruptId,
    run_id: runId,
    node: drawnNode(store, claim.thread_id, interruptId) ?? found.node,
    actor: claim.by,
    verified: claim.verified,
    origin: claim.origin,
    shown_hash: hashOfPayload(found.value),
    answer,
    note: null,
  });
}

/** `claimAnswers` without a transaction of its own, for callers that have one; `runId` is the run that carries them. Synchronous. */
export function claimEach(store: Store, claim: AnswerClaim, runId: string | null = null): void {
  for (const [id, answer] of Object.entries(claim.answers)) claimOne(store, claim, id, answer, runId);
}

/**
 * Marks every interrupt in `answers` as answered, all or none. Of two callers exactly one wins, also across processes;
 * the other gets `already_answered` with who it was. Throws `interrupt_not_found` for an id that was never asked on the thread.
 */
export async function claimAnswers(store: Store, claim: AnswerClaim): Promise<Interrupt[]> {
  await withStorageErrorsAsync(() => adoptInterrupts(store, claim.thread_id));
  withStorageErrors(() => store.sqlite.transaction(() => claimEach(store, claim)).immediate());
  const ids = new Set(Object.keys(claim.answers));
  return (await listInterrupts(store, { thread_id: claim.thread_id })).filter((one) => ids.has(one.interrupt_id));
}

type Release = {
  thread_id: string;
  interrupt_ids: readonly string[];
  /** For the log: why the answer is not kept. */
  note?: string;
};

const NOT_STARTED = "the run that was to carry it could not be started.";

function releaseOne(store: Store, release: Release, interruptId: string): void {
  const found = findOne(store, release.thread_id, interruptId);
  if (found?.status !== "answered") return;
  forgetAnswer(store, found);
  store
    .prepare(
      `UPDATE interrupts SET status = 'waiting', answered_at = NULL, answered_by = NULL, answer = NULL WHERE thread_id = ? AND interrupt_id = ?`,
    )
    .run(release.thread_id, interruptId);
  appendAudit(store, {
    action: "released",
    thread_id: release.thread_id,
    graph_id: found.graph_id,
    interrupt_id: interruptId,
    run_id: null,
    node: drawnNode(store, release.thread_id, interruptId) ?? found.node,
    actor: "Retrograph",
    verified: true,
    origin: { via: "server", address: null, user_agent: null },
    ...(found.answer === undefined ? {} : { answer: found.answer }),
    note: `The answer of ${found.answered_by} is not kept: ${release.note ?? NOT_STARTED}`,
  });
}

/**
 * Takes answers back, out of LangGraph's rows too, when the run that was to carry them could not keep them: the interrupts wait
 * again, and ask again whenever their nodes run.
 */
export async function unclaimAnswers(store: Store, release: Release): Promise<void> {
  withStorageErrors(() =>
    store.sqlite
      .transaction(() => {
        for (const id of release.interrupt_ids) releaseOne(store, release, id);
      })
      .immediate(),
  );
}
