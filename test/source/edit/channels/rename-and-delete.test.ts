import { describe, expect, it } from "vitest";
import { readFileSync } from "node:fs";
import { changed, edit, editFiles, tryEdit } from "./edit";

const TEXT = `import { Annotation, Command, END, Send, START, StateGraph } from "@langchain/langgraph";
import { shorten } from "./words";

const State = Annotation.Root({
  /** What it is about. */
  topic: Annotation<string>,
  notes: Annotation<string[]>({ reducer: (a, b) => a.concat(b), default: () => [] }),
});
type Agent = typeof State.State;
type Topic = Agent["topic"];

export const exampleInputs = [{ topic: "tides" }];

function plan(state: Agent) {
  const topic = state.topic.trim();
  const other = { topic: "not the channel" };
  return { topic, notes: [other.topic] };
}

const search = async ({ topic, notes: known }: typeof State.State) => {
  const update: Partial<Agent> = {};
  update.topic = topic + known.length;
  return Math.random() > 0.5 ? update : { ...update, topic: "x" };
};

function title(state: Agent): string {
  return describe(state);
}

function describe(values: Agent) {
  const { topic: name } = values;
  return name + values["topic"] + shorten(values);
}

function route(s: Agent) {
  if (s.topic === "topic") return new Send("plan", { topic: s.topic });
  return s?.topic ? "search" : END;
}

export const graph = new StateGraph(State)
  .addNode("plan", plan)
  .addNode("search", search)
  .addNode("inline", (state) => new Command({ update: { topic: title(state) }, goto: END }), { ends: [END] })
  .addEdge(START, "plan")
  .addConditionalEdges("plan", route, ["search", "plan", END])
  .addEdge("search", "inline");
`;

const rename = (channel: string, name: string, more: Record<string, unknown> = {}) => ({ type: "rename_channel", channel, name, ...more });

