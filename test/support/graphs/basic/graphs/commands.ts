import { Annotation, Command, END, START, StateGraph } from "@langchain/langgraph";

const State = Annotation.Root({ amount: Annotation<number>, note: Annotation<string> });

function judge(state: typeof State.State) {
  return new Command({ goto: state.amount > 100 ? "refuse" : "accept", update: { note: "judged" } });
}

export const graph = new StateGraph(State)
  .addNode("judge", judge, { ends: ["accept", "refuse"] })
  .addNode("accept", () => ({ note: "accepted" }), { metadata: { description: "Says yes. Always." } })
  .addNode("refuse", () => ({ note: "refused" }))
  .addEdge(START, "judge")
  .addEdge("accept", END)
  .addEdge("refuse", END)
  .compile();
