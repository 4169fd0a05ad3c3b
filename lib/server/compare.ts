import "server-only";
import { setImmediate as nextMacrotask } from "node:timers/promises";
import type { z } from "zod";
import { RetrographError, isRetrographError } from "../errors";
import { alignSteps, findParting, lastBefore, type PartingPlace, type StepPair } from "../graph/compare";
import type { Json } from "../schema/json";
import type { Run } from "../schema/run";
import type { BranchComparison, BranchSide, ComparisonQuerySchema } from "../schema/travel";
import type { Store } from "../store/open";
import { readPath, type PathEntry } from "../store/path";
import { readRun } from "../store/runs";
import { totalsOfSteps } from "../store/spans";
import { readSlice, readTexts } from "../store/state-slices";
import { getApp } from "./app";
import { diffCheckpoints } from "./checkpoints";
import { requireThread } from "./threads";

type Place = { thread_id: string; checkpoint_ns: string };

/** How long the work may keep the event loop to itself, and how long states are compared along the way, in milliseconds. */
const SLICE_MS = 8;
const LONGEST_MS = 600;

function isDamaged(error: unknown): boolean {
  return isRetrographError(error) && error.code === "checkpoint_damaged";
}

/** The common beginning of two paths and what follows on either side. */
function splitPaths(a: readonly PathEntry[], b: readonly PathEntry[]): { common: PathEntry | null; a: PathEntry[]; b: PathEntry[] } {
  const places = new Map(a.map((entry, index) => [entry.checkpoint_id, index]));
  const inB = b.findLastIndex((entry) => places.has(entry.checkpoint_id));
  const inA = places.get(b[inB]?.checkpoint_id ?? "") ?? -1;
  return { common: a[inA] ?? null, a: a.slice(inA + 1), b: b.slice(inB + 1) };
}

/**
 * Per row with a step on both sides the channels in which the states differ. Only what was written since the last such row
 * is compared; null where a state is damaged, and for the rest of a long path once the time for it is over.
 */
async function differences(store: Store, place: Place, sides: Sides): Promise<(string[] | null)[]> {
  const { a, b, rows, common } = sides;
  const differing = new Set<string>();
  let touched = new Set<string>(common === null ? [...a, ...b].flatMap((entry) => entry.changed) : []);
  const until = performance.now() + LONGEST_MS;
  let since = performance.now();
  const found: (string[] | null)[] = [];
  for (const row of rows) {
    const stepA = row.a === null ? undefined : a[row.a];
    const stepB = row.b === null ? undefined : b[row.b];
    for (const channel of [...(stepA?.changed ?? []), ...(stepB?.changed ?? [])]) touched.add(channel);
    if (stepA === undefined || stepB === undefined || performance.now() > until) {
      found.push(null);
      continue;
    }
    const compared = compareStates(store, place, stepA, stepB, [...touched]);
    found.push(compared === null ? null : [...update(differing, compared)]);
    if (compared !== null) touched = new Set();
    if (performance.now() - since < SLICE_MS) continue;
    await nextMacrotask();
    since = performance.now();
  }
  return found;
}

type Sides = { common: PathEntry | null; a: PathEntry[]; b: PathEntry[]; rows: StepPair[] };

/** Whether each of the channels differs; null when one of the states cannot be read. */
function compareStates(store: Store, place: Place, a: PathEntry, b: PathEntry, channels: readonly string[]): Map<string, boolean> | null {
  if (channels.length === 0) return new Map();
  try {
    const left = readTexts(store, place, a.checkpoint_id, channels);
    const right = readTexts(store, place, b.checkpoint_id, channels);
    return new Map(channels.map((channel) => [channel, left.get(channel) !== right.get(channel)]));
  } catch (error) {
    if (isDamaged(error)) return null;
    throw error;
  }
}

function update(differing: Set<string>, compared: ReadonlyMap<string, boolean>): Set<string> {
  for (const [channel, differs] of compared) {
    if (differs) differing.add(channel);
    else differing.delete(channel);
  }
  return differing;
}

function valueAt(store: Store, place: Place, entry: PathEntry | null, channel: string): Json | undefined {
  if (entry === null) return undefined;
  try {
    return readSlice(store, place, entry.checkpoint_id, [channel]).values[channel];
  } catch (error) {
    if (isDamaged(error)) return undefined;
    throw error;
  }
}

/** The channel that differs first between the two places; of an edit the first that it wrote otherwise. */
function firstChannel(store: Store, place: Place, left: PathEntry | null, right: PathEntry | null, channels: readonly string[]): string | null {
  const compared = left === null || right === null ? null : compareStates(store, place, left, right, channels);
  return channels.find((channel) => compared?.get(channel) === true) ?? channels[0] ?? null;
}

