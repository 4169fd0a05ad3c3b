import { BreakpointSpecSchema, type Breakpoint } from "../schema/breakpoint";
import { withStorageErrorsAsync } from "./errors";
import type { Store } from "./open";
import type { BreakpointsTable } from "./tables";

function toBreakpoint(row: BreakpointsTable): Breakpoint {
  return { ...row, enabled: row.enabled !== 0, spec: BreakpointSpecSchema.parse(JSON.parse(row.spec)) };
}

/** Breakpoints of a workflow, oldest first. */
export function listBreakpoints(store: Store, graphId: string): Promise<Breakpoint[]> {
  return withStorageErrorsAsync(async () => {
    // The table's own columns. Prepared once: every run asks for them.
    const rows = store.prepare(`SELECT * FROM breakpoints WHERE graph_id = ? ORDER BY created_at, breakpoint_id`).all(graphId) as BreakpointsTable[];
    return rows.map(toBreakpoint);
  });
}

/** One breakpoint of a workflow, or null. */
export function getBreakpoint(store: Store, graphId: string, breakpointId: string): Promise<Breakpoint | null> {
  return withStorageErrorsAsync(async () => {
    const row = await store.db
      .selectFrom("breakpoints")
      .selectAll()
      .where("graph_id", "=", graphId)
      .where("breakpoint_id", "=", breakpointId)
      .executeTakeFirst();
    return row === undefined ? null : toBreakpoint(row);
  });
}

/** Saves a new breakpoint, or one that was changed. */
export function putBreakpoint(store: Store, breakpoint: Breakpoint): Promise<void> {
  return withStorageErrorsAsync(async () => {
    const { enabled, spec, ...rest } = breakpoint;
    const values = { enabled: enabled ? 1 : 0, spec: JSON.stringify(spec) };
    await store.db
      .insertInto("breakpoints")
      .values({ ...rest, ...values })
      .onConflict((conflict) => conflict.column("breakpoint_id").doUpdateSet(values))
      .execute();
  });
}

/** Deletes a breakpoint of a workflow; false when it was not there. */
export function deleteBreakpoint(store: Store, graphId: string, breakpointId: string): Promise<boolean> {
  return withStorageErrorsAsync(async () => {
    const result = await store.db
      .deleteFrom("breakpoints")
      .where("graph_id", "=", graphId)
      .where("breakpoint_id", "=", breakpointId)
      .executeTakeFirst();
    return result.numDeletedRows > 0n;
  });
}
