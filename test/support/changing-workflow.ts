export type StoryOptions = { draft?: string; notes?: string; fails?: boolean; limit?: number };

/** The file of a workflow that fails in its drafting node, beside one that does not, with a join after both. */
export function story({ draft = "draft", notes = "notes", fails = true, limit = 5 }: StoryOptions = {}): string {
  return `
import { Annotation, END, START, StateGraph } from "@langchain/langgraph";

const State = Annotation.Root({
  topic: Annotation<string>,
  ${notes}: Annotation<string[]>({ reducer: (a, b) => a.concat(b), default: () => [] }),
});

async function write(state: typeof State.State) {
  // The node beside it has finished by then.
  await new Promise((resolve) => setTimeout(resolve, 50));
  ${fails ? 'if (state.topic !== "") throw new Error("the draft failed");' : ""}
  return { ${notes}: ["drafted " + state.topic] };
}

function enough(state: typeof State.State) {
  return state.${notes}.length >= ${limit} ? "enough" : "more";
}

export const graph = new StateGraph(State)
  .addNode("plan", () => ({ ${notes}: ["planned"] }))
  .addNode("${draft}", write)
  .addNode("check", () => ({ ${notes}: ["checked"] }))
  .addNode("publish", (state) => ({ ${notes}: ["published " + state.${notes}.length] }))
  .addNode("again", () => ({ ${notes}: ["again"] }))
  .addEdge(START, "plan")
  .addEdge("plan", "${draft}")
  .addEdge("plan", "check")
  .addEdge(["${draft}", "check"], "publish")
  .addConditionalEdges("publish", enough, { enough: END, more: "again" })
  .addEdge("again", END);
`;
}