function toParted(
  store: Store,
  place: Place,
  sides: Sides,
  parting: PartingPlace,
  differing: readonly (string[] | null)[],
): BranchComparison["parted"] {
  const { common, a, b, rows } = sides;
  const entryOf = (path: readonly PathEntry[], index: number | null) => (index === null ? null : (path[index] ?? null));
  const left = entryOf(a, lastBefore(rows, "a", parting.at)) ?? common;
  const right = entryOf(b, lastBefore(rows, "b", parting.at)) ?? common;
  const written = entryOf(a, parting.a) ?? entryOf(b, parting.b);
  const channels = parting.a !== null && parting.b !== null ? (differing[parting.at] ?? []) : (written?.changed ?? []);
  const channel = parting.why === "edit" || parting.why === "value" ? firstChannel(store, place, left, right, channels) : null;
  const before = channel === null ? undefined : valueAt(store, place, left, channel);
  const after = channel === null ? undefined : valueAt(store, place, right, channel);
  const nextOn = (path: readonly PathEntry[], entry: PathEntry | null, own: number | null) =>
    // Of a step that one side has alone, what was due before it is what led there.
    (own !== null && (parting.a === null || parting.b === null) ? (entryOf(path, own - 1) ?? common) : entry)?.next ?? [];
  return {
    a: entryOf(a, parting.a)?.checkpoint_id ?? null,
    b: entryOf(b, parting.b)?.checkpoint_id ?? null,
    why: parting.why,
    channel,
    ...(before === undefined ? {} : { before }),
    ...(after === undefined ? {} : { after }),
    a_next: nextOn(a, left, parting.a),
    b_next: nextOn(b, right, parting.b),
  };
}

function msBetween(from: string | null | undefined, to: string | null | undefined): number {
  const ms = Date.parse(to ?? "") - Date.parse(from ?? "");
  return Number.isFinite(ms) ? Math.max(ms, 0) : 0;
}

/** How long a run worked on a part of a path: from where it came to the part (or began) to its last step there (or its end). */
function timeOf(run: Run | null, own: readonly PathEntry[], before: PathEntry | undefined): number {
  const [first] = own;
  const last = own.at(-1);
  if (first === undefined || last === undefined) return 0;
  const from = before !== undefined && before.run_id === first.run_id ? before.created_at : (run?.started_at ?? first.created_at);
  const isWhole = run?.finished_at != null && run.head_checkpoint_id === last.checkpoint_id;
  return msBetween(from, isWhole ? run.finished_at : last.created_at);
}

async function toSide(store: Store, checkpointId: string, path: readonly PathEntry[], common: PathEntry | null): Promise<BranchSide> {
  const byRun = new Map<string, PathEntry[]>();
  let ms = 0;
  path.forEach((entry, index) => {
    const before = path[index - 1] ?? common;
    const own = entry.run_id === null ? undefined : byRun.get(entry.run_id);
    if (own !== undefined) own.push(entry);
    else if (entry.run_id !== null) byRun.set(entry.run_id, [entry]);
    else if (entry.source === "loop" && before !== null) ms += msBetween(before.created_at, entry.created_at);
  });
  for (const [runId, own] of byRun) {
    const before = path[path.findIndex((entry) => entry === own[0]) - 1] ?? common ?? undefined;
    ms += timeOf(readRun(store, runId), own, before);
  }
  const runs = [...byRun.keys()];
  const startedFrom = new Set(path.flatMap(({ parent_checkpoint_id: parent, source }) => (parent === null || source !== "loop" ? [] : [parent])));
  const last = path.at(-1);
  // A run that waits or failed has worked in its last step without a checkpoint after it.
  if (last !== undefined) startedFrom.add(last.checkpoint_id);
  return {
    checkpoint_id: checkpointId,
    path: path.map(({ checkpoint_id, step, source, nodes, next, changed, run_id }) => ({
      checkpoint_id,
      step,
      source,
      nodes,
      next,
      changed,
      run_id,
    })),
    runs,
    ms,
    totals: await totalsOfSteps(store, runs, startedFrom),
  };
}

async function requirePath(store: Store, place: Place, checkpointId: string): Promise<PathEntry[]> {
  const path = await readPath(store, { ...place, checkpoint_id: checkpointId });
  if (path.length > 0) return path;
  throw new RetrographError("checkpoint_not_found", `The thread has no checkpoint ${checkpointId}. It may have been deleted.`, {
    checkpoint_id: checkpointId,
  });
}

/**
 * Two branches laid side by side from where they parted to the two checkpoints: the way that each took, in what their
 * states differed along it, where they parted and why, and what each cost. Throws `thread_not_found`,
 * `checkpoint_not_found`, `checkpoint_damaged`.
 */
export async function compareBranches(threadId: string, query: z.output<typeof ComparisonQuerySchema>): Promise<BranchComparison> {
  const { store } = await getApp();
  await requireThread(await getApp(), threadId);
  const place: Place = { thread_id: threadId, checkpoint_ns: query.checkpoint_ns };
  const paths = splitPaths(await requirePath(store, place, query.a), await requirePath(store, place, query.b));
  const sides: Sides = { ...paths, rows: alignSteps(paths.a, paths.b) };
  const differing = await differences(store, place, sides);
  const parting = findParting(sides, (row) => (differing[row]?.length ?? 0) > 0);
  const diff = await diffCheckpoints(threadId, { from: query.a, to: query.b, checkpoint_ns: query.checkpoint_ns });
  return {
    common_ancestor: sides.common?.checkpoint_id ?? null,
    a: await toSide(store, query.a, sides.a, sides.common),
    b: await toSide(store, query.b, sides.b, sides.common),
    rows: sides.rows.map((row, index) => ({
      a: row.a === null ? null : (sides.a[row.a]?.checkpoint_id ?? null),
      b: row.b === null ? null : (sides.b[row.b]?.checkpoint_id ?? null),
      differing: differing[index] ?? null,
    })),
    parted: parting === null ? null : toParted(store, place, sides, parting, differing),
    channels: diff.channels,
  };
}
