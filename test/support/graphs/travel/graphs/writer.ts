import { AIMessage, HumanMessage, type BaseMessage } from "@langchain/core/messages";
import { Annotation, END, messagesStateReducer, START, StateGraph } from "@langchain/langgraph";

const State = Annotation.Root({
  topic: Annotation<string>,
  /** So many notes are enough. */
  wanted: Annotation<number>({ reducer: (_, wanted) => wanted, default: () => 3 }),
  notes: Annotation<{ text: string }[]>({ reducer: (left, right) => left.concat(right), default: () => [] }),
  messages: Annotation<BaseMessage[]>({ reducer: messagesStateReducer, default: () => [] }),
  draft: Annotation<string>,
});

export const exampleInput = { topic: "rain" };

const ask = (state: typeof State.State) => ({ messages: [new HumanMessage({ id: "question", content: `Write about ${state.topic}.` })] });

const note = (state: typeof State.State) => ({ notes: [{ text: `${state.topic} ${state.notes.length + 1}` }] });

const write = (state: typeof State.State) => {
  const draft = state.notes.map((item) => item.text).join(", ");
  return { draft, messages: [new AIMessage({ id: "answer", content: draft })] };
};

const enough = (state: typeof State.State) => (state.notes.length < state.wanted ? "note" : "write");

/** Takes notes until there are enough, then writes. */
export const graph = new StateGraph(State)
  .addNode("ask", ask)
  .addNode("note", note)
  .addNode("write", write)
  .addEdge(START, "ask")
  .addEdge("ask", "note")
  .addConditionalEdges("note", enough, ["note", "write"])
  .addEdge("write", END);
