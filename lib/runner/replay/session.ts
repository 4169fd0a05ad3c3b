import type { ReplayMode } from "../../schema/replay";
import type { RunSpec } from "../../schema/run";
import type { Span } from "../../schema/span";
import type { Store } from "../../store/open";
import { findRecordings, type FoundRecording, type RecordedKind, type Recording } from "../../store/recordings";
import type { LangGraph } from "../langgraph";
import type { CallInput } from "./call-input";
import { replayContext, withReplayContext } from "./context";
import { DryRunError, isDryRunError } from "./dry-run-error";
import { notRecorded } from "./not-recorded";
import { isBubble, readError, readOutput, whyUnrecorded, writeError, writeOutput } from "./output-text";

/** A call of a model, a tool or an effect, before it is known what becomes of it. */
export type Call = {
  kind: RecordedKind;
  name: string;
  input: CallInput;
  /** Changes nothing outside, by its name or its own word. */
  isPure: boolean;
};

/** A call that has begun: where, and which of the run's calls it is. */
export type OpenCall = Call & { seq: number; place: string };

/**
 * What becomes of a call. `guarded`: it runs, and a stand-in takes its place as soon as it tries to leave the process.
 * `refused`: the run stops.
 */
export type Decision =
  { how: "live" | "stubbed" | "guarded" } | { how: "recorded"; found: FoundRecording } | { how: "refused"; reason: string | null };

export type ReplaySessionOptions = {
  spec: RunSpec;
  store: Store;
  langgraph: LangGraph;
  /** Says where what a span shows came from. */
  onSource: (spanId: string, source: NonNullable<Span["source"]>) => void;
  /** There is something to save. */
  onRecorded: () => void;
  /** Ends the run at once, whatever its code does with the error. */
  onRefused: (error: Error) => void;
};

/** What one run does with its calls of models, tools and effects: records them, and answers them as its mode says. */
export class ReplaySession {
  readonly mode: ReplayMode;
  readonly #options: ReplaySessionOptions;
  readonly #threads: readonly string[];
  /** How many equal calls each place has made. */
  readonly #made = new Map<string, number>();
  #unsaved: Recording[] = [];
  #seq = 0;

  constructor(options: ReplaySessionOptions) {
    const { spec } = options;
    this.#options = options;
    this.mode = spec.replay?.mode ?? "live";
    this.#threads = [...new Set([spec.replay?.from_thread_id ?? spec.thread_id, spec.thread_id])];
  }

  get langgraph(): LangGraph {
    return this.#options.langgraph;
  }

  /** Ids and times of its code are the same each time. */
  get isRepeatable(): boolean {
    return this.mode === "strict" || this.mode === "dry";
  }

  /** Takes what is to be saved now. */
  takeUnsaved(): Recording[] {
    const recordings = this.#unsaved;
    this.#unsaved = [];
    return recordings;
  }

  putBack(recordings: readonly Recording[]): void {
    this.#unsaved = [...recordings, ...this.#unsaved];
  }

  begin(call: Call): OpenCall {
    return { ...call, seq: this.#seq++, place: replayContext()?.place ?? "" };
  }

  /** What becomes of a call that has begun. */
  decide(call: OpenCall): Decision {
    if (this.mode === "live") return { how: "live" };
    const rows = this.#rowsOf(call);
    // What asks a person depends on the answer: its code runs, and what it calls is treated by itself.
    if (rows.some(({ type }) => type === "asked")) return { how: this.mode === "dry" ? "guarded" : "live" };
    const found = this.#choose(call, rows);
    if (found !== null && found.type !== "unrecorded") return { how: "recorded", found };
    if (this.mode === "recorded") return { how: "live" };
    if (this.mode === "strict") return { how: "refused", reason: found?.output ?? null };
    return { how: call.kind === "model" || call.kind === "llm" || (call.kind === "tool" && call.isPure) ? "guarded" : "stubbed" };
  }

  /** Whether equal calls were recorded, without counting this one. */
  isRecorded(call: Call): boolean {
    const rows = this.#rowsOf(call);
    return rows.some(({ type }) => type === "json" || type === "error") && rows.every(({ type }) => type !== "asked");
  }

  #rowsOf(call: Call): FoundRecording[] {
    const key = { kind: call.kind, name: call.name, input_hash: call.input.hash };
    return this.#threads.flatMap((threadId) => findRecordings(this.#options.store, threadId, key, this.#options.spec.run_id));
  }

