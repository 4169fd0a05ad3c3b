import type { TimelineEntry } from "@/lib/schema/checkpoint";
import type { Channel, GraphDescription } from "@/lib/schema/graph";
import type { JsonObject } from "@/lib/schema/json";
import type { Run } from "@/lib/schema/run";
import type { Interrupt, ThreadSummary } from "@/lib/schema/thread";

export const THREAD_ID = "11111111-1111-4111-8111-111111111111";
export const RUN_ID = "22222222-2222-4222-8222-222222222222";
const START = "2026-01-01T00:00:00.000Z";

export function entry(change: Partial<TimelineEntry> = {}): TimelineEntry {
  return {
    checkpoint_id: "a",
    parent_checkpoint_id: null,
    checkpoint_ns: "",
    source: "loop",
    step: 0,
    run_id: RUN_ID,
    created_at: START,
    next: [],
    nodes: [],
    changed: [],
    bytes: 100,
    has_error: false,
    has_interrupt: false,
    ...change,
  };
}

export function run(change: Partial<Run> = {}): Run {
  return {
    run_id: RUN_ID,
    thread_id: THREAD_ID,
    graph_id: "research",
    cause: "start",
    state: { status: "success" },
    created_at: START,
    updated_at: START,
    started_at: START,
    finished_at: null,
    from_checkpoint_id: null,
    head_checkpoint_id: null,
    revision: null,
    metadata: {},
    kwargs: {},
    multitask_strategy: "enqueue",
    ...change,
  };
}

export function thread(change: Partial<ThreadSummary> = {}): ThreadSummary {
  return {
    thread_id: THREAD_ID,
    graph_id: "research",
    title: "A question",
    status: "idle",
    created_at: START,
    updated_at: START,
    metadata: {},
    config: {},
    checkpoints: 3,
    branches: 1,
    last_run: null,
    waiting: 0,
    ...change,
  };
}

export function channel(name: string, kind: Channel["reducer"]["kind"] = "last", change: Partial<Channel> = {}): Channel {
  return { name, type: "LastValue", reducer: { kind, label: kind, source: null }, schema: null, input: true, output: true, ...change };
}

export function description(change: Partial<GraphDescription> & { input?: JsonObject | null } = {}): GraphDescription {
  const { input = null, ...rest } = change;
  return {
    graph_id: "research",
    api: "graph",
    title: "Research",
    description: null,
    file: "graphs/research.ts",
    nodes: [],
    edges: [],
    channels: [],
    schemas: { input, output: null, state: null, context: null },
    example_inputs: [],
    revision: "r1",
    ...rest,
  };
}

export function interrupt(change: Partial<Interrupt> = {}): Interrupt {
  return {
    interrupt_id: "i1",
    thread_id: THREAD_ID,
    graph_id: "research",
    run_id: RUN_ID,
    checkpoint_id: "a",
    checkpoint_ns: "",
    task_id: "t1",
    node: "approval",
    value: { title: "Publish?", choices: ["approve", "reject"] },
    status: "waiting",
    asked_at: START,
    answered_at: null,
    answered_by: null,
    ...change,
  };
}
