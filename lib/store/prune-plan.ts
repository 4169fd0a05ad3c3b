import type { PruneBody, PruneResult } from "../schema/storage";

/** A checkpoint as far as pruning looks at it. */
export type PruneRow = {
  checkpoint_ns: string;
  checkpoint_id: string;
  parent_checkpoint_id: string | null;
  /** Of a subgraph's checkpoint: that of the enclosing graph; empty or null where nobody knows. */
  outer_checkpoint_id: string | null;
  created_at: string;
};

export type KeptReason = PruneResult["kept"][number]["reason"];

export type PruneFacts = {
  /** Every checkpoint of the thread, whatever its namespace, oldest first. */
  rows: readonly PruneRow[];
  /** Checkpoints of deleted branches that can still be brought back: what they are rebuilt from stays. */
  putAside: readonly PruneRow[];
  /** The checkpoint whose descendants may go, or null for the whole thread. */
  branch: string | null;
  rule: PruneBody["rule"];
  /** Branches whose end is from then on are not old; ISO 8601. For the rule `older_than`. */
  cutoff: string;
  /** Keys (`rowKey`) of checkpoints that wait for an answer, and of those that a person marked. */
  waiting: ReadonlySet<string>;
  marked: ReadonlySet<string>;
  /** First checkpoints of the branches that a person named. */
  namedBranches: readonly string[];
  /** Channels of a checkpoint whose value LangGraph rebuilds from its ancestors. `isWritten`: it was written since its last snapshot. */
  deltasOf: (row: PruneRow) => readonly { channel: string; isWritten: boolean }[];
  /** True when the checkpoint itself stores a value of the channel, so that nothing before it is needed for that. */
  stores: (row: PruneRow, channel: string) => boolean;
  /** True for a checkpoint of an early LangGraph, of which the waiting `Send`s are kept with the one before it. */
  hasSendsBefore: (row: PruneRow) => boolean;
};

export type PrunePlan = {
  remove: PruneRow[];
  kept: Map<KeptReason, number>;
  /** Where the first checkpoint of a named branch goes: the oldest of its line that stays bears the name from now on. */
  renamed: { from: string; to: string }[];
};

/** One text for a namespace and an id. */
export function rowKey(row: { checkpoint_ns: string; checkpoint_id: string }): string {
  return `${row.checkpoint_ns}\n${row.checkpoint_id}`;
}

type Tree = { byKey: Map<string, PruneRow>; children: Map<string, PruneRow[]> };

function treeOf(rows: readonly PruneRow[]): Tree {
  const byKey = new Map(rows.map((row) => [rowKey(row), row]));
  const children = new Map<string, PruneRow[]>();
  for (const row of rows) {
    const parent = parentKey(row);
    if (parent === null || !byKey.has(parent)) continue;
    const known = children.get(parent);
    if (known === undefined) children.set(parent, [row]);
    else known.push(row);
  }
  return { byKey, children };
}

function parentKey(row: PruneRow): string | null {
  return row.parent_checkpoint_id === null ? null : `${row.checkpoint_ns}\n${row.parent_checkpoint_id}`;
}

/** The checkpoint and its ancestors, nearest first. A row that is its own ancestor ends the walk. */
function* upwards(tree: Tree, row: PruneRow): Generator<PruneRow> {
  const seen = new Set<PruneRow>();
  for (let at: PruneRow | undefined = row; at !== undefined && !seen.has(at);) {
    seen.add(at);
    yield at;
    const parent = parentKey(at);
    at = parent === null ? undefined : tree.byKey.get(parent);
  }
}

function withDescendants(tree: Tree, root: PruneRow): Set<PruneRow> {
  const found = new Set([root]);
  // Rows that are added on the way are looked at in their turn.
  for (const row of found) for (const child of tree.children.get(rowKey(row)) ?? []) found.add(child);
  return found;
}

/** The line of a branch: at a fork the oldest child goes on, as in the drawing. */
function lineFrom(tree: Tree, id: string): PruneRow[] {
  const line = new Set<PruneRow>();
  for (let at = tree.byKey.get(`\n${id}`); at !== undefined && !line.has(at); at = tree.children.get(rowKey(at))?.[0]) line.add(at);
  return [...line];
}

/** The workflow's own checkpoints that the rule leaves. */
function spared(facts: PruneFacts, tree: Tree, leaves: readonly PruneRow[]): Set<PruneRow> {
  const { rule } = facts;
  const left = new Set<PruneRow>();
  if (rule.kind === "keep_latest") {
    for (const leaf of leaves) {
      let count = 0;
      for (const row of upwards(tree, leaf)) {
        if (count++ === rule.count) break;
        left.add(row);
      }
    }
  }
  if (rule.kind === "older_than") {
    for (const leaf of leaves) if (leaf.created_at >= facts.cutoff) for (const row of upwards(tree, leaf)) left.add(row);
  }
  return left;
}

/** The workflow's own checkpoint that each row belongs to; null for a subgraph's whose enclosing checkpoint is unknown or gone. */
function ownersOf(rows: readonly PruneRow[]): Map<PruneRow, PruneRow | null> {
  const byId = new Map(rows.map((row) => [row.checkpoint_id, row]));
  const owners = new Map<PruneRow, PruneRow | null>();
  for (const row of rows) {
    const seen = new Set<PruneRow>();
    let at: PruneRow | undefined = row;
    while (at !== undefined && at.checkpoint_ns !== "" && !seen.has(at)) {
      seen.add(at);
      at = byId.get(at.outer_checkpoint_id ?? "");
    }
    owners.set(row, at !== undefined && at.checkpoint_ns === "" ? at : null);
  }
  return owners;
}

