import "server-only";
import { isRetrographError, type ErrorCode } from "../../errors";
import type { Json } from "../../schema/json";
import { appendAudit } from "../../store/audit";
import { readItem } from "../../store/inbox-list";
import type { Store } from "../../store/open";
import { answererOf } from "./answerer";
import type { Caller } from "../http/handle";

type Given = { thread_id: string; interrupt_id: string; answer: Json };

/** What says that an answer came too late, does not fit or cannot be taken. `not_allowed` is logged where it is decided. */
const REJECTED: ReadonlySet<ErrorCode> = new Set(["already_answered", "invalid_answer", "revision_conflict", "graph_not_found", "graph_failed"]);

/** Writes an answer that was refused into the audit log, where there is such a request. */
export function logRejected(store: Store, given: Given, caller: Caller, error: unknown): void {
  if (!isRetrographError(error) || !REJECTED.has(error.code)) return;
  const item = readItem(store, given.thread_id, given.interrupt_id);
  if (item === null) return;
  const { by, verified, origin } = answererOf(caller);
  appendAudit(store, {
    action: "rejected",
    thread_id: item.thread_id,
    graph_id: item.graph_id,
    interrupt_id: item.interrupt_id,
    run_id: item.run_id,
    node: item.node,
    actor: by,
    verified,
    origin,
    answer: given.answer,
    note: error.message,
  });
}

/** The same for the value of a resume: the answer to the request that the error names, or all answers where it names none. */
export function logRefusedResume(store: Store, refused: { thread_id: string; resume: Json }, caller: Caller, error: unknown): void {
  const { thread_id, resume } = refused;
  const answers = typeof resume === "object" && resume !== null && !Array.isArray(resume) ? resume : {};
  const named = isRetrographError(error) ? namedRequest(error.details) : null;
  const ids = named === null ? Object.keys(answers) : [named];
  for (const interrupt_id of ids) {
    const answer = Object.hasOwn(answers, interrupt_id) ? (answers[interrupt_id] ?? null) : resume;
    logRejected(store, { thread_id, interrupt_id, answer }, caller, error);
  }
}

function namedRequest(details: unknown): string | null {
  if (typeof details !== "object" || details === null || !("interrupt_id" in details)) return null;
  return typeof details.interrupt_id === "string" ? details.interrupt_id : null;
}
