import "server-only";
import { isRetrographError, RetrographError } from "../errors";
import { checkAnswer } from "../request/check-answer";
import { StartRunBodySchema } from "../schema/debug-api";
import type { Json } from "../schema/json";
import { appendAudit, hashOfPayload } from "../store/audit";
import { isDeadlineRejected, listDue, nextDue, type DueRequest } from "../store/deadlines";
import { getInterrupt } from "../store/interrupts";
import type { App } from "./app";
import type { Caller } from "./http/handle";
import { fromStartRun } from "./run-requests";
import { startRun } from "./start-run";

/** The clock is looked at again at least this often: it may be set, the machine may sleep, and requests are asked meanwhile. */
const MAX_WAIT_MS = 2000;
/** At least so long between two looks, however many deadlines lie close together. */
const MIN_WAIT_MS = 50;
const BATCH = 100;
/** What could not be answered is tried again after this, then after twice as long, and so on. */
const FIRST_RETRY_MS = 60_000;
const LAST_RETRY_MS = 60 * 60_000;

const DEADLINE: Caller = {
  actor: { name: "deadline", level: "editor", groups: [], verified: true },
  origin: { via: "server", address: null, user_agent: null },
};

/** Errors that say nothing about the request: somebody was first, or the thread is at work. */
const PASSING = new Set(["already_answered", "interrupt_not_found", "thread_not_found", "thread_busy", "too_many_requests"]);

type Attempt = { count: number; after: number };

function keyOf(due: DueRequest): string {
  return `${due.thread_id} ${due.interrupt_id} ${due.asked_at}`;
}

/** Requests of one checkpoint are answered by one run. */
function groups(due: readonly DueRequest[]): DueRequest[][] {
  const byPlace = new Map<string, DueRequest[]>();
  for (const one of due) {
    const place = `${one.thread_id} ${one.checkpoint_id}`;
    byPlace.set(place, [...(byPlace.get(place) ?? []), one]);
  }
  return [...byPlace.values()];
}

/** Gives the default answers of requests whose deadlines pass. */
export class Deadlines {
  readonly #app: App;
  readonly #attempts = new Map<string, Attempt>();
  #timer: NodeJS.Timeout | null = null;
  #isStopped = false;

  constructor(app: App) {
    this.#app = app;
  }

  /** Begins with those that passed while no server was there. */
  start(): void {
    this.#wait(MIN_WAIT_MS);
  }

  stop(): void {
    this.#isStopped = true;
    if (this.#timer !== null) clearTimeout(this.#timer);
  }

  #wait(ms: number): void {
    if (this.#isStopped) return;
    this.#timer = setTimeout(() => void this.#look(), ms);
    this.#timer.unref();
  }

  async #look(): Promise<void> {
    let wait = MAX_WAIT_MS;
    try {
      await this.#answerDue();
      const next = this.#isStopped ? null : nextDue(this.#app.store, new Date().toISOString());
      if (next !== null) wait = Math.min(MAX_WAIT_MS, Math.max(MIN_WAIT_MS, Date.parse(next) - Date.now()));
    } catch (error) {
      console.error("Deadlines could not be looked at; they are again soon:", error);
    }
    this.#wait(wait);
  }

  async #answerDue(): Promise<void> {
    if (this.#isStopped) return;
    const due = listDue(this.#app.store, new Date().toISOString(), BATCH + this.#attempts.size);
    const present = new Set(due.map(keyOf));
    // What is no longer due was answered: it needs no patience any more.
    for (const key of this.#attempts.keys()) if (!present.has(key)) this.#attempts.delete(key);
    const now = Date.now();
    const ready = due.filter((one) => {
      const attempt = this.#attempts.get(keyOf(one));
      // A clock that was set back must not make it wait for longer than the longest pause.
      return attempt === undefined || now >= attempt.after || attempt.after - now > LAST_RETRY_MS;
    });
    for (const group of groups(ready)) if (!this.#isStopped) await this.#answer(group);
  }

  /** Notes an attempt, so that a run that breaks and lets its request wait again is not started over and over. */
  #postpone(due: DueRequest): void {
    const count = (this.#attempts.get(keyOf(due))?.count ?? 0) + 1;
    this.#attempts.set(keyOf(due), { count, after: Date.now() + Math.min(LAST_RETRY_MS, FIRST_RETRY_MS * 2 ** (count - 1)) });
  }

  #reject(due: DueRequest, payload: Json, why: string): void {
    this.#postpone(due);
    if (isDeadlineRejected(this.#app.store, due, due.asked_at)) return;
    appendAudit(this.#app.store, {
      action: "rejected",
      thread_id: due.thread_id,
      graph_id: due.graph_id,
      interrupt_id: due.interrupt_id,
      run_id: due.run_id,
      node: due.node,
      actor: DEADLINE.actor.name,
      verified: true,
      origin: DEADLINE.origin,
      shown_hash: hashOfPayload(payload),
      ...(due.answer === undefined ? {} : { answer: due.answer }),
      note: `The deadline passed, and its default answer could not be given: ${why} It is tried again from time to time.`,
    });
  }

  async #answer(group: DueRequest[]): Promise<void> {
    const { store } = this.#app;
    const fitting: { due: DueRequest; payload: Json; answer: Json }[] = [];
    for (const due of group) {
      const asked = await getInterrupt(store, due.interrupt_id, due.thread_id);
      if (asked === null) continue;
      const { answer } = due;
      const why = answer === undefined ? "the rule has none any more." : checkAnswer(asked.value, answer, asked.response_schema ?? null);
      if (why !== null || answer === undefined) this.#reject(due, asked.value, why ?? "");
      else fitting.push({ due, payload: asked.value, answer });
    }
    const [first] = fitting;
    if (first === undefined) return;
    const body = StartRunBodySchema.parse({
      graph_id: first.due.graph_id,
      thread_id: first.due.thread_id,
      checkpoint_id: first.due.checkpoint_id,
      answers: Object.fromEntries(fitting.map(({ due, answer }) => [due.interrupt_id, answer])),
      breakpoints: false,
    });
    try {
      const started = await startRun(this.#app, fromStartRun(body, DEADLINE));
      started.events.close();
      for (const { due } of fitting) this.#postpone(due);
    } catch (error) {
      if (isRetrographError(error) && PASSING.has(error.code)) return;
      const known = isRetrographError(error) ? error : new RetrographError("internal", error instanceof Error ? error.message : String(error));
      for (const { due, payload } of fitting) this.#reject(due, payload, known.message);
    }
  }
}
