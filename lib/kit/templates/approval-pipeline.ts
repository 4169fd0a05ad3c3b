import { END, START, StateGraph, StateSchema } from "@langchain/langgraph";
import { z } from "zod";
import { approvalNode } from "../approval-node";
import { condition } from "../condition";
import { modelNode } from "../model-node";

export const title = "Refund desk";
export const description = "Reads a complaint, refunds small amounts at once, and asks a person about large ones.";
export const exampleInputs = [
  { complaint: "The lamp of order 123 arrived broken. I want my 80 back." },
  { complaint: "Order 124 came a day late, please refund the 5 for delivery." },
];

const State = new StateSchema({
  complaint: z.string().default("").meta({ title: "Complaint", description: "What the customer wrote." }),
  order_id: z.string().default(""),
  amount: z.number().default(0),
  /** What a person decided: approve or refuse. */
  decision: z.string().default(""),
  comment: z.string().default(""),
  refunded: z.number().default(0),
  answer: z.string().default(""),
});
const Input = new StateSchema({ complaint: State.fields.complaint });

/** Reads the order and the amount out of the complaint. */
const classify = modelNode({
  system: "Read the number of the order and the amount that the customer wants back.",
  prompt: (state: typeof State.State) => state.complaint,
  output: z.object({ order_id: z.string(), amount: z.number() }),
  script: ({ messages, tools }) => {
    const [order = "", amount = "0"] = messages.at(-1)?.text.match(/\d+/g) ?? [];
    return { toolCalls: [{ name: tools[0]?.name ?? "answer", args: { order_id: order, amount: Number(amount) } }] };
  },
});

/** Up to 50 passes without a person. */
const check = condition({
  rules: [{ label: "above 50", when: (state: typeof State.State) => state.amount > 50 }],
  otherwise: "up to 50",
});

/** A person decides before money moves. */
const approval = approvalNode({
  title: (state: typeof State.State) => `Refund ${state.amount} for order ${state.order_id}?`,
  show: ["complaint", "order_id", "amount"],
  edit: ["amount"],
  choices: [
    { value: "approve", label: "Refund", style: "primary" },
    { value: "refuse", label: "Refuse", style: "danger", comment: "required" },
  ],
  into: "decision",
  comment: "comment",
});

/** Pays the money back. */
function refund(state: typeof State.State) {
  return { refunded: state.amount };
}

/** Answers the customer. */
const reply = modelNode({
  system: (state: typeof State.State) => `Write a short, kind answer. Refunded: ${state.refunded}. Note of the clerk: ${state.comment}`,
  prompt: (state: typeof State.State) => state.complaint,
  into: "answer",
});

export const graph = new StateGraph({ state: State, input: Input })
  .addNode("classify", classify)
  .addNode("check", check)
  .addNode("approval", approval)
  .addNode("refund", refund)
  .addNode("reply", reply)
  .addEdge(START, "classify")
  .addEdge("classify", "check")
  .addConditionalEdges("check", check.route, { "above 50": "approval", "up to 50": "refund" })
  .addConditionalEdges("approval", approval.route, { approve: "refund", refuse: "reply" })
  .addEdge("refund", "reply")
  .addEdge("reply", END);
