import { randomUUID } from "node:crypto";
import type { BaseCheckpointSaver } from "@langchain/langgraph";
import type { Json } from "../../lib/schema/json";
import type { Run } from "../../lib/schema/run";
import type { Answerer } from "../../lib/store/interrupts-answered";
import type { Store } from "../../lib/store/open";
import { finishRun, insertRun } from "../../lib/store/runs";
import { createIndexedSaver } from "../../lib/store/saver";
import { createThread } from "../../lib/store/threads";
import { latestEntry } from "../../lib/store/timeline";

export const ME: Answerer = { by: "me", verified: false, origin: { via: "debug_api", address: null, user_agent: null } };

type Config = { configurable: { thread_id: string } };
type Task = { id: string; name: string; interrupts: { id?: string | undefined; value?: unknown }[]; result?: unknown };
type Asking = {
  invoke(input: unknown, config: Config): Promise<unknown>;
  getState(config: Config): Promise<{ tasks: readonly Task[] }>;
};

export type Asked = { threadId: string; run: Run; ids: string[]; config: Config; graph: Asking };

export function newRun(threadId: string, rest: Partial<Run> = {}): Run {
  const now = new Date().toISOString();
  return {
    run_id: randomUUID(),
    thread_id: threadId,
    graph_id: "asking",
    cause: "start",
    state: { status: "pending" },
    created_at: now,
    updated_at: now,
    started_at: null,
    finished_at: null,
    from_checkpoint_id: null,
    head_checkpoint_id: null,
    revision: null,
    metadata: {},
    kwargs: {},
    multitask_strategy: "enqueue",
    ...rest,
  };
}

/** Runs until it asks, and ends the run in the store as the runner would. */
async function runTo(
  store: Store,
  place: { threadId: string; graphId: string; make: (saver: BaseCheckpointSaver) => Asking },
  input: unknown,
): Promise<Asked> {
  const { threadId, graphId } = place;
  const latest = await latestEntry(store, threadId, "");
  const run = newRun(threadId, { graph_id: graphId, from_checkpoint_id: latest?.checkpoint_id ?? null });
  await insertRun(store, run);
  const graph = place.make(createIndexedSaver(store, { runIdOf: () => run.run_id }));
  const config = { configurable: { thread_id: threadId } };
  await graph.invoke(input, config);
  const { tasks } = await graph.getState(config);
  const interrupts = tasks.flatMap((task) =>
    task.result == null ? task.interrupts.map((one) => ({ id: one.id ?? "", node: task.name, value: (one.value ?? null) as Json })) : [],
  );
  const finished = finishRun(store, {
    run_id: run.run_id,
    state: { status: "interrupted", interrupts, breakpoint: null },
    events: [],
    thread_status: "interrupted",
  });
  return { threadId, run: finished, ids: interrupts.map(({ id }) => id), config, graph };
}

/** A new thread on which a workflow asks. */
export async function ask(
  store: Store,
  make: (saver: BaseCheckpointSaver) => Asking,
  options: { graphId?: string; title?: string; input?: unknown } = {},
): Promise<Asked> {
  const { graphId = "asking", title = "A thread", input = { log: [] } } = options;
  const threadId = randomUUID();
  await createThread(store, { thread_id: threadId, graph_id: graphId, metadata: {}, title });
  return runTo(store, { threadId, graphId, make }, input);
}

/** Goes on with a thread until it asks again. */
export function askOn(store: Store, threadId: string, make: (saver: BaseCheckpointSaver) => Asking, input: unknown): Promise<Asked> {
  return runTo(store, { threadId, graphId: "asking", make }, input);
}
