import { GraphDescriptionSchema, type GraphDescription } from "../schema/graph";
import { withStorageErrors, withStorageErrorsAsync } from "./errors";
import { readRow } from "./index-rows";
import type { Store } from "./open";
import { isInternalChannel, parseCheckpoint } from "./raw-checkpoint";

/** Saves a graph as it stands; a revision that is there already is left as it is. Synchronous. */
export function putRevision(store: Store, description: GraphDescription): void {
  withStorageErrors(() => {
    store
      .prepare(`INSERT OR IGNORE INTO revisions (graph_id, revision, created_at, description) VALUES (?, ?, ?, ?)`)
      .run(description.graph_id, description.revision, new Date().toISOString(), JSON.stringify(description));
  });
}

/** A graph as it was at a revision, or null. */
export function getRevision(store: Store, graphId: string, revision: string): Promise<GraphDescription | null> {
  return withStorageErrorsAsync(async () => {
    const row = await store.db
      .selectFrom("revisions")
      .select("description")
      .where("graph_id", "=", graphId)
      .where("revision", "=", revision)
      .executeTakeFirst();
    return row === undefined ? null : GraphDescriptionSchema.parse(JSON.parse(row.description));
  });
}

/** Ancestors beyond these are not asked for their revision. */
const MAX_BACK = 100;

const REVISION_AT = `
  WITH RECURSIVE back (checkpoint_id, parent_checkpoint_id, run_id, depth) AS (
    SELECT checkpoint_id, parent_checkpoint_id, run_id, 0 FROM checkpoint_index WHERE thread_id = @thread_id AND checkpoint_ns = @checkpoint_ns AND checkpoint_id = @checkpoint_id
    UNION ALL
    SELECT i.checkpoint_id, i.parent_checkpoint_id, i.run_id, back.depth + 1 FROM back JOIN checkpoint_index AS i
      ON i.thread_id = @thread_id AND i.checkpoint_ns = @checkpoint_ns AND i.checkpoint_id = back.parent_checkpoint_id
    WHERE back.depth < ${MAX_BACK}
  )
  SELECT coalesce(r.revision, CASE WHEN json_valid(CAST(c.metadata AS TEXT)) THEN json_extract(CAST(c.metadata AS TEXT), '$.revision') END) AS found
  FROM back LEFT JOIN runs AS r ON r.run_id = back.run_id
    LEFT JOIN checkpoints AS c ON r.revision IS NULL AND c.thread_id = @thread_id AND c.checkpoint_ns = @checkpoint_ns AND c.checkpoint_id = back.checkpoint_id
  WHERE found IS NOT NULL LIMIT 1`;

/**
 * The revision that a checkpoint was made with: that of its run, or of the nearest run before it for one that a person
 * made. Null for checkpoints of other programs.
 */
export function revisionAt(store: Store, place: { thread_id: string; checkpoint_ns: string; checkpoint_id: string }): string | null {
  return withStorageErrors(() => {
    const found: unknown = store.prepare(REVISION_AT).pluck().get(place);
    return typeof found === "string" ? found : null;
  });
}

/** A workflow as it was when it last loaded, or null. */
export function newestRevision(store: Store, graphId: string): GraphDescription | null {
  return withStorageErrors(() => {
    const text: unknown = store.prepare(`SELECT description FROM revisions WHERE graph_id = ? ORDER BY created_at DESC LIMIT 1`).pluck().get(graphId);
    return typeof text === "string" ? GraphDescriptionSchema.parse(JSON.parse(text)) : null;
  });
}

/** Channels of the state that hold something at a checkpoint; none for one that is not there. Throws for a damaged row. */
export function channelsAt(store: Store, place: { thread_id: string; checkpoint_ns: string; checkpoint_id: string }): string[] {
  return withStorageErrors(() => {
    const row = readRow(store, place, place.checkpoint_id);
    const channels = row === null ? [] : Object.keys(parseCheckpoint(row).channel_values);
    return channels.filter((channel) => !isInternalChannel(channel) && channel !== "__root__");
  });
}
