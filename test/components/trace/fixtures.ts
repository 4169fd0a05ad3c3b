import type { Run } from "@/lib/schema/run";
import type { Span } from "@/lib/schema/span";

export const RUN_ID = "11111111-1111-4111-8111-111111111111";
export const THREAD_ID = "22222222-2222-4222-8222-222222222222";

/** A span that began `at` milliseconds after noon. */
export function span(id: string, at: number, more: Partial<Span> = {}): Span {
  return {
    span_id: id,
    parent_span_id: null,
    run_id: RUN_ID,
    thread_id: THREAD_ID,
    kind: "node",
    name: id,
    checkpoint_ns: "",
    task_id: id,
    checkpoint_id: null,
    step: 1,
    attempt: 1,
    status: "done",
    started_at: new Date(Date.UTC(2026, 10, 30, 12) + at).toISOString(),
    ms: 10,
    first_token_ms: null,
    error: null,
    model: null,
    tokens: null,
    cost: null,
    tool_call_id: null,
    source: null,
    ...more,
  };
}

export const RUN: Run = {
  run_id: RUN_ID,
  thread_id: THREAD_ID,
  graph_id: "g",
  cause: "start",
  state: { status: "success" },
  created_at: "2026-11-30T12:00:00.000Z",
  updated_at: "2026-11-30T12:00:01.000Z",
  started_at: "2026-11-30T12:00:00.000Z",
  finished_at: "2026-11-30T12:00:01.000Z",
  from_checkpoint_id: null,
  head_checkpoint_id: null,
  revision: null,
  metadata: {},
  kwargs: {},
  multitask_strategy: "reject",
};
