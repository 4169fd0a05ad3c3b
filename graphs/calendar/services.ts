import { randomUUID } from "node:crypto";
import type { BaseStore, LangGraphRunnableConfig } from "@langchain/langgraph";
import { z } from "zod";

export const EventSchema = z.object({ title: z.string().min(1), starts_at: z.string().min(1) });
export type CalendarEvent = z.infer<typeof EventSchema>;

export const DeletionSchema = z.object({ table: z.enum(["orders", "customers"]), where: z.string().min(1) });
export type Deletion = z.infer<typeof DeletionSchema>;

const ROWS = { orders: 3, customers: 2 } as const;

type Place = { store: BaseStore; threadId: string };

/** The services of a thread, made up. They keep what they have in the store, so that it outlives a run like a real one's would. */
function placeOf({ store, configurable }: LangGraphRunnableConfig): Place {
  const threadId: unknown = configurable?.["thread_id"];
  if (store === undefined || typeof threadId !== "string") throw new Error("The calendar needs a store and a thread: run this workflow with both.");
  return { store, threadId };
}

/**
 * Puts an event into the calendar. One that comes with a key that is known already is not put there again: the answer is the
 * event that is, with `deduplicated`.
 */
export async function addEvent(config: LangGraphRunnableConfig, event: CalendarEvent, key: string | null) {
  const { store, threadId } = placeOf(config);
  const folder = ["calendar", threadId, "events"];
  const known = key === null ? null : await store.get(folder, key);
  const event_id = key ?? randomUUID();
  if (known === null) await store.put(folder, event_id, { ...event });
  return { event_id, ...event, deduplicated: known !== null, ...(key === null ? {} : { idempotency_key: key }) };
}

/** Deletes the rows of a table that match; only `1=1`, which is all of them, matches any. */
export async function deleteRecords(config: LangGraphRunnableConfig, { table, where }: Deletion) {
  const { store, threadId } = placeOf(config);
  const folder = ["calendar", threadId, "deleted"];
  const gone = (await store.get(folder, table)) !== null;
  const deleted = gone || where.replaceAll(" ", "") !== "1=1" ? 0 : ROWS[table];
  if (deleted > 0) await store.put(folder, table, { where, deleted });
  return { table, deleted };
}
