import type { Branch } from "./branches";
import type { CheckpointTree } from "./tree";

export type LaneDot = { id: string; branch: string; lane: number; column: number };

/** A branch as a row: its own dots run without gaps in memory, from `start` to `end` column. */
export type Lane = { branch: Branch; lane: number; start: number; end: number; dots: LaneDot[] };

/** The curve from the checkpoint that a branch left to its first own one. */
export type LaneLink = { branch: string; from: LaneDot; to: LaneDot };

export type LaneLayout = {
  lanes: Lane[];
  dots: Map<string, LaneDot>;
  links: LaneLink[];
  /** The superstep that each column stands for. */
  steps: number[];
};

/**
 * Places checkpoints on a grid: a row per branch in order of creation, a column per superstep. A row is never shared
 * by two branches: its head names one, and a branch that grows would push the other away. Steps that no checkpoint has
 * (pruned rows) take no column; a child always stands right of its parent, also where a foreign program repeats a step.
 */
export function layoutLanes(tree: CheckpointTree, branches: readonly Branch[]): LaneLayout {
  const places = placeOnSteps(tree);
  const steps = [...new Set(places.values())].sort((left, right) => left - right);
  const columns = new Map(steps.map((step, column) => [step, column]));

  const dots = new Map<string, LaneDot>();
  const links: LaneLink[] = [];
  const lanes = branches.map((branch, lane): Lane => {
    const own = branch.checkpoints.map((id): LaneDot => {
      const dot = { id, branch: branch.id, lane, column: columns.get(places.get(id) ?? 0) ?? 0 };
      dots.set(id, dot);
      return dot;
    });
    const first = own[0];
    const from = branch.forkedFrom === null ? undefined : dots.get(branch.forkedFrom);
    if (first !== undefined && from !== undefined) links.push({ branch: branch.id, from, to: first });
    return { branch, lane, start: first?.column ?? 0, end: own.at(-1)?.column ?? 0, dots: own };
  });
  return { lanes, dots, links, steps };
}

function placeOnSteps(tree: CheckpointTree): Map<string, number> {
  const places = new Map<string, number>();
  for (const id of tree.order) {
    const step = tree.byId.get(id)?.step ?? 0;
    const parent = tree.parents.get(id) ?? null;
    const parentPlace = parent === null ? undefined : places.get(parent);
    places.set(id, parentPlace === undefined ? step : Math.max(step, parentPlace + 1));
  }
  return places;
}

/** The part of a lane between two columns, both included, found by halving. */
export function dotsBetween(lane: Lane, from: number, to: number): LaneDot[] {
  return lane.dots.slice(firstAtOrAfter(lane.dots, from), firstAtOrAfter(lane.dots, to + 1));
}

function firstAtOrAfter(dots: readonly LaneDot[], column: number): number {
  let low = 0;
  let high = dots.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((dots[middle]?.column ?? 0) < column) low = middle + 1;
    else high = middle;
  }
  return low;
}