describe("a renamed channel", () => {
  it("is called otherwise wherever code reads or writes it, and nowhere else", () => {
    expect(changed(TEXT, rename("topic", "subject"))).toEqual([
      "- topic: Annotation<string>,",
      '- type Topic = Agent["topic"];',
      '- export const exampleInputs = [{ topic: "tides" }];',
      "- const topic = state.topic.trim();",
      "- return { topic, notes: [other.topic] };",
      "- const search = async ({ topic, notes: known }: typeof State.State) => {",
      "- update.topic = topic + known.length;",
      '- return Math.random() > 0.5 ? update : { ...update, topic: "x" };',
      "- const { topic: name } = values;",
      '- return name + values["topic"] + shorten(values);',
      '- if (s.topic === "topic") return new Send("plan", { topic: s.topic });',
      '- return s?.topic ? "search" : END;',
      '- .addNode("inline", (state) => new Command({ update: { topic: title(state) }, goto: END }), { ends: [END] })',
      "+ subject: Annotation<string>,",
      '+ type Topic = Agent["subject"];',
      '+ export const exampleInputs = [{ subject: "tides" }];',
      "+ const topic = state.subject.trim();",
      "+ return { subject: topic, notes: [other.topic] };",
      "+ const search = async ({ subject: topic, notes: known }: typeof State.State) => {",
      "+ update.subject = topic + known.length;",
      '+ return Math.random() > 0.5 ? update : { ...update, subject: "x" };',
      "+ const { subject: name } = values;",
      '+ return name + values["subject"] + shorten(values);',
      '+ if (s.subject === "topic") return new Send("plan", { subject: s.subject });',
      '+ return s?.subject ? "search" : END;',
      '+ .addNode("inline", (state) => new Command({ update: { subject: title(state) }, goto: END }), { ends: [END] })',
    ]);
  });

  it("may have a name that is no identifier", () => {
    const after = edit(TEXT, rename("topic", 'the "topic"'));
    expect(after).toContain('  "the \\"topic\\"": Annotation<string>,');
    expect(after).toContain('const topic = state["the \\"topic\\""].trim();');
    expect(after).toContain('s?.["the \\"topic\\""] ? "search"');
    expect(after).toContain('{ "the \\"topic\\"": topic, notes: [other.topic] }');
  });

  it("comes back by the opposite rename", () => {
    expect(edit(edit(TEXT, rename("notes", "remarks")), rename("remarks", "notes"))).toBe(TEXT);
  });

  it("is followed into other files", () => {
    const files = {
      "a.ts": `import { END, START, StateGraph } from "@langchain/langgraph";
import { work } from "./nodes";
import { State } from "./state";

export const graph = new StateGraph(State).addNode("work", work).addEdge(START, "work").addEdge("work", END);
`,
      "nodes.ts": `import type { AgentState } from "./state";

export async function work(state: AgentState) {
  return { count: state.count + 1 };
}
`,
      "state.ts": `import { StateSchema } from "@langchain/langgraph";
import { z } from "zod";

export const State = new StateSchema({ count: z.number().default(0) });
export type AgentState = typeof State.State;
`,
    };
    const after = editFiles(files, rename("count", "visits"));
    expect(after["a.ts"]).toBe(files["a.ts"]);
    expect(after["nodes.ts"]).toContain("return { visits: state.visits + 1 };");
    expect(after["state.ts"]).toContain("new StateSchema({ visits: z.number().default(0) });");
  });

  it("is renamed in the input's schema and in the interface of the old channels", () => {
    const schema = readFileSync("graphs/support.ts", "utf8");
    expect(changed(schema, rename("model_calls", "calls"))).toEqual([
      "- model_calls: z.number().int().default(0),",
      "- return { messages: [reply], model_calls: state.model_calls + 1 };",
      "+ calls: z.number().int().default(0),",
      "+ return { messages: [reply], calls: state.calls + 1 };",
    ]);
    const old = `import { END, START, StateGraph } from "@langchain/langgraph";
interface AgentState {
  steps: string[];
}
export const graph = new StateGraph<AgentState>({ channels: { steps: null } })
  .addNode("work", (state: AgentState) => ({ steps: [...state.steps, "x"] }))
  .addEdge(START, "work")
  .addEdge("work", END);
`;
    expect(changed(old, rename("steps", "done"))).toEqual([
      "- steps: string[];",
      "- export const graph = new StateGraph<AgentState>({ channels: { steps: null } })",
      '- .addNode("work", (state: AgentState) => ({ steps: [...state.steps, "x"] }))',
      "+ done: string[];",
      "+ export const graph = new StateGraph<AgentState>({ channels: { done: null } })",
      '+ .addNode("work", (state: AgentState) => ({ done: [...state.done, "x"] }))',
    ]);
  });

  it("asks about what may be another thing, and changes what was chosen", () => {
    const text = `${TEXT}
const compiled = graph.compile();
export const first = () => compiled.invoke({ topic: "one" });
export const second = () => fetcher.stream({ topic: "two" });
`;
    const outcome = tryEdit(text, rename("topic", "subject"));
    if (outcome.status !== "ask") throw new Error(JSON.stringify(outcome));
    expect(outcome.doubts.map(({ line_text }) => line_text)).toEqual([
      'export const first = () => compiled.invoke({ topic: "one" });',
      'export const second = () => fetcher.stream({ topic: "two" });',
    ]);
    const chosen = edit(text, rename("topic", "subject", { also: [outcome.doubts[0]?.place] }));
    expect(chosen).toContain('compiled.invoke({ subject: "one" })');
    expect(chosen).toContain('fetcher.stream({ topic: "two" })');
    const none = edit(text, rename("topic", "subject", { also: "none" }));
    expect(none).toContain('compiled.invoke({ topic: "one" })');
    expect(none).toContain("subject: Annotation<string>,");
  });

  it("is followed into the settings of kit nodes that name channels", () => {
    const file = "graphs/refunds.ts";
    const template = readFileSync("lib/kit/templates/approval-pipeline.ts", "utf8").replaceAll('from "../', 'from "../lib/kit/');
    const host: Record<string, string> = { [file]: template };
    for (const name of ["approval-node", "condition", "model-node"]) host[`lib/kit/${name}.ts`] = readFileSync(`lib/kit/${name}.ts`, "utf8");
    const after = editFiles(host, rename("decision", "verdict"))[file] ?? "";
    expect(after).toContain('  into: "verdict",\n');
    expect(after).toContain('verdict: z.string().default(""),');
    expect(after).not.toContain("decision");
    const amount = tryEdit(host, rename("amount", "sum"));
    if (amount.status !== "ask") throw new Error(JSON.stringify(amount));
    expect(amount.doubts.map(({ line_text }) => line_text)).toEqual([
      "output: z.object({ order_id: z.string(), amount: z.number() }),",
      'return { toolCalls: [{ name: tools[0]?.name ?? "answer", args: { order_id: order, amount: Number(amount) } }] };',
    ]);
    const chosen = editFiles(host, rename("amount", "sum", { also: amount.doubts.map(({ place }) => place) }))[file] ?? "";
    expect(chosen).toContain('show: ["complaint", "order_id", "sum"],');
    expect(chosen).toContain("`Refund ${state.sum} for order ${state.order_id}?`");
    expect(chosen).toContain("when: (state: typeof State.State) => state.sum > 50");
    expect(chosen).toContain("return { refunded: state.sum };");
  });

  it("asks about a subgraph that has a channel of the same name", () => {
    const outcome = tryEdit({ "graphs/fan-out.ts": readFileSync("graphs/fan-out.ts", "utf8") }, { ...rename("reports", "findings"), graph: "graph" });
    if (outcome.status !== "ask") throw new Error(JSON.stringify(outcome));
    expect(outcome.doubts.some(({ reason }) => reason.startsWith("worker has a channel of the same name"))).toBe(true);
    const text = readFileSync("graphs/fan-out.ts", "utf8");
    const also = outcome.doubts.map(({ place }) => place);
    const after = editFiles({ "graphs/fan-out.ts": text }, { ...rename("reports", "findings", { also }), graph: "graph" })["graphs/fan-out.ts"] ?? "";
    expect(after.match(/\breports\b/g)?.length ?? 0).toBeLessThan(text.match(/\breports\b/g)?.length ?? 0);
    expect(after).toContain("findings: WorkerState.fields.findings");
  });
});

