import { randomUUID } from "node:crypto";
import { Annotation, Command, START, StateGraph, type BaseCheckpointSaver } from "@langchain/langgraph";
import { describe, expect, test } from "vitest";
import { explainWhy } from "../../lib/graph/why";
import type { Why } from "../../lib/schema/explain";
import type { GraphDescription, GraphEdge } from "../../lib/schema/graph";
import { readCheckpoint } from "../../lib/store/checkpoints";
import type { Store } from "../../lib/store/open";
import { createIndexedSaver } from "../../lib/store/saver";
import { readTimeline } from "../../lib/store/timeline";
import { readWhyFacts } from "../../lib/store/why-rows";
import { Log, commands, conditional, failing, fanOut, linear, nested, sends } from "./graphs";
import { STORIES, knowThread } from "./stories";
import { tempStore } from "./temp-store";

type Drawing = Pick<GraphDescription, "nodes" | "edges">;

function drawing(
  edges: [source: string, target: string, kind?: GraphEdge["kind"], label?: string][],
  triggers: Record<string, string[]> = {},
): Drawing {
  const names = [...new Set(edges.flatMap(([source, target]) => [source, target]))];
  return {
    nodes: names.map((id) => ({
      id,
      name: id,
      kind: "node",
      parent: null,
      description: null,
      source: null,
      ends: [],
      triggers: [`branch:to:${id}`, ...(triggers[id] ?? [])],
      defer: false,
      metadata: {},
    })),
    edges: edges.map(([source, target, kind = "static", label]) => ({
      id: `${source}->${target}:${kind}`,
      source,
      target,
      kind,
      labels: label === undefined ? [] : [label],
    })),
  };
}

async function ids(store: Store, threadId: string, ns = ""): Promise<Map<number, string>> {
  const { checkpoints } = await readTimeline(store, threadId, { checkpoint_ns: ns, limit: 1000 });
  return new Map([...checkpoints].reverse().map((entry) => [entry.step, entry.checkpoint_id]));
}

async function why(
  store: Store,
  threadId: string,
  checkpointId: string | undefined,
  node: string,
  drawn: Drawing | null = null,
  ns = "",
): Promise<Why> {
  const facts = await readWhyFacts(store, { thread_id: threadId, checkpoint_ns: ns, checkpoint_id: checkpointId ?? "none", node });
  if (facts === null) throw new Error("the checkpoint is missing");
  return explainWhy(facts, { node, drawing: drawn });
}

function causes(explained: Why) {
  return explained.tasks.map(({ kind, triggers }) => ({
    kind,
    causes: triggers.flatMap((trigger) => trigger.causes.map(({ via, source, label }) => ({ via, source, label }))),
  }));
}

async function play(
  make: (saver: BaseCheckpointSaver) => { invoke: (input: never, config: { configurable: { thread_id: string } }) => Promise<unknown> },
  input: unknown,
) {
  const store = tempStore();
  const graph = make(createIndexedSaver(store));
  const threadId = randomUUID();
  await knowThread(store, threadId, "some-graph");
  await graph.invoke(input as never, { configurable: { thread_id: threadId } });
  return { store, threadId };
}

