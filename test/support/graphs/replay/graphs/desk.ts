import { appendFileSync } from "node:fs";
import { tool } from "@langchain/core/tools";
import { Annotation, END, START, Send, StateGraph, getStore, interrupt } from "@langchain/langgraph";
import { z } from "zod";
import { ScriptedChatModel } from "../../../../../lib/kit/scripted-model";

function note(what: string): void {
  if (process.env.REPLAY_LOG !== undefined) appendFileSync(process.env.REPLAY_LOG, `${what}\n`);
}

const State = Annotation.Root({
  order: Annotation<string>(),
  decision: Annotation<string>(),
  outcome: Annotation<string>(),
  notes: Annotation<string[]>({ reducer: (left, right) => [...left, ...right], default: () => [] }),
});

const lookUp = tool(
  async ({ order }) => {
    note(`look_up ${order}`);
    return `Order ${order}: 30 francs`;
  },
  { name: "look_up_order", description: "Looks", schema: z.object({ order: z.string() }) },
);
const refund = tool(
  async ({ order }) => {
    note(`refund ${order}`);
    return `Refunded ${order}`;
  },
  { name: "refund_order", description: "Pays back", schema: z.object({ order: z.string() }) },
);
const model = new ScriptedChatModel({ delayMs: 0, script: ({ messages }) => `Dear customer, ${String(messages.at(-1)?.text)}.` });

async function decide({ order }: typeof State.State) {
  const found = await lookUp.invoke({ order });
  const decision = interrupt<unknown, string>({ question: `Refund it? ${found}`, choices: ["approve", "reject"] });
  return { decision, notes: [found] };
}

/** Looks an order up, asks, and pays back or refuses. */
export const graph = new StateGraph(State)
  .addNode("decide", decide)
  .addNode("pay", async ({ order }) => {
    await getStore()?.put(["refunds"], order, { paid: true });
    return { outcome: await refund.invoke({ order }), notes: ["paid"] };
  })
  .addNode("refuse", async ({ order }) => ({ outcome: (await model.invoke(`no refund for ${order}`)).text }))
  .addEdge(START, "decide")
  .addConditionalEdges("decide", ({ decision }) => (decision === "approve" ? "pay" : "refuse"), ["pay", "refuse"])
  .addEdge("pay", END)
  .addEdge("refuse", END)
  .compile();

/** A subgraph that asks, and several who ask at once. */
export const several = new StateGraph(State)
  .addNode("inner", graph)
  .addNode("ask", async ({ order }: { order: string }) => ({ notes: [`${order}: ${interrupt<string, string>(`${order}?`)}`] }))
  .addConditionalEdges(START, () => ["inner", new Send("ask", { order: "a" }), new Send("ask", { order: "b" })], ["inner", "ask"])
  .addEdge("inner", END)
  .addEdge("ask", END)
  .compile();
