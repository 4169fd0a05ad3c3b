import type { Json } from "../schema/json";
import type { Root } from "./program";
import type { Value } from "./value";

/** Channels with their values as display JSON. `read` is called once per channel that an expression names, and for no other. */
export type Channels = { names: readonly string[]; read: (name: string) => Value };

/** What is there to look at. A root that is left out is refused with a message. */
export type Scope = { state: Channels } & Partial<Record<Exclude<Root, "state">, Channels>>;

/** Values that are at hand as display JSON. */
export function channelsOf(values: Readonly<Record<string, Json>>): Channels {
  return { names: Object.keys(values), read: (name) => (Object.hasOwn(values, name) ? values[name] : undefined) };
}
