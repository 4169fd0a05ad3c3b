import "server-only";
import { randomUUID } from "node:crypto";
import { v7 as uuid7 } from "uuid";
import { RetrographError } from "../errors";
import type { Run } from "../schema/run";
import type { Thread } from "../schema/thread";
import type { WhatIf, WhatIfBody } from "../schema/what-if";
import { copyBranch } from "../store/copy-branch";
import { hiddenThreadsBefore, hideThread, isHiddenThread } from "../store/hidden-threads";
import { listInterrupts } from "../store/interrupts";
import { createThread as insertThread, setThreadStatus } from "../store/threads";
import { findTrials, gatherSteps, type FoundTrial, type Trial } from "../store/what-if";
import { getApp, type App } from "./app";
import { assistantIdOf } from "./assistants";
import { compareBranches } from "./compare";
import { isTerminal } from "./end-run";
import type { Caller } from "./http/handle";
import { getRun } from "./runs";
import { startRun } from "./start-run";
import { deleteThread, requireThread } from "./threads";
import { graphOf, requirePlace } from "./updates";
import { callsOf, pathOf } from "./what-if-calls";

/** How long copies stay that nobody deleted. */
const KEEP_MS = 24 * 60 * 60 * 1000;

function whatIfNotFound(whatIfId: string): RetrographError {
  return new RetrographError("what_if_not_found", "This trial of answers is not there any more. Start it again.", { what_if_id: whatIfId });
}

/** Throws `interrupt_not_found`, `already_answered` for what does not wait at the checkpoint, `invalid_request` for no answer at all. */
async function requireWaitingAt(app: App, threadId: string, { checkpoint_id, alternatives }: WhatIfBody): Promise<void> {
  const known = await listInterrupts(app.store, { thread_id: threadId });
  for (const { label, answers } of alternatives) {
    const ids = Object.keys(answers);
    if (ids.length === 0) throw new RetrographError("invalid_request", `alternatives: "${label}" has no answer`, { field: "alternatives" });
    for (const id of ids) {
      const found = known.find((one) => one.interrupt_id === id);
      if (found === undefined || found.checkpoint_id !== checkpoint_id) {
        throw new RetrographError("interrupt_not_found", `Nothing at this checkpoint asks for an answer to ${id}.`, { interrupt_id: id });
      }
      if (found.status === "waiting") continue;
      throw new RetrographError("already_answered", "The request does not wait for an answer any more, so there is nothing to try.", {
        interrupt_id: id,
      });
    }
  }
}

type Alternative = WhatIfBody["alternatives"][number];

/** A copy of the thread up to the checkpoint, with the requests that wait there, in no list. */
async function copyOf(app: App, source: Thread, graphId: string, checkpointId: string, trial: Trial): Promise<string> {
  const copy = await insertThread(app.store, {
    thread_id: uuid7(),
    graph_id: graphId,
    metadata: { graph_id: graphId, assistant_id: assistantIdOf(graphId), what_if: trial },
    title: source.title,
  });
  hideThread(app.store, copy.thread_id);
  await copyBranch(app.store, { from: source.thread_id, to: copy.thread_id, checkpoint_id: checkpointId });
  await setThreadStatus(app.store, copy.thread_id, "interrupted");
  return copy.thread_id;
}

async function startTrial(
  app: App,
  { threadId, graphId, from, answers, caller }: { threadId: string; graphId: string; from: string; answers: Alternative["answers"]; caller: Caller },
): Promise<Run> {
  const started = await startRun(app, {
    graph_id: graphId,
    thread_id: threadId,
    if_not_exists: "reject",
    input: null,
    command: { resume: answers },
    checkpoint_id: null,
    checkpoint_ns: "",
    config: { tags: [], recursion_limit: null, configurable: {} },
    metadata: {},
    stream_modes: ["updates"],
    stream_subgraphs: false,
    stream_resumable: false,
    interrupt_before: [],
    interrupt_after: [],
    durability: "sync",
    debug: { breakpoints: false, stop: { at: "end" } },
    multitask_strategy: "reject",
    delay_ms: 0,
    must_run: false,
    caller,
    replay: { mode: "dry", from_thread_id: from },
  });
  started.events.close();
  return started.run;
}

