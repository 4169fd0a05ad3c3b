import { describe, expect, it } from "vitest";
import { planNewNode, requestBeside } from "@/components/editor/palette/add-node-edits";
import { IMPORTS, readOne } from "../../../source/read/read";

const graph = (end: string) =>
  readOne(`${IMPORTS}const State = Annotation.Root({ topic: Annotation<string> });
export const graph = new StateGraph(State).addNode("a", () => ({})).addNode("b", () => ({})).addEdge(START, "a")
  .addConditionalEdges("a", (state) => (state.topic ? "yes" : "no"), { yes: ${end}, no: "b" });`);

describe("a node that is added behind a branching one", () => {
  it("takes over the way to the end, and leads on to it", () => {
    const read = graph("END");
    expect(planNewNode(read, "code", requestBeside(read, ["a"])).edits.slice(1)).toEqual([
      { type: "retarget_branch", graph: "graph", source: "a", router: 0, label: "yes", target: "step" },
      { type: "add_edge", graph: "graph", source: "step", target: "__end__" },
    ]);
  });

  it("stands beside it where no way is open", () => {
    const read = graph('"b"');
    expect(planNewNode(read, "code", requestBeside(read, ["a"])).edits).toHaveLength(1);
  });
});
