import { END, interrupt, START, StateGraph } from "@langchain/langgraph";
import { z } from "zod";

const State = z.object({
  /** What is asked, as it is. */
  payload: z.unknown(),
  /** JSON schema of the answer, given to `interrupt` beside the payload. */
  response_schema: z.record(z.string(), z.unknown()).optional(),
  answer: z.unknown().optional(),
});

/** Asks whatever it is given, and keeps the answer. */
export const graph = new StateGraph(State)
  .addNode("ask", ({ payload, response_schema }) => ({
    answer: interrupt(payload, response_schema === undefined ? undefined : { responseSchema: response_schema }),
  }))
  .addEdge(START, "ask")
  .addEdge("ask", END);
