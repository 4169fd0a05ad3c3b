import { randomUUID } from "node:crypto";
import { Command, type CompiledStateGraph, type StateSnapshot } from "@langchain/langgraph";
import { SqliteSaver } from "@langchain/langgraph-checkpoint-sqlite";
import { describe, expect, test } from "vitest";
import type { GraphDescription } from "../../lib/schema/graph";
import type { CheckpointView } from "../../lib/schema/checkpoint";
import { readCheckpoint } from "../../lib/store/checkpoints";
import { toDisplayJson } from "../../lib/store/display";
import type { Store } from "../../lib/store/open";
import { createIndexedSaver } from "../../lib/store/saver";
import { putRevision } from "../../lib/store/revisions";
import { createThread } from "../../lib/store/threads";
import { readTimeline } from "../../lib/store/timeline";
import { asking, commands, conditional, failing, fanOut, functional, linear, nested, sends } from "./graphs";
import { tempStore } from "./temp-store";

type Graph = Pick<CompiledStateGraph<unknown, unknown, string>, "invoke" | "getState" | "updateState">;
type Config = { configurable: { thread_id: string; checkpoint_id?: string; checkpoint_ns?: string } };
type Saver = ReturnType<typeof createIndexedSaver>;

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

async function compare(store: Store, graph: Graph, threadId: string, ns = ""): Promise<void> {
  const { checkpoints } = await readTimeline(store, threadId, { checkpoint_ns: ns, limit: 1000 });
  expect(checkpoints.length).toBeGreaterThan(0);
  for (const entry of checkpoints) {
    const config: Config = { configurable: { thread_id: threadId, checkpoint_id: entry.checkpoint_id, ...(ns === "" ? {} : { checkpoint_ns: ns }) } };
    const snapshot = await graph.getState(config);
    const view = await readCheckpoint(store, { thread_id: threadId, checkpoint_id: entry.checkpoint_id, checkpoint_ns: ns });
    if (view === null) throw new Error("the checkpoint is missing");
    expect(ours(view)).toEqual(facts(snapshot));
    expect([...entry.next].sort()).toEqual([...snapshot.next].sort());
    expect(entry.has_interrupt).toBe(view.tasks.some((task) => task.status === "interrupted"));
    expect(entry.has_error).toBe(view.tasks.some((task) => task.status === "failed"));
  }
}

const swallow = () => undefined;
const flag = { broken: true };

/** What the runner would have saved of the functional workflow. */
const CALCULATE: GraphDescription = {
  graph_id: "calculate-graph",
  api: "entrypoint",
  title: "Calculate",
  description: null,
  file: "graphs/calculate.ts",
  nodes: [
    {
      id: "calculate",
      name: "calculate",
      kind: "node",
      parent: null,
      description: null,
      source: null,
      ends: [],
      triggers: ["__start__"],
      defer: false,
      metadata: {},
    },
  ],
  edges: [],
  channels: [],
  schemas: { input: null, output: null, state: null, context: null },
  example_inputs: [],
  revision: "r1",
};

async function knowThread(store: Store, threadId: string, graphId: string): Promise<void> {
  putRevision(store, CALCULATE);
  await createThread(store, { thread_id: threadId, graph_id: graphId, metadata: {}, title: "A thread" });
}

type Story = { name: string; graph_id?: string; graph: (saver: Saver) => Graph; play: (graph: Graph, config: Config) => Promise<unknown> };

