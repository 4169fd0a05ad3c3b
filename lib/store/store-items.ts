import { z } from "zod";
import type { StoreItem } from "../schema/store";
import { storedToDisplayJson } from "./display";
import { withStorageErrors } from "./errors";
import { matchesFilter } from "./store-filter";
import type { Store } from "./open";
import type { StoreItemsTable } from "./tables";

/** A row with its namespace read and its value still as text. */
export type StoredItem = { namespace: string[]; key: string; value: string; created_at: string; updated_at: string };

const NamespaceSchema = z.array(z.string());
const ORDER = "ORDER BY updated_at DESC, namespace, key";

function read(row: StoreItemsTable): StoredItem {
  return { ...row, namespace: NamespaceSchema.parse(JSON.parse(row.namespace)) };
}

/** Namespaces are stored as JSON lists: those below one begin with its text up to the closing bracket, and a comma. */
function below(prefix: readonly string[]): { where: string; values: string[] } {
  if (prefix.length === 0) return { where: "1", values: [] };
  const text = JSON.stringify(prefix);
  const begin = text.slice(0, -1);
  // "-" is the sign after "," in the order of the primary key.
  return { where: "(namespace = ? OR (namespace >= ? AND namespace < ?))", values: [text, `${begin},`, `${begin}-`] };
}

/** Inserts or replaces an item; `value` is JSON text of an object. Synchronous. */
export function putItem(store: Store, item: { namespace: readonly string[]; key: string; value: string }): void {
  const now = new Date().toISOString();
  withStorageErrors(() =>
    store
      .prepare(
        `INSERT INTO store_items (namespace, key, value, created_at, updated_at) VALUES (?, ?, ?, ?, ?)
         ON CONFLICT (namespace, key) DO UPDATE SET value = excluded.value, updated_at = excluded.updated_at`,
      )
      .run(JSON.stringify(item.namespace), item.key, item.value, now, now),
  );
}

/** Null when there is none. Synchronous. */
export function getItem(store: Store, namespace: readonly string[], key: string): StoredItem | null {
  return withStorageErrors(() => {
    // Exactly the columns of the table.
    const row = store.prepare(`SELECT * FROM store_items WHERE namespace = ? AND key = ?`).get(JSON.stringify(namespace), key) as
      StoreItemsTable | undefined;
    return row === undefined ? null : read(row);
  });
}

/** Deletes an item; one that does not exist is no error. Synchronous. */
export function deleteItem(store: Store, namespace: readonly string[], key: string): void {
  withStorageErrors(() => store.prepare(`DELETE FROM store_items WHERE namespace = ? AND key = ?`).run(JSON.stringify(namespace), key));
}

export type ItemSearch = {
  prefix: readonly string[];
  /** Fields of the value, each with what it equals or with operators. */
  filter?: { readonly [field: string]: unknown };
  /** Only items whose key or value contain this text, whatever its case. */
  text?: string;
  limit: number;
  offset: number;
};

/** Items in a namespace and below it that match, newest first. Synchronous; reads no more rows than it must. */
export function searchItems(store: Store, search: ItemSearch): StoredItem[] {
  const { where, values } = below(search.prefix);
  const text = (search.text ?? "").trim().toLowerCase();
  const found: StoredItem[] = [];
  return withStorageErrors(() => {
    let skipped = 0;
    const rows = store.prepare(`SELECT * FROM store_items WHERE ${where} ${ORDER}`).iterate(...values) as IterableIterator<StoreItemsTable>;
    for (const row of rows) {
      if (text !== "" && !`${row.key}\n${row.value}`.toLowerCase().includes(text)) continue;
      if (search.filter !== undefined && !matchesFilter(JSON.parse(row.value), search.filter)) continue;
      if (skipped < search.offset) skipped += 1;
      else found.push(read(row));
      if (found.length >= search.limit) break;
    }
    return found;
  });
}

export type NamespaceQuery = {
  /** Names from the front or the back; `*` stands for any one. */
  prefix?: readonly string[] | undefined;
  suffix?: readonly string[] | undefined;
  maxDepth?: number | undefined;
  limit: number;
  offset: number;
};

function fits(pattern: readonly string[] | undefined, labels: readonly string[]): boolean {
  return pattern === undefined || (pattern.length <= labels.length && pattern.every((label, index) => label === "*" || label === labels[index]));
}

/** The namespaces that hold items, in order. Synchronous. */
export function listNamespaces(store: Store, query: NamespaceQuery): string[][] {
  const rows = withStorageErrors(() => store.prepare(`SELECT DISTINCT namespace FROM store_items ORDER BY namespace`).pluck().all() as string[]);
  const suffix = query.suffix?.toReversed();
  const matching = rows
    .map((text) => NamespaceSchema.parse(JSON.parse(text)))
    .filter((labels) => fits(query.prefix, labels) && fits(suffix, labels.toReversed()));
  const cut = matching.map((labels) => JSON.stringify(labels.slice(0, query.maxDepth)));
  return [...new Set(cut)].slice(query.offset, query.offset + query.limit).map((text) => NamespaceSchema.parse(JSON.parse(text)));
}

/** An item as people and programs read it. */
export function toStoreItem(item: StoredItem): StoreItem {
  const value = storedToDisplayJson(JSON.parse(item.value));
  return { ...item, value: typeof value === "object" && value !== null && !Array.isArray(value) ? value : { value } };
}
