import type { Json, JsonObject } from "../../../../lib/schema/json";

/** A small workflow that does something before it asks. */
export type Unsafe = {
  name: string;
  file: string;
  text: string;
  others?: Record<string, string>;
  /** The call that is to be guarded, as it is written in `callFile` (the workflow's own file where left out). */
  call: string;
  callFile?: string;
  node: string;
  input: JsonObject;
  /** What the person answers. */
  answer: Json;
  /** What the person answers who does not want it; left out where the workflow does not look at the answer. */
  refusal?: Json;
};

/** What the workflows do outside: a line in a file for each time. */
export const OUTSIDE = `import { appendFileSync } from "node:fs";
import { join } from "node:path";

/** Beside this file. */
export const EFFECTS = join(import.meta.dirname, "effects.log");

export async function charge(amount: number, who: string): Promise<string> {
  appendFileSync(EFFECTS, \`charge \${amount} \${who}\\n\`);
  return \`receipt \${amount}\`;
}

export const calendar = {
  async create(event: { title: string }) {
    appendFileSync(EFFECTS, \`create \${event.title}\\n\`);
    return { id: \`event \${event.title}\` };
  },
};
`;

/** What the code uses of LangGraph and of the file beside it. */
function importsOf(code: string): string {
  const used = (names: readonly string[]) => names.filter((name) => new RegExp(`\\b${name}\\b`).test(code)).join(", ");
  const outside = ["calendar.", "charge(", "EFFECTS"]
    .filter((name) => code.includes(name))
    .map((name) => name.replace(/\W/, ""))
    .join(", ");
  return `${code.includes("appendFileSync") ? 'import { appendFileSync } from "node:fs";\n' : ""}import { Annotation, ${used(["Command", "END", "interrupt", "START", "StateGraph"])} } from "@langchain/langgraph";
import { ${outside} } from "./outside";
`;
}

const STATE = `
const State = Annotation.Root({
  who: Annotation<string>,
  amount: Annotation<number>,
  answer: Annotation<string>,
  receipt: Annotation<string>,
  log: Annotation<string[]>({ reducer: (a, b) => a.concat(b), default: () => [] }),
});
`;
const INPUT = { who: "ada", amount: 7 };
const later = `
function later(state: typeof State.State) {
  return { log: [\`later \${state.receipt} \${state.answer}\`] };
}
`;

function flow(name: string, call: string, code: string, more: Partial<Unsafe> = {}): Unsafe {
  return {
    name,
    file: "graphs/flow.ts",
    text: importsOf(code) + STATE + code,
    call,
    node: "pay",
    input: INPUT,
    answer: "yes",
    ...more,
  };
}

/** A workflow of one model turn with two calls: one that does something at once, and one that is asked about. */
function toolsFlow(tools: string): string {
  return `import { AIMessage, ToolMessage${tools.includes(": ToolCall") ? ", type ToolCall" : ""} } from "@langchain/core/messages";${tools.includes("tool(async") ? '\nimport { tool } from "@langchain/core/tools";' : ""}
import { Annotation, END, interrupt, ${tools.includes("LangGraphRunnableConfig") ? "LangGraphRunnableConfig, " : ""}MessagesAnnotation, START, StateGraph } from "@langchain/langgraph";
${tools.includes("z.object") ? 'import { z } from "zod";\n' : ""}import { charge } from "./outside";

const State = Annotation.Root({
  ...MessagesAnnotation.spec,
  who: Annotation<string>,
  steps: Annotation<number>({ reducer: (_, next) => next, default: () => 0 }),
});

function agent(state: typeof State.State) {
  if (state.messages.length > 1) return { messages: [new AIMessage("done")] };
  const calls = [
    { name: "calendar_create_event", args: { amount: 3 }, id: "c1" },
    { name: "delete_records", args: { amount: 4 }, id: "c2" },
  ];
  return { messages: [new AIMessage({ content: "", tool_calls: calls })] };
}
${tools}
const route = (state: typeof State.State) => ((state.messages.at(-1) as AIMessage).tool_calls?.length ? "tools" : END);

export const graph = new StateGraph(State)
  .addNode("agent", agent)
  .addNode("tools", tools)
  .addEdge(START, "agent")
  .addConditionalEdges("agent", route, ["tools", END])
  .addEdge("tools", "agent")
  .compile();
`;
}

function loop(name: string, call: string): Omit<Unsafe, "text"> {
  const input = { who: "ada", messages: [{ role: "user", content: "Go" }] };
  return { name, file: "graphs/flow.ts", call, node: "tools", input, answer: { decision: "approve" } };
}

