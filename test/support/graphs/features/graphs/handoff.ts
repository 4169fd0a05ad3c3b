import { Annotation, Command, END, START, StateGraph } from "@langchain/langgraph";
import { ToolNode } from "@langchain/langgraph/prebuilt";
import { tool } from "@langchain/core/tools";
import { AIMessage, ToolMessage, type BaseMessage } from "@langchain/core/messages";
import { z } from "zod";

const State = Annotation.Root({
  messages: Annotation<BaseMessage[]>({ reducer: (a, b) => a.concat(b), default: () => [] }),
  owner: Annotation<string>,
});

/** A tool that hands the conversation to another agent of the enclosing workflow. */
const transfer = tool(
  (_args, config: { toolCall?: { id?: string } }) =>
    new Command({
      graph: Command.PARENT,
      goto: "billing",
      update: {
        owner: "billing",
        messages: [new ToolMessage({ content: "Transferred to billing.", tool_call_id: config.toolCall?.id ?? "call-1" })],
      },
    }),
  { name: "transfer_to_billing", description: "Hands over to billing.", schema: z.object({ reason: z.string() }) },
);

const support = new StateGraph(State)
  .addNode("model", () => ({
    messages: [
      new AIMessage({ id: "asks", content: "", tool_calls: [{ id: "call-1", name: "transfer_to_billing", args: { reason: "an invoice" } }] }),
    ],
  }))
  .addNode("tools", new ToolNode([transfer]))
  .addEdge(START, "model")
  .addEdge("model", "tools")
  .compile();

/** A command of a node chooses the first agent; one of a tool inside of it leaves it for the second. */
export const graph = new StateGraph(State)
  .addNode("triage", () => new Command({ goto: "support", update: { owner: "support" } }), { ends: ["support", "billing"] })
  .addNode("support", support, { ends: ["billing", END] })
  .addNode("billing", () => ({ messages: [new AIMessage({ id: "paid", content: "Paid." })] }))
  .addEdge(START, "triage")
  .addEdge("billing", END);
