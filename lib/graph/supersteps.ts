/** What a node starts once it has run: all of `always`, and one option of each choice. An option may start several, or nothing. */
export type Exits = { always: string[]; choices: string[][][] };

export type SuperstepGraph = {
  exits: ReadonlyMap<string, Exits>;
  /** A target that waits until all sources have run. */
  joins: readonly { sources: readonly string[]; target: string }[];
  /** Run when nothing else is left. */
  deferred: ReadonlySet<string>;
};

/** Two nodes that can run in one superstep. `isSure`: it takes no two routers that happen to choose alike. */
export type Pair = { a: string; b: string; isSure: boolean };

type State = { active: string[]; arrived: string[][]; waiting: string[]; isSure: boolean };

const MAX_STATES = 4000;
const MAX_OPTIONS = 256;

/**
 * Which nodes can run in the same superstep: plays through all ways that the routers can choose, superstep by superstep,
 * as LangGraph does it. null where there are too many ways to look at all.
 */
export function pairsOf(graph: SuperstepGraph, start: string): Pair[] | null {
  const pairs = new Map<string, Pair>();
  const seen = new Set<string>();
  const open: State[] = [{ active: [start], arrived: graph.joins.map(() => []), waiting: [], isSure: true }];
  for (let state = open.pop(); state !== undefined; state = open.pop()) {
    const key = JSON.stringify(state);
    if (seen.has(key)) continue;
    seen.add(key);
    if (seen.size > MAX_STATES) return null;
    recordPairs(pairs, state);
    const next = nextStates(graph, state);
    if (next === null) return null;
    open.push(...next);
  }
  return [...pairs.values()];
}

function recordPairs(pairs: Map<string, Pair>, { active, isSure }: State): void {
  active.forEach((a, index) => {
    for (const b of active.slice(index + 1)) {
      const key = JSON.stringify([a, b]);
      pairs.set(key, { a, b, isSure: isSure || (pairs.get(key)?.isSure ?? false) });
    }
  });
}

/** The states after a superstep, one per way that its routers can choose; none at the end. */
function nextStates(graph: SuperstepGraph, state: State): State[] | null {
  const choices = state.active.flatMap((name) => graph.exits.get(name)?.choices ?? []).filter((options) => options.length > 0);
  const isSure = state.isSure && choices.filter((options) => options.length > 1).length < 2;
  if (choices.reduce((product, options) => product * options.length, 1) > MAX_OPTIONS) return null;
  const always = state.active.flatMap((name) => graph.exits.get(name)?.always ?? []);
  return combinations(choices).flatMap((chosen) => advance(graph, state, [...always, ...chosen], isSure) ?? []);
}

function combinations(choices: readonly string[][][]): string[][] {
  return choices.reduce<string[][]>((ways, options) => ways.flatMap((way) => options.map((option) => [...way, ...option])), [[]]);
}

function advance(graph: SuperstepGraph, state: State, started: string[], isSure: boolean): State | null {
  const next = new Set(started);
  const arrived = graph.joins.map(({ sources, target }, index) => {
    const there = new Set([...(state.arrived[index] ?? []), ...state.active.filter((name) => sources.includes(name))]);
    if (there.size < new Set(sources).size) return [...there].sort();
    next.add(target);
    return [];
  });
  const active = [...next].filter((name) => !graph.deferred.has(name)).sort();
  const waiting = [...new Set([...state.waiting, ...[...next].filter((name) => graph.deferred.has(name))])].sort();
  if (active.length > 0) return { active, arrived, waiting, isSure };
  return waiting.length > 0 ? { active: waiting, arrived, waiting: [], isSure } : null;
}
