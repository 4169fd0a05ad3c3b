import { END, MessagesValue, START, StateGraph, StateSchema } from "@langchain/langgraph";

export const title = "Blank";
export const description = "An empty workflow.";
export const exampleInputs = [{ messages: [{ role: "user", content: "Hello" }] }];

const State = new StateSchema({
  /** The conversation. */
  messages: MessagesValue,
});

export const graph = new StateGraph(State).addEdge(START, END);
