import { VoteSchema, type Vote } from "../schema/inbox";
import { withStorageErrors } from "./errors";
import type { Store } from "./open";
import { parseJson } from "./rows";

/** A request of a thread. */
export type RequestKey = { thread_id: string; interrupt_id: string };

/** What people have said so far about a request that needs several, oldest first. Synchronous. */
export function listVotes(store: Store, key: RequestKey): Vote[] {
  const rows = withStorageErrors(() =>
    store
      .prepare(`SELECT voter, verified, answer, at FROM votes WHERE thread_id = ? AND interrupt_id = ? ORDER BY at, voter`)
      .all(key.thread_id, key.interrupt_id),
  );
  return rows.map((row) => {
    const { voter, verified, answer, at }: Record<string, unknown> = { ...(typeof row === "object" ? row : null) };
    return VoteSchema.parse({ by: voter, verified: verified === 1, answer: parseJson(String(answer)), at });
  });
}

/** Keeps what somebody says, in place of what they said before. Part of the caller's transaction. Synchronous. */
export function putVote(store: Store, key: RequestKey, vote: Vote): void {
  store
    .prepare(
      `INSERT INTO votes (thread_id, interrupt_id, voter, verified, answer, at) VALUES (?, ?, ?, ?, ?, ?)
       ON CONFLICT (thread_id, interrupt_id, voter) DO UPDATE SET verified = excluded.verified, answer = excluded.answer, at = excluded.at`,
    )
    .run(key.thread_id, key.interrupt_id, vote.by, vote.verified ? 1 : 0, JSON.stringify(vote.answer), vote.at);
}

/** Takes somebody's vote back; false where there was none. Part of the caller's transaction. Synchronous. */
export function deleteVote(store: Store, key: RequestKey, by: string): boolean {
  return (
    store.prepare(`DELETE FROM votes WHERE thread_id = ? AND interrupt_id = ? AND voter = ?`).run(key.thread_id, key.interrupt_id, by).changes > 0
  );
}
