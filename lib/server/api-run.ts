import "server-only";
import type { JsonObject } from "../schema/json";
import type { Run, RunStatus } from "../schema/run";
import { assistantIdOf } from "./assistants";

/** A run as the Agent Server API shows it. */
export type ApiRun = {
  run_id: string;
  thread_id: string;
  assistant_id: string;
  created_at: string;
  updated_at: string;
  status: "pending" | "running" | "error" | "success" | "timeout" | "interrupted";
  metadata: JsonObject;
  kwargs: JsonObject;
  multitask_strategy: Run["multitask_strategy"];
};

/**
 * The Agent Server knows fewer ends than we do. A run that stops to ask counts as `success` there (its thread is
 * `interrupted`); one that was stopped by somebody as `interrupted`.
 */
const STATUS: Record<RunStatus, ApiRun["status"]> = {
  pending: "pending",
  running: "running",
  success: "success",
  interrupted: "success",
  error: "error",
  cancelled: "interrupted",
  budget_exceeded: "error",
  crashed: "error",
};

export function toApiRun(run: Run): ApiRun {
  const { run_id, thread_id, created_at, updated_at, metadata, kwargs, multitask_strategy } = run;
  return {
    run_id,
    thread_id,
    assistant_id: assistantIdOf(run.graph_id),
    created_at,
    updated_at,
    status: STATUS[run.state.status],
    metadata,
    kwargs,
    multitask_strategy,
  };
}

/** Our statuses that the Agent Server's status covers. */
export function statusesOf(status: ApiRun["status"]): RunStatus[] {
  return (Object.keys(STATUS) as RunStatus[]).filter((own) => STATUS[own] === status);
}
