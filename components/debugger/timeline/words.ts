import type { DotTone } from "@/components/ui/status-dot";
import type { Branch } from "@/lib/graph/branches";
import type { TimelineEntry } from "@/lib/schema/checkpoint";
import type { CheckpointMark } from "@/lib/schema/travel";
import { formatStep, listWords } from "./format";
import type { Standing } from "./run-ends";

export const OUTCOME_TONE: Record<Standing, DotTone> = {
  running: "run",
  failed: "bad",
  crashed: "bad",
  limit: "bad",
  stopped: "off",
  waiting: "wait",
  done: "ok",
  paused: "off",
  edited: "fork",
  passed: "ok",
};

/** `study ×3, plan`: the nodes of a superstep without repetition, the start left out. */
export function nodeNames(nodes: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const node of nodes) if (node !== "__start__") counts.set(node, (counts.get(node) ?? 0) + 1);
  return [...counts].map(([node, count]) => (count === 1 ? node : `${node} ×${count}`)).join(", ");
}

/** What wrote a checkpoint, as the second half of "Step 7 · …". */
export function originOf(entry: TimelineEntry): { word: string; nodes: string } {
  const nodes = nodeNames(entry.nodes);
  if (entry.source === "input") return { word: "input", nodes: "" };
  if (entry.source === "fork") return { word: nodes === "" ? "run again from here" : "copied after", nodes };
  if (entry.source === "update") return { word: nodes === "" ? "edited" : "edited as", nodes };
  return { word: nodes === "" ? "start" : "after", nodes };
}

/** What came of a branch, in a word or two. */
export function outcomeWord(outcome: Standing, leaf: TimelineEntry | undefined): string {
  if (outcome === "failed") return leaf !== undefined && leaf.next.length === 1 ? `${leaf.next[0] ?? ""} failed` : "failed";
  if (outcome === "edited") return leaf !== undefined && leaf.next.length === 0 ? "done" : "not run yet";
  if (outcome === "paused" && leaf?.source === "fork") return "not run yet";
  return {
    running: "running",
    waiting: "waiting",
    done: "done",
    paused: "paused",
    passed: "done",
    crashed: "crashed",
    stopped: "stopped",
    limit: "limit reached",
  }[outcome];
}

/** How a fork began, e.g. `notes edited`. */
export function beginningOf(branch: Branch, first: TimelineEntry | undefined): string {
  if (branch.kind === "edit") return first !== undefined && first.changed.length > 0 ? `${listWords(first.changed)} edited` : "edited";
  return { main: "", replay: "run again", copy: "copy", input: "new input" }[branch.kind];
}

export type Spoken = {
  entry: TimelineEntry;
  branch: string;
  outcome: Standing;
  compared: boolean;
  mark: CheckpointMark | undefined;
  orphaned: boolean;
};

/** What a screen reader says for a dot. */
export function spokenLabel({ entry, branch, outcome, compared, mark, orphaned }: Spoken): string {
  const { word, nodes } = originOf(entry);
  const parts = [`Step ${formatStep(entry.step)} on ${branch}, ${[word, nodes].filter(Boolean).join(" ")}`];
  if (outcome === "waiting") parts.push("waiting for an answer");
  else if (outcome === "failed") parts.push(`${listWords(entry.next) || "a node"} failed`);
  else if (outcome === "paused") parts.push(`paused before ${listWords(entry.next)}`);
  else if (outcome === "crashed") parts.push("the process died here");
  else if (outcome === "limit") parts.push("a limit was reached here");
  else if (outcome === "stopped") parts.push("stopped here by a person");
  else if (outcome !== "passed" && outcome !== "edited") parts.push(outcome);
  if (entry.changed.length > 0) parts.push(`changed ${listWords(entry.changed)}`);
  if (orphaned) parts.push("earlier checkpoints are gone");
  if (mark?.starred === true) parts.push("starred");
  if (mark?.label) parts.push(`labelled ${mark.label}`);
  if (mark?.note) parts.push("has a note");
  if (compared) parts.push("marked for comparison");
  return `${parts.join("; ")}.`;
}
