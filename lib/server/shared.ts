import "server-only";

const KEY = Symbol.for("retrograph.server");

function registry(): Map<string, unknown> {
  const holder = globalThis as { [KEY]?: Map<string, unknown> };
  holder[KEY] ??= new Map();
  return holder[KEY];
}

/**
 * A value that exists once per process. Next.js bundles instrumentation, pages and routes apart, so a module-level
 * variable would exist several times.
 */
export function shared<T>(name: string, create: () => T): T {
  const values = registry();
  if (!values.has(name)) values.set(name, create());
  return values.get(name) as T;
}

/** Forgets a shared value, so that the next `shared` makes it anew. */
export function forgetShared(name: string): void {
  registry().delete(name);
}