/** A subgraph with a memory of its own has a namespace without task ids; its newest checkpoint is where its next call begins. */
function memoriesOf(rows: readonly PruneRow[]): PruneRow[] {
  const newest = new Map<string, PruneRow>();
  for (const row of rows) {
    if (row.checkpoint_ns === "" || row.checkpoint_ns.includes(":")) continue;
    const known = newest.get(row.checkpoint_ns);
    if (known === undefined || known.checkpoint_id < row.checkpoint_id) newest.set(row.checkpoint_ns, row);
  }
  return [...newest.values()];
}

/** Ancestors that LangGraph reads to rebuild the delta channels of a checkpoint that stays: back to each one's snapshot. */
function neededBy(facts: PruneFacts, tree: Tree, row: PruneRow): PruneRow[] {
  const missing = new Map(facts.deltasOf(row).map(({ channel, isWritten }) => [channel, isWritten]));
  if (missing.size === 0) return [];
  const ancestors: PruneRow[] = [];
  let needed = 0;
  for (const ancestor of upwards(tree, row)) {
    if (ancestor === row) continue;
    ancestors.push(ancestor);
    for (const channel of missing.keys()) {
      if (!facts.stores(ancestor, channel)) continue;
      needed = ancestors.length;
      missing.delete(channel);
    }
    if (missing.size === 0) break;
  }
  // Without a snapshot it is rebuilt from the very first write on; one that was never written has nothing to be rebuilt from.
  return [...missing.values()].includes(true) ? ancestors : ancestors.slice(0, needed);
}

/**
 * Which checkpoints of a thread go, by a rule, without one that another needs: those that wait, that are marked, that a
 * subgraph's memory begins with, and that the delta channels of one that stays are rebuilt from. Pure.
 */
export function planPrune(facts: PruneFacts): PrunePlan {
  const { rows } = facts;
  const tree = treeOf(rows);
  const own = rows.filter((row) => row.checkpoint_ns === "");
  const root = facts.branch === null ? undefined : tree.byKey.get(`\n${facts.branch}`);
  const scope = facts.branch === null ? new Set(own) : root === undefined ? new Set<PruneRow>() : withDescendants(tree, root);
  const leaves = own.filter((row) => scope.has(row) && !tree.children.has(rowKey(row)));
  const left = spared(facts, tree, leaves);

  const owners = ownersOf(rows);
  const isWhole = facts.branch === null && left.size === 0;
  const remove = new Set(
    rows.filter((row) => {
      const owner = owners.get(row) ?? null;
      // What cannot be placed goes with the whole thread only.
      return owner === null ? isWhole : scope.has(owner) && !left.has(owner);
    }),
  );

  const kept = new Map<KeptReason, number>();
  const reasons = new Map<PruneRow, KeptReason>();
  const keep = (row: PruneRow | null | undefined, reason: KeptReason) => {
    if (row == null || !remove.delete(row)) return;
    kept.set(reason, (kept.get(reason) ?? 0) + 1);
    reasons.set(row, reason);
  };
  /** A subgraph's checkpoint is found through the one that encloses it. */
  const keepWithOwner = (row: PruneRow | undefined, reason: KeptReason) => {
    keep(row, reason);
    if (row !== undefined) keep(owners.get(row), reason);
  };
  /** Rows at the edge reach what all rows after them reach. */
  const keepNeeded = (stays: readonly PruneRow[]) => {
    for (const row of stays) {
      const parent = parentKey(row);
      const before = parent === null ? undefined : tree.byKey.get(parent);
      if (before === undefined || remove.has(row) || !remove.has(before)) continue;
      for (const ancestor of neededBy(facts, tree, row)) keep(ancestor, "needed_by_delta");
    }
  };
  for (const key of facts.waiting) keepWithOwner(tree.byKey.get(key), "waiting");
  for (const key of facts.marked) keepWithOwner(tree.byKey.get(key), "marked");
  if (facts.rule.kind !== "keep_latest") for (const id of facts.namedBranches) for (const row of lineFrom(tree, id)) keep(row, "marked");
  const inner = rows.filter((row) => row.checkpoint_ns !== "");
  keepNeeded([...own, ...facts.putAside.filter((row) => row.checkpoint_ns === "")]);
  // The states of a subgraph stay with the checkpoint that it ran from: what is asked there is answered there.
  for (const row of inner) {
    const reason = reasons.get(owners.get(row) ?? row);
    if (reason !== undefined) keep(row, reason);
  }
  if (remove.size < rows.length) for (const row of memoriesOf(rows)) keep(row, "subgraph_memory");
  keepNeeded([...inner, ...facts.putAside.filter((row) => row.checkpoint_ns !== "")]);
  const atEdge = [...rows, ...facts.putAside].flatMap((row) => {
    const before = tree.byKey.get(parentKey(row) ?? "");
    return before !== undefined && !remove.has(row) && remove.has(before) && facts.hasSendsBefore(row) ? [before] : [];
  });
  for (const row of atEdge) keep(row, "needed_by_sends");
  return { remove: [...remove], kept, renamed: renamedBranches(facts, tree, remove) };
}

function renamedBranches(facts: PruneFacts, tree: Tree, remove: ReadonlySet<PruneRow>): PrunePlan["renamed"] {
  return facts.namedBranches.flatMap((from) => {
    const line = lineFrom(tree, from);
    const to = line.find((row) => !remove.has(row));
    return to === undefined || to === line[0] ? [] : [{ from, to: to.checkpoint_id }];
  });
}
