import { BreakpointSpecSchema } from "../schema/breakpoint";
import { withStorageErrors } from "./errors";
import type { Store } from "./open";
import { readPins, writePins } from "./pins";
import { parseJson } from "./rows";

/** A node that is called otherwise now, or one that does a part of what another one did. As it is drawn, `child:inner` in a subgraph. */
export type NodeChange = { from: string; to: string; kind: "renamed" | "split" };

/** The name after the changes; what stands in a node that was renamed goes with it. */
function nameAfter(node: string, changes: readonly NodeChange[]): string {
  for (const { from, to, kind } of changes) {
    if (kind === "renamed" && (node === from || node.startsWith(`${from}:`))) return to + node.slice(from.length);
  }
  return node;
}

function moveBreakpoints(store: Store, graphId: string, changes: readonly NodeChange[]): void {
  const rows = store.prepare(`SELECT breakpoint_id, spec FROM breakpoints WHERE graph_id = ?`).all(graphId);
  const update = store.prepare(`UPDATE breakpoints SET spec = ? WHERE breakpoint_id = ?`);
  for (const row of rows) {
    if (typeof row !== "object" || row === null || !("spec" in row) || !("breakpoint_id" in row)) continue;
    const spec = BreakpointSpecSchema.parse(parseJson(String(row.spec)));
    if (spec.kind !== "node") continue;
    const node = nameAfter(spec.node, changes);
    if (node !== spec.node) update.run(JSON.stringify({ ...spec, node }), row.breakpoint_id);
  }
}

/** The node that asks now has the rules of the one that asked before. That one keeps its own: requests of before the change wait under its name. */
function copyRules(store: Store, graphId: string, changes: readonly NodeChange[]): void {
  const rows = store.prepare(`SELECT node, rule FROM approval_rules WHERE graph_id = ? AND node <> ''`).all(graphId);
  const put = store.prepare(`INSERT INTO approval_rules (graph_id, node, rule) VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET rule = excluded.rule`);
  for (const row of rows) {
    if (typeof row !== "object" || row === null || !("node" in row) || !("rule" in row)) continue;
    const node = String(row.node);
    for (const { from, to } of changes) {
      if (node === from || node.startsWith(`${from}:`)) put.run(graphId, to + node.slice(from.length), row.rule);
    }
  }
}

/** Lets breakpoints, pins and approval rules of a workflow go with its nodes, in one transaction. Synchronous. */
export function changeNodes(store: Store, graphId: string, changes: readonly NodeChange[]): void {
  if (changes.length === 0) return;
  withStorageErrors(() =>
    store.atOnce(() => {
      moveBreakpoints(store, graphId, changes);
      copyRules(store, graphId, changes);
      const pins = readPins(store, graphId);
      const moved = pins.map((pin) => ({ ...pin, node: nameAfter(pin.node, changes) }));
      if (moved.some(({ node }, index) => node !== pins[index]?.node)) writePins(store, graphId, moved);
    }),
  );
}
