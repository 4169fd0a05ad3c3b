import type { FileChange } from "@/lib/schema/design-api";
import type { EditInput, TextChange } from "@/lib/schema/edit";
import { invertLayout, type LayoutChange } from "./layout-change";

/** How one file goes back: `changes` of the text with this hash. */
type FileStep = { file: string; hash: string; changes: TextChange[] };

/** What can be taken back at once. Plain data, so that it survives a reload. */
export type Step = {
  label: string;
  /** When it was made, in milliseconds. */
  at: number;
  /** Steps with the same mark, made shortly after one another, are one. */
  merge: string | null;
  files: FileStep[];
  /** What led here; taking back is the inverse. */
  layout: LayoutChange[];
};

/** The newest step last, in both. */
export type History = { undo: Step[]; redo: Step[] };

export const NO_HISTORY: History = { undo: [], redo: [] };

const MAX_STEPS = 300;
const MERGE_MS = 1000;

export function toFileSteps(files: readonly FileChange[]): FileStep[] {
  return files.filter(({ inverse }) => inverse.length > 0).map(({ file, hash, inverse }) => ({ file, hash, changes: inverse }));
}

/** True where the step continues what the last one began. */
export function isContinuation(history: History, step: Step): boolean {
  const last = history.undo.at(-1);
  return last !== undefined && step.merge !== null && last.merge === step.merge && step.at - last.at < MERGE_MS;
}

/** After a new step nothing can be redone. One that continues the last takes its place. */
export function pushStep(history: History, step: Step, continues: boolean): History {
  const before = continues ? history.undo.slice(0, -1) : history.undo;
  return { undo: [...before, step].slice(-MAX_STEPS), redo: [] };
}

/** The newest step of one side gave the other side's `back`. */
export function moveStep(history: History, direction: "undo" | "redo", back: Step): History {
  return direction === "undo"
    ? { undo: history.undo.slice(0, -1), redo: [...history.redo, back] }
    : { undo: [...history.undo, back], redo: history.redo.slice(0, -1) };
}

/** The newest step of one side cannot be done and is forgotten. */
export function dropStep(history: History, direction: "undo" | "redo"): History {
  return { ...history, [direction]: history[direction].slice(0, -1) };
}

/** The edits that take a step back, and the hash of the workflow's own file that they are made from. */
export function editsOfStep(step: Step, ownFile: string, ownHash: string): { edits: EditInput[]; baseHash: string } {
  const edits = step.files.map(({ file, hash, changes }): EditInput =>
    file === ownFile ? { type: "replace_text", changes } : { type: "replace_text", file, base_hash: hash, changes },
  );
  return { edits, baseHash: step.files.find(({ file }) => file === ownFile)?.hash ?? ownHash };
}

/** What takes the taking back of a step back. */
export function inverseStep(step: Step, files: readonly FileChange[], at: number): Step {
  return { label: step.label, at, merge: null, files: toFileSteps(files), layout: invertLayout(step.layout) };
}

function isStep(value: unknown): value is Step {
  if (typeof value !== "object" || value === null) return false;
  const step = value as Partial<Step>;
  return typeof step.label === "string" && typeof step.at === "number" && Array.isArray(step.files) && Array.isArray(step.layout);
}

/** The history that a page kept before it was loaded anew; none where it cannot be read. */
export function parseHistory(value: unknown): History {
  if (typeof value !== "object" || value === null) return NO_HISTORY;
  const { undo, redo } = value as Partial<History>;
  return Array.isArray(undo) && Array.isArray(redo) && undo.every(isStep) && redo.every(isStep) ? { undo, redo } : NO_HISTORY;
}

const MAX_KEPT = 400_000;

/** What of a history is kept across a reload: its newest steps, as long as they are small. */
export function keptHistory(history: History): History {
  let left = MAX_KEPT;
  const fitting = (steps: Step[]) => {
    const kept: Step[] = [];
    for (const step of [...steps].reverse()) {
      const { length } = JSON.stringify(step);
      if (length > left) break;
      left -= length;
      kept.unshift(step);
    }
    return kept;
  };
  const undo = fitting(history.undo);
  return { undo, redo: fitting(history.redo) };
}
