import "server-only";
import type { z } from "zod";
import type { SavedView, SavedViewBodySchema } from "../../schema/inbox";
import { deleteView as deleteStored, listViews as listStored, putView } from "../../store/inbox-views";
import { getApp } from "../app";

/** Filters that were kept under a name. They are everybody's. */
export async function listViews(): Promise<SavedView[]> {
  return listStored((await getApp()).store);
}

/** Keeps a filter under a name, in place of an earlier one of that name. Throws `too_many_requests`. */
export async function saveView(body: z.output<typeof SavedViewBodySchema>): Promise<SavedView> {
  return putView((await getApp()).store, body);
}

/** Throws `view_not_found`. */
export async function deleteView(viewId: string): Promise<void> {
  deleteStored((await getApp()).store, viewId);
}
