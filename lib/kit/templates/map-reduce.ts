import { HumanMessage, SystemMessage } from "@langchain/core/messages";
import type { RunnableConfig } from "@langchain/core/runnables";
import { END, ReducedValue, Send, START, StateGraph, StateSchema } from "@langchain/langgraph";
import { z } from "zod";
import { createModel } from "../model";

export const title = "Map and reduce";
export const description = "Splits a text into paragraphs, summarises them side by side, and joins the summaries.";
export const exampleInputs = [{ text: "The moon pulls at the sea.\n\nThe axis of the earth is tilted.\n\nThe earth turns once a day." }];

const SummarySchema = z.object({ index: z.number().int(), summary: z.string() });

const State = new StateSchema({
  text: z.string().default("").meta({ title: "Text", description: "Paragraphs stand apart by an empty line." }),
  paragraphs: z.array(z.string()).default(() => []),
  /** One per paragraph. The workers finish in any order; the reducer keeps them sorted. */
  summaries: new ReducedValue(
    z.array(SummarySchema).default(() => []),
    {
      inputSchema: z.array(SummarySchema),
      reducer: (done, more) => [...done.filter(({ index }) => !more.some((each) => each.index === index)), ...more].sort((a, b) => a.index - b.index),
    },
  ),
  report: z.string().default(""),
});
const Input = new StateSchema({ text: State.fields.text });

/** What one worker is given. */
type Task = { index: number; paragraph: string };

/** Cuts the text into paragraphs. */
function split(state: typeof State.State) {
  return { paragraphs: state.text.split(/\n\s*\n/).filter((paragraph) => paragraph.trim() !== "") };
}

/** One worker per paragraph; straight to the report when there is none. */
function fanOut(state: typeof State.State) {
  if (state.paragraphs.length === 0) return "join";
  return state.paragraphs.map((paragraph, index) => new Send("summarise", { index, paragraph } satisfies Task));
}

/** Summarises one paragraph. */
async function summarise({ index, paragraph }: Task, config: RunnableConfig) {
  const model = await createModel({ script: ({ messages }) => `${messages.at(-1)?.text.split(" ").slice(0, 5).join(" ")} …` });
  const reply = await model.invoke([new SystemMessage("Summarise the text in one short sentence."), new HumanMessage(paragraph)], config);
  return { summaries: [{ index, summary: reply.text }] };
}

/** Joins the summaries into a report. */
function join(state: typeof State.State) {
  return { report: state.summaries.map(({ summary }) => `- ${summary}`).join("\n") };
}

export const graph = new StateGraph({ state: State, input: Input })
  .addNode("split", split)
  .addNode("summarise", summarise)
  .addNode("join", join)
  .addEdge(START, "split")
  .addConditionalEdges("split", fanOut, ["summarise", "join"])
  .addEdge("summarise", "join")
  .addEdge("join", END);
