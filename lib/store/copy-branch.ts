import type { RowKey } from "./descendants";
import { withStorageErrorsAsync } from "./errors";
import { ensureIndexed } from "./index-rows";
import type { Store } from "./open";

type Link = RowKey & { parent_checkpoint_id: string | null; outer_checkpoint_id: string | null; source: string };

/** What is copied: rows of checkpoints, and the checkpoint whose finished work stays behind. */
type Selection = { rows: RowKey[]; begins: string | null };

type Copy = {
  from: string;
  to: string;
  /** A checkpoint of the workflow itself, or of a subgraph. */
  checkpoint_id: string;
  checkpoint_ns?: string;
};

const keyOf = (ns: string, id: string) => `${ns}\n${id}`;

/** A checkpoint and its ancestors in one namespace. */
function ancestry(links: ReadonlyMap<string, Link>, ns: string, id: string): Link[] {
  const path: Link[] = [];
  const seen = new Set<string>();
  for (let link = links.get(keyOf(ns, id)); link !== undefined && !seen.has(link.checkpoint_id);) {
    seen.add(link.checkpoint_id);
    path.push(link);
    link = link.parent_checkpoint_id === null ? undefined : links.get(keyOf(ns, link.parent_checkpoint_id));
  }
  return path;
}

/** The lines of checkpoints to follow, from the workflow's own inwards: one per graph around the chosen checkpoint, and its own. */
function linesTo(links: ReadonlyMap<string, Link>, ns: string, id: string): Link[][] {
  const byId = new Map([...links.values()].map((link) => [link.checkpoint_id, link]));
  const lines: Link[][] = [];
  let at = links.get(keyOf(ns, id));
  while (at !== undefined) {
    lines.unshift(ancestry(links, at.checkpoint_ns, at.checkpoint_id));
    if (at.checkpoint_ns === "" || lines.length > links.size) break;
    at = at.outer_checkpoint_id === null ? undefined : byId.get(at.outer_checkpoint_id);
  }
  return lines[0]?.[0]?.checkpoint_ns === "" ? lines : [];
}

/**
 * The rows that a fork takes along: the lines to the chosen checkpoint, and the states of the subgraphs that ran from one
 * of its checkpoints. What ran on from the chosen one stays behind if it has come to an end, so that it runs again.
 */
function select(all: readonly Link[], ns: string, id: string): Selection {
  const links = new Map(all.map((link) => [keyOf(link.checkpoint_ns, link.checkpoint_id), link]));
  const lines = linesTo(links, ns, id);
  const [own] = lines;
  const head = own?.[0];
  if (own === undefined || head === undefined) return { rows: [], begins: null };
  const wentOn = all.some((link) => link.checkpoint_ns === "" && link.parent_checkpoint_id === head.checkpoint_id && link.source === "loop");
  const lineOf = new Map(lines.map((line) => [line[0]?.checkpoint_ns ?? "", new Set(line.map((link) => link.checkpoint_id))]));
  const taken = new Set<string>();
  const rows: RowKey[] = [];
  const take = (link: Link) => {
    const line = lineOf.get(link.checkpoint_ns);
    const key = keyOf(link.checkpoint_ns, link.checkpoint_id);
    if (taken.has(key) || (line !== undefined && !line.has(link.checkpoint_id))) return;
    taken.add(key);
    rows.push(link);
  };
  for (const line of lines) line.forEach(take);
  const inside = new Map<string, Link[]>();
  for (const link of all) {
    if (link.checkpoint_ns === "" || link.outer_checkpoint_id === null) continue;
    const known = inside.get(link.outer_checkpoint_id);
    if (known === undefined) inside.set(link.outer_checkpoint_id, [link]);
    else known.push(link);
  }
  const leaves = wentOn && lines.length === 1 ? head.checkpoint_id : null;
  // Rows that are taken on the way are looked into in their turn.
  for (const { checkpoint_id } of rows) if (checkpoint_id !== leaves) inside.get(checkpoint_id)?.forEach(take);
  return { rows, begins: wentOn ? head.checkpoint_id : null };
}

const INDEX_COLUMNS =
  "checkpoint_ns, checkpoint_id, parent_checkpoint_id, source, step, run_id, created_at, next, nodes, changed, bytes, outer_checkpoint_id, outline";
const LISTED = `thread_id = @from AND (checkpoint_ns, checkpoint_id) IN (SELECT value ->> 0, value ->> 1 FROM json_each(@rows))`;

const STATEMENTS = [
  `INSERT INTO checkpoints (thread_id, checkpoint_ns, checkpoint_id, parent_checkpoint_id, type, checkpoint, metadata)
   SELECT @to, checkpoint_ns, checkpoint_id, parent_checkpoint_id, type, checkpoint, metadata FROM checkpoints WHERE ${LISTED}`,
  `INSERT INTO writes (thread_id, checkpoint_ns, checkpoint_id, task_id, idx, channel, type, value)
   SELECT @to, checkpoint_ns, checkpoint_id, task_id, idx, channel, type, value FROM writes
   WHERE ${LISTED} AND NOT (checkpoint_ns = '' AND checkpoint_id = @begins)`,
  `INSERT INTO checkpoint_index (thread_id, ${INDEX_COLUMNS}) SELECT @to, ${INDEX_COLUMNS} FROM checkpoint_index WHERE ${LISTED}`,
];

/**
 * Copies a checkpoint with all its ancestors, what their tasks wrote and the states of their subgraphs to another thread,
 * keeping the ids, so that the other thread goes on from there: an unfinished subgraph from where it is, a question that
 * waits is asked there too, and what was already run from the checkpoint is run anew. Gives how many rows it copied.
 */
export function copyBranch(store: Store, copy: Copy): Promise<number> {
  return withStorageErrorsAsync(async () => {
    await ensureIndexed(store, copy.from);
    return store.sqlite
      .transaction(() => {
        // Exactly these columns.
        const all = store
          .prepare(
            `SELECT checkpoint_ns, checkpoint_id, parent_checkpoint_id, outer_checkpoint_id, source FROM checkpoint_index
             WHERE thread_id = ? ORDER BY checkpoint_id`,
          )
          .all(copy.from) as Link[];
        const { rows, begins } = select(all, copy.checkpoint_ns ?? "", copy.checkpoint_id);
        const list = JSON.stringify(rows.map((row) => [row.checkpoint_ns, row.checkpoint_id]));
        for (const sql of STATEMENTS) store.prepare(sql).run({ from: copy.from, to: copy.to, rows: list, begins: begins ?? "" });
        return rows.length;
      })
      .immediate();
  });
}
