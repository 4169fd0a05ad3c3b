import type { Store } from "./open";

/** A row of the saver's tables within a thread. */
export type RowKey = { checkpoint_ns: string; checkpoint_id: string };

/** With the size of its state. */
export type SizedRow = RowKey & { bytes: number };

type Link = SizedRow & { parent_checkpoint_id: string | null; outer_checkpoint_id: string | null };

/**
 * A checkpoint of the workflow itself, all that came of it, and the states of the subgraphs that ran from one of these;
 * children before their parents; with the ids of the workflow's own checkpoints that are none of them. From the index, which has to be complete. Synchronous.
 */
export function withDescendants(store: Store, threadId: string, checkpointId: string): { rows: SizedRow[]; others: Set<string> } {
  // Exactly these columns.
  const links = store
    .prepare(`SELECT checkpoint_ns, checkpoint_id, parent_checkpoint_id, outer_checkpoint_id, bytes FROM checkpoint_index WHERE thread_id = ?`)
    .all(threadId) as Link[];
  const dependants = new Map<string, Link[]>();
  for (const link of links) {
    const on = link.checkpoint_ns === "" ? link.parent_checkpoint_id : link.outer_checkpoint_id;
    if (on === null || on === "") continue;
    const known = dependants.get(on);
    if (known === undefined) dependants.set(on, [link]);
    else known.push(link);
  }
  const others = new Set(links.flatMap((link) => (link.checkpoint_ns === "" ? [link.checkpoint_id] : [])));
  const rows: SizedRow[] = [];
  const taken = new Set<string>();
  const add = ({ checkpoint_ns, checkpoint_id, bytes }: SizedRow) => {
    const key = `${checkpoint_ns}\n${checkpoint_id}`;
    if (taken.has(key)) return;
    taken.add(key);
    rows.push({ checkpoint_ns, checkpoint_id, bytes });
    if (checkpoint_ns === "") others.delete(checkpoint_id);
  };
  for (const link of links) if (link.checkpoint_ns === "" && link.checkpoint_id === checkpointId) add(link);
  // Rows that are added on the way are looked at in their turn.
  for (const { checkpoint_id } of rows) for (const link of dependants.get(checkpoint_id) ?? []) add(link);
  return { rows: rows.reverse(), others };
}
