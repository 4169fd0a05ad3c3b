import { appendFileSync } from "node:fs";
import { tool } from "@langchain/core/tools";
import type { RunnableConfig } from "@langchain/core/runnables";
import { Annotation, END, interrupt, Send, START, StateGraph, task } from "@langchain/langgraph";
import { z } from "zod";

/** What a generated node does. */
type Kind = "plain" | "ask" | "ask_twice" | "keep_and_ask" | "fail_once" | "child" | "calls_child" | "fan";
type Node = { name: string; kind: Kind };
/** Layers of nodes; `links[i]` says how layer i leads to the next. `loops`: the last layer leads back once. */
export type Spec = { layers: Node[][]; links: ("all" | "join" | "route")[]; loops: boolean };

const State = Annotation.Root({
  log: Annotation<string[]>({ reducer: (a, b) => a.concat(b), default: () => [] }),
  rounds: Annotation<number>({ reducer: (a, b) => Math.max(a, b), default: () => 0 }),
});
type State = typeof State.State;

/** What really happened, counted by nobody but the code itself. */
function note(line: { at: "start" | "effect" | "kept"; name: string }, config: RunnableConfig = {}): void {
  const { langgraph_checkpoint_ns: path, langgraph_step: step } = config.metadata ?? {};
  appendFileSync(process.env["RERUN_LOG"] ?? "/dev/null", `${JSON.stringify({ ...line, path, step })}\n`);
}

const sendNote = tool(
  ({ to }, config: RunnableConfig) => {
    note({ at: "effect", name: to }, config);
    return "sent";
  },
  { name: "send_note", description: "Sends a note", schema: z.object({ to: z.string() }) },
);

const keep = task("keep_note", async (to: string): Promise<string> => {
  note({ at: "kept", name: to });
  return to;
});

const failed = new Set<string>();

function runOf(name: string, kind: Kind) {
  return async (_state: unknown, config: RunnableConfig): Promise<Partial<State>> => {
    note({ at: "start", name }, config);
    await sendNote.invoke({ to: `${name} first` }, config);
    const key = `${String(config.configurable?.["thread_id"])} ${name}`;
    if (kind === "keep_and_ask") await keep(key);
    if (kind === "fail_once" && !failed.has(key)) {
      failed.add(key);
      // Those beside it get the time to end.
      await new Promise((resolve) => setTimeout(resolve, 30));
      throw new Error(`${name} fails once`);
    }
    const questions = kind === "ask_twice" ? 2 : kind === "ask" || kind === "keep_and_ask" ? 1 : 0;
    for (let asked = 0; asked < questions; asked++) {
      interrupt(`${name} asks ${asked}`);
      await sendNote.invoke({ to: `${name} answered ${asked}` }, config);
    }
    return { log: [name] };
  };
}

function child() {
  return new StateGraph(State)
    .addNode("i1", runOf("i1", "plain"))
    .addNode("i2", runOf("i2", "ask"))
    .addNode("i3", runOf("i3", "ask"))
    .addNode("i4", runOf("i4", "plain"))
    .addEdge(START, "i1")
    .addEdge("i1", "i2")
    .addEdge("i1", "i3")
    .addEdge(["i2", "i3"], "i4")
    .addEdge("i4", END)
    .compile();
}

function build({ layers, links, loops }: Spec) {
  // Names are made at run time, which the builder's types cannot know.
  const graph: StateGraph<typeof State.spec, State, Partial<State>, string> = new StateGraph(State);
  const inner = child();
  for (const node of layers.flat()) {
    if (node.kind === "child") graph.addNode(node.name, child());
    else if (node.kind === "calls_child") {
      graph.addNode(node.name, async (state, config) => {
        note({ at: "start", name: node.name }, config);
        await sendNote.invoke({ to: `${node.name} first` }, config);
        await inner.invoke(state);
        return { log: [node.name] };
      });
    } else if (node.kind === "fan") {
      const worker = `${node.name}_worker`;
      graph.addNode(node.name, runOf(node.name, "plain"));
      graph.addNode(worker, async (item: unknown, config) => {
        const index = typeof item === "object" && item !== null && "index" in item ? Number(item.index) : 0;
        return runOf(worker, index === 1 ? "ask" : "plain")(item, config);
      });
      const spread = () => [0, 1, 2].map((index) => new Send(worker, { index }));
      graph.addConditionalEdges(node.name, spread, [worker]);
    } else graph.addNode(node.name, runOf(node.name, node.kind));
  }
  for (const node of layers[0] ?? []) graph.addEdge(START, node.name);
  links.forEach((link, index) => {
    const from = (layers[index] ?? []).map(({ name }) => name);
    const to = (layers[index + 1] ?? []).map(({ name }) => name);
    if (link === "join") for (const target of to) graph.addEdge(from, target);
    else if (link === "all" || layers[index]?.every(({ kind }) => kind === "fan") === true)
      for (const source of from) for (const target of to) graph.addEdge(source, target);
    else {
      // A node has one router.
      const router = layers[index]?.find(({ kind }) => kind !== "fan")?.name;
      const route = ({ log }: State) => to[log.length % to.length] ?? END;
      if (router !== undefined) graph.addConditionalEdges(router, route, [...to, END]);
    }
  });
  const last = layers.at(-1)?.[0]?.name;
  const first = layers[0]?.[0]?.name;
  if (loops && last !== undefined && first !== undefined) {
    graph.addNode("count", ({ rounds }, config) => {
      note({ at: "start", name: "count" }, config);
      return { rounds: rounds + 1 };
    });
    graph.addEdge(last, "count");
    graph.addConditionalEdges("count", ({ rounds }) => (rounds < 2 ? first : END), [first, END]);
  }
  return graph.compile();
}

const specs = JSON.parse(process.env["RERUN_SPECS"] ?? "[]") as Spec[];
const FALLBACK: Spec = { layers: [[{ name: "a", kind: "plain" }]], links: [], loops: false };
const at = (index: number) => build(specs[index] ?? FALLBACK);

export const g0 = at(0);
export const g1 = at(1);
export const g2 = at(2);
export const g3 = at(3);
export const g4 = at(4);
export const g5 = at(5);
export const g6 = at(6);
export const g7 = at(7);
export const g8 = at(8);
export const g9 = at(9);
export const g10 = at(10);
export const g11 = at(11);
