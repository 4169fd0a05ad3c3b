import { vi } from "vitest";
import type { RunActions, WorkbenchValue } from "@/components/debugger/workbench-context";
import { buildTree } from "@/lib/graph/tree";
import { description } from "./fixtures";

/** Actions of which none does anything. */
export function runActions(change: Partial<RunActions> = {}): RunActions {
  return {
    start: vi.fn(),
    continueFrom: vi.fn(),
    runHeld: vi.fn(),
    dropHeld: vi.fn(),
    answer: vi.fn(),
    answerAgain: vi.fn(),
    stop: vi.fn(),
    pause: vi.fn(),
    changeNext: vi.fn(),
    openForked: vi.fn(),
    ...change,
  };
}

/** What the parts of a workbench share, with everything that a test does not care about filled in. */
export function workbenchValue(change: Partial<WorkbenchValue> = {}): WorkbenchValue {
  return {
    mode: "debug",
    graphId: "research",
    workflow: null,
    workflows: [],
    description: description(),
    threadId: "t",
    thread: null,
    selection: { checkpoint: null, node: null, compare: null, ns: null, task: null },
    select: vi.fn(),
    checkpointNs: "",
    entries: [],
    tree: buildTree([]),
    branches: [],
    outerEntry: null,
    outerIsNewest: true,
    canvasPath: [],
    isPast: false,
    subgraphs: [],
    openLevel: vi.fn(),
    entry: null,
    path: [],
    headId: null,
    isFollowing: true,
    activeRun: null,
    isStopping: false,
    isPausing: false,
    isStarting: false,
    heldRun: null,
    waiting: [],
    waitingHere: [],
    actions: runActions(),
    replay: "live",
    setReplay: vi.fn(),
    isRunFormOpen: false,
    openRunForm: vi.fn(),
    closeRunForm: vi.fn(),
    isSearchOpen: false,
    setSearchOpen: vi.fn(),
    focusAnswer: vi.fn(),
    ...change,
  };
}
