import "server-only";
import type { TimelineEntry } from "../schema/checkpoint";
import type { JsonObject } from "../schema/json";
import type { CommandBody, Run, RunCause, RunSpec } from "../schema/run";
import { assistantIdOf } from "./assistants";
import type { RunRequest } from "./start-run";

/** Input larger than this (as JSON text) is not kept beside the run; it is in its first checkpoint. */
const MAX_KEPT_INPUT = 64 * 1024;

/** Where a run that is asked for goes on, and what it answers. */
export type Plan = {
  cause: RunCause;
  from: TimelineEntry | null;
  /** What LangGraph is told: null means the thread's latest. */
  checkpoint_id: string | null;
  command: CommandBody | null;
  answers: JsonObject;
};

/** Everything that the runner needs to know of a run. */
export function toSpec(runId: string, threadId: string, request: RunRequest, plan: Plan, debug: RunSpec["debug"]): RunSpec {
  return {
    run_id: runId,
    thread_id: threadId,
    graph_id: request.graph_id,
    cause: plan.cause,
    input: request.input,
    command: plan.command,
    checkpoint_id: plan.checkpoint_id,
    checkpoint_ns: request.checkpoint_ns,
    config: request.config,
    ...(request.context === undefined ? {} : { context: request.context }),
    metadata: { ...request.metadata, assistant_id: assistantIdOf(request.graph_id) },
    stream_modes: request.stream_modes,
    stream_subgraphs: request.stream_subgraphs,
    stream_resumable: request.stream_resumable,
    interrupt_before: request.interrupt_before,
    interrupt_after: request.interrupt_after,
    durability: request.durability,
    debug,
    ...(request.replay === undefined ? {} : { replay: request.replay }),
  };
}

/** The run as it is saved before it starts. */
export function toRun(spec: RunSpec, request: RunRequest, plan: Plan, revision: string): Run {
  const now = new Date().toISOString();
  const keepsInput = JSON.stringify(spec.input).length <= MAX_KEPT_INPUT;
  const keepsContext = JSON.stringify(spec.context ?? null).length <= MAX_KEPT_INPUT;
  return {
    run_id: spec.run_id,
    thread_id: spec.thread_id,
    graph_id: spec.graph_id,
    cause: plan.cause,
    state: { status: "pending" },
    created_at: now,
    updated_at: now,
    started_at: null,
    finished_at: null,
    from_checkpoint_id: plan.from?.checkpoint_id ?? null,
    head_checkpoint_id: null,
    revision,
    metadata: spec.metadata,
    kwargs: {
      input: keepsInput ? spec.input : null,
      // A router that is asked again later gets the context that it had.
      ...(spec.context === undefined || !keepsContext ? {} : { context: spec.context }),
      command: plan.command === null ? null : { ...plan.command },
      config: { ...spec.config },
      checkpoint_id: plan.checkpoint_id,
      stream_mode: spec.stream_modes,
      stream_subgraphs: spec.stream_subgraphs,
      interrupt_before: spec.interrupt_before,
      interrupt_after: spec.interrupt_after,
      durability: spec.durability,
      debug: { ...spec.debug },
      ...(spec.replay === undefined ? {} : { replay: { ...spec.replay } }),
    },
    multitask_strategy: request.multitask_strategy,
  };
}
