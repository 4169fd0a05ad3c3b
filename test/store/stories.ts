import { Command, type BaseCheckpointSaver, type CompiledStateGraph } from "@langchain/langgraph";
import type { GraphDescription } from "../../lib/schema/graph";
import type { Store } from "../../lib/store/open";
import { putRevision } from "../../lib/store/revisions";
import { createThread } from "../../lib/store/threads";
import { asking, commands, conditional, failing, fanOut, functional, linear, nested, sends } from "./graphs";

export type Graph = Pick<CompiledStateGraph<unknown, unknown, string>, "invoke" | "getState" | "updateState">;
export type Config = { configurable: { thread_id: string; checkpoint_id?: string; checkpoint_ns?: string } };

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

export async function knowThread(store: Store, threadId: string, graphId: string): Promise<void> {
  putRevision(store, CALCULATE);
  await createThread(store, { thread_id: threadId, graph_id: graphId, metadata: {}, title: "A thread" });
}

export type Story = {
  name: string;
  graph_id?: string;
  /** The newest checkpoint was given another `next` afterwards. */ goto?: boolean;
  graph: (saver: BaseCheckpointSaver) => Graph;
  play: (graph: Graph, config: Config) => Promise<unknown>;
};

export const STORIES: Story[] = [
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
  {
    name: "a goto on a thread that had come to its end",
    graph: linear,
    goto: true,
    play: async (graph, config) => {
      await graph.invoke({ log: ["in"] }, config);
      await graph.invoke(new Command({ goto: "b" }), config);
    },
  },
  {
    name: "a run that saves only its end",
    graph: fanOut,
    play: async (graph, config) => {
      await graph.invoke({ log: [] }, { ...config, durability: "exit" });
      await graph.invoke({ log: [] }, { ...config, durability: "exit" });
    },
  },
  {
    name: "a run that reached its limit of steps",
    graph: fanOut,
    play: (graph, config) => graph.invoke({ log: [] }, { ...config, recursionLimit: 3 }).catch(swallow),
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
