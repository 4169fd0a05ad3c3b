import "server-only";
import { isRetrographError } from "../../errors";
import type { RevisionReport } from "../../schema/explain";
import type { InboxDetail } from "../../schema/inbox";
import type { Interrupt } from "../../schema/thread";
import { reportRevision } from "../revision";

type WorkflowState = InboxDetail["workflow"];

/** As many names as one reads. */
const MAX_NAMES = 4;

function listed(names: readonly string[]): string {
  const shown = names.slice(0, MAX_NAMES).map((name) => `"${name}"`);
  return names.length > MAX_NAMES ? `${shown.join(", ")} and ${names.length - MAX_NAMES} more` : shown.join(", ");
}

function changesText(changes: RevisionReport["changes"]): string {
  const names = new Set(changes.map((change) => ("node" in change ? change.node : change.channel)));
  return names.size === 0 ? "" : ` What is different: ${listed([...names])}.`;
}

/**
 * Whether the workflow can take an answer. A node that is gone can be mapped to the one that took its place; a workflow that
 * is gone or does not load cannot.
 */
function toState({ then, now, changes, blockers }: RevisionReport): WorkflowState {
  const failed = blockers.find(({ kind }) => kind === "workflow_failed");
  if (failed !== undefined) return { status: "blocked", message: failed.message, can_map: false };
  const gone = blockers.filter(({ kind }) => kind === "node_gone");
  if (gone.length > 0) return { status: "blocked", message: gone.map(({ message }) => message).join(" "), can_map: true };
  const lost = blockers.map(({ message }) => message).join(" ");
  if (lost === "" && (then === null || then === now)) return { status: "ok" };
  const message = `The workflow has been changed since it asked; an answer runs the code as it is now.${changesText(changes)}`;
  return { status: "changed", message: lost === "" ? message : `${message} ${lost}` };
}

/** Whether the workflow can still take an answer to a request, and if not, why. */
export async function workflowOf({ thread_id, checkpoint_id }: Interrupt): Promise<WorkflowState> {
  try {
    return toState(await reportRevision(thread_id, { checkpoint_id, checkpoint_ns: "" }));
  } catch (error) {
    if (!isRetrographError(error)) throw error;
    if (error.code === "checkpoint_not_found") {
      return { status: "blocked", message: "The step that asked has been deleted, so that nothing can go on from it.", can_map: false };
    }
    if (error.code === "checkpoint_damaged") return { status: "blocked", message: error.message, can_map: false };
    throw error;
  }
}
