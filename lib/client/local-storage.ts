/** Reads a JSON value that `writeLocal` kept; null when there is none, it is broken, or storage is denied. */
export function readLocal(key: string): unknown {
  try {
    const text = window.localStorage.getItem(key);
    return text === null ? null : (JSON.parse(text) as unknown);
  } catch {
    return null;
  }
}

/** Keeps a JSON value across reloads; `undefined` forgets it. A full or denied storage is no error: the page works without. */
export function writeLocal(key: string, value: unknown): void {
  try {
    if (value === undefined) window.localStorage.removeItem(key);
    else window.localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // Nothing to do: the value still lives in memory.
  }
}
