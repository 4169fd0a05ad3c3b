import { Annotation, END, START, StateGraph } from "@langchain/langgraph";
import { ToolNode } from "@langchain/langgraph/prebuilt";
import { tool } from "@langchain/core/tools";
import { AIMessage, type BaseMessage } from "@langchain/core/messages";
import { z } from "zod";

const State = Annotation.Root({
  messages: Annotation<BaseMessage[]>({ reducer: (a, b) => a.concat(b), default: () => [] }),
  log: Annotation<string>,
});

const clock = tool(() => "12:00", { name: "clock", description: "Tells the time.", schema: z.object({}) });

class Steps {
  constructor(private readonly name: string) {}

  /** A method, bound to its object. */
  call() {
    return { messages: [new AIMessage({ content: "", tool_calls: [{ name: "clock", args: {}, id: "1" }] })], log: this.name };
  }
}

const steps = new Steps("bound");

export const graph = new StateGraph(State)
  .addNode("call", steps.call.bind(steps))
  .addNode("tools", new ToolNode([clock]))
  .addNode(
    "risky",
    () => {
      throw new Error("Too risky");
    },
    {
      /** Writes down what went wrong. */
      errorHandler: (_state: typeof State.State, { error }: { error: Error }) => ({ log: `handled ${error.message}` }),
    },
  )
  .addEdge(START, "call")
  .addEdge("call", "tools")
  .addEdge("tools", "risky")
  .addEdge("risky", END);
