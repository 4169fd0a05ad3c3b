import { Annotation, END, START, StateGraph } from "@langchain/langgraph";
import { askApproval } from "../../../../../lib/kit/approval";

const State = Annotation.Root({
  amount: Annotation<number>,
  /** What the payload's own rule is, as the test wants it. */
  rule: Annotation<Parameters<typeof askApproval>[0]["approval"] | null>,
  decision: Annotation<string>,
});

/** Asks whether an amount may be refunded, under the rule that its input brings. */
export const graph = new StateGraph(State)
  .addNode("ask", ({ amount, rule }) => {
    const { choice } = askApproval({
      title: `Refund ${amount}?`,
      description: "The money leaves at once.",
      choices: [
        { value: "approve", label: "Approve", style: "primary" },
        { value: "refuse", label: "Refuse", style: "danger" },
      ],
      details: { amount },
      ...(rule == null ? {} : { approval: rule }),
    });
    return { decision: choice };
  })
  .addEdge(START, "ask")
  .addEdge("ask", END);