async function removeCopies(threadIds: readonly string[]): Promise<void> {
  for (const threadId of threadIds) {
    await deleteThread(threadId, null).catch((error: unknown) => {
      console.error(`The copy ${threadId} of a thread could not be deleted:`, error);
    });
  }
}

/**
 * Tries answers beside each other: each runs dry, with the thread's recordings, on a copy of its own. The thread and what it
 * asks stay as they are. Throws `thread_not_found`, `checkpoint_not_found`, `interrupt_not_found`, `already_answered`,
 * `graph_failed`, `revision_conflict`.
 */
export async function startWhatIf(threadId: string, body: WhatIfBody, caller: Caller): Promise<WhatIf> {
  const app = await getApp();
  const source = await requireThread(app, threadId);
  if (isHiddenThread(app.store, threadId)) throw new RetrographError("invalid_request", "This is a copy that answers are tried on already.");
  await requirePlace(app, threadId, { checkpoint_id: body.checkpoint_id, checkpoint_ns: "" });
  await requireWaitingAt(app, threadId, body);
  const graphId = await graphOf(app, source);
  await removeCopies(hiddenThreadsBefore(app.store, new Date(Date.now() - KEEP_MS).toISOString()));
  const whatIfId = randomUUID();
  const copies: string[] = [];
  try {
    for (const [position, { label, answers }] of body.alternatives.entries()) {
      const trial: Trial = { what_if_id: whatIfId, of_thread_id: threadId, label, position };
      const copy = await copyOf(app, source, graphId, body.checkpoint_id, trial);
      copies.push(copy);
      await startTrial(app, { threadId: copy, graphId, from: threadId, answers, caller });
    }
  } catch (error) {
    await removeCopies(copies);
    throw error;
  }
  return await getWhatIf(threadId, whatIfId);
}

/** How far the alternatives have come; with the comparison of the first two once they have ended. Throws `what_if_not_found`. */
export async function getWhatIf(threadId: string, whatIfId: string): Promise<WhatIf> {
  const { store } = await getApp();
  const trials = findTrials(store, threadId, whatIfId);
  const [first] = trials;
  if (first === undefined) throw whatIfNotFound(whatIfId);
  const alternatives = await Promise.all(trials.map((trial) => alternativeOf(whatIfId, trial)));
  return { what_if_id: whatIfId, thread_id: first.thread_id, alternatives, comparison: await comparisonOf(trials, alternatives) };
}

async function alternativeOf(whatIfId: string, { label, run_id, thread_id }: FoundTrial): Promise<WhatIf["alternatives"][number]> {
  if (run_id === null) throw whatIfNotFound(whatIfId);
  const run = await getRun(run_id);
  const { store } = await getApp();
  return { label, run, checkpoint_id: run.head_checkpoint_id, path: pathOf(store, run_id, thread_id), calls: await callsOf(store, run_id) };
}

async function comparisonOf(trials: readonly FoundTrial[], alternatives: WhatIf["alternatives"]): Promise<WhatIf["comparison"]> {
  const [trialA, trialB] = trials;
  const [a, b] = alternatives;
  if (trialA === undefined || trialB === undefined || a?.checkpoint_id == null || b?.checkpoint_id == null) return null;
  if (!isTerminal(a.run.state) || !isTerminal(b.run.state) || a.checkpoint_id === b.checkpoint_id) return null;
  gatherSteps((await getApp()).store, { from: trialB.thread_id, to: trialA.thread_id });
  return await compareBranches(trialA.thread_id, { a: a.checkpoint_id, b: b.checkpoint_id, checkpoint_ns: "" });
}

/** Stops the alternatives and deletes their copies. Throws `what_if_not_found`. */
export async function endWhatIf(threadId: string, whatIfId: string): Promise<void> {
  const { store } = await getApp();
  const trials = findTrials(store, threadId, whatIfId);
  if (trials.length === 0) throw whatIfNotFound(whatIfId);
  await removeCopies(trials.map(({ thread_id }) => thread_id));
}
