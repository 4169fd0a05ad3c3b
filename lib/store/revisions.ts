import { GraphDescriptionSchema, type GraphDescription } from "../schema/graph";
import { withStorageErrors, withStorageErrorsAsync } from "./errors";
import type { Store } from "./open";

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
