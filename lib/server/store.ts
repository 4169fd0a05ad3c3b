import "server-only";
import type { z } from "zod";
import { RetrographError } from "../errors";
import type {
  DeleteItemBodySchema,
  GetItemQuerySchema,
  NamespacesBodySchema,
  PutItemBodySchema,
  SearchItemsBodySchema,
  StoreItem,
} from "../schema/store";
import { fromDisplayJson } from "../store/display";
import { serialize } from "../store/serialize";
import { deleteItem, getItem, listNamespaces, putItem, searchItems, toStoreItem } from "../store/store-items";
import { getApp } from "./app";

/** Inserts or replaces an item of the long-term memory. */
export async function putStoreItem({ namespace, key, value }: z.output<typeof PutItemBodySchema>): Promise<void> {
  const { store } = await getApp();
  const live = fromDisplayJson(value);
  if (typeof live !== "object" || live === null || Array.isArray(live)) {
    throw new RetrographError("invalid_request", "value: must be an object.", { field: "value" });
  }
  putItem(store, { namespace, key, value: serialize(live, { value: live }) });
}

/** Null when there is none, as the official client expects it. */
export async function getStoreItem({ namespace, key }: z.output<typeof GetItemQuerySchema>): Promise<StoreItem | null> {
  const { store } = await getApp();
  const item = getItem(store, namespace, key);
  return item === null ? null : toStoreItem(item);
}

/** One that does not exist is no error. */
export async function deleteStoreItem({ namespace, key }: z.output<typeof DeleteItemBodySchema>): Promise<void> {
  const { store } = await getApp();
  deleteItem(store, namespace, key);
}

/** Items in a namespace and below it, newest first. */
export async function searchStore(body: z.output<typeof SearchItemsBodySchema>): Promise<{ items: StoreItem[] }> {
  const { store } = await getApp();
  const { namespace_prefix: prefix, filter, contains, limit, offset } = body;
  const found = searchItems(store, {
    prefix,
    limit,
    offset,
    ...(filter == null ? {} : { filter }),
    ...(contains == null ? {} : { text: contains }),
  });
  return { items: found.map(toStoreItem) };
}

/** The namespaces that hold items. */
export async function listStoreNamespaces(body: z.output<typeof NamespacesBodySchema>): Promise<{ namespaces: string[][] }> {
  const { store } = await getApp();
  const { prefix, suffix, max_depth, limit, offset } = body;
  return {
    namespaces: listNamespaces(store, { prefix: prefix ?? undefined, suffix: suffix ?? undefined, maxDepth: max_depth ?? undefined, limit, offset }),
  };
}
