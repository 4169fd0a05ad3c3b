import type { Breakpoint, BreakpointSpec } from "@/lib/schema/breakpoint";

export type BreakpointChange = { spec?: BreakpointSpec; enabled?: boolean };

/** A change that the server has not answered yet. */
export type PendingChange =
  | { key: string; kind: "add"; breakpoint: Breakpoint }
  | { key: string; kind: "change"; id: string; change: BreakpointChange }
  | { key: string; kind: "remove"; id: string };

/**
 * The list as it will be when the server has taken all changes. `ids` leads from the ids that added breakpoints were
 * shown under to those that the server gave them.
 */
export function withPending(known: readonly Breakpoint[], pending: readonly PendingChange[], ids: ReadonlyMap<string, string>): Breakpoint[] {
  return pending.reduce<Breakpoint[]>(
    (list, change) => {
      if (change.kind === "add") return [...list, change.breakpoint];
      const id = ids.get(change.id) ?? change.id;
      if (change.kind === "remove") return list.filter(({ breakpoint_id }) => breakpoint_id !== id);
      return list.map((item) => (item.breakpoint_id === id ? { ...item, ...change.change } : item));
    },
    [...known],
  );
}
