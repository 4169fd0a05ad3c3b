import { TimelineEntrySchema, type TimelineEntry } from "../schema/checkpoint";
import { RunSchema, type Run } from "../schema/run";
import { InterruptSchema, ThreadSchema, type Interrupt, type Thread } from "../schema/thread";
import type { CheckpointIndexTable, InterruptsTable, RunsTable, ThreadsTable } from "./tables";
import type { Selectable } from "kysely";

const Source = TimelineEntrySchema.shape.source;

/** `JSON.parse` without its `any`. */
export function parseJson(text: string): unknown {
  return JSON.parse(text);
}

/** The names in a JSON list that this store wrote; anything else in it is left out. */
export function parseNames(text: string): string[] {
  const parsed = parseJson(text);
  return Array.isArray(parsed) ? parsed.filter((name) => typeof name === "string") : [];
}

/** What the timeline needs beside the index row: which checkpoints have a failed or waiting task. */
export type OpenEnds = { failed: ReadonlySet<string>; waiting: ReadonlySet<string> };

export function toTimelineEntry(row: Selectable<CheckpointIndexTable>, ends: OpenEnds): TimelineEntry {
  return {
    checkpoint_id: row.checkpoint_id,
    parent_checkpoint_id: row.parent_checkpoint_id,
    checkpoint_ns: row.checkpoint_ns,
    ...(row.outer_checkpoint_id === null || row.outer_checkpoint_id === "" ? {} : { outer_checkpoint_id: row.outer_checkpoint_id }),
    source: Source.parse(row.source),
    step: row.step,
    run_id: row.run_id,
    created_at: row.created_at,
    next: parseNames(row.next),
    nodes: parseNames(row.nodes),
    changed: parseNames(row.changed),
    bytes: row.bytes,
    has_error: ends.failed.has(row.checkpoint_id),
    has_interrupt: ends.waiting.has(row.checkpoint_id),
  };
}

export function toThread(row: Selectable<ThreadsTable>): Thread {
  return ThreadSchema.parse({ ...row, metadata: parseJson(row.metadata), config: parseJson(row.config) });
}

export function toRun(row: Selectable<RunsTable>): Run {
  return RunSchema.parse({ ...row, state: parseJson(row.state), metadata: parseJson(row.metadata), kwargs: parseJson(row.kwargs) });
}

export function toInterrupt(row: Selectable<InterruptsTable>): Interrupt {
  const { answer, response_schema, ...rest } = row;
  return InterruptSchema.parse({
    ...rest,
    value: parseJson(row.value),
    ...(response_schema === null ? {} : { response_schema: parseJson(response_schema) }),
    ...(answer === null ? {} : { answer: parseJson(answer) }),
  });
}