const STORIES: Story[] = [
  { name: "a finished line", graph: linear, play: (graph, config) => graph.invoke({ log: ["in"] }, config) },
  {
    name: "a breakpoint",
    graph: (saver) => linear(saver, { interruptBefore: ["b"] }),
    play: (graph, config) => graph.invoke({ log: ["in"] }, config),
  },
  {
    name: "a condition, both ways, on one thread",
    graph: conditional,
    play: async (graph, config) => {
      await graph.invoke({ log: [] }, config);
      await graph.invoke({ log: ["go right"] }, config);
    },
  },
  { name: "parallel branches, a join and a deferred node", graph: fanOut, play: (graph, config) => graph.invoke({ log: [] }, config) },
  { name: "packets of Send", graph: sends, play: (graph, config) => graph.invoke({ log: [] }, config) },
  { name: "a Command with two targets", graph: commands, play: (graph, config) => graph.invoke({ log: [] }, config) },
  { name: "two interrupts at once", graph: asking, play: (graph, config) => graph.invoke({ log: [] }, config) },
  {
    name: "one of two interrupts answered",
    graph: asking,
    play: async (graph, config) => {
      await graph.invoke({ log: [] }, config);
      const { tasks } = await graph.getState(config);
      const id = tasks[0]?.interrupts[0]?.id ?? "";
      await graph.invoke(new Command({ resume: { [id]: "yes" } }), config);
    },
  },
  {
    name: "both interrupts answered",
    graph: asking,
    play: async (graph, config) => {
      await graph.invoke({ log: [] }, config);
      const { tasks } = await graph.getState(config);
      const answers = Object.fromEntries(tasks.map((task) => [task.interrupts[0]?.id ?? "", "yes"]));
      await graph.invoke(new Command({ resume: answers }), config);
    },
  },
  {
    name: "a node that throws beside one that does not",
    graph: (saver) => failing(saver, { broken: true }),
    play: (graph, config) => graph.invoke({ log: [] }, config).catch(swallow),
  },
  {
    name: "a failed node that was mended",
    graph: (saver) => failing(saver, flag),
    play: async (graph, config) => {
      flag.broken = true;
      await graph.invoke({ log: [] }, config).catch(swallow);
      flag.broken = false;
      await graph.invoke(null, config);
    },
  },
  {
    name: "updates, copies and replays of the past",
    graph: linear,
    play: async (graph, config) => {
      await graph.invoke({ log: ["in"] }, config);
      const latest = await graph.getState(config);
      const past = latest.parentConfig ?? {};
      await graph.updateState(past, { log: ["edited"] }, "a");
      await graph.updateState(past, null, "__copy__");
      await graph.invoke(null, past);
      await graph.invoke(null, config);
    },
  },
  { name: "a subgraph that asks", graph: nested, play: (graph, config) => graph.invoke({ log: [] }, config) },
  {
    name: "a functional entrypoint that asks",
    graph_id: "calculate-graph",
    graph: (saver) => functional(saver) as unknown as Graph,
    play: (graph, config) => graph.invoke({ value: 2 }, config),
  },
  {
    name: "a functional entrypoint that came to its end",
    graph_id: "calculate-graph",
    graph: (saver) => functional(saver) as unknown as Graph,
    play: async (graph, config) => {
      await graph.invoke({ value: 2 }, config);
      await graph.invoke(new Command({ resume: "fine" }), config);
    },
  },
];

describe("a checkpoint read from the rows says what LangGraph says", () => {
  test.each(STORIES)("of $name", async ({ graph: make, graph_id, play }) => {
    const store = tempStore();
    const graph = make(createIndexedSaver(store));
    const threadId = randomUUID();
    await knowThread(store, threadId, graph_id ?? "some-graph");
    await play(graph, { configurable: { thread_id: threadId } });
    await compare(store, graph, threadId);
  });

  test.each(STORIES)("of $name written by a foreign program", async ({ graph: make, graph_id, play }) => {
    const store = tempStore();
    const foreign = SqliteSaver.fromConnString(store.path);
    const graph = make(foreign);
    const threadId = randomUUID();
    await play(graph, { configurable: { thread_id: threadId } });
    foreign.db.close();
    await knowThread(store, threadId, graph_id ?? "some-graph");
    await compare(store, make(createIndexedSaver(store)), threadId);
  });

  test("of a subgraph's own checkpoints", async () => {
    const store = tempStore();
    const graph = nested(createIndexedSaver(store));
    const threadId = randomUUID();
    await graph.invoke({ log: [] }, { configurable: { thread_id: threadId } });
    const parent = await readCheckpoint(store, { thread_id: threadId });
    const childNs = parent?.tasks[0]?.checkpoint_ns ?? "";
    expect(childNs).toMatch(/^child:/);
    await compare(store, graph, threadId, childNs);
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
