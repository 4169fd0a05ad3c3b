import { setImmediate as nextMacrotask } from "node:timers/promises";
import { RetrographError, isRetrographError } from "../errors";
import { ExpressionError } from "../expression/error";
import { evaluate } from "../expression/evaluate";
import { parseExpression } from "../expression/parse";
import type { Program } from "../expression/program";
import { Room, toJson, type Value } from "../expression/value";
import type { RunnerRequest } from "../schema/ipc";
import type { Json, JsonObject } from "../schema/json";
import type { Evaluated, FindResult, WatchResult } from "../schema/travel";
import type { Store } from "../store/open";
import { readPath, type PathEntry } from "../store/path";
import { readForLengthAlone } from "./length-reads";
import { States, type FoldDeltas } from "./state-path";

type WatchRequest = Extract<RunnerRequest, { type: "watch" }>;
type FindRequest = Extract<RunnerRequest, { type: "find" }>;
type Place = { thread_id: string; checkpoint_ns: string };

/** How long the work may keep the event loop to itself, and how long it may take in all, in milliseconds. */
const SLICE_MS = 8;
const LONGEST_MS = 45_000;

/** Room for one watched value and for all of an answer, in characters: what is more is shown by nobody. */
const MOST_OF_ONE = 1_000_000;
const MOST_OF_ALL = 32_000_000;

/** `isFinal`: it is the same wherever the same values are read. */
type Result = { ok: true; value: Value } | { ok: false; message: string; isFinal: boolean };

function parse(text: string): Program {
  const parsed = parseExpression(text);
  if (parsed.ok) return parsed.program;
  const { message, index } = parsed;
  throw new RetrographError("invalid_expression", `"${text}" cannot be read: ${message}`, { expression: text, message, index });
}

const NOTHING_TO_FOLD: FoldDeltas = async () => ({});

/** An expression along a path: evaluated anew only where something that it reads has changed. */
class Watched {
  readonly #lengths: Record<"state" | "previous", ReadonlySet<string>>;
  #last: { key: string; result: Result } | null = null;

  constructor(
    private readonly states: States,
    readonly program: Program,
  ) {
    this.#lengths = { state: readForLengthAlone(program, "state"), previous: readForLengthAlone(program, "previous") };
  }

  async at(index: number): Promise<Result> {
    const key = this.#key(index);
    if (this.#last !== null && this.#last.key === key) return this.#last.result;
    const result = await this.#evaluate(index);
    // What could not be read here may be readable at the next place with the same value.
    this.#last = result.ok || result.isFinal ? { key, result } : null;
    return result;
  }

  #key(index: number): string {
    const { state, previous } = this.program.reads;
    if (state.whole || previous.whole) return String(index);
    const parts = state.names.map((name) => this.states.since(name, index));
    if (previous.names.length > 0) parts.push(...(index === 0 ? [-2] : previous.names.map((name) => this.states.since(name, index - 1))));
    return parts.join(" ");
  }

