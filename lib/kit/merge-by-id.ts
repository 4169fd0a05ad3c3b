/** A change to a list of things with ids: a new thing, new values for some fields of one, or its removal. */
export type ChangeById<T extends { id: string }> = Partial<T> & { id: string; remove?: boolean };

/**
 * The work of a reducer for a list of things with ids: a change replaces the fields it names of the thing with
 * its id, in place; `{ id, remove: true }` takes it out; an unknown id appends. So a node can add one, and a
 * person can correct one, without repeating the rest of the list.
 * @param complete makes a whole thing of a change whose id is new, or throws with what is missing.
 */
export function mergeById<T extends { id: string }>(current: T[], changes: ChangeById<T>[], complete: (change: ChangeById<T>) => T): T[] {
  const byId = new Map(current.map((item) => [item.id, item]));
  for (const change of changes) {
    const { remove, ...fields } = change;
    const before = byId.get(change.id);
    if (remove === true) byId.delete(change.id);
    else byId.set(change.id, before === undefined ? complete(change) : { ...before, ...fields });
  }
  return [...byId.values()];
}

/** The next free short id: `n4` after `n1`, `n2` and `n3`. */
export function nextId(prefix: string, taken: Iterable<string>): string {
  const numbers = [...taken].map((id) => (id.startsWith(prefix) ? Number(id.slice(prefix.length)) : NaN)).filter(Number.isInteger);
  return `${prefix}${Math.max(0, ...numbers) + 1}`;
}
