import "server-only";
import type { Repeats } from "../schema/effect";
import { listRepeats, type RepeatsFilter } from "../store/effects";
import { getApp } from "./app";

/** Effects that were executed more than once, of a run, a thread, a workflow or all, newest first. */
export async function readRepeats(query: RepeatsFilter): Promise<Repeats> {
  const { store } = await getApp();
  return await listRepeats(store, query);
}
