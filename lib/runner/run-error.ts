import { isRetrographError } from "../errors";
import type { RunError } from "../schema/run";
import { toStorageError } from "../store/errors";
import { isBag } from "./langgraph";
import { schemaMessage } from "./schema-message";
import { cleanStack } from "./stack";

const HINTS: Record<string, string> = {
  GraphRecursionError:
    "Raise the recursion limit of the run, or check the condition that should end the loop. The finished steps are saved: continue from the last one.",
  EmptyInputError: "Give the run an input, or start it from a checkpoint that has nodes left to run.",
  UnreachableNodeError: "Add an edge that leads to the node.",
  NodeTimeoutError:
    "Raise the node's timeout, or find out why it takes so long: what the node wrote until then is not saved, so it can be run again from its checkpoint.",
  ParentCommand: "Command.PARENT only works inside of a subgraph.",
  ZodError: "The input or the context does not fit the workflow's schema: correct the fields that the message names.",
};

const CODE_HINTS: Record<string, string> = {
  INVALID_GRAPH_NODE_RETURN_VALUE: "Return an object with the channels that the node writes, or a Command.",
  MULTIPLE_SUBGRAPHS: "Call only one subgraph per node, or compile the others with checkpointer: false.",
  unserializable_state: "Keep values that JSON can hold in the state: numbers for BigInt, plain objects for class instances, no cycles.",
  checkpoint_damaged: "Go on from the checkpoint before it: right-click it in the timeline and continue from there.",
  storage_full: "Free some disk space. The finished steps are saved: continue from the last one.",
  storage_locked: "Close the other program that uses the database. The finished steps are saved: continue from the last one.",
  storage_failed: "Check the disk and the data folder. The finished steps are saved: continue from the last one.",
};

/** A channel that several tasks of one superstep wrote, and their nodes. */
export type Collision = { channel: string; nodes: string[] };

/** What is known around an error. */
export type ErrorPlace = { projectDir: string; nodeOf: (taskId: string) => string | null; collisions: readonly Collision[] };

/** LangGraph appends a web address to its messages; the interface has hints instead. */
function withoutTroubleshooting(message: string): string {
  return message.split("\n\nTroubleshooting URL:")[0] ?? message;
}

function concurrentUpdate(collision: Collision | undefined): string {
  if (collision === undefined) return "Give the channel a reducer, so that it knows how to merge several writes of one step.";
  const nodes = collision.nodes.map((node) => `"${node}"`).join(" and ");
  return `${nodes} wrote the channel "${collision.channel}" in the same step, and it keeps only one value. Give it a reducer, for example one that appends, or let only one of them write it.`;
}

/** True for LangGraph's complaint about several writes to a channel that keeps one value. */
export function isConcurrentUpdate(thrown: unknown): boolean {
  return isBag(thrown) && thrown["lc_error_code"] === "INVALID_CONCURRENT_GRAPH_UPDATE";
}

/** The task that threw: LangGraph notes it on the error. */
export function failedTaskId(thrown: unknown): string | null {
  if (thrown instanceof AggregateError) return failedTaskId(thrown.errors[0]);
  return isBag(thrown) && typeof thrown["pregelTaskId"] === "string" ? thrown["pregelTaskId"] : null;
}

function hintFor(error: Error, collision: Collision | undefined): string | null {
  const lcCode = isBag(error) ? error["lc_error_code"] : undefined;
  if (isConcurrentUpdate(error)) return concurrentUpdate(collision);
  const code = isRetrographError(error) && isBag(error) ? error["code"] : lcCode;
  return (typeof code === "string" ? CODE_HINTS[code] : undefined) ?? HINTS[error.name.replace(/^\$/, "")] ?? null;
}

/** What a person is told about a run that failed: where, why, and what to do. */
export function toRunError(thrown: unknown, place: ErrorPlace): RunError {
  if (thrown instanceof AggregateError && thrown.errors.length > 0) {
    const first = toRunError(thrown.errors[0], place);
    const others = thrown.errors.slice(1).map((error: unknown) => toRunError(error, place));
    const more = others.map((other) => `${other.node ?? "another node"}: ${other.name}: ${other.message}`);
    return { ...first, message: `${first.message} (${more.length} more in the same step: ${more.join("; ")})` };
  }
  const original = thrown instanceof Error ? thrown : new Error(`The node threw ${typeof thrown}: ${String(thrown)}`);
  const error = toStorageError(original) ?? original;
  const taskId = failedTaskId(original);
  return {
    name: isRetrographError(error) && isBag(error) ? String(error["code"]) : error.name.replace(/^\$/, ""),
    message: schemaMessage(error) ?? withoutTroubleshooting(error.message),
    stack: isRetrographError(error) ? null : cleanStack(place.projectDir, error),
    node: taskId === null ? null : place.nodeOf(taskId),
    task_id: taskId,
    hint: hintFor(error, place.collisions[0]),
  };
}
