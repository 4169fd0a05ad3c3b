import { randomUUID } from "node:crypto";
import { appendFileSync } from "node:fs";
import { tool } from "@langchain/core/tools";
import { Annotation, END, MessagesAnnotation, START, StateGraph, interrupt, task } from "@langchain/langgraph";
import { ChatOpenAI } from "@langchain/openai";
import { v4, v7 } from "uuid";
import { z } from "zod";
import { effect } from "../../../../../lib/kit/effect";

function note(what: string): void {
  if (process.env.REPLAY_LOG !== undefined) appendFileSync(process.env.REPLAY_LOG, `${what}\n`);
}

const State = Annotation.Root({
  ...MessagesAnnotation.spec,
  n: Annotation<number>(),
  log: Annotation<unknown[]>({ reducer: (left, right) => [...left, ...right], default: () => [] }),
});

let charges = 0;
const charge = effect("charge", async ({ amount }: { amount: number }) => {
  note(`charge ${amount}`);
  return { charged: amount, number: ++charges };
});

let tries = 0;
const flaky = tool(
  async () => {
    note("flaky");
    tries += 1;
    if (tries % 2 === 1) throw new Error(`Not yet, ${tries}`);
    return `There, ${tries}`;
  },
  { name: "flaky", description: "Fails every other time", schema: z.object({}) },
);

const draw = tool(
  async function* () {
    note("draw");
    yield "one";
    yield "two";
    return `three ${Math.random()}`;
  },
  { name: "draw_lots", description: "Tells as it goes", schema: z.object({}) },
);

const strange = tool(async () => ({ big: 10n }), { name: "count_all", description: "Gives what JSON cannot hold", schema: z.object({}) });

const remembered = task("remembered", async (n: number) => ({ n, id: v4() }));

const child = new StateGraph(State)
  .addNode("say", async () => ({
    messages: [{ role: "user", content: "hello" }],
    log: [{ v4: v4(), id: randomUUID(), day: new Date().toISOString() }],
  }))
  .addNode("pay", async ({ n }) => ({ log: [await charge({ amount: n ?? 1 }), await charge({ amount: 2 })] }))
  .addEdge(START, "say")
  .addEdge("say", "pay")
  .addEdge("pay", END)
  .compile();

/** A subgraph with effects, a node that is tried again, a `task()`, and a tool that streams. */
export const graph = new StateGraph(State)
  .addNode("child", child)
  .addNode("again", async () => ({ log: [await flaky.invoke({})] }), { retryPolicy: { maxAttempts: 3, initialInterval: 1 } })
  .addNode("rest", async ({ n }) => {
    const last: unknown[] = [];
    const drawn: unknown = await draw.invoke({});
    last.push(drawn, await remembered(n ?? 0), v7().length);
    return { log: last };
  })
  .addEdge(START, "child")
  .addEdge("child", "again")
  .addEdge("again", "rest")
  .addEdge("rest", END)
  .compile();

/** What JSON cannot hold. */
export const odd = new StateGraph(State)
  .addNode("count", async () => {
    const counted: { big?: unknown } = await strange.invoke({});
    return { log: [String(counted.big)] };
  })
  .addEdge(START, "count")
  .addEdge("count", END)
  .compile();

/** A provider's model, streamed and not. */
export const provider = new StateGraph(State)
  .addNode("ask", async ({ n }) => {
    const model = new ChatOpenAI({ model: "gpt-test", apiKey: "sk-test", maxRetries: 0, configuration: { baseURL: process.env.REPLAY_MODEL } });
    const pieces: string[] = [];
    for await (const chunk of await model.stream(`stream ${n}`)) pieces.push(chunk.text);
    const whole = await model.invoke(`whole ${n}`);
    return { messages: [whole], log: [pieces.join("")] };
  })
  .addEdge(START, "ask")
  .addEdge("ask", END)
  .compile();

/** An effect before a question. */
export const asks = new StateGraph(State)
  .addNode("book", async ({ n }) => {
    const made = await charge({ amount: n ?? 5 });
    const answer = interrupt<string, string>("Really?");
    return { log: [made, answer, (await charge({ amount: 100 })).charged] };
  })
  .addEdge(START, "book")
  .addEdge("book", END)
  .compile();