describe("why a node runs", () => {
  test.each(STORIES)("every task of $name has somebody who opened it", async ({ graph: make, graph_id, play: act }) => {
    const store = tempStore();
    const threadId = randomUUID();
    await knowThread(store, threadId, graph_id ?? "some-graph");
    await act(make(createIndexedSaver(store)), { configurable: { thread_id: threadId } });
    const { checkpoints } = await readTimeline(store, threadId, { checkpoint_ns: "", limit: 1000 });
    for (const { checkpoint_id } of checkpoints) {
      const view = await readCheckpoint(store, { thread_id: threadId, checkpoint_id });
      for (const task of view?.tasks ?? []) {
        const explained = await why(store, threadId, checkpoint_id, task.name);
        const found = explained.tasks.find(({ task_id }) => task_id === task.id);
        expect(found?.triggers.length, `${task.name} of ${checkpoint_id}`).toBeGreaterThan(0);
        for (const trigger of found?.triggers ?? []) expect(trigger.causes.length, `${task.name}: ${trigger.channel}`).toBeGreaterThan(0);
      }
    }
  });

  test("an edge, and the input before it", async () => {
    const { store, threadId } = await play(linear, { log: [] });
    const steps = await ids(store, threadId);
    expect(causes(await why(store, threadId, steps.get(-1), "__start__"))).toEqual([
      { kind: "pull", causes: [{ via: "input", source: null, label: null }] },
    ]);
    const b = await why(store, threadId, steps.get(1), "b");
    expect(causes(b)).toEqual([{ kind: "pull", causes: [{ via: "edge", source: "a", label: null }] }]);
    expect(b.tasks[0]?.triggers[0]).toMatchObject({ channel: "branch:to:b", seen: null, causes: [{ checkpoint_id: steps.get(1) }] });
  });

  test("a router's answer with its label, and who was not chosen", async () => {
    const { store, threadId } = await play(conditional, { log: ["go right"] });
    const steps = await ids(store, threadId);
    const drawn = drawing([
      ["__start__", "decide"],
      ["decide", "left", "conditional"],
      ["decide", "right", "conditional", "to the right"],
    ]);
    expect(causes(await why(store, threadId, steps.get(1), "right", drawn))).toEqual([
      { kind: "pull", causes: [{ via: "conditional", source: "decide", label: "to the right" }] },
    ]);
    const left = await why(store, threadId, steps.get(1), "left", drawn);
    expect(left.tasks).toEqual([]);
    expect(left.missing).toEqual([{ channel: "branch:to:left", reason: "The conditional edge from decide picked right instead." }]);
    const early = await why(store, threadId, steps.get(0), "left", drawn);
    expect(early.missing[0]?.reason).toBe("A conditional edge leads here from decide, which did not run in the step before.");
  });

  test("a join waits for those that are missing, then names all, and a deferred node waits for the rest", async () => {
    const { store, threadId } = await play(fanOut, { log: [] });
    const steps = await ids(store, threadId);
    const drawn = drawing(
      [
        ["split", "one"],
        ["split", "two"],
        ["two", "two+more"],
        ["one", "join"],
        ["two+more", "join"],
        ["one", "last"],
      ],
      { join: ["join:one+two+more:join"] },
    );
    const waiting = await why(store, threadId, steps.get(2), "join", drawn);
    expect(waiting.missing).toEqual([{ channel: "join:one+two+more:join", reason: "It waits for two+more; one has arrived." }]);
    const before = await why(store, threadId, steps.get(1), "join", drawn);
    expect(before.missing).toEqual([{ channel: "join:one+two+more:join", reason: "It waits for one and two+more." }]);
    const opened = await why(store, threadId, steps.get(3), "join", drawn);
    expect(causes(opened)[0]?.causes).toEqual(
      expect.arrayContaining([
        { via: "join", source: "one", label: null },
        { via: "join", source: "two+more", label: null },
      ]),
    );
    const [byOne] = opened.tasks[0]?.triggers[0]?.causes.filter(({ source }) => source === "one") ?? [];
    expect(byOne?.checkpoint_id).toBe(steps.get(2));
    const deferred = await why(store, threadId, steps.get(2), "last", drawn);
    expect(deferred.missing).toEqual([
      { channel: "branch:to:last", reason: "It is deferred: it runs when nothing else is left, and two+more is next." },
    ]);
  });

  test("each packet with its own input, and the command that went there", async () => {
    const sent = await play(sends, { log: [] });
    const steps = await ids(sent.store, sent.threadId);
    const work = await why(sent.store, sent.threadId, steps.get(1), "work");
    expect(work.tasks.map(({ kind, input }) => ({ kind, input }))).toEqual([
      { kind: "push", input: { item: "x" } },
      { kind: "push", input: { item: "y" } },
    ]);
    expect(causes(work)[1]?.causes).toEqual([{ via: "send", source: "plan", label: null }]);

    const commanded = await play(commands, { log: [] });
    const at = await ids(commanded.store, commanded.threadId);
    const drawn = drawing([
      ["route", "b", "command"],
      ["route", "c", "command"],
    ]);
    expect(causes(await why(commanded.store, commanded.threadId, at.get(1), "b", drawn))).toEqual([
      { kind: "pull", causes: [{ via: "command", source: "route", label: null }] },
    ]);
    expect(causes(await why(commanded.store, commanded.threadId, at.get(1), "c", drawn))[0]?.causes[0]?.via).toBe("send");
  });

  test("an edit made as a node, a copy of a checkpoint, and a replay", async () => {
    const store = tempStore();
    const graph = linear(createIndexedSaver(store), { interruptBefore: ["b"] });
    const threadId = randomUUID();
    await knowThread(store, threadId, "some-graph");
    const config = { configurable: { thread_id: threadId } };
    await graph.invoke({ log: [] }, config);
    const steps = await ids(store, threadId);
    const edited = await graph.updateState({ configurable: { thread_id: threadId, checkpoint_id: steps.get(0) ?? "" } }, { log: ["by hand"] }, "a");
    const editedId = String(edited.configurable?.checkpoint_id);
    expect((await why(store, threadId, editedId, "b")).tasks[0]?.triggers[0]?.causes).toMatchObject([{ via: "update", checkpoint_id: editedId }]);
    const copied = await graph.updateState({ configurable: { thread_id: threadId, checkpoint_id: steps.get(1) ?? "" } }, null, "__copy__");
    expect(causes(await why(store, threadId, String(copied.configurable?.checkpoint_id), "b"))[0]?.causes).toEqual([
      { via: "edge", source: "a", label: null },
    ]);
    await graph.invoke(null, { configurable: { thread_id: threadId, checkpoint_id: steps.get(1) ?? "" } });
    const { checkpoints } = await readTimeline(store, threadId, { checkpoint_ns: "", limit: 1000 });
    const replay = checkpoints.find(({ source, parent_checkpoint_id }) => source === "fork" && parent_checkpoint_id === steps.get(1));
    expect(causes(await why(store, threadId, replay?.checkpoint_id, "b"))[0]?.causes).toEqual([{ via: "edge", source: "a", label: null }]);
  });

  test("a node of a subgraph, in its namespace", async () => {
    const { store, threadId } = await play(nested, { log: [] });
    const { checkpoints } = await readTimeline(store, threadId, { checkpoint_ns: "", limit: 10 });
    const view = await readCheckpoint(store, { thread_id: threadId, checkpoint_id: checkpoints[0]?.checkpoint_id ?? "" });
    const ns = view?.tasks[0]?.checkpoint_ns ?? "";
    const steps = await ids(store, threadId, ns);
    const drawn = drawing([["inner", "asks"]]);
    expect(causes(await why(store, threadId, steps.get(1), "asks", drawn, ns))).toEqual([
      { kind: "pull", causes: [{ via: "edge", source: "inner", label: null }] },
    ]);
    expect((await why(store, threadId, steps.get(0), "asks", drawn, ns)).missing[0]?.reason).toContain("from inner, which did not run");
  });

  test("the second round of a loop says what it had seen before", async () => {
    const store = tempStore();
    const graph = new StateGraph(Annotation.Root({ n: Annotation<number> }))
      .addNode("tick", (state) => ({ n: state.n + 1 }))
      .addNode("tock", (state) => new Command({ goto: state.n < 2 ? "tick" : [] }), { ends: ["tick"] })
      .addEdge(START, "tick")
      .addEdge("tick", "tock")
      .compile({ checkpointer: createIndexedSaver(store) });
    const threadId = randomUUID();
    await knowThread(store, threadId, "some-graph");
    await graph.invoke({ n: 0 }, { configurable: { thread_id: threadId } });
    const steps = await ids(store, threadId);
    const second = await why(store, threadId, steps.get(2), "tick", drawing([["tock", "tick", "command"]]));
    expect(second.tasks[0]?.triggers[0]?.seen).not.toBeNull();
    expect(Number(second.tasks[0]?.triggers[0]?.version)).toBeGreaterThan(Number(second.tasks[0]?.triggers[0]?.seen));
    expect(causes(second)[0]?.causes[0]).toMatchObject({ via: "command", source: "tock" });
  });
});

