"use client";

import { createContext, useContext } from "react";
import type { CheckpointTree } from "@/lib/graph/tree";
import type { Branch } from "@/lib/graph/branches";
import type { SubgraphRun } from "@/lib/graph/levels";
import type { TimelineEntry } from "@/lib/schema/checkpoint";
import type { Stop } from "@/lib/schema/breakpoint";
import type { ForkResult, NextBody } from "@/lib/schema/debug-api";
import type { GraphDescription, Workflow } from "@/lib/schema/graph";
import type { Json } from "@/lib/schema/json";
import type { ReplayMode } from "@/lib/schema/replay";
import type { Run } from "@/lib/schema/run";
import type { Interrupt, ThreadSummary } from "@/lib/schema/thread";
import type { HeldRun } from "./rerun/held-run";
import type { Selection } from "./use-selection";

/** `design`: the workflow itself. `new`: a thread about to begin. `debug`: a thread. */
export type WorkbenchMode = "design" | "new" | "debug";

export type StartRequest = { input: Json; newThread: boolean; recursionLimit: number | null };

export type RunActions = {
  /** Starts with an input, on this thread or a new one; false if it could not be started. */
  start: (request: StartRequest) => Promise<boolean>;
  /**
   * Goes on from a checkpoint of any level, to the end or to where it is to stop; breakpoints hold in any case. Where side
   * effects would happen again, the run is held until a person has seen it.
   */
  continueFrom: (checkpointId: string, stop?: Stop) => void;
  /** Starts the run that is held. */
  runHeld: (replay: ReplayMode) => void;
  dropHeld: () => void;
  /** Answers interrupts; throws the error so that the panel can tell what happened without losing what was typed. */
  answer: (answers: Record<string, Json>) => Promise<void>;
  /** Goes back before an answered interrupt and answers it differently, on a branch of its own; throws like `answer`. */
  answerAgain: (interruptId: string, answer: Json) => Promise<void>;
  stop: () => void;
  /** Asks the active run to stop at its next superstep. */
  pause: () => void;
  /** Changes what is next at a checkpoint and shows the new one; throws what the server said. */
  changeNext: (body: NextBody) => Promise<void>;
  openForked: (result: ForkResult) => void;
};

export type WorkbenchValue = {
  mode: WorkbenchMode;
  graphId: string;
  workflow: Workflow | null;
  workflows: Workflow[];
  description: GraphDescription | null;
  threadId: string | null;
  thread: ThreadSummary | null;
  selection: Selection;
  select: (change: Partial<Selection>) => void;
  /** The namespace that is looked into, `""` for the workflow itself. Checkpoints, tree, branches, entry and path are of this level. */
  checkpointNs: string;
  /** Checkpoints of the level, oldest first. */
  entries: TimelineEntry[];
  tree: CheckpointTree;
  branches: Branch[];
  /** The workflow's own checkpoint at that moment: `entry` itself, or the one whose step ran the subgraph. */
  outerEntry: TimelineEntry | null;
  /** It is the newest of the workflow's own. */
  outerIsNewest: boolean;
  /** For the canvas: the moment of all graphs, the level's own path last. */
  canvasPath: TimelineEntry[];
  /** A run went on from the selected moment. */
  isPast: boolean;
  /** Executions of subgraphs up to the selected moment, oldest first; all that are known while one of them is looked into. */
  subgraphs: SubgraphRun[];
  /** Looks into an execution of a subgraph (or back into the workflow, `""`), at one of its checkpoints. */
  openLevel: (checkpointNs: string, checkpointId?: string | null) => void;
  /** The selected checkpoint, or the one that is followed. */
  entry: TimelineEntry | null;
  /** Root to `entry`. */
  path: TimelineEntry[];
  headId: string | null;
  isFollowing: boolean;
  activeRun: Run | null;
  isStopping: boolean;
  /** It was asked to pause and is still in a superstep. */
  isPausing: boolean;
  /** A request to start something is under way. */
  isStarting: boolean;
  /** A run that would do again what must not happen unseen. */
  heldRun: HeldRun | null;
  waiting: Interrupt[];
  /** Those of them that the selected moment waits with; inside of a subgraph, at its newest checkpoint, those that it stands in. */
  waitingHere: Interrupt[];
  actions: RunActions;
  /** How the next run of this thread treats its calls of models and tools. */
  replay: ReplayMode;
  setReplay: (mode: ReplayMode) => void;
  isRunFormOpen: boolean;
  openRunForm: () => void;
  closeRunForm: () => void;
  /** The search for checkpoints of the thread. */
  isSearchOpen: boolean;
  setSearchOpen: (isOpen: boolean) => void;
  focusAnswer: () => void;
};

const WorkbenchContext = createContext<WorkbenchValue | null>(null);
export const WorkbenchProvider = WorkbenchContext.Provider;

export function useWorkbench(): WorkbenchValue {
  const value = useContext(WorkbenchContext);
  if (!value) throw new Error("useWorkbench must be used inside the workbench");
  return value;
}
