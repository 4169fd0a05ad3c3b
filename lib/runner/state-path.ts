import type { Reads } from "../expression/program";
import type { Channels } from "../expression/scope";
import type { Value } from "../expression/value";
import type { Json, JsonObject } from "../schema/json";
import { isUnfoldedDelta } from "../store/delta-channels";
import type { Store } from "../store/open";
import { parseOutline, type Outline } from "../store/outline";
import type { PathEntry } from "../store/path";
import { isWholeState, readLengths, readSlice, type Slice } from "../store/state-slices";

type Place = { thread_id: string; checkpoint_ns: string };

/** Changed by nothing on the path: the value that a channel begins with. */
const BEGINNING = -1;

/** Values of delta channels that only the workflow's own reducers can make, at a checkpoint. */
export type FoldDeltas = (checkpointId: string, channels: readonly string[]) => Promise<JsonObject>;

/**
 * The states on a path, as far as expressions ask for them. A channel is read again only where the index says that it
 * changed; a whole state (`isWhole`), about whose parts the index says nothing, everywhere.
 */
export class States {
  /** Per channel, the places on the path that changed it, ascending. */
  readonly #changes = new Map<string, number[]>();
  /** Per channel the newest two values that were read: an expression may look at the state before as well. */
  readonly #known = new Map<string, { since: number; value: Value }[]>();
  readonly #isWhole: boolean;
  #outline: { index: number; read: Outline } = { index: BEGINNING, read: parseOutline(null) };
  #names: readonly string[] = [];

  constructor(
    private readonly store: Store,
    private readonly place: Place,
    readonly path: readonly PathEntry[],
    private readonly fold: FoldDeltas,
  ) {
    path.forEach((entry, index) => {
      for (const channel of entry.changed) {
        const places = this.#changes.get(channel);
        if (places === undefined) this.#changes.set(channel, [index]);
        else places.push(index);
      }
    });
    const last = path.at(-1);
    this.#isWhole = last !== undefined && this.#tells(last.checkpoint_id);
  }

  /** Where the value that a channel has at a place comes from. */
  since(channel: string, index: number): number {
    if (this.#isWhole) return index;
    const places = this.#changes.get(channel) ?? [];
    let low = 0;
    let high = places.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((places[middle] ?? 0) <= index) low = middle + 1;
      else high = middle;
    }
    return places[low - 1] ?? BEGINNING;
  }

  /** The channels of the state at a place; throws `checkpoint_damaged` when what is asked for cannot be read. */
  async channels(index: number, reads: Reads, forLength: ReadonlySet<string>): Promise<Channels> {
    const slice = reads.whole ? await this.#whole(index) : null;
    const values = slice === null ? await this.#named(index, reads.names, forLength) : new Map<string, Value>(Object.entries(slice.values));
    const names = reads.whole && slice !== null ? slice.names : [...new Set([...this.#names, ...this.#changes.keys()])];
    return { names, read: (name) => values.get(name) };
  }

  async #named(index: number, names: readonly string[], forLength: ReadonlySet<string>): Promise<Map<string, Value>> {
    // A list that stands for its length alone must not be taken for the list.
    const keyOf = (name: string) => (forLength.has(name) ? `length of ${name}` : name);
    const known = (name: string) => this.#known.get(keyOf(name))?.find(({ since }) => since === this.since(name, index));
    const stale = names.filter((name) => known(name) === undefined);
    if (stale.length > 0) {
      const values = await this.#fresh(index, stale, forLength);
      for (const name of stale) {
        const [newest] = this.#known.get(keyOf(name))?.slice(-1) ?? [];
        const read = { since: this.since(name, index), value: values.get(name) };
        this.#known.set(keyOf(name), newest === undefined ? [read] : [newest, read]);
      }
    }
    return new Map(names.map((name) => [name, known(name)?.value]));
  }

  async #fresh(index: number, names: readonly string[], forLength: ReadonlySet<string>): Promise<Map<string, Value>> {
    const values = this.#outlined(index, names, forLength);
    const measured = this.#isWhole ? [] : names.filter((name) => forLength.has(name) && !values.has(name));
    for (const [name, length] of this.#lengths(index, measured)) values.set(name, listOfLength(length));
    const rest = names.filter((name) => !values.has(name));
    if (rest.length === 0) return values;
    const slice = await this.#read(index, rest);
    for (const name of rest) values.set(name, slice.values[name]);
    if (slice.names.some((name) => !this.#names.includes(name))) this.#names = [...new Set([...this.#names, ...slice.names])];
    return values;
  }

  /** What the index itself tells: it keeps short values, and how long lists are, where they changed. */
  #outlined(index: number, names: readonly string[], forLength: ReadonlySet<string>): Map<string, Value> {
    const values = new Map<string, Value>();
    if (this.#isWhole) return values;
    for (const name of names) {
      const { values: short, lengths } = this.#outlineAt(this.since(name, index));
      const length = forLength.has(name) ? lengths.get(name) : undefined;
      const value = length === undefined ? short.get(name) : listOfLength(length);
      if (value !== undefined) values.set(name, value);
    }
    return values;
  }

  #outlineAt(index: number): Outline {
    if (this.#outline.index !== index) this.#outline = { index, read: parseOutline(this.path[index]?.outline ?? null) };
    return this.#outline.read;
  }

  #lengths(index: number, names: readonly string[]): Map<string, number> {
    return names.length === 0 ? new Map<string, number>() : readLengths(this.store, this.place, this.path[index]?.checkpoint_id ?? "", names);
  }

  async #whole(index: number): Promise<Slice> {
    const { names } = await this.#read(index, []);
    // What LangGraph rebuilds from earlier checkpoints stands in the index alone.
    return this.#read(index, [...new Set([...names, ...this.#changes.keys()])]);
  }

  async #read(index: number, names: readonly string[]): Promise<Slice> {
    const checkpointId = this.path[index]?.checkpoint_id ?? "";
    const slice = readSlice(this.store, this.place, checkpointId, names);
    const unfolded = Object.keys(slice.values).filter((name) => isUnfoldedDelta(slice.values[name]));
    return unfolded.length === 0 ? slice : { ...slice, values: { ...slice.values, ...(await this.fold(checkpointId, unfolded)) } };
  }

  #tells(checkpointId: string): boolean {
    try {
      return isWholeState(this.store, this.place, checkpointId);
    } catch {
      return true;
    }
  }
}

/** A list that is as long and holds nothing. */
function listOfLength(length: number): Json[] {
  return new Array<Json>(length).fill(null);
}
