import { Annotation, END, MessagesAnnotation, START, StateGraph, interrupt } from "@langchain/langgraph";

const State = Annotation.Root({
  ...MessagesAnnotation.spec,
  case_id: Annotation<string>,
  /** What is asked, as it comes. */
  payload: Annotation<unknown>,
  answer: Annotation<unknown>,
});

/** A desk that asks whatever its input wants it to ask. */
export const graph = new StateGraph(State)
  .addNode("load_case", ({ case_id }) => ({ messages: [{ role: "user", content: `Please see to case ${case_id}.` }] }))
  .addNode("ask", ({ payload }) => ({ answer: interrupt<unknown, unknown>(payload) }))
  .addNode("note", ({ answer }) => ({ messages: [{ role: "assistant", content: `The answer was ${JSON.stringify(answer)}.` }] }))
  .addEdge(START, "load_case")
  .addEdge("load_case", "ask")
  .addEdge("ask", "note")
  .addEdge("note", END)
  .compile();