  async #evaluate(index: number): Promise<Result> {
    const { state, previous } = this.program.reads;
    try {
      const readsPrevious = index > 0 && (previous.whole || previous.names.length > 0);
      const before = readsPrevious ? { previous: await this.states.channels(index - 1, previous, this.#lengths.previous) } : {};
      return { ok: true, value: evaluate(this.program, { ...before, state: await this.states.channels(index, state, this.#lengths.state) }) };
    } catch (error) {
      if (error instanceof ExpressionError) return { ok: false, message: error.message, isFinal: true };
      if (isRetrographError(error) && error.code === "checkpoint_damaged") return { ok: false, message: error.message, isFinal: false };
      throw error;
    }
  }
}

async function requirePath(store: Store, place: Place, checkpointId: string): Promise<PathEntry[]> {
  const path = await readPath(store, { ...place, checkpoint_id: checkpointId });
  if (path.length > 0) return path;
  throw new RetrographError("checkpoint_not_found", `The thread has no checkpoint ${checkpointId}. It may have been deleted.`, {
    checkpoint_id: checkpointId,
  });
}

/** Lets others have their turn every few milliseconds; refuses to go on for ever, or when nobody waits any more. */
class Pace {
  readonly startedAt = performance.now();
  #since = this.startedAt;

  constructor(private readonly signal: AbortSignal | undefined) {}

  async step(): Promise<void> {
    const now = performance.now();
    if (now - this.#since < SLICE_MS) return;
    if (now - this.startedAt > LONGEST_MS) {
      throw new RetrographError(
        "too_many_requests",
        `Reading the states took longer than ${LONGEST_MS / 1000} seconds. Ask for fewer checkpoints, or search by halving.`,
      );
    }
    await nextMacrotask();
    if (this.signal?.aborted === true) throw new RetrographError("invalid_request", "Nobody waits for the answer any more.");
    this.#since = performance.now();
  }
}

/** At most `limit` places of `count`, evenly apart, both ends among them. */
function spread(count: number, limit: number): number[] {
  if (count <= limit) return Array.from({ length: count }, (_, index) => index);
  return Array.from({ length: limit }, (_, index) => Math.round((index * (count - 1)) / (limit - 1)));
}

/** Writes watched values out, as long as there is room for them. */
class Shown {
  #left = MOST_OF_ALL;

  of(result: Result): Evaluated {
    if (!result.ok) return { ok: false, message: result.message };
    const room = new Room(Math.min(MOST_OF_ONE, this.#left));
    try {
      const value = toJson(result.value, room);
      this.#left -= room.used;
      return { ok: true, value };
    } catch (error) {
      if (!(error instanceof ExpressionError)) throw error;
      if (this.#left >= MOST_OF_ONE) return { ok: false, message: error.message };
      return { ok: false, message: "All values together are too large to show. Ask for a part of them, or for their lengths." };
    }
  }
}

/**
 * The values of expressions along the path to a checkpoint, oldest first; an expression that has none at a checkpoint
 * says why there. Throws `invalid_expression`, `checkpoint_not_found`.
 */
export async function watchStates(
  store: Store,
  { thread_id, body }: WatchRequest,
  fold: FoldDeltas = NOTHING_TO_FOLD,
  signal?: AbortSignal,
): Promise<WatchResult> {
  const programs = body.expressions.map(parse);
  const place = { thread_id, checkpoint_ns: body.checkpoint_ns };
  const path = await requirePath(store, place, body.checkpoint_id);
  const states = new States(store, place, path, fold);
  const watched = programs.map((program) => new Watched(states, program));
  const pace = new Pace(signal);
  const shown = new Shown();
  const points: WatchResult["points"] = [];
  for (const index of spread(path.length, body.limit)) {
    const entry = path[index];
    if (entry === undefined) continue;
    const values: Evaluated[] = [];
    for (const one of watched) {
      values.push(shown.of(await one.at(index)));
      await pace.step();
    }
    points.push({ checkpoint_id: entry.checkpoint_id, step: entry.step, values });
  }
  return { points, total: path.length };
}

/** What a search has seen so far. */
class Search {
  examined = 0;
  #failures = 0;
  #firstFailure = "";

  constructor(private readonly watched: Watched) {}

  /** Whether the condition holds at a place; it does not where it cannot be evaluated. */
  async holdsAt(index: number): Promise<boolean> {
    this.examined += 1;
    const result = await this.watched.at(index);
    if (result.ok) return Boolean(result.value);
    this.#failures += 1;
    if (this.#failures === 1) this.#firstFailure = result.message;
    return false;
  }

  get failed(): FindResult["failed"] {
    return this.#failures === 0 ? null : { count: this.#failures, message: this.#firstFailure };
  }
}

async function findLinearly(search: Search, count: number, pace: Pace): Promise<number | null> {
  for (let index = 0; index < count; index += 1) {
    if (await search.holdsAt(index)) return index;
    await pace.step();
  }
  return null;
}

/** The first place of those at the end where the condition holds. */
async function findByHalving(search: Search, count: number, pace: Pace): Promise<number | null> {
  if (!(await search.holdsAt(count - 1))) return null;
  let low = 0;
  let high = count - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (await search.holdsAt(middle)) high = middle;
    else low = middle + 1;
    await pace.step();
  }
  return high;
}

/** What the condition names, where it was found to hold: values of channels, and `notes.length` of a list that only its length was asked of. */
async function valuesAt(states: States, program: Program, index: number): Promise<JsonObject> {
  const { state } = program.reads;
  const forLength = readForLengthAlone(program, "state");
  const { read, names } = await states.channels(index, state, forLength);
  return Object.fromEntries(
    (state.whole ? names : state.names).flatMap((name): [string, Json][] => {
      const value = read(name);
      if (value === undefined) return [];
      return Array.isArray(value) && forLength.has(name) && !state.whole
        ? [[`${name}.length`, value.length]]
        : [[name, toJson(value, new Room(Infinity))]];
    }),
  );
}

/**
 * The first checkpoint on the path at which a condition holds, one after the other or by halving (right only for what
 * stays true). Throws `invalid_expression`, `checkpoint_not_found`.
 */
export async function findState(
  store: Store,
  { thread_id, body }: FindRequest,
  fold: FoldDeltas = NOTHING_TO_FOLD,
  signal?: AbortSignal,
): Promise<FindResult> {
  const program = parse(body.condition);
  const pace = new Pace(signal);
  const place = { thread_id, checkpoint_ns: body.checkpoint_ns };
  const path = await requirePath(store, place, body.checkpoint_id);
  const states = new States(store, place, path, fold);
  const search = new Search(new Watched(states, program));
  const index = await (body.strategy === "binary" ? findByHalving : findLinearly)(search, path.length, pace);
  const entry = index === null ? undefined : path[index];
  return {
    found:
      entry === undefined || index === null
        ? null
        : { checkpoint_id: entry.checkpoint_id, step: entry.step, values: await valuesAt(states, program, index) },
    examined: search.examined,
    total: path.length,
    ms: performance.now() - pace.startedAt,
    failed: search.failed,
  };
}
