import type { CheckpointSource } from "../schema/checkpoint";
import { alignKeys } from "./diff-align";

/** What a comparison needs of a checkpoint. */
export type ComparedStep = {
  checkpoint_id: string;
  source: CheckpointSource;
  nodes: readonly string[];
  next: readonly string[];
  changed: readonly string[];
};

/** Places in the two lists of steps; null where one side has no such step. */
export type StepPair = { a: number | null; b: number | null };

/** Steps of the same key did the same kind of thing: ran the same nodes, or were written from outside as the same ones. */
function keyOf({ source, nodes }: ComparedStep): string {
  if (source === "fork" || source === "input") return source;
  return `${source}\n${[...new Set(nodes)].sort().join("\n")}`;
}

/** Lays the steps of two sides beside each other, in order; near linear in their number. */
export function alignSteps(a: readonly ComparedStep[], b: readonly ComparedStep[]): StepPair[] {
  const rows: StepPair[] = [];
  let atA = 0;
  let atB = 0;
  for (const match of [...alignKeys(a.map(keyOf), b.map(keyOf)), { before: a.length, after: b.length }]) {
    for (; atA < match.before; atA++) rows.push({ a: atA, b: null });
    for (; atB < match.after; atB++) rows.push({ a: null, b: atB });
    if (match.before < a.length && match.after < b.length) rows.push({ a: atA++, b: atB++ });
  }
  return rows;
}

export type PartingKind = "edit" | "value" | "route" | "end";

/** The first place at which two sides are not the same: how far each was, and why. `at` is the row. */
export type PartingPlace = { at: number; why: PartingKind; a: number | null; b: number | null };

type Sides = { a: readonly ComparedStep[]; b: readonly ComparedStep[]; rows: readonly StepPair[] };

/**
 * Where two sides part, or null when one goes on from the other or nothing differs. `differs` says of a row with a step on
 * both sides whether their states differ; a difference of values counts before the other way that it leads to.
 */
export function findParting({ a, b, rows }: Sides, differs: (row: number) => boolean): PartingPlace | null {
  if (a.length === 0 || b.length === 0) return null;
  for (const [at, row] of rows.entries()) {
    const stepA = row.a === null ? undefined : a[row.a];
    const stepB = row.b === null ? undefined : b[row.b];
    if (stepA !== undefined && stepB !== undefined) {
      if (differs(at)) return { at, why: isOutside(stepA) ? "edit" : "value", ...row };
      if (!sameNames(stepA.next, stepB.next)) return { at, why: "route", ...row };
      continue;
    }
    const step = stepA ?? stepB;
    // A replayed or copied checkpoint is the old moment once more: what comes of it is what counts.
    if (step === undefined || step.source === "fork") continue;
    if (isOutside(step)) return { at, why: "edit", ...row };
    const edit = editBeside({ a, b, rows }, at);
    if (edit !== null) return { at: edit, why: "edit", a: null, b: null, ...rows[edit] };
    const rest = rows.slice(at);
    const goesOn = (side: "a" | "b") => rest.some((one) => one[side] !== null);
    return { at, why: goesOn("a") && goesOn("b") ? "route" : "end", ...row };
  }
  return null;
}

/** The row of an edit with which the other side begins its own part; rows of both sides' parts stand one after the other. */
function editBeside({ a, b, rows }: Sides, at: number): number | null {
  const side = rows[at]?.a === null ? "a" : "b";
  for (let row = at + 1; row < rows.length; row++) {
    const pair = rows[row];
    if (pair === undefined || (pair.a !== null && pair.b !== null)) return null;
    const place = pair[side];
    if (place === null) continue;
    const step = (side === "a" ? a : b)[place];
    return step !== undefined && isOutside(step) ? row : null;
  }
  return null;
}

/** Written by a person or a program, not by a step of the workflow. */
function isOutside({ source }: ComparedStep): boolean {
  return source === "update" || source === "input";
}

function sameNames(left: readonly string[], right: readonly string[]): boolean {
  return left.length === right.length && [...left].sort().join("\n") === [...right].sort().join("\n");
}

/** The newest step of a side at or before a row; null before its first. */
export function lastBefore(rows: readonly StepPair[], side: "a" | "b", row: number): number | null {
  for (let at = row; at >= 0; at -= 1) {
    const place = rows[at]?.[side] ?? null;
    if (place !== null) return place;
  }
  return null;
}
