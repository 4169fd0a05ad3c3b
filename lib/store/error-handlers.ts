import { uuid5 } from "@langchain/langgraph-checkpoint";

/** LangGraph's names for the node that handles the errors of one node, and for the one of all nodes without their own. */
const OWN_HANDLER = "__error_handler__";
const DEFAULT_HANDLER = "__default_error_handler__";

export type HandlerTask = { name: string; id: string };

/**
 * The tasks that may have handled the error of a task, with the ids that LangGraph gives them: a handler runs in the same
 * superstep, and in the namespace of the task that failed. `step` is the checkpoint's own.
 */
export function handlerTasks(
  failed: { id: string; name: string },
  place: { checkpoint_id: string; checkpoint_ns: string; step: number },
): HandlerTask[] {
  const around = `${place.checkpoint_ns === "" ? "" : `${place.checkpoint_ns}|`}${failed.name}:${failed.id}`;
  return [`${OWN_HANDLER}${failed.name}`, DEFAULT_HANDLER].map((name) => ({
    name,
    id: uuid5(
      JSON.stringify([`${around}|${name}`, String(place.step + 1), name, "__pregel_push", "node_error_handler", failed.id]),
      place.checkpoint_id,
    ),
  }));
}