function inWindows(unsafe: Unsafe): Unsafe {
  return { ...unsafe, text: unsafe.text.replaceAll('"', "'").replaceAll(";\n", "\n").replaceAll("\n", "\r\n") };
}

export const UNSAFE: Unsafe[] = [
  flow(
    "a chained builder with a plain function",
    "charge(state.amount, state.who)",
    `
/** Asks whether the customer was told. */
async function pay(state: typeof State.State) {
  const body = \`\${state.who}: \${state.amount}\`;
  // The money goes here.
  const receipt = await charge(state.amount, state.who);
  const answer: string = interrupt({ question: "Was the customer told?", body });
  return { answer, receipt };
}
${later}
export const graph = new StateGraph(State)
  .addNode("pay", pay)
  .addNode("later", later)
  .addEdge(START, "pay")
  .addEdge("pay", "later") // on and on
  .addEdge("later", END)
  .compile();
`,
  ),
  flow(
    "an arrow in a constant, with a refusal that returns",
    "charge(amount, who)",
    `
const pay = async ({ amount, who }: typeof State.State) => {
  await charge(amount, who);
  const { decision } = interrupt<unknown, { decision: string }>({ question: "Really?" });
  if (decision !== "approve") return { answer: "refused" };
  return { answer: decision };
};
${later}
const builder = new StateGraph(State);
builder.addNode("pay", pay);
builder.addNode("later", later);
builder.addEdge(START, "pay" as any);
builder.addEdge("pay" as any, "later" as any);
builder.addEdge("later" as any, END);

export const graph = builder.compile();
`,
    { answer: { decision: "approve" }, refusal: { decision: "reject" } },
  ),
  flow(
    "a function written in the builder",
    "calendar.create({ title: state.who })",
    `${later}
export const graph = new StateGraph(State)
  .addNode("pay", async (state) => {
    const { id } = await calendar.create({ title: state.who });
    const answer = interrupt("Shall I go on?");
    return { answer, receipt: id };
  })
  .addNode("later", later)
  .addEdge(START, "pay")
  .addEdge("pay", "later")
  .addEdge("later", END)
  .compile();
`,
  ),
  flow(
    "a node that answers with commands",
    "charge(state.amount, state.who)",
    `
async function pay(state: typeof State.State) {
  const receipt = await charge(state.amount, state.who);
  const answer: string = interrupt("Pay?");
  if (answer === "no") {
    return new Command({ goto: END, update: { answer } });
  }
  return new Command({ goto: "later", update: { answer, receipt } });
}
${later}
export const graph = new StateGraph(State)
  .addNode("pay", pay, { ends: ["later", END] })
  .addNode("later", later)
  .addEdge(START, "pay")
  .addEdge("later", END)
  .compile();
`,
  ),
  flow(
    "conditional ways that tell the approval",
    "charge(state.amount, state.who)",
    `
async function pay(state: typeof State.State) {
  const receipt = await charge(state.amount, state.who);
  const answer: string = interrupt("Pay?");
  return { answer, receipt };
}
${later}
function route(state: typeof State.State) {
  return state.answer === "yes" ? "go" : "stop";
}

export const graph = new StateGraph(State)
  .addNode("pay", pay)
  .addNode("later", later)
  .addEdge(START, "pay")
  .addConditionalEdges("pay", route, { go: "later", stop: END })
  .addEdge("later", END)
  .compile();
`,
  ),
  flow(
    "conditional ways that tell nothing",
    "charge(state.amount, state.who)",
    `
async function pay(state: typeof State.State) {
  await charge(state.amount, state.who);
  return { answer: interrupt("Pay?") };
}
${later}
export const graph = new StateGraph(State)
  .addNode("pay", pay)
  .addNode("later", later)
  .addEdge(START, "pay")
  .addConditionalEdges("pay", (state) => (state.amount > 5 ? "later" : END), ["later", END])
  .addEdge("later", END)
  .compile();
`,
  ),
  flow(
    "a channel that the node changes after the call",
    "charge(state.amount, state.answer)",
    `
async function pay(state: typeof State.State) {
  await charge(state.amount, state.answer);
  const text: string = interrupt("Pay?");
  return { answer: text };
}

export const graph = new StateGraph(State).addNode("pay", pay).addEdge(START, "pay").addEdge("pay", END).compile();
`,
    { input: { ...INPUT, answer: "before" } },
  ),
  inWindows(
    flow(
      "CRLF, single quotes and no semicolons",
      "charge(state.amount, state.who)",
      `
const pay = async (state: typeof State.State) => {
  const receipt = await charge(state.amount, state.who)
  const answer = interrupt('Pay?') as string
  if (!answer) return { answer: 'no' }
  return { answer, receipt }
}

export const graph = new StateGraph(State).addNode('pay', pay).addEdge(START, 'pay').addEdge('pay', END).compile()
`,
    ),
  ),
  {
    ...flow("JavaScript", "charge(state.amount, state.who)", ""),
    file: "graphs/flow.js",
    text: `import { Annotation, END, interrupt, START, StateGraph } from "@langchain/langgraph";
import { charge } from "./outside.js";

const State = Annotation.Root({ who: Annotation(), amount: Annotation(), answer: Annotation(), receipt: Annotation() });

async function pay(state) {
  const receipt = await charge(state.amount, state.who);
  const answer = interrupt("Pay?");
  return { answer, receipt: receipt + answer };
}

export const graph = new StateGraph(State).addNode("pay", pay).addEdge(START, "pay").addEdge("pay", END).compile();
`,
  },
  {
    ...flow("a node in another file", "charge(state.amount, state.who)", ""),
    callFile: "graphs/nodes/pay.ts",
    text: `import { END, START, StateGraph } from "@langchain/langgraph";
import { pay } from "./nodes/pay";
import { State } from "./state";

export const graph = new StateGraph(State).addNode("pay", pay).addEdge(START, "pay").addEdge("pay", END).compile();
`,
    others: {
      "graphs/state.ts": `import { Annotation } from "@langchain/langgraph";
${STATE.replace("const State", "export const State")}`,
      "graphs/nodes/pay.ts": `import { interrupt } from "@langchain/langgraph";
import { charge } from "../outside";
import type { State } from "../state";

export async function pay(state: typeof State.State) {
  const receipt = await charge(state.amount, state.who);
  const answer: string = interrupt("Pay?");
  return { answer, receipt };
}
`,
    },
  },
  flow(
    "a method of a class",
    "charge(state.amount, state.who)",
    `
class Steps {
  readonly greeting = "hello";

  async pay(state: typeof State.State) {
    const receipt = await charge(state.amount, state.who);
    const answer: string = interrupt(this.greeting);
    return { answer, receipt };
  }
}

const steps = new Steps();

export const graph = new StateGraph(State).addNode("pay", steps.pay.bind(steps)).addEdge(START, "pay").addEdge("pay", END).compile();
`,
  ),
  flow(
    "a way that ends before the call",
    "charge(state.amount, state.who)",
    `
async function pay(state: typeof State.State): Promise<Partial<typeof State.State>> {
  if (state.amount > 100) return { answer: "too much" };
  await charge(state.amount, state.who);
  const ok = interrupt<string, boolean>("Pay?");
  if (ok) return { answer: "paid" };
  return { answer: "not paid" };
}
${later}
export const graph = new StateGraph(State)
  .addNode("pay", pay)
  .addNode("later", later)
  .addEdge(START, "pay")
  .addEdge("pay", "later")
  .addEdge("later", END)
  .compile();
`,
    { answer: true, refusal: false },
  ),
  flow(
    "what is told after the answer",
    "charge(state.amount, state.who)",
    `
async function pay(state: typeof State.State) {
  const receipt = await charge(state.amount, state.who);
  const { text } = interrupt<unknown, { text: string }>({ question: "What shall the customer read?" });
  const line = \`\${receipt}: \${text}\`;
  return { log: [line] };
}
${later}
export const graph = new StateGraph(State)
  .addNode({ pay, later })
  .addEdge(START, "pay")
  .addEdge("pay", "later")
  .addEdge("later", END)
  .compile();
`,
    { answer: { text: "Thanks" } },
  ),
  flow(
    "a function that is not async",
    "chargeNow(state.amount)",
    `
function chargeNow(amount: number): string {
  appendFileSync(EFFECTS, \`charge \${amount}\\n\`);
  return \`receipt \${amount}\`;
}

function pay(state: typeof State.State) {
  const receipt = chargeNow(state.amount);
  const answer: string = interrupt("Pay?");
  return { receipt, answer };
}
${later}
export const graph = new StateGraph(State)
  .addNode("pay", pay)
  .addNode("later", later)
  .addEdge(START, "pay")
  .addEdge("pay", "later")
  .addEdge("later", END)
  .compile();
`,
  ),
  {
    ...flow("a state of zod schemas", "notify[state.how]?.(state.who)", ""),
    text: `import { END, interrupt, START, StateGraph, StateSchema } from "@langchain/langgraph";
import { z } from "zod";
import { charge } from "./outside";

const State = new StateSchema({ who: z.string(), how: z.enum(["charge", "nothing"]), answer: z.string().default("") });

const notify: Partial<Record<string, (who: string) => Promise<string>>> = { charge: async (who) => await charge(1, who) };

export const graph = new StateGraph(State)
  .addNode("pay", async (state) => {
    if (state.how !== "nothing") await notify[state.how]?.(state.who);
    const answer = interrupt<string, string>("Go on?");
    return { answer, who: \`\${state.who} asked\` };
  })
  .addEdge(START, "pay")
  .addEdge("pay", END)
  .compile();
`,
    input: { who: "ada", how: "charge" },
  },
  {
    ...loop("a tools node with a loop over the model's calls", 'charge(call.args["amount"], call.name)'),
    text: toolsFlow(`
/** Runs the tools that the model asks for; what deletes something is asked about. */
async function tools(state: typeof State.State, config: LangGraphRunnableConfig) {
  const last = state.messages.at(-1);
  const calls = AIMessage.isInstance(last) ? (last.tool_calls ?? []) : [];
  const results: ToolMessage[] = [];
  for (const call of calls) {
    if (call.name === "delete_records") {
      const { decision } = interrupt<unknown, { decision: string }>({ call, who: config.configurable?.["thread_id"] });
      // The agent sees why nothing was done.
      if (decision !== "approve") {
        results.push(new ToolMessage({ content: "denied by reviewer", tool_call_id: call.id ?? "" }));
        continue;
      }
    }
    const content = await charge(call.args["amount"], call.name);
    results.push(new ToolMessage({ content, tool_call_id: call.id ?? "" }));
  }
  return { messages: results };
}
`),
  },
  {
    ...loop("a tools node that maps the calls", 'charge(call.args["amount"], `${state.who} ${call.name}`)'),
    text: toolsFlow(`
const tools = async (state: typeof State.State) => {
  const last = state.messages.at(-1) as AIMessage;
  const messages = await Promise.all(
    (last.tool_calls ?? []).map(async (call) => {
      if (call.name !== "delete_records") {
        return new ToolMessage({
          content: await charge(call.args["amount"], \`\${state.who} \${call.name}\`),
          tool_call_id: call.id ?? "",
        });
      }
      const { decision } = interrupt<unknown, { decision: string }>({ call });
      return new ToolMessage({ content: decision, tool_call_id: call.id ?? "" });
    }),
  );
  return { messages, steps: state.steps + 1 };
};
`),
  },
  {
    ...loop("a tools node that finds its tools by name", 'found.invoke({ ...call, type: "tool_call" }, config)'),
    text: toolsFlow(`
const create = tool(async ({ amount }) => await charge(amount, "create"), {
  name: "calendar_create_event",
  description: "Creates an event.",
  schema: z.object({ amount: z.number() }),
});
const remove = tool(async ({ amount }) => await charge(amount, "delete"), {
  name: "delete_records",
  description: "Deletes records.",
  schema: z.object({ amount: z.number() }),
});
const allTools = [create, remove];

function isAllowed(call: ToolCall): boolean {
  if (call.name !== "delete_records") return true;
  const { decision } = interrupt<unknown, { decision: string }>({ call });
  return decision === "approve";
}

/** Runs what the model asked for. */
const tools = async (state: typeof State.State, config: LangGraphRunnableConfig) => {
  const last = state.messages.at(-1);
  const messages: ToolMessage[] = [];
  if (!AIMessage.isInstance(last)) return { messages };
  for (const call of last.tool_calls ?? []) {
    const found = allTools.find(({ name }) => name === call.name);
    if (found === undefined || !isAllowed(call)) {
      messages.push(new ToolMessage({ content: "denied by reviewer", tool_call_id: call.id ?? "" }));
      continue;
    }
    const result: unknown = await found.invoke({ ...call, type: "tool_call" }, config);
    messages.push(ToolMessage.isInstance(result) ? result : new ToolMessage({ content: String(result), tool_call_id: call.id ?? "" }));
  }
  return { messages };
};
`),
  },
];

/** All files of a workflow. */
export function filesOf({ file, text, others }: Unsafe): Record<string, string> {
  return { "graphs/outside.ts": OUTSIDE, ...others, [file]: text };
}
