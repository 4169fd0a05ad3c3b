import { withStorageErrors } from "./errors";
import type { Store } from "./open";
import { parseJson } from "./rows";

/** What was saved under the key, or null. Synchronous. */
export function readPreference(store: Store, key: string): unknown {
  return withStorageErrors(() => {
    const value: unknown = store.prepare(`SELECT value FROM preferences WHERE key = ?`).pluck().get(key);
    return typeof value === "string" ? parseJson(value) : null;
  });
}

/** Saves a value, which must be JSON, in place of what was there. Synchronous. */
export function writePreference(store: Store, key: string, value: unknown): void {
  withStorageErrors(() => {
    store
      .prepare(`INSERT OR REPLACE INTO preferences (key, value, updated_at) VALUES (?, ?, ?)`)
      .run(key, JSON.stringify(value), new Date().toISOString());
  });
}
