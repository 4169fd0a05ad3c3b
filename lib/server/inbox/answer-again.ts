import "server-only";
import { setTimeout as sleep } from "node:timers/promises";
import type { z } from "zod";
import { RetrographError } from "../../errors";
import { checkAnswer } from "../../request/check-answer";
import { sameJson } from "../../request/json-equal";
import type { AnswerAgainBodySchema } from "../../schema/inbox";
import type { JsonObject } from "../../schema/json";
import type { Run } from "../../schema/run";
import type { Interrupt } from "../../schema/thread";
import { hashOfPayload } from "../../store/audit";
import { readCheckpoint } from "../../store/checkpoints";
import { askingPlace } from "../../store/inbox-place";
import { getInterrupt, listInterrupts } from "../../store/interrupts";
import { neverAsked } from "../../store/interrupts-answered";
import { drawnNode } from "../../store/interrupts-moved";
import { getRun } from "../../store/runs";
import { effectiveRule, whyNotAnswer } from "../approval-rules";
import { getApp, type App } from "../app";
import type { Caller } from "../http/handle";
import { startRun, type RunRequest } from "../start-run";
import { requireThread } from "../threads";
import { assertIdle, copyCheckpoint } from "../updates";
import { answerRun } from "./answer-run";
import { getFeed } from "./feed";
import { workflowOf } from "./workflow-state";

type Body = z.output<typeof AnswerAgainBodySchema>;

/** What is answered differently, and where its thread goes back to. */
type Again = { app: App; asked: Interrupt; node: string; body: Body; caller: Caller };

/** How long the workflow may take to ask again before the person is told to look for the question themselves. */
const ASK_MS = 110_000;

/** Questions of one node that are answered as they were before on the way to the one that is meant. */
const MAX_QUESTIONS = 20;

/** Throws whatever keeps the request from being answered again, before anything is changed. */
async function requireAgain({ app, asked, node, body, caller }: Again): Promise<void> {
  if (asked.status === "waiting") {
    throw new RetrographError("invalid_request", "The request still waits: answer it, there is nothing to go back before.", {
      interrupt_id: asked.interrupt_id,
    });
  }
  await assertIdle(app, asked.thread_id);
  const workflow = await workflowOf(asked);
  if (workflow.status === "blocked") throw new RetrographError("revision_conflict", workflow.message, { can_map: workflow.can_map });
  const rule = effectiveRule(app.store, asked.graph_id, node, asked.value);
  const why = whyNotAnswer(app.settings, caller.actor, { rule, payload: asked.value });
  if (why !== null) throw new RetrographError("not_allowed", why, { interrupt_id: asked.interrupt_id });
  const problem = checkAnswer(asked.value, body.answer, asked.response_schema ?? null);
  if (problem !== null) throw new RetrographError("invalid_answer", problem, { interrupt_id: asked.interrupt_id });
}

/** Requests of the same task that were asked before, oldest first. */
async function askedBefore({ app, asked }: Again): Promise<Interrupt[]> {
  const rows = await listInterrupts(app.store, { thread_id: asked.thread_id });
  const before = rows.filter((row) => row.checkpoint_id === asked.checkpoint_id && row.task_id === asked.task_id && row.asked_at < asked.asked_at);
  return before.sort((a, b) => a.asked_at.localeCompare(b.asked_at));
}

/**
 * True where the first question of the copy can only be this one: a single node is next, it asks itself, and it has asked
 * nothing before. Then its node runs once, else it has to ask first. What is ruled has to be asked before it is answered.
 */
async function isFirstQuestion(again: Again, before: readonly Interrupt[]): Promise<boolean> {
  const { app, asked, node, caller } = again;
  if (before.length > 0 || asked.task_id === "" || askingPlace(app.store, asked).task_ids.length > 1) return false;
  const rule = effectiveRule(app.store, asked.graph_id, node, asked.value);
  if (rule.groups.length > 0 || rule.approvers > 1 || caller.actor.level !== "editor") return false;
  const view = await readCheckpoint(app.store, { thread_id: asked.thread_id, checkpoint_id: asked.checkpoint_id });
  return view !== null && view.tasks.length === 1;
}

function onCopy(again: Again, checkpointId: string, command: RunRequest["command"]): RunRequest {
  const { asked, body, caller } = again;
  return { ...answerRun(asked, null, body.replay, caller), command, checkpoint_id: checkpointId };
}

