import type { Store } from "./open";

/** A row of the saver's tables within a thread. */
export type RowKey = { checkpoint_ns: string; checkpoint_id: string };

/** With the size of its state. */
export type SizedRow = RowKey & { bytes: number };

type Link = SizedRow & { parent_checkpoint_id: string | null; outer_checkpoint_id: string | null };

export type Descendants = {
  /** The checkpoint itself included; children before their parents. */
  rows: SizedRow[];
  /** Ids that are none of them, of all graphs. */
  others: ReadonlySet<string>;
  /** How many of these are the workflow's own. */
  ownLeft: number;
};

/**
 * A checkpoint, all that came of it, and the states of the subgraphs that ran from one of these. From the index, which has
 * to be complete. Synchronous.
 */
export function withDescendants(store: Store, threadId: string, checkpoint: RowKey): Descendants {
  // Exactly these columns.
  const links = store
    .prepare(
      `SELECT checkpoint_ns, checkpoint_id, parent_checkpoint_id, outer_checkpoint_id, bytes FROM checkpoint_index
       WHERE thread_id = ? ORDER BY checkpoint_id`,
    )
    .all(threadId) as Link[];
  const dependants = new Map<string, Link[]>();
  const depend = (on: string | null, link: Link) => {
    if (on === null || on === "") return;
    const known = dependants.get(on);
    if (known === undefined) dependants.set(on, [link]);
    else known.push(link);
  };
  for (const link of links) {
    // A subgraph that keeps its state between runs hangs on what ran before it, also on another branch: that alone is no reason.
    if (link.checkpoint_ns === "" || link.checkpoint_ns === checkpoint.checkpoint_ns) depend(link.parent_checkpoint_id, link);
    if (link.checkpoint_ns !== "") depend(link.outer_checkpoint_id, link);
  }
  const others = new Set(links.map((link) => link.checkpoint_id));
  let ownLeft = links.filter((link) => link.checkpoint_ns === "").length;
  const rows: SizedRow[] = [];
  const add = ({ checkpoint_ns, checkpoint_id, bytes }: SizedRow) => {
    if (!others.delete(checkpoint_id)) return;
    rows.push({ checkpoint_ns, checkpoint_id, bytes });
    if (checkpoint_ns === "") ownLeft -= 1;
  };
  for (const link of links) if (link.checkpoint_ns === checkpoint.checkpoint_ns && link.checkpoint_id === checkpoint.checkpoint_id) add(link);
  // Rows that are added on the way are looked at in their turn.
  for (const { checkpoint_id } of rows) for (const link of dependants.get(checkpoint_id) ?? []) add(link);
  return { rows: rows.reverse(), others, ownLeft };
}
