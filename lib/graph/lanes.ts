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
  const places = new Map<string, number>();
  for (const id of tree.order)
    places.set(
      id,
      placeOf(tree, id, (parent) => places.get(parent)),
    );
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

/** The step that a checkpoint stands on: its own, or the one after its parent's where it repeats it. */
function placeOf(tree: CheckpointTree, id: string, known: (parent: string) => number | undefined): number {
  const step = tree.byId.get(id)?.step ?? 0;
  const parent = tree.parents.get(id) ?? null;
  const parentPlace = parent === null ? undefined : known(parent);
  return parentPlace === undefined ? step : Math.max(step, parentPlace + 1);
}

/**
 * The layout of a tree that has grown by `added` (see `extendTree`; `branches` as `extendBranches` gives them). Lanes that
 * did not grow are the same objects; the map of dots is shared with the given layout and only gains dots. Null when a
 * column came between two others, which moves the dots: then it has to be laid out anew.
 */
export function extendLanes(tree: CheckpointTree, branches: readonly Branch[], layout: LaneLayout, added: readonly string[]): LaneLayout | null {
  const columns = extendSteps(tree, layout, added);
  if (columns === null) return null;
  const { dots } = layout;
  const lanes = [...layout.lanes];
  const links = [...layout.links];
  for (const [lane, branch] of branches.entries()) {
    const known = lanes[lane];
    if (known?.branch === branch) continue;
    const fresh = branch.checkpoints.slice(known?.dots.length ?? 0).map((id): LaneDot => {
      const dot = { id, branch: branch.id, lane, column: columns.of.get(id) ?? 0 };
      dots.set(id, dot);
      return dot;
    });
    const own = [...(known?.dots ?? []), ...fresh];
    lanes[lane] = { branch, lane, start: own[0]?.column ?? 0, end: own.at(-1)?.column ?? 0, dots: own };
    const from = known !== undefined || branch.forkedFrom === null ? undefined : dots.get(branch.forkedFrom);
    if (own[0] !== undefined && from !== undefined) links.push({ branch: branch.id, from, to: own[0] });
  }
  return { lanes, dots, links, steps: columns.steps };
}

/** Columns of further checkpoints; null when one of them lies between two that there are. */
function extendSteps(tree: CheckpointTree, layout: LaneLayout, added: readonly string[]): { steps: number[]; of: Map<string, number> } | null {
  const steps = [...layout.steps];
  const places = new Map<string, number>();
  const known = (id: string) => {
    const dot = layout.dots.get(id);
    return places.get(id) ?? (dot === undefined ? undefined : layout.steps[dot.column]);
  };
  for (const id of added) places.set(id, placeOf(tree, id, known));
  for (const place of [...new Set(places.values())].sort((left, right) => left - right)) {
    const last = steps.at(-1);
    if (last === undefined || place > last) steps.push(place);
    else if (columnOf(steps, place) === null) return null;
  }
  return { steps, of: new Map([...places].map(([id, place]) => [id, columnOf(steps, place) ?? 0])) };
}

/** The column of a step, found by halving; null when no column stands for it. */
function columnOf(steps: readonly number[], step: number): number | null {
  let low = 0;
  let high = steps.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((steps[middle] ?? 0) < step) low = middle + 1;
    else high = middle;
  }
  return steps[low] === step ? low : null;
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
