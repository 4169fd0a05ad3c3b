import type { Store } from "./open";

/** Whether a thread is a copy that answers are tried on: it is in no list, and what it asks is nobody's to answer. Synchronous. */
export function isHiddenThread(store: Store, threadId: string): boolean {
  return store.prepare(`SELECT 1 FROM threads WHERE thread_id = ? AND hidden = 1`).get(threadId) !== undefined;
}

/** Takes a thread out of every list. Synchronous. */
export function hideThread(store: Store, threadId: string): void {
  store.prepare(`UPDATE threads SET hidden = 1 WHERE thread_id = ?`).run(threadId);
}

/** Hidden threads that were made before a moment (ISO 8601). Synchronous. */
export function hiddenThreadsBefore(store: Store, before: string): string[] {
  return store.prepare(`SELECT thread_id FROM threads WHERE hidden = 1 AND created_at < ?`).pluck().all(before).map(String);
}
