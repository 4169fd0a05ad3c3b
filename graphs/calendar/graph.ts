import { END, START, StateGraph } from "@langchain/langgraph";
import { agent, callOne, callTools, performDecided, review, whereTo } from "./nodes";
import { CalendarInput, CalendarState } from "./state";

export const title = "Calendar and records";
export const description =
  "One turn proposes a call that is safe and one that a person has to allow. Without a guard the answer makes the safe one twice; four guards show how not to.";

const messages = [{ role: "user", content: "Schedule the review of the archive, and clear the orders table." }];
export const exampleInputs = [
  { messages, guard: "none", idempotency_key: false },
  { messages, guard: "none", idempotency_key: true },
  { messages, guard: "key" },
  { messages, guard: "own_node" },
  { messages, guard: "node_per_call" },
  { messages, guard: "task" },
];

export const graph = new StateGraph({ state: CalendarState, input: CalendarInput })
  .addNode("agent", agent)
  .addNode("tools", callTools)
  .addNode("review", review)
  .addNode("perform", performDecided)
  .addNode("one call", callOne)
  .addEdge(START, "agent")
  .addConditionalEdges("agent", whereTo, {
    "nothing to do": END,
    "all in one node": "tools",
    "ask first": "review",
    "one by one": "one call",
  })
  .addEdge("tools", "agent")
  .addEdge("review", "perform")
  .addEdge("perform", "agent")
  .addEdge("one call", "agent");
