import { v7 as uuid7 } from "uuid";
import { RetrographError } from "../errors";
import { InboxFilterSchema, type InboxFilter, type SavedView } from "../schema/inbox";
import { withStorageErrors } from "./errors";
import type { Store } from "./open";
import { parseJson } from "./rows";
import type { InboxViewsTable } from "./tables";

const MAX_VIEWS = 100;

function toView({ filter, ...row }: InboxViewsTable): SavedView {
  return { ...row, filter: InboxFilterSchema.catch(InboxFilterSchema.parse({})).parse(parseJson(filter)) };
}

/** Filters that were kept under a name, by name. Synchronous. */
export function listViews(store: Store): SavedView[] {
  // The table's own columns.
  const rows = withStorageErrors(() => store.prepare(`SELECT * FROM inbox_views ORDER BY name COLLATE NOCASE, view_id`).all()) as InboxViewsTable[];
  return rows.map(toView);
}

/** Keeps a filter under a name, in place of an earlier one of that name. Throws `too_many_requests` past a hundred. Synchronous. */
export function putView(store: Store, view: { name: string; filter: InboxFilter }): SavedView {
  return withStorageErrors(() =>
    store.sqlite
      .transaction(() => {
        const now = new Date().toISOString();
        const filter = JSON.stringify(view.filter);
        // The table's own columns.
        const row = store
          .prepare(`UPDATE inbox_views SET filter = ? WHERE name = ? RETURNING view_id, name, filter, created_at`)
          .get(filter, view.name) as InboxViewsTable | undefined;
        if (row !== undefined) return toView(row);
        if (Number(store.prepare(`SELECT count(*) FROM inbox_views`).pluck().get()) >= MAX_VIEWS) {
          throw new RetrographError("too_many_requests", `${MAX_VIEWS} views are kept. Delete one first.`);
        }
        const made: InboxViewsTable = { view_id: uuid7(), name: view.name, filter, created_at: now };
        store.prepare(`INSERT INTO inbox_views (view_id, name, filter, created_at) VALUES (@view_id, @name, @filter, @created_at)`).run(made);
        return toView(made);
      })
      .immediate(),
  );
}

/** Throws `view_not_found`. Synchronous. */
export function deleteView(store: Store, viewId: string): void {
  const { changes } = withStorageErrors(() => store.prepare(`DELETE FROM inbox_views WHERE view_id = ?`).run(viewId));
  if (changes === 0) throw new RetrographError("view_not_found", "There is no such view. It may have been deleted.", { view_id: viewId });
}
