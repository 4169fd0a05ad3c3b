import { withStorageErrors } from "./errors";
import type { Store } from "./open";

/** `llm`: a model of plain text. `effect`: an `effect()` of the kit. */
export type RecordedKind = "model" | "llm" | "tool" | "effect";

/**
 * What a call came to. `json`: its output in LangGraph's form. `error`: what it threw. `asked`: it stopped to ask a person, so
 * that its output depends on more than its input. `unrecorded`: why its output could not be kept, as text.
 */
export type RecordingType = "json" | "error" | "asked" | "unrecorded";

/** Label and short hash of each part of a call's input. */
export type InputParts = readonly (readonly [label: string, hash: string])[];

/** What one call of a run returned. `seq` is in the order in which the run's calls began. */
export type Recording = {
  run_id: string;
  seq: number;
  thread_id: string;
  span_id: string | null;
  kind: RecordedKind;
  name: string;
  input_hash: string;
  node: string;
  parts: InputParts;
  type: RecordingType;
  output: string;
};

const SAVE = `
  INSERT OR REPLACE INTO recordings (run_id, seq, thread_id, span_id, kind, name, input_hash, node, parts, type, output, at)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`;

/** Saves recordings, without a transaction of its own. Synchronous. */
export function saveRecordings(store: Store, recordings: Iterable<Recording>): void {
  const save = store.prepare(SAVE);
  const now = new Date().toISOString();
  for (const one of recordings) {
    save.run(
      one.run_id,
      one.seq,
      one.thread_id,
      one.span_id,
      one.kind,
      one.name,
      one.input_hash,
      one.node,
      JSON.stringify(one.parts),
      one.type,
      one.output,
      now,
    );
  }
}

/** A recording as it is looked for: without its thread and its parts. */
export type FoundRecording = { run_id: string; seq: number; node: string; type: RecordingType; output: string };

export type CallKey = { kind: RecordedKind; name: string; input_hash: string };

/** What equal calls of a thread came to, the newest run's first, within a run in order; without those of one run. Synchronous. */
export function findRecordings(store: Store, threadId: string, call: CallKey, exceptRunId: string): FoundRecording[] {
  return withStorageErrors(
    () =>
      // Exactly these columns.
      store
        .prepare(
          `SELECT c.run_id, c.seq, c.node, c.type, CAST(c.output AS TEXT) AS output FROM recordings AS c LEFT JOIN runs AS r ON r.run_id = c.run_id
           WHERE c.thread_id = ? AND c.kind = ? AND c.name = ? AND c.input_hash = ? AND c.run_id <> ?
           ORDER BY r.position DESC, c.run_id, c.seq`,
        )
        .all(threadId, call.kind, call.name, call.input_hash, exceptRunId) as FoundRecording[],
  );
}

/** Inputs of a thread's calls of that kind and name, newest first, at most `limit`: to say what a call differs in. Synchronous. */
export function similarRecordings(
  store: Store,
  threadId: string,
  call: { kind: RecordedKind; name: string },
  limit: number,
): { run_id: string; span_id: string | null; node: string; parts: InputParts }[] {
  return withStorageErrors(() => {
    const rows = store
      .prepare(
        `SELECT c.run_id, c.span_id, c.node, c.parts FROM recordings AS c LEFT JOIN runs AS r ON r.run_id = c.run_id
         WHERE c.thread_id = ? AND c.kind = ? AND c.name = ? ORDER BY r.position DESC, c.seq DESC LIMIT ?`,
      )
      // Exactly these columns.
      .all(threadId, call.kind, call.name, limit) as { run_id: string; span_id: string | null; node: string; parts: string }[];
    // Written by `saveRecordings`.
    return rows.map((row) => ({ ...row, parts: JSON.parse(row.parts) as InputParts }));
  });
}

/** How many calls of a thread were recorded. Synchronous. */
export function countRecordings(store: Store, threadId: string): number {
  return withStorageErrors(() => Number(store.prepare(`SELECT count(*) FROM recordings WHERE thread_id = ?`).pluck().get(threadId)));
}
