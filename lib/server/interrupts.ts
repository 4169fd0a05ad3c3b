import "server-only";
import type { Interrupt } from "../schema/thread";
import { listInterrupts as listStored } from "../store/interrupts";
import { getApp } from "./app";
import { requireThread } from "./threads";

/** A thread's interrupts, waiting ones first. Throws `thread_not_found`. */
export async function listInterrupts(threadId: string): Promise<Interrupt[]> {
  const app = await getApp();
  await requireThread(app, threadId);
  return listStored(app.store, { thread_id: threadId });
}
