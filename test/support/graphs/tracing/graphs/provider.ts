import { ChatOpenAI } from "@langchain/openai";
import { Annotation, END, START, StateGraph } from "@langchain/langgraph";

const State = Annotation.Root({ question: Annotation<string>, answer: Annotation<string> });

/** Asks a provider over its own protocol. */
export const graph = new StateGraph(State)
  .addNode("ask", async ({ question }) => {
    const model = new ChatOpenAI({
      model: "gpt-5-mini",
      temperature: 0.5,
      apiKey: process.env["TRACE_API_KEY"] ?? "",
      configuration: { baseURL: process.env["TRACE_PROVIDER_URL"] ?? "" },
      maxRetries: 0,
    });
    return { answer: (await model.invoke(question)).text };
  })
  .addEdge(START, "ask")
  .addEdge("ask", END);
