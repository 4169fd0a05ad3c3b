import { withStorageErrorsAsync } from "./errors";
import { ensureIndexed } from "./index-rows";
import { openEnds, subgraphOpenEnds } from "./open-ends";
import type { Store } from "./open";

const flag = (ids: string) => `iif(checkpoint_id IN (SELECT value FROM json_each(${ids})), 'true', 'false')`;

/** A `TimelineEntry` as JSON, in the order of its schema. `next`, `nodes` and `changed` are stored as JSON. */
const entry = (namespace: string) => `printf('
  {"checkpoint_id":%s,"parent_checkpoint_id":%s,"checkpoint_ns":%s%s,"source":%s,"step":%d,"run_id":%s,"created_at":%s,
  "next":%s,"nodes":%s,"changed":%s,"bytes":%d,"has_error":%s,"has_interrupt":%s}',
  json_quote(checkpoint_id), json_quote(parent_checkpoint_id), json_quote(${namespace}),
  iif(outer_checkpoint_id <> '', ',"outer_checkpoint_id":' || json_quote(outer_checkpoint_id), ''),
  json_quote(source), step, json_quote(run_id), json_quote(created_at),
  next, nodes, changed, bytes, ${flag("@failed")}, ${flag("@waiting")})`;

const OWN = `checkpoint_index WHERE thread_id = @thread AND checkpoint_ns = @ns`;
/** Namespaces of subgraphs begin with that of the graph around them and a bar; the workflow's own is empty. */
const INNER = `checkpoint_index INDEXED BY subgraph_checkpoints
  WHERE thread_id = @thread AND checkpoint_ns <> '' AND (@ns = '' OR substr(checkpoint_ns, 1, length(@ns) + 1) = @ns || '|')`;

const OWN_PAGE = `
  SELECT group_concat(${entry("@ns")}, ',') AS entries, min(checkpoint_id) AS oldest FROM (
    SELECT * FROM ${OWN} AND checkpoint_id < @before ORDER BY checkpoint_id DESC LIMIT @limit
  )`;

/** Ids need not be unique across namespaces: a page takes all rows of its oldest id, so that the next one begins below it. */
const INNER_PAGE = `
  SELECT group_concat(${entry("checkpoint_ns")}, ',') AS entries, min(checkpoint_id) AS oldest FROM (
    SELECT * FROM ${INNER} AND checkpoint_id < @before AND checkpoint_id >= (
      SELECT min(checkpoint_id) FROM (SELECT checkpoint_id FROM ${INNER} AND checkpoint_id < @before ORDER BY checkpoint_id DESC LIMIT @limit)
    ) ORDER BY checkpoint_id DESC
  )`;

const hasOlder = (rows: string) => `SELECT 1 FROM ${rows} AND checkpoint_id < @oldest LIMIT 1`;

/** Comes after every checkpoint id, which are ASCII. */
const AFTER_ALL = "\u007f";

type Page = {
  checkpoint_ns: string;
  /** The checkpoints of all subgraphs inside the namespace, in place of its own. */
  subgraphs?: boolean;
  before?: string;
  limit: number;
};

/**
 * `readTimeline` as JSON text, written by SQLite itself: for 5,000 checkpoints four times as quick as making objects of
 * the rows and text of the objects.
 */
export function readTimelineText(store: Store, threadId: string, page: Page): Promise<string> {
  const inner = page.subgraphs === true;
  return withStorageErrorsAsync(async () => {
    await ensureIndexed(store, threadId);
    const ends = inner ? subgraphOpenEnds(store, threadId) : openEnds(store, threadId, page.checkpoint_ns);
    const place = { thread: threadId, ns: page.checkpoint_ns };
    // Both columns are text, or null for an empty page.
    const row = store.prepare(inner ? INNER_PAGE : OWN_PAGE).get({
      ...place,
      before: page.before ?? AFTER_ALL,
      limit: page.limit,
      failed: JSON.stringify([...ends.failed]),
      waiting: JSON.stringify([...ends.waiting]),
    }) as { entries: string | null; oldest: string | null };
    const more = store.prepare(hasOlder(inner ? INNER : OWN)).get({ ...place, oldest: row.oldest ?? "" }) !== undefined;
    return `{"checkpoints":[${row.entries ?? ""}],"next_cursor":${JSON.stringify(more ? row.oldest : null)}}`;
  });
}
