import "server-only";
import { StartRunBodySchema } from "../../schema/debug-api";
import type { JsonObject } from "../../schema/json";
import type { ReplayMode } from "../../schema/replay";
import type { Interrupt } from "../../schema/thread";
import type { Caller } from "../http/handle";
import { fromStartRun } from "../run-requests";
import type { RunRequest } from "../start-run";

/**
 * The run that carries answers to requests of one step, or goes on without one. It stops at no breakpoint: who answers does not debug. On a thread
 * that runs it waits for its turn, so that no answer has to be given again.
 */
export function answerRun(
  asked: Pick<Interrupt, "thread_id" | "graph_id">,
  answers: JsonObject | null,
  replay: ReplayMode,
  caller: Caller,
): RunRequest {
  const body = StartRunBodySchema.parse({
    graph_id: asked.graph_id,
    thread_id: asked.thread_id,
    ...(answers === null ? {} : { answers }),
    breakpoints: false,
    replay,
  });
  return { ...fromStartRun(body, caller), multitask_strategy: "enqueue" };
}
