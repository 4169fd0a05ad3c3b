import { withStorageErrors } from "./errors";
import type { Store } from "./open";
import { pinsKey } from "./pins";

/** Tables whose rows belong to a workflow. */
const OF_A_GRAPH = ["runs", "interrupts", "effects", "breakpoints"] as const;

/** An id that becomes another, with the ids under which API clients know both. */
export type GraphRename = { from: string; to: string; assistantFrom: string; assistantTo: string };

function renameOne(store: Store, { from, to, assistantFrom, assistantTo }: GraphRename): void {
  for (const table of OF_A_GRAPH) store.prepare(`UPDATE ${table} SET graph_id = ? WHERE graph_id = ?`).run(to, from);
  store.prepare(`UPDATE threads SET graph_id = ? WHERE graph_id = ?`).run(to, from);
  store
    .prepare(`UPDATE threads SET metadata = json_set(metadata, '$.graph_id', ?) WHERE graph_id = ? AND json_extract(metadata, '$.graph_id') = ?`)
    .run(to, to, from);
  for (const table of ["threads", "runs"]) {
    store
      .prepare(
        `UPDATE ${table} SET metadata = json_set(metadata, '$.assistant_id', ?) WHERE graph_id = ? AND json_extract(metadata, '$.assistant_id') = ?`,
      )
      .run(assistantTo, to, assistantFrom);
  }
  store
    .prepare(`UPDATE OR REPLACE revisions SET graph_id = ?, description = json_set(description, '$.graph_id', ?) WHERE graph_id = ?`)
    .run(to, to, from);
  store.prepare(`UPDATE OR REPLACE approval_rules SET graph_id = ? WHERE graph_id = ?`).run(to, from);
  store.prepare(`UPDATE inbox_views SET filter = json_set(filter, '$.graph_id', ?) WHERE json_extract(filter, '$.graph_id') = ?`).run(to, from);
  store.prepare(`UPDATE OR REPLACE preferences SET key = ? WHERE key = ?`).run(pinsKey(to), pinsKey(from));
}

/** Gives everything that is saved of workflows to their new ids, in one transaction. */
export function renameGraphs(store: Store, renames: readonly GraphRename[]): void {
  withStorageErrors(() => store.atOnce(() => renames.forEach((rename) => renameOne(store, rename))));
}
