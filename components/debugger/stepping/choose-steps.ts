import { enclosingNamespaces, nodeOfNamespace } from "@/lib/graph/levels";
import type { Stop } from "@/lib/schema/breakpoint";
import type { WorkbenchValue } from "../workbench-context";
import type { DebugStop } from "./find-stop";

export type StepKind = "over" | "into" | "out";
/** `reason`: why it cannot be done now; null when it can. */
export type StepAction = { label: string; keys: string; explanation: string; reason: string | null; run: () => void };

/**
 * The graph that a step is about: where the thread was stopped, unless the person looks into a graph around that place;
 * away from the present the one that is looked into.
 */
export function steppedNamespace(checkpointNs: string, isFollowing: boolean, stop: DebugStop | null): string {
  if (stop === null || !isFollowing) return checkpointNs;
  return checkpointNs !== "" && enclosingNamespaces(stop.checkpointNs).includes(checkpointNs) ? checkpointNs : stop.checkpointNs;
}

/**
 * True where nothing is left to run. A subgraph that is at its end goes on in the graph around it, as long as that one has
 * not: the thread was stopped there, or its last node was skipped.
 */
export function isAtEnd({ checkpointNs, entry, outerEntry, outerIsNewest }: WorkbenchValue): boolean {
  if (entry === null || entry.next.length > 0) return false;
  if (checkpointNs === "" || outerEntry === null || outerEntry.next.length === 0) return true;
  return !outerIsNewest && entry.source !== "update";
}

/** Why nothing can be run from the selected moment; null when something can. */
export function barToRun(workbench: WorkbenchValue): string | null {
  const { mode, description, activeRun, isStarting, entry, waitingHere } = workbench;
  if (mode !== "debug") return "Open a thread first";
  if (activeRun !== null || isStarting) return "A run is under way: pause it first";
  if (description === null) return "The workflow does not load";
  if (entry === null) return "Nothing has run yet";
  if (waitingHere.length > 0) return "The workflow waits for your answer";
  if (isAtEnd(workbench)) return "The workflow ended here";
  return null;
}

/** The three steps, each with what it would do now. */
export function chooseSteps(workbench: WorkbenchValue, stop: DebugStop | null): Record<StepKind, StepAction> {
  const { entry, checkpointNs, isFollowing, isPast, actions } = workbench;
  const bar = barToRun(workbench);
  const ns = steppedNamespace(checkpointNs, isFollowing, stop);
  const fork = isPast ? ", as a fork" : "";
  const next = [...new Set(entry?.next ?? [])].join(", ");
  const go = (at: Stop) => () => {
    if (entry !== null) actions.continueFrom(entry.checkpoint_id, at);
  };
  const level = ns === "" ? "" : ` of ${nodeOfNamespace(ns)}`;
  const what = ns === checkpointNs && next !== "" ? `Run ${next}` : `Run one superstep${level}`;
  return {
    over: { label: "Step", keys: "F10", explanation: `${what} and stop after it${fork}`, reason: bar, run: go({ at: "step", checkpoint_ns: ns }) },
    into: {
      label: "Step into",
      keys: "F11",
      explanation: `Stop at the next superstep of any graph: inside of a subgraph where one is next${fork}`,
      reason: bar,
      run: go({ at: "into" }),
    },
    out: {
      label: "Step out",
      keys: "Shift+F11",
      explanation: `Run ${nodeOfNamespace(ns)} to its end and stop after it${fork}`,
      reason: bar ?? (ns === "" ? "The thread does not stand inside of a subgraph" : null),
      run: go({ at: "out", checkpoint_ns: ns }),
    },
  };
}
