import { MessagesAnnotation, START, StateGraph } from "@langchain/langgraph";
import { AIMessage, ToolMessage } from "@langchain/core/messages";

const PIXEL = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

/** A message of every kind that models and tools write. */
export const graph = new StateGraph(MessagesAnnotation)
  .addNode("answer", () => ({
    messages: [
      new AIMessage({
        id: "ai-1",
        content: [
          { type: "reasoning", reasoning: "The sky scatters blue light." },
          { type: "text", text: "Because of **scattering**." },
          { type: "image", mimeType: "image/png", data: PIXEL },
        ],
        tool_calls: [{ id: "call-1", name: "look_up", args: { word: "sky" } }],
      }),
      new ToolMessage({ id: "tool-1", content: "A definition", tool_call_id: "call-1", name: "look_up" }),
      new AIMessage({ id: "ai-2", content: "<b>done</b>" }),
    ],
  }))
  .addEdge(START, "answer");
