import { placeOf } from "../../source/ast";
import type { Check } from "../check";
import { checkpointerOf } from "../code/checkpointers";
import { invocationsOf } from "../code/invocations";
import { nodeFunctions } from "../code/node-functions";
import { asksPerson } from "../code/pauses";
import { quote } from "../names";

/** A graph that asks a person, and that the file itself runs without a checkpointer. */
export const interruptWithoutCheckpointer: Check = {
  severity: "error",
  graph: (scope) => {
    const { graph, code, model, sourceFile } = scope;
    if (graph.compile === null || checkpointerOf(scope) !== null) return [];
    const asking = graph.nodes.find((node) => asksPerson(code, model, node));
    const invocation = invocationsOf(sourceFile, graph, nodeFunctions(code, model))[0];
    if (asking === undefined || invocation === undefined) return [];
    return [
      {
        message: `${quote(asking.name)} calls \`interrupt()\`, and the graph is run here without a checkpointer. LangGraph throws "No checkpointer set", because a pause has to be saved. Give \`compile\` one. (Where Retrograph or LangGraph's server run the graph, they bring their own.)`,
        targets: [{ kind: "node", node: asking.name }],
        place: placeOf(invocation.call.expression),
      },
    ];
  },
};