/** Runs until it ends or asks. Throws `thread_busy` where that takes too long. */
async function runToQuestion(app: App, request: RunRequest): Promise<Run> {
  const { run, events, ended } = await startRun(app, request);
  events.close();
  const done = await Promise.race([ended.then(() => true), sleep(ASK_MS, false, { ref: false })]);
  const now = done ? await getRun(app.store, run.run_id) : null;
  if (now !== null) return now;
  throw new RetrographError(
    "thread_busy",
    "It has gone back to before the request and still runs towards it. Answer it when it asks; it is on a branch of its own.",
    { run_id: run.run_id },
  );
}

function askedOtherwise(again: Again, run: Run, asked: readonly Interrupt[]): RetrographError {
  const details = { run_id: run.run_id, thread_id: again.asked.thread_id, interrupt_ids: asked.map(({ interrupt_id }) => interrupt_id) };
  const text =
    asked.length === 0
      ? `Gone back to before the request, the workflow did not ask it again (the run ended as ${run.state.status}).`
      : "Gone back to before the request, the workflow asks something else than before. Nothing was answered: look at what it asks now.";
  return new RetrographError("nothing_to_run", text, details);
}

const isLike = (app: App, one: Interrupt, other: Interrupt, nodeOfOther: string) =>
  (drawnNode(app.store, one.thread_id, one.interrupt_id) ?? one.node) === nodeOfOther && sameJson(one.value, other.value);

/**
 * Has the questions asked again and answers the one that is meant; those of the same task before it get the answers that
 * they had. Other nodes' questions are left waiting on the new branch.
 */
async function answerWhenAsked(again: Again, checkpointId: string, before: readonly Interrupt[]): Promise<Run> {
  const { app, asked, node, body, caller } = again;
  let run = await runToQuestion(app, onCopy(again, checkpointId, null));
  for (let count = 0; count < MAX_QUESTIONS; count++) {
    const waiting = (await listInterrupts(app.store, { thread_id: asked.thread_id, status: "waiting" })).filter((row) => row.run_id === run.run_id);
    const meant = waiting.find((row) => isLike(app, row, asked, node));
    const send = (answers: JsonObject) => answerRun(asked, answers, body.replay, caller);
    if (meant !== undefined) {
      const started = await startRun(app, send({ [meant.interrupt_id]: body.answer }));
      started.events.close();
      return started.run;
    }
    const known = waiting.flatMap((row) => {
      const earlier = before.find(
        (one) => one.answer !== undefined && isLike(app, row, one, drawnNode(app.store, one.thread_id, one.interrupt_id) ?? one.node),
      );
      return earlier?.answer === undefined ? [] : [{ id: row.interrupt_id, answer: earlier.answer }];
    });
    const [next] = known;
    if (next === undefined) throw askedOtherwise(again, run, waiting);
    run = await runToQuestion(app, send({ [next.id]: next.answer }));
  }
  throw askedOtherwise(again, run, []);
}

/**
 * Goes back before a request that no longer waits and answers it differently, on a branch of its own; the branch with the
 * earlier answer stays. Gives the run that carries the answer. Where the question may turn out otherwise it is asked first,
 * and nothing is answered unless it is the same. Throws `thread_not_found`, `interrupt_not_found`, `thread_busy`,
 * `checkpoint_not_found`, `revision_conflict`, `not_allowed`, `approval_missing`, `invalid_answer`, and `nothing_to_run` when
 * something else is asked.
 */
export async function answerAgain(interruptId: string, body: Body, caller: Caller): Promise<Run> {
  const app = await getApp();
  await requireThread(app, body.thread_id);
  const asked = await getInterrupt(app.store, interruptId, body.thread_id);
  if (asked === null) throw neverAsked(interruptId);
  const again: Again = { app, asked, node: drawnNode(app.store, body.thread_id, interruptId) ?? asked.node, body, caller };
  await requireAgain(again);
  const before = await askedBefore(again);
  const isFirst = await isFirstQuestion(again, before);
  const copy = await copyCheckpoint(app, body.thread_id, asked.checkpoint_id);
  try {
    if (!isFirst) return await answerWhenAsked(again, copy, before);
    const { interrupt_id, value } = asked;
    const record = { interrupt_id, node: again.node, shown_hash: hashOfPayload(value) };
    const started = await startRun(app, { ...onCopy(again, copy, { resume: body.answer }), again: record });
    started.events.close();
    return started.run;
  } finally {
    (await getFeed()).look();
  }
}
