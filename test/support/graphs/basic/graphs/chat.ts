import { MessagesAnnotation, START, StateGraph } from "@langchain/langgraph";
import { FakeListChatModel } from "@langchain/core/utils/testing";

const model = new FakeListChatModel({ responses: ["Hello there!"] });

/** Asks a model that streams its answer letter by letter. */
async function answer(state: typeof MessagesAnnotation.State) {
  return { messages: [await model.invoke(state.messages)] };
}

export default new StateGraph(MessagesAnnotation).addNode("answer", answer).addEdge(START, "answer").compile();
