import { placeOf } from "../../source/ast";
import type { Check } from "../check";
import { checkpointerOf } from "../code/checkpointers";
import { boundConfig, compileCall, configHas, invocationsOf } from "../code/invocations";
import { nodeFunctions } from "../code/node-functions";

const THREAD_ID = ["configurable", "thread_id"];

/** A graph with a checkpointer that is run without saying on which thread. */
export const threadIdMissing: Check = {
  severity: "error",
  graph: (scope) => {
    const { graph, code, model, sourceFile } = scope;
    const checkpointer = checkpointerOf(scope);
    const compiled = compileCall(sourceFile, graph);
    if (checkpointer === null || checkpointer === "unknown" || compiled === null) return [];
    if (configHas(code, boundConfig(compiled), THREAD_ID) !== "no") return [];
    return invocationsOf(sourceFile, graph, nodeFunctions(code, model))
      .filter(({ config }) => configHas(code, config, THREAD_ID) === "no")
      .map(({ call }) => ({
        message:
          "The graph has a checkpointer and is run without a `thread_id`. LangGraph throws, because it does not know under which thread to save. Pass `{ configurable: { thread_id: … } }`.",
        targets: [{ kind: "graph" as const }],
        place: placeOf(call.expression),
      }));
  },
};
