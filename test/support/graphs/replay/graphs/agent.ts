import { randomBytes, randomUUID } from "node:crypto";
import { appendFileSync } from "node:fs";
import { AIMessage, HumanMessage, type ToolMessage } from "@langchain/core/messages";
import { tool } from "@langchain/core/tools";
import { Annotation, Command, END, MessagesAnnotation, START, Send, StateGraph, interrupt } from "@langchain/langgraph";
import { z } from "zod";
import { ScriptedChatModel } from "../../../../../lib/kit/scripted-model";

/** Says that something really ran. */
function note(what: string): void {
  if (process.env.REPLAY_LOG !== undefined) appendFileSync(process.env.REPLAY_LOG, `${what}\n`);
}

const State = Annotation.Root({
  ...MessagesAnnotation.spec,
  amount: Annotation<number>(),
  city: Annotation<string>(),
  ids: Annotation<string[]>({ reducer: (left, right) => [...left, ...right, `${left.length}:${randomUUID().slice(0, 4)}`], default: () => [] }),
  log: Annotation<unknown[]>({ reducer: (left, right) => [...left, ...right], default: () => [] }),
});

let models = 0;
const model = new ScriptedChatModel({
  delayMs: 0,
  script: ({ messages }) => {
    models += 1;
    note("model");
    return messages.some((message) => message.type === "tool")
      ? `Done, after ${models} calls of the model.`
      : { text: "I look.", toolCalls: [{ name: "book_room", args: { city: "Bern" } }] };
  },
});

let bookings = 0;
const bookRoom = tool(
  async ({ city }) => {
    note(`book_room ${city}`);
    bookings += 1;
    return [`Room ${bookings} in ${city}`, { at: new Date(0), random: Math.random() }];
  },
  { name: "book_room", description: "Books a room", schema: z.object({ city: z.string() }), responseFormat: "content_and_artifact" },
);

const handOver = tool(async () => new Command({ update: { log: ["handed over"] }, goto: "end" }), {
  name: "hand_over",
  description: "Hands over",
  schema: z.object({}),
});

const failing = tool(
  async () => {
    note("charge_card");
    throw Object.assign(new Error(`Declined ${bookings}`), { code: "declined" });
  },
  { name: "charge_card", description: "Charges", schema: z.object({ amount: z.number() }) },
);

async function think({ messages }: typeof State.State) {
  const bound = model.bindTools([bookRoom]);
  return { messages: [await bound.invoke(messages.length === 0 ? [new HumanMessage("A room, please")] : messages)] };
}

async function act({ messages, city }: typeof State.State) {
  const last = messages.at(-1);
  const calls = last instanceof AIMessage || AIMessage.isInstance(last) ? (last.tool_calls ?? []) : [];
  const results = await Promise.all(calls.map((call) => bookRoom.invoke({ ...call, args: { city: city ?? call.args.city }, type: "tool_call" })));
  return {
    messages: results as ToolMessage[],
    log: [
      {
        id: randomUUID(),
        bytes: randomBytes(4).toString("hex"),
        at: Date.now(),
        day: new Date().toISOString(),
        chance: Math.random(),
        web: crypto.randomUUID(),
      },
    ],
    ids: [randomUUID()],
  };
}

async function charge({ amount }: typeof State.State) {
  try {
    await failing.invoke({ amount: amount ?? 1 });
    return {};
  } catch (error) {
    return { log: [{ failed: (error as Error).message, code: (error as { code?: string }).code }] };
  }
}

async function part({ part: at }: { part: number }) {
  await new Promise((resolve) => setTimeout(resolve, (7 * (at + 3)) % 5));
  return { log: [{ part: at, id: randomUUID(), at: Date.now() }] };
}

const start = new StateGraph(State)
  .addNode("think", think)
  .addNode("act", act)
  .addNode("charge", charge)
  .addNode("part", part)
  .addNode("answer", think)
  .addEdge(START, "think")
  .addEdge("think", "act")
  .addEdge("act", "charge")
  .addConditionalEdges("charge", () => [0, 1, 2, 3].map((at) => new Send("part", { part: at })), ["part"])
  .addEdge("part", "answer")
  .addEdge("answer", END);
export const graph = start.compile();

/** A tool that decides where the run goes. */
export const commanding = new StateGraph(State)
  .addNode(
    "route",
    async () => {
      note("route");
      const made: unknown = await handOver.invoke({ name: "hand_over", args: {}, id: "c1", type: "tool_call" });
      return made as Command;
    },
    { ends: ["end"] },
  )
  .addNode("end", () => ({ log: ["end"] }))
  .addEdge(START, "route")
  .addEdge("end", END)
  .compile();

const ask = tool(
  async ({ what }) => {
    const answer = interrupt<string, string>(`May I delete ${what}?`);
    note(`delete_records ${what} ${answer}`);
    return `${answer}: ${what}`;
  },
  { name: "delete_records", description: "Deletes", schema: z.object({ what: z.string() }) },
);

/** A tool that asks before it acts. */
export const asking = new StateGraph(State)
  .addNode("clean", async () => ({ log: [await ask.invoke({ what: "orders" })] }))
  .addEdge(START, "clean")
  .addEdge("clean", END)
  .compile();