test("a damaged checkpoint before does not keep the others from being explained, and a missing one is said to be missing", async () => {
  const { store, threadId } = await play((saver) => failing(saver, { broken: false }), { log: [] });
  const steps = await ids(store, threadId);
  expect(await readWhyFacts(store, { thread_id: threadId, checkpoint_ns: "", checkpoint_id: "none", node: "after" })).toBeNull();
  store.sqlite.prepare(`UPDATE checkpoints SET checkpoint = ? WHERE checkpoint_id = ?`).run(Buffer.from("{broken"), steps.get(0));
  const explained = await why(store, threadId, steps.get(1), "after");
  expect(explained.tasks).toHaveLength(1);
  expect(causes(explained)[0]?.causes).toEqual([{ via: "unknown", source: null, label: null }]);
  await expect(readWhyFacts(store, { thread_id: threadId, checkpoint_ns: "", checkpoint_id: steps.get(0) ?? "", node: "bad" })).rejects.toThrow(
    /damaged/,
  );
});

test("what a node of another thread's graph is not known to be is still told from the rows", async () => {
  const { store, threadId } = await play(
    (saver) =>
      new StateGraph(Log)
        .addNode("a", () => ({ log: ["a"] }))
        .addEdge(START, "a")
        .compile({ checkpointer: saver }),
    {
      log: [],
    },
  );
  const steps = await ids(store, threadId);
  expect((await why(store, threadId, steps.get(0), "gone")).missing).toEqual([
    { channel: "branch:to:gone", reason: "Nothing wrote the channel that makes it run." },
  ]);
});
