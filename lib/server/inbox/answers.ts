import "server-only";
import type { z } from "zod";
import { RetrographError } from "../../errors";
import { checkAnswer } from "../../request/check-answer";
import type { AnswersBodySchema, AnswersResult } from "../../schema/inbox";
import type { Json } from "../../schema/json";
import type { Interrupt } from "../../schema/thread";
import { adoptInterrupts, getInterrupt } from "../../store/interrupts";
import { requireWaiting } from "../../store/interrupts-answered";
import { gateAnswer } from "../approval-rules";
import { getApp, type App } from "../app";
import { toPublicError, type Caller } from "../http/handle";
import { startRun } from "../start-run";
import { requireThread } from "../threads";
import { answerRun } from "./answer-run";
import { logRejected } from "./rejected";
import { getFeed } from "./feed";

type Body = z.output<typeof AnswersBodySchema>;
type Given = Body["answers"][number];
type Outcome = AnswersResult["results"][number]["outcome"];
type Result = AnswersResult["results"][number];

function refusal(error: unknown): Extract<Outcome, { status: "refused" }> {
  const { code, message, details } = toPublicError(error);
  return { status: "refused", code, message, ...(details === undefined ? {} : { details }) };
}

/** Throws `invalid_request` for a request that is answered twice in one body: which one should count? */
function refuseTwice(answers: readonly Given[]): void {
  const seen = new Set<string>();
  for (const { thread_id, interrupt_id } of answers) {
    const key = JSON.stringify([thread_id, interrupt_id]);
    if (seen.has(key)) {
      throw new RetrographError("invalid_request", `answers: the request ${interrupt_id} is answered twice`, { field: "answers", interrupt_id });
    }
    seen.add(key);
  }
}

/** The waiting request, if the answer fits it. Throws `thread_not_found`, `interrupt_not_found`, `already_answered`, `invalid_answer`. */
function requireFitting(app: App, given: Given): Interrupt {
  const asked = requireWaiting(app.store, given.thread_id, given.interrupt_id);
  const problem = checkAnswer(asked.value, given.answer, asked.response_schema ?? null);
  if (problem !== null) throw new RetrographError("invalid_answer", problem, { interrupt_id: given.interrupt_id });
  return asked;
}

/** `place`: the checkpoint that it was asked at, where there is such a request. */
type Checked = { given: Given; asked: Interrupt } | { given: Given; error: unknown; place?: string };

async function check(app: App, given: Given): Promise<Checked> {
  try {
    await requireThread(app, given.thread_id);
    await adoptInterrupts(app.store, given.thread_id);
    return { given, asked: requireFitting(app, given) };
  } catch (error) {
    const asked = await getInterrupt(app.store, given.interrupt_id, given.thread_id);
    return { given, error, ...(asked === null ? {} : { place: asked.checkpoint_id }) };
  }
}

/** Answers of one thread and checkpoint: one resume. */
function group(checked: readonly Checked[]): Checked[][] {
  const groups = new Map<string, Checked[]>();
  for (const one of checked) {
    const place = "asked" in one ? one.asked.checkpoint_id : (one.place ?? placeOfOthers(checked, one.given.thread_id) ?? "");
    const key = JSON.stringify([one.given.thread_id, place]);
    groups.set(key, [...(groups.get(key) ?? []), one]);
  }
  return [...groups.values()];
}

/** Of a request that was never asked the step is that of the thread's others: what was meant to go together goes together or not at all. */
function placeOfOthers(checked: readonly Checked[], threadId: string): string | undefined {
  const other = checked.find((one) => "asked" in one && one.given.thread_id === threadId);
  return other !== undefined && "asked" in other ? other.asked.checkpoint_id : undefined;
}

const toResult = ({ thread_id, interrupt_id }: Given, outcome: Outcome): Result => ({ thread_id, interrupt_id, outcome });

const WITH_OTHERS = "Not sent: another answer to the same step was refused, and answers to one step are sent together or not at all.";

/** Refuses the bad ones with their reason, and the others because of them. */
function refuseTogether(app: App, together: readonly Checked[], caller: Caller): Result[] {
  const bad = together.find((one) => "error" in one);
  return together.map((one) => {
    if ("error" in one) {
      logRejected(app.store, one.given, caller, one.error);
      return toResult(one.given, refusal(one.error));
    }
    const because = { because: bad?.given.interrupt_id };
    return toResult(one.given, { status: "refused", code: "invalid_request", message: WITH_OTHERS, details: because });
  });
}

/** Asks of each answer whether it counts by the workflow's rules: a vote is kept, one that counts is left to be sent. */
function gateEach(app: App, together: readonly Checked[], caller: Caller): { votes: Result[]; left: Checked[] } {
  const votes: Result[] = [];
  const left: Checked[] = [];
  for (const one of together) {
    try {
      const gate = gateAnswer(app, { ...caller, ...one.given });
      if (gate.kind === "send") left.push(one);
      else votes.push(toResult(one.given, { status: "vote", missing: gate.missing, differs_from: gate.differs_from }));
    } catch (error) {
      left.push({ given: one.given, error });
    }
  }
  return { votes, left };
}

async function sendTogether(app: App, together: readonly Checked[], body: Body, caller: Caller): Promise<Result[]> {
  if (together.some((one) => "error" in one)) return refuseTogether(app, together, caller);
  const { votes, left } = gateEach(app, together, caller);
  if (left.some((one) => "error" in one)) return [...votes, ...refuseTogether(app, left, caller)];
  const [first] = left.flatMap((one) => ("asked" in one ? one.asked : []));
  if (first === undefined) return votes;
  const answers: Record<string, Json> = Object.fromEntries(left.map(({ given }) => [given.interrupt_id, given.answer]));
  try {
    const { run, events } = await startRun(app, answerRun(first, answers, body.replay, caller));
    events.close();
    return [...votes, ...left.map(({ given }) => toResult(given, { status: "sent", run }))];
  } catch (error) {
    return [...votes, ...left.map(({ given }) => toResult(given, refusal(error)))];
  }
}

/**
 * Answers requests of any threads. Those of one thread and checkpoint are one resume, all or none; each thread's outcome is its
 * own: the run that carries it, a vote that was kept, or why it was refused. Throws `invalid_request` alone.
 */
export async function answerRequests(body: Body, caller: Caller): Promise<AnswersResult> {
  refuseTwice(body.answers);
  const app = await getApp();
  const checked: Checked[] = [];
  for (const given of body.answers) checked.push(await check(app, given));
  const results: Result[] = [];
  for (const together of group(checked)) results.push(...(await sendTogether(app, together, body, caller)));
  (await getFeed()).look();
  const byKey = new Map(results.map((result) => [JSON.stringify([result.thread_id, result.interrupt_id]), result]));
  return { results: body.answers.flatMap(({ thread_id, interrupt_id }) => byKey.get(JSON.stringify([thread_id, interrupt_id])) ?? []) };
}
