import { Annotation, END, START, StateGraph } from "@langchain/langgraph";
import { askApproval } from "../../../../../lib/kit/approval";

const State = Annotation.Root({
  topic: Annotation<string>,
  decisions: Annotation<string[]>({ reducer: (left, right) => left.concat(right), default: () => [] }),
});

function review(name: string) {
  return ({ topic }: typeof State.State) => {
    const { choice } = askApproval({
      title: `May ${topic} be published, ${name}?`,
      description: "",
      choices: [
        { value: "approve", label: "Approve", style: "primary" },
        { value: "refuse", label: "Refuse", style: "danger", comment: "required" },
      ],
    });
    return { decisions: [`${name}: ${choice}`] };
  };
}

/** Two departments are asked at once; each approves or refuses with a comment. */
export const graph = new StateGraph(State)
  .addNode("legal", review("legal"))
  .addNode("finance", review("finance"))
  .addEdge(START, "legal")
  .addEdge(START, "finance")
  .addEdge("legal", END)
  .addEdge("finance", END);