describe("a deleted channel", () => {
  const remove = (channel: string, also?: string) => ({ type: "delete_channel", channel, ...(also === undefined ? {} : { also }) });

  it("asks where it is still used", () => {
    const outcome = tryEdit(TEXT, remove("notes"));
    if (outcome.status !== "ask") throw new Error(JSON.stringify(outcome));
    expect(outcome.question).toMatch(/^notes is still used/);
    expect(outcome.doubts.map(({ place }) => place.line)).toEqual([17, 20]);
  });

  it("goes with its comment and its line, and leaves the code that uses it", () => {
    expect(changed(TEXT, remove("topic", "none"))).toEqual(["- /** What it is about. */", "- topic: Annotation<string>,"]);
    expect(edit(TEXT, remove("topic", "none"), remove("notes", "none"))).toContain("Annotation.Root({\n});");
  });

  it("goes without a question where nothing uses it, out of the input's schema too", () => {
    const text = `import { END, START, StateGraph, StateSchema } from "@langchain/langgraph";
import { z } from "zod";

const State = new StateSchema({ a: z.string(), b: z.number(), c: z.any() });
const Input = new StateSchema({ b: z.number() });
export const graph = new StateGraph({ state: State, input: Input }).addNode("x", () => ({})).addEdge(START, "x").addEdge("x", END);
`;
    const after = edit(text, remove("b"));
    expect(after).toContain("new StateSchema({ a: z.string(), c: z.any() });");
    expect(after).toContain("const Input = new StateSchema({});");
    expect(edit(text, remove("c"))).toContain("new StateSchema({ a: z.string(), b: z.number() });");
    expect(edit(text, remove("a"))).toContain("new StateSchema({ b: z.number(), c: z.any() });");
  });

  it("comes back as it was when it is added again at the end", () => {
    expect(edit(TEXT, { type: "add_channel", name: "extra", value_type: "number", description: "More" }, remove("extra"))).toBe(TEXT);
  });
});