  /** The n-th equal call of a place gets the n-th recording of the newest run that has one, of the same place if there is any. */
  #choose(call: OpenCall, rows: readonly FoundRecording[]): FoundRecording | null {
    const key = [call.place, call.kind, call.name, call.input.hash].join("\n");
    const nth = this.#made.get(key) ?? 0;
    this.#made.set(key, nth + 1);
    const here = rows.filter(({ node }) => node === call.place);
    const byRun = new Map<string, FoundRecording[]>();
    for (const row of here.length > 0 ? here : rows) byRun.set(row.run_id, [...(byRun.get(row.run_id) ?? []), row]);
    const lists = [...byRun.values()];
    return lists.map((list) => list[nth]).find((row) => row !== undefined) ?? lists[0]?.at(-1) ?? null;
  }

  /** A recorded output, revived; throws the recorded error. */
  async replay(found: FoundRecording): Promise<unknown> {
    if (found.type === "error") throw readError(found.output);
    return await readOutput(found.output, this.#options.langgraph);
  }

  /** Stops the run, and gives the error for the code that made the call. */
  refuse(call: OpenCall, reason: string | null): Error {
    const context = replayContext();
    const error = notRecorded(this.#options.store, { threads: this.#threads, call, reason, taskId: context?.taskId ?? null });
    this.#options.onRefused(error);
    return error;
  }

  /** Says of a span where what it shows came from; of a run that is not a replay there is nothing to say. */
  mark(spanId: string | undefined, source: NonNullable<Span["source"]>): void {
    if (spanId !== undefined && this.mode !== "live") this.#options.onSource(spanId, source);
  }

  /** Keeps what a call that ran came to. What a dry run comes to is no recording: its calls were held back. */
  record(call: OpenCall, spanId: string | undefined, result: { output: unknown } | { thrown: unknown }): void {
    if (this.isRepeatable) return;
    const { spec } = this.#options;
    const written = "thrown" in result ? this.#writtenError(result.thrown) : writtenOutput(result.output);
    if (written === null) return;
    this.#unsaved.push({
      run_id: spec.run_id,
      seq: call.seq,
      thread_id: spec.thread_id,
      span_id: spanId ?? null,
      kind: call.kind,
      name: call.name,
      input_hash: call.input.hash,
      node: call.place,
      parts: call.input.parts,
      ...written,
    });
    this.#options.onRecorded();
  }

  #writtenError(thrown: unknown): Pick<Recording, "type" | "output"> | null {
    if (isBubble(thrown)) return { type: "asked", output: "" };
    return { type: "error", output: writeError(thrown) };
  }

  /** Runs work of a dry run. What it gives, or null as soon as something in it tried to leave the process. */
  async guarded<T>(work: () => Promise<T>): Promise<{ value: T } | null> {
    const context = replayContext();
    if (context === undefined) return { value: await work() };
    let refused: (error: Error) => void = () => undefined;
    const leaving = new Promise<null>((resolve) => {
      refused = () => resolve(null);
    });
    const running = withReplayContext({ ...context, attempts: { onRefused: refused } }, async () => ({ value: await work() }));
    // What comes of work that was given up is nobody's any more.
    running.catch(() => undefined);
    try {
      return await Promise.race([running, leaving]);
    } catch (error) {
      if (isDryRunError(error)) return null;
      throw error;
    }
  }
}

function writtenOutput(output: unknown): Pick<Recording, "type" | "output"> {
  try {
    return { type: "json", output: writeOutput(output) };
  } catch (error) {
    return { type: "unrecorded", output: whyUnrecorded(error) };
  }
}

/** What a stand-in says it stands for. */
export function stubText(kind: RecordedKind, name: string): string {
  return new DryRunError(kind === "model" || kind === "llm" ? `asked the model ${name}` : `called ${name}`).message;
}
