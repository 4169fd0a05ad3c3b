import "server-only";

/** Runs actions of the same key one after the other. */
export type KeyedLock = { run<T>(key: string, action: () => Promise<T>): Promise<T> };

export function createKeyedLock(): KeyedLock {
  const tails = new Map<string, Promise<void>>();
  return {
    async run(key, action) {
      const before = tails.get(key) ?? Promise.resolve();
      let release = () => undefined as void;
      const tail = before.then(() => new Promise<void>((resolve) => (release = resolve)));
      tails.set(key, tail);
      await before;
      // `release` is set by a reaction to `before` that was registered before this one.
      try {
        return await action();
      } finally {
        release();
        if (tails.get(key) === tail) tails.delete(key);
      }
    },
  };
}
