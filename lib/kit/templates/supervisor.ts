import { tool } from "@langchain/core/tools";
import { END, MessagesValue, START, StateGraph, StateSchema } from "@langchain/langgraph";
import { z } from "zod";
import { agentNode } from "../agent-node";
import { modelNode } from "../model-node";
import type { ScriptedReply, ScriptedTurn } from "../scripted-model";

export const title = "Supervisor";
export const description = "A supervisor hands the work to two agents, a researcher and a writer, until it is done.";
export const exampleInputs = [{ messages: [{ role: "user", content: "Write two sentences about tides." }] }];

const NextSchema = z.enum(["researcher", "writer", "finish"]);

const State = new StateSchema({
  /** The conversation that all of them see. */
  messages: MessagesValue,
  /** Who works next. */
  next: NextSchema.default("finish"),
});

const FACTS: Record<string, string> = {
  tides: "The moon pulls at the sea, which rises towards it and on the far side too.",
  seasons: "The axis of the earth is tilted, so that each half leans to the sun for half of the year.",
};

const lookUp = tool(({ topic }: { topic: string }) => FACTS[topic.toLowerCase()] ?? `Nothing is known about ${topic}.`, {
  name: "look_up",
  description: "Looks a topic up in the encyclopedia.",
  schema: z.object({ topic: z.string().describe("One word, e.g. tides") }),
});

/** Decides who works next. */
const supervisor = modelNode({
  system: "You lead a researcher and a writer. Say who works next; finish when the text is written.",
  output: z.object({ next: NextSchema }),
  script: decideOffline,
});

/** Looks facts up. */
const researcher = agentNode({
  system: "You look facts up, and say what you found.",
  tools: [lookUp],
  script: researchOffline,
});

/** Writes the text. */
const writer = agentNode({
  system: "You write what was asked for, from the facts in the conversation.",
  script: ({ messages }) => `Here is the text: ${messages.at(-1)?.text ?? ""}`,
});

/** Goes where the supervisor said. */
function route(state: typeof State.State) {
  return state.next;
}

/** What the scripted supervisor says while there is no other model: first the researcher, then the writer. */
function decideOffline({ messages, tools }: ScriptedTurn): ScriptedReply {
  const said = messages.filter((message) => message.type === "ai" && message.text !== "").length;
  const next = said === 0 ? "researcher" : said === 1 ? "writer" : "finish";
  return { toolCalls: [{ name: tools[0]?.name ?? "answer", args: { next } }] };
}

function researchOffline({ messages }: ScriptedTurn): ScriptedReply {
  const last = messages.at(-1);
  if (last?.type === "tool") return last.text;
  const topic = Object.keys(FACTS).find((word) => last?.text.toLowerCase().includes(word)) ?? "this";
  return { toolCalls: [{ name: "look_up", args: { topic } }] };
}

export const graph = new StateGraph(State)
  .addNode("supervisor", supervisor)
  .addNode("researcher", researcher)
  .addNode("writer", writer)
  .addEdge(START, "supervisor")
  .addConditionalEdges("supervisor", route, { researcher: "researcher", writer: "writer", finish: END })
  .addEdge("researcher", "supervisor")
  .addEdge("writer", "supervisor");
