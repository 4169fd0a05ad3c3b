import { randomUUID } from "node:crypto";
import type { StateSnapshot } from "@langchain/langgraph";
import { SqliteSaver } from "@langchain/langgraph-checkpoint-sqlite";
import { describe, expect, test } from "vitest";
import type { CheckpointView } from "../../lib/schema/checkpoint";
import { readCheckpoint } from "../../lib/store/checkpoints";
import { toDisplayJson } from "../../lib/store/display";
import type { Store } from "../../lib/store/open";
import { createIndexedSaver } from "../../lib/store/saver";
import { readTimeline } from "../../lib/store/timeline";
import { linear, nested } from "./graphs";
import { STORIES, knowThread, type Config, type Graph } from "./stories";
import { tempStore } from "./temp-store";

function facts(snapshot: StateSnapshot) {
  return {
    values: toDisplayJson(snapshot.values ?? {}),
    next: [...snapshot.next].sort(),
    tasks: snapshot.tasks
      .map(({ id, name, error, interrupts, result }) => ({
        id,
        name,
        error: error === undefined ? null : String((error as { message?: unknown }).message),
        interrupts: interrupts.map((one) => ({ id: one.id ?? "", value: toDisplayJson(one.value) })),
        result: result === undefined ? null : toDisplayJson(result),
      }))
      .sort((a, b) => a.id.localeCompare(b.id)),
    parent: String(snapshot.parentConfig?.configurable?.checkpoint_id ?? null),
    created_at: snapshot.createdAt,
    step: snapshot.metadata?.step,
    source: snapshot.metadata?.source,
  };
}

function ours(view: CheckpointView) {
  return {
    values: view.values,
    next: [...view.next].sort(),
    tasks: view.tasks
      .map(({ id, name, error, interrupts, result }) => ({ id, name, error: error?.message ?? null, interrupts, result }))
      .sort((a, b) => a.id.localeCompare(b.id)),
    parent: String(view.parent_checkpoint_id),
    created_at: view.created_at,
    step: view.step,
    source: view.source,
  };
}

async function compare(store: Store, graph: Graph, threadId: string, { ns = "", goto = false } = {}): Promise<void> {
  const { checkpoints } = await readTimeline(store, threadId, { checkpoint_ns: ns, limit: 1000 });
  expect(checkpoints.length).toBeGreaterThan(0);
  for (const entry of checkpoints) {
    const config: Config = { configurable: { thread_id: threadId, checkpoint_id: entry.checkpoint_id, ...(ns === "" ? {} : { checkpoint_ns: ns }) } };
    const snapshot = await graph.getState(config);
    const view = await readCheckpoint(store, { thread_id: threadId, checkpoint_id: entry.checkpoint_id, checkpoint_ns: ns });
    if (view === null) throw new Error("the checkpoint is missing");
    expect(ours(view)).toEqual(facts(snapshot));
    if (!goto) expect([...entry.next].sort()).toEqual([...snapshot.next].sort());
    expect(entry.has_interrupt).toBe(view.tasks.some((task) => task.status === "interrupted"));
    expect(entry.has_error).toBe(view.tasks.some((task) => task.status === "failed"));
  }
}

describe("a checkpoint read from the rows says what LangGraph says", () => {
  test.each(STORIES)("of $name", async ({ graph: make, graph_id, goto, play }) => {
    const store = tempStore();
    const graph = make(createIndexedSaver(store));
    const threadId = randomUUID();
    await knowThread(store, threadId, graph_id ?? "some-graph");
    await play(graph, { configurable: { thread_id: threadId } });
    await compare(store, graph, threadId, { goto });
  });

  test.each(STORIES)("of $name written by a foreign program", async ({ graph: make, graph_id, goto, play }) => {
    const store = tempStore();
    const foreign = SqliteSaver.fromConnString(store.path);
    const graph = make(foreign);
    const threadId = randomUUID();
    await play(graph, { configurable: { thread_id: threadId } });
    foreign.db.close();
    await knowThread(store, threadId, graph_id ?? "some-graph");
    await compare(store, make(createIndexedSaver(store)), threadId, { goto });
  });

  test("of a subgraph's own checkpoints", async () => {
    const store = tempStore();
    const graph = nested(createIndexedSaver(store));
    const threadId = randomUUID();
    await graph.invoke({ log: [] }, { configurable: { thread_id: threadId } });
    const parent = await readCheckpoint(store, { thread_id: threadId });
    const childNs = parent?.tasks[0]?.checkpoint_ns ?? "";
    expect(childNs).toMatch(/^child:/);
    await compare(store, graph, threadId, { ns: childNs });
  });

  test("of the newest checkpoint, when no id is given", async () => {
    const store = tempStore();
    const graph = linear(createIndexedSaver(store));
    const threadId = randomUUID();
    await graph.invoke({ log: [] }, { configurable: { thread_id: threadId } });
    const view = await readCheckpoint(store, { thread_id: threadId });
    expect(view?.values).toEqual({ log: ["a", "b"] });
    expect(await readCheckpoint(store, { thread_id: randomUUID() })).toBeNull();
  });
});
