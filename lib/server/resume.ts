import "server-only";
import { RetrographError } from "../errors";
import { checkAnswer } from "../request/check-answer";
import { kindOf } from "../request/read-request";
import type { Json, JsonObject } from "../schema/json";
import type { Interrupt } from "../schema/thread";
import type { Run } from "../schema/run";
import { readCheckpoint } from "../store/checkpoints";
import { listInterrupts } from "../store/interrupts";
import { neverAsked, tooLate, unclaimAnswers } from "../store/interrupts-answered";
import type { Store } from "../store/open";
import { carriedIds } from "../store/run-answers";
import { latestEntry, readEntry } from "../store/timeline";
import type { App } from "./app";
import type { Caller } from "./http/handle";

/** What a resume means: answers by interrupt id, the value for the next question to be asked, and where to go on. */
export type Resume = {
  answers: JsonObject;
  /** What LangGraph is given. */
  resume: Json;
  /** The checkpoint whose tasks wait for the answers. */
  checkpoint_id: string;
};

/** Interrupt ids are 128-bit hashes in hexadecimal. */
const INTERRUPT_ID = /^[0-9a-f]{32}$/;

function isAnswerMap(resume: Json, known: ReadonlyMap<string, Interrupt>): resume is JsonObject {
  if (typeof resume !== "object" || resume === null || Array.isArray(resume)) return false;
  const keys = Object.keys(resume);
  return keys.length > 0 && keys.every((key) => known.has(key) || INTERRUPT_ID.test(key));
}

function resolveMap(answers: JsonObject, known: ReadonlyMap<string, Interrupt>): Resume {
  const asked = Object.keys(answers).map((id) => {
    const interrupt = known.get(id);
    if (interrupt !== undefined) return interrupt;
    throw neverAsked(id);
  });
  const [first] = asked;
  if (first === undefined) throw new RetrographError("invalid_request", "answers: must have at least one answer.", { field: "answers" });
  if (asked.some((interrupt) => interrupt.checkpoint_id !== first.checkpoint_id)) {
    throw new RetrographError("invalid_request", "The answers belong to different branches of the thread. Answer one branch at a time.", {
      field: "answers",
    });
  }
  return { answers, resume: answers, checkpoint_id: first.checkpoint_id };
}

function newestAnswered(rows: readonly Interrupt[]): Interrupt | undefined {
  return rows.filter((row) => row.status === "answered").sort((a, b) => (b.answered_at ?? "").localeCompare(a.answered_at ?? ""))[0];
}

async function resolveScalar(app: App, threadId: string, value: Json, at: string | null, rows: Interrupt[]): Promise<Resume> {
  const entry = at === null ? await latestEntry(app.store, threadId, "") : await readEntry(app.store, threadId, "", at);
  if (entry === null) throw new RetrographError("nothing_to_run", "The thread has no checkpoint to resume from. Start it with an input.");
  const here = rows.filter((row) => row.checkpoint_id === entry.checkpoint_id);
  const waiting = here.filter((row) => row.status === "waiting");
  const [only] = waiting;
  if (only !== undefined && waiting.length === 1) {
    const answers = { [only.interrupt_id]: value };
    return { answers, resume: answers, checkpoint_id: entry.checkpoint_id };
  }
  const ids = waiting.map((row) => row.interrupt_id);
  if (waiting.length > 1) {
    throw new RetrographError(
      "ambiguous_resume",
      `${waiting.length} requests wait for an answer; one value cannot answer them all. Send a map from interrupt id to value.`,
      { interrupt_ids: ids },
    );
  }
  const answered = here.find((row) => row.status === "answered") ?? (entry.next.length === 0 ? newestAnswered(rows) : undefined);
  if (answered !== undefined) throw tooLate(app.store, answered);
  if (app.scheduler.activeIds(threadId).length > 0) {
    throw new RetrographError("thread_busy", "The thread is running, and nothing on it waits for an answer. Look again when the run has ended.", {
      thread_id: threadId,
    });
  }
  if (entry.next.length === 0) throw new RetrographError("nothing_to_run", "Nothing waits for an answer on this thread.");
  if (entry.next.length > 1) {
    throw new RetrographError(
      "ambiguous_resume",
      "Several nodes run next and none has asked yet. Go on without an answer, then answer each by its id.",
    );
  }
  // An edited checkpoint: its node has not asked again yet, the value answers the question it is about to ask.
  return { answers: {}, resume: value, checkpoint_id: entry.checkpoint_id };
}

/**
 * Refuses an answer that does not fit what was asked. Programs that speak the Agent Server's API may know better than the
 * payload says; of them only what would break LangChain's own middleware is refused.
 */
function refuseUnfitting(asked: Interrupt, answer: Json, isProgram: boolean): void {
  const schema = asked.response_schema ?? null;
  if (isProgram && kindOf(asked.value, schema) !== "tool_review") return;
  const problem = checkAnswer(asked.value, answer, schema);
  if (problem !== null) throw new RetrographError("invalid_answer", problem, { interrupt_id: asked.interrupt_id });
}

/**
 * Finds which interrupts a resume value answers: a map from interrupt id to value, or one value for the only interrupt
 * that waits. Throws `interrupt_not_found`, `ambiguous_resume`, `already_answered`, `thread_busy`, `nothing_to_run`, and
 * `invalid_answer` for one that does not fit a question that still waits.
 */
export async function resolveResume(app: App, place: { thread_id: string; at: string | null }, value: Json, caller: Caller): Promise<Resume> {
  const { thread_id, at } = place;
  const rows = await listInterrupts(app.store, { thread_id });
  const known = new Map(rows.map((row) => [row.interrupt_id, row]));
  const resume = isAnswerMap(value, known) ? resolveMap(value, known) : await resolveScalar(app, thread_id, value, at, rows);
  for (const [id, answer] of Object.entries(resume.answers)) {
    const asked = known.get(id);
    if (asked?.status === "waiting") refuseUnfitting(asked, answer, caller.origin.via === "agent_api");
  }
  return resume;
}

/**
 * Lets the questions of a run that broke wait again, where its answers were lost with it: its node did not come to an
 * end. LangGraph itself would give the node the same answer whenever it runs again. Nothing happens for a run that ended well.
 */
export async function releaseUnused(store: Store, run: Run): Promise<void> {
  if (run.from_checkpoint_id === null || run.state.status === "success" || run.state.status === "interrupted") return;
  const answered = await listInterrupts(store, { thread_id: run.thread_id, status: "answered" });
  const own = new Set(carriedIds(run.kwargs));
  const here = new Set(
    answered.filter((row) => own.has(row.interrupt_id) && row.checkpoint_id === run.from_checkpoint_id).map((row) => row.interrupt_id),
  );
  if (here.size === 0) return;
  const view = await readCheckpoint(store, { thread_id: run.thread_id, checkpoint_id: run.from_checkpoint_id });
  const open = (view?.tasks ?? []).filter((task) => task.result === null).flatMap((task) => task.interrupts.map((one) => one.id));
  await unclaimAnswers(store, { thread_id: run.thread_id, interrupt_ids: open.filter((id) => here.has(id)) });
}
