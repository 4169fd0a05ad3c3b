import { expect, it } from "vitest";
import { importWorkflow } from "../../../../lib/source/import/import-workflow";
import { typeProblems } from "../../type-problems";
import { edit, type LooseEdit } from "./edit";

const GRAPH = `
/** Works. */
function work(state: typeof State.State) {
  return { title: state.title + "!" };
}

export const graph = new StateGraph(State).addNode("work", work).addEdge(START, "work").addEdge("work", END);
`;

const ANNOTATION = `import { Annotation, END, START, StateGraph } from "@langchain/langgraph";

const State = Annotation.Root({ title: Annotation<string> });
${GRAPH}`;

const SCHEMA = `import { END, START, StateGraph, StateSchema } from "@langchain/langgraph";
import { z } from "zod";

const State = new StateSchema({ title: z.string().default("") });
${GRAPH}`;

const ZOD = `import { END, START, StateGraph } from "@langchain/langgraph";
import { z } from "zod";

const State = z.object({ title: z.string().default("") });

export const graph = new StateGraph(State)
  .addNode("work", (state) => ({ title: state.title + "!" }))
  .addEdge(START, "work")
  .addEdge("work", END);
`;

const OLD = `import { END, START, StateGraph, type StateGraphArgs } from "@langchain/langgraph";

interface AgentState {
  title: string;
}
const channels: StateGraphArgs<AgentState>["channels"] = { title: null };

export const graph = new StateGraph<AgentState>({ channels })
  .addNode("work", (state) => ({ title: state.title + "!" }))
  .addEdge(START, "work")
  .addEdge("work", END);
`;

const MESSAGES = `import { END, MessagesAnnotation, START, StateGraph } from "@langchain/langgraph";

function work(state: typeof MessagesAnnotation.State) {
  return { messages: state.messages.slice(0, 1) };
}

export const graph = new StateGraph(MessagesAnnotation).addNode("work", work).addEdge(START, "work").addEdge("work", END);
`;

const add = (name: string, value_type: string, more: Record<string, unknown> = {}): LooseEdit => ({ type: "add_channel", name, value_type, ...more });
const set = (channel: string, more: Record<string, unknown>): LooseEdit => ({ type: "set_channel", channel, ...more });

const CHANNELS = [
  add("count", "number", { default: "0" }),
  add("tags", "string[]", { reducer: "append", description: "Words" }),
  add("best", "number", { reducer: { code: "(current, next) => Math.max(current, next)" }, default: "0" }),
  add("level", '"low" | "high" | null', { default: "null" }),
  add("people", "{ name: string; age?: number }[]", { default: "[]" }),
  add("seen", "Record<string, boolean>", { default: "{}" }),
  add("chat", "messages"),
];
const CHANGES = [
  set("tags", { reducer: "last" }),
  set("count", { reducer: { code: "(current, next) => current + next" } }),
  set("best", { value_type: "string", default: '""', reducer: { code: "(current, next) => current + next" } }),
  set("level", { value_type: "boolean", default: "false" }),
  set("people", { reducer: "append" }),
  set("seen", { default: null }),
];

it("What is written into a state has no type errors, in any form", { timeout: 180_000 }, () => {
  const forms = { ANNOTATION, SCHEMA, ZOD, OLD };
  const texts = Object.fromEntries(
    Object.entries(forms).flatMap(([name, text]) => {
      const added = edit(text, ...CHANNELS);
      return [
        [`${name} before`, text],
        [`${name} added`, added],
        [`${name} changed`, edit(added, ...CHANGES)],
      ];
    }),
  );
  texts["messages alone"] = edit(MESSAGES, ...CHANNELS.slice(0, 3));
  texts["renamed"] = edit(ANNOTATION, { type: "rename_channel", channel: "title", name: "a title" });
  for (const [name, text] of Object.entries({
    flowchart: "flowchart TD\n a[Ask] --> b{Fine?}\n b -->|yes| c\n b -->|no| d\n d --> a\n subgraph s\n c --> e\n end",
    spec: "nodes:\n  - name: agent\n  - name: tools\nedges:\n  - {from: agent, condition: next, paths: [tools, __end__]}\n  - {from: tools, to: agent}",
  })) {
    const imported = importWorkflow(text, "");
    texts[name] = "text" in imported ? imported.text : imported.error;
  }
  expect(typeProblems(texts).join("\n")).toBe("");
});
