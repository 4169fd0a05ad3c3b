export type AnyFunction = (this: unknown, ...args: unknown[]) => unknown;

function isFunction(value: unknown): value is AnyFunction {
  return typeof value === "function";
}

/**
 * Puts a function around one of an object's, which keeps its name and what hangs on it, such as `util.promisify`'s own form.
 * Gives false where the object has none of that name, as in another version of Node.js.
 */
export function replace(owner: object, name: string, around: (original: AnyFunction) => AnyFunction): boolean {
  const descriptor = Object.getOwnPropertyDescriptor(owner, name);
  const original: unknown = descriptor?.value;
  if (!isFunction(original) || descriptor?.configurable === false) return false;
  const replaced = function (this: unknown, ...args: unknown[]): unknown {
    return around(original.bind(this)).apply(this, args);
  };
  Object.defineProperties(replaced, Object.getOwnPropertyDescriptors(original));
  Object.setPrototypeOf(replaced, Object.getPrototypeOf(original) as object | null);
  Object.defineProperty(owner, name, { ...descriptor, value: replaced });
  return true;
}
