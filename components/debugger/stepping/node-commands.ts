import { listWords } from "../timeline/format";
import type { WorkbenchValue } from "../workbench-context";
import { barToRun } from "./choose-steps";
import { findDue, findLastRun, type NodePlace } from "./node-places";

export type NodeDialog =
  { kind: "output"; place: NodePlace } | { kind: "jump"; place: NodePlace | null; target: string } | { kind: "write"; node: string };

/** Something that can be done with a node. `explanation` says what it does before it is done, `reason` why it cannot be now. */
export type NodeCommand = {
  id: "run-to" | "run" | "skip" | "output" | "jump" | "write";
  label: string;
  explanation: string;
  reason: string | null;
  run: () => void;
};

type Deps = { workbench: WorkbenchValue; openDialog: (dialog: NodeDialog) => void; skip: (place: NodePlace) => void };

/** What can be done with a node at the selected moment. */
export function chooseNodeCommands(nodeId: string, { workbench, openDialog, skip }: Deps): NodeCommand[] {
  const { canvasPath, checkpointNs, entry, isPast, actions, description } = workbench;
  const node = description?.nodes.find(({ id }) => id === nodeId);
  const name = node?.name ?? nodeId;
  const due = findDue(nodeId, canvasPath, checkpointNs);
  const bar = barToRun(workbench);
  const barToChange = changeBar(workbench);
  const notDue = barToChange ?? (due === null ? `${name} is not next at this checkpoint` : null);
  const fork = isPast ? ", as a fork" : "";
  const others = due === null ? [] : [...new Set(due.entry.next)].filter((other) => other !== due.name);
  const rest = others.length === 0 ? "" : ` ${listWords(others)} ${others.length === 1 ? "stays" : "stay"} next.`;
  return [
    {
      id: "run-to",
      label: "Run to here",
      explanation: `Goes on and stops before ${name}${fork}.`,
      reason: bar ?? (due !== null && due.entry === entry ? `${name} is next already` : null),
      run: () => entry !== null && actions.continueFrom(entry.checkpoint_id, { at: "node", node: nodeId, when: "before" }),
    },
    chooseRun(nodeId, name, due, workbench),
    {
      id: "skip",
      label: "Skip it",
      explanation: `Writes a checkpoint as if ${name} had run and written nothing; what comes after it is next.${rest}`,
      reason: notDue,
      run: () => due !== null && skip(due),
    },
    {
      id: "output",
      label: "Give its output by hand…",
      explanation: `Writes a checkpoint as if ${name} had returned what you type; what comes after it is next.${rest}`,
      reason: notDue,
      run: () => due !== null && openDialog({ kind: "output", place: due }),
    },
    {
      id: "jump",
      label: "Jump here…",
      explanation: `Makes ${name} next in place of what is next now, with an input of its own if you like.`,
      reason: barToChange,
      run: () => openDialog({ kind: "jump", place: placeOfLevel(nodeId, workbench), target: nodeId }),
    },
    {
      id: "write",
      label: "Edit the state as it…",
      explanation: `Edits the state as if ${name} had just written it, and forks.`,
      reason: barToChange ?? (node?.parent === null || checkpointNs !== "" ? null : "Open the subgraph’s own timeline first"),
      run: () => openDialog({ kind: "write", node: name }),
    },
  ];
}

/** The newest checkpoint of the graph that the node belongs to; null where that graph has none on the path. */
function placeOfLevel(nodeId: string, { canvasPath, checkpointNs, description }: WorkbenchValue): NodePlace | null {
  const siblings = new Set(
    description?.nodes.filter(({ parent }) => parent === (description.nodes.find(({ id }) => id === nodeId)?.parent ?? null)).map(({ id }) => id),
  );
  const due = findDue(nodeId, canvasPath, checkpointNs);
  if (due !== null) return due;
  for (const sibling of siblings) {
    const place = findDue(sibling, canvasPath, checkpointNs);
    if (place !== null) return place;
  }
  return null;
}

function chooseRun(nodeId: string, name: string, due: NodePlace | null, workbench: WorkbenchValue): NodeCommand {
  const { canvasPath, actions } = workbench;
  const bar = changeBar(workbench);
  const stop = { at: "node", node: nodeId, when: "after" } as const;
  const waits = workbench.waiting.some(({ checkpoint_id }) => checkpoint_id === due?.entry.checkpoint_id);
  if (due !== null && !waits) {
    const siblings = [...new Set(due.entry.next)].filter((other) => other !== due.name);
    const beside = siblings.length === 0 ? "" : `, ${listWords(siblings)} beside it`;
    const label = due.entry.has_error ? "Run it again" : "Run it";
    return {
      id: "run",
      label,
      explanation: `Runs ${name}${beside}, and stops after it.`,
      reason: bar,
      run: () => actions.continueFrom(due.entry.checkpoint_id, stop),
    };
  }
  const last = findLastRun(nodeId, canvasPath);
  return {
    id: "run",
    label: "Run it again",
    explanation:
      last === null
        ? `Runs ${name} again from where it started.`
        : `Runs ${name} again from the checkpoint before step ${last.entry.step}, as a fork, and stops after it.`,
    reason: bar ?? (last === null ? `${name} has not run on the way here` : null),
    run: () => last !== null && actions.continueFrom(last.startId, stop),
  };
}

/** Why nothing can be changed at the selected moment; null when it can. */
function changeBar({ mode, description, activeRun, isStarting, entry }: WorkbenchValue): string | null {
  if (mode !== "debug") return "Open a thread first";
  if (activeRun !== null || isStarting) return "A run is under way: pause it first";
  if (description === null) return "The workflow does not load";
  return entry === null ? "Nothing has run yet" : null;
}
