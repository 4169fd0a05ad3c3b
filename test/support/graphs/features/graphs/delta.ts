import { DeltaValue, END, MessagesDeltaValue, Overwrite, START, StateGraph, StateSchema } from "@langchain/langgraph";
import { AIMessage, RemoveMessage } from "@langchain/core/messages";
import { z } from "zod";

const State = new StateSchema({
  n: z.number().default(0),
  messages: MessagesDeltaValue,
  /** Keeps the newest four words. */
  words: new DeltaValue(
    z.array(z.string()).default(() => []),
    { inputSchema: z.string(), reducer: (words, written) => [...words, ...written].slice(-4), snapshotFrequency: 5 },
  ),
});

/** Two channels that are saved as what was written to them, not as what they hold. */
export const graph = new StateGraph(State)
  .addNode("speak", (state) => ({
    n: state.n + 1,
    words: `word ${state.n}`,
    messages: state.n === 3 ? [new RemoveMessage({ id: "said-0" })] : [new AIMessage({ id: `said-${state.n}`, content: `Round ${state.n}` })],
  }))
  .addNode("restart", () => ({ words: new Overwrite(["again"]) }))
  .addEdge(START, "speak")
  .addConditionalEdges("speak", (state) => (state.n < 8 ? "speak" : "restart"), ["speak", "restart"])
  .addEdge("restart", END);
