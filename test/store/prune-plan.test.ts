import fc from "fast-check";
import { expect, test } from "vitest";
import { planPrune, rowKey, type PruneFacts, type PruneRow } from "../../lib/store/prune-plan";

type Shape = {
  parents: number[];
  deltas: boolean[];
  snapshots: boolean[];
  waiting: number[];
  marked: number[];
  inner: number[];
  count: number;
  kind: number;
  branch: number | null;
};

const shape: fc.Arbitrary<Shape> = fc.integer({ min: 1, max: 30 }).chain((size) =>
  fc.record({
    /** -1 begins a tree of its own, -2 has a parent that is gone. */
    parents: fc.tuple(...Array.from({ length: size }, (_, index) => fc.integer({ min: -2, max: index - 1 }))),
    deltas: fc.array(fc.boolean(), { minLength: size, maxLength: size }),
    snapshots: fc.array(fc.boolean(), { minLength: size, maxLength: size }),
    waiting: fc.array(fc.nat(size - 1), { maxLength: 3 }),
    marked: fc.array(fc.nat(size - 1), { maxLength: 3 }),
    /** Checkpoints that a subgraph ran from, two states each. */
    inner: fc.uniqueArray(fc.nat(size - 1), { maxLength: 6 }),
    count: fc.integer({ min: 1, max: 5 }),
    kind: fc.nat(2),
    branch: fc.option(fc.nat(size - 1)),
  }),
);

const idOf = (index: number) => `c${String(index).padStart(3, "0")}`;
const timeOf = (index: number) => new Date(Date.UTC(2026, 0, 1) + index * 1000).toISOString();

function factsOf({ parents, deltas, snapshots, waiting, marked, inner, count, kind, branch }: Shape): PruneFacts {
  const own = parents.map((parent, index): PruneRow => ({
    checkpoint_ns: "",
    checkpoint_id: idOf(index),
    parent_checkpoint_id: parent === -1 ? null : parent === -2 ? "gone" : idOf(parent),
    outer_checkpoint_id: null,
    created_at: timeOf(index),
  }));
  const within = inner.flatMap((index) =>
    [0, 1].map((step): PruneRow => ({
      checkpoint_ns: `child:task-${index}`,
      checkpoint_id: `s${index}-${step}`,
      parent_checkpoint_id: step === 0 ? null : `s${index}-0`,
      outer_checkpoint_id: idOf(index),
      created_at: timeOf(index),
    })),
  );
  const position = (row: PruneRow) => own.indexOf(row);
  return {
    rows: [...own, ...within],
    putAside: [],
    branch: branch === null ? null : idOf(branch),
    rule: kind === 0 ? { kind: "keep_latest", count } : kind === 1 ? { kind: "older_than", days: 1 } : { kind: "everything" },
    cutoff: timeOf(Math.floor(parents.length / 2)),
    waiting: new Set(waiting.map((index) => `\n${idOf(index)}`)),
    marked: new Set(marked.map((index) => `\n${idOf(index)}`)),
    namedBranches: [],
    deltasOf: (row) => (deltas[position(row)] === true && snapshots[position(row)] !== true ? [{ channel: "words", isWritten: true }] : []),
    stores: (row) => snapshots[position(row)] === true,
    hasSendsBefore: () => false,
  };
}

/** What a checkpoint's delta is made of: its ancestors back to the first that stores it. */
function chainOf(facts: PruneFacts, row: PruneRow): PruneRow[] {
  if (facts.deltasOf(row).length === 0) return [];
  const chain: PruneRow[] = [];
  for (let at: PruneRow | undefined = row; ;) {
    const parent: string | null = at.parent_checkpoint_id;
    at = facts.rows.find((other) => other.checkpoint_ns === row.checkpoint_ns && other.checkpoint_id === parent);
    if (at === undefined) return chain;
    chain.push(at);
    if (facts.stores(at, "words")) return chain;
  }
}

test("nothing goes that waits, is marked, or that one that stays is rebuilt from", () => {
  fc.assert(
    fc.property(shape, (drawn) => {
      const facts = factsOf(drawn);
      const { remove, kept } = planPrune(facts);
      const gone = new Set(remove);
      expect(new Set(remove).size).toBe(remove.length);
      for (const row of facts.rows) {
        if (facts.waiting.has(rowKey(row)) || facts.marked.has(rowKey(row))) expect(gone.has(row)).toBe(false);
        // A subgraph's states go with the checkpoint that they ran from, or not at all.
        if (row.checkpoint_ns !== "" && gone.has(row))
          expect(facts.rows.some((owner) => owner.checkpoint_id === row.outer_checkpoint_id && gone.has(owner))).toBe(true);
      }
      // Rows that stay because of the rule must be whole; rows kept as part of another's chain are by construction.
      const edges = facts.rows.filter((row) => !gone.has(row) && drawn.deltas[facts.rows.indexOf(row)] === true);
      for (const row of edges) {
        const parent = facts.rows.find((other) => other.checkpoint_ns === row.checkpoint_ns && other.checkpoint_id === row.parent_checkpoint_id);
        if (parent !== undefined && gone.has(parent)) expect(chainOf(facts, row)).toEqual([]);
      }
      expect([...kept.values()].every((count) => count > 0)).toBe(true);
    }),
    { numRuns: 500 },
  );
});

test("without protection exactly what the rule says goes", () => {
  fc.assert(
    fc.property(shape, (drawn) => {
      const facts = factsOf({ ...drawn, deltas: drawn.deltas.map(() => false), waiting: [], marked: [], branch: null });
      const gone = new Set(planPrune(facts).remove.filter((row) => row.checkpoint_ns === ""));
      const own = facts.rows.filter((row) => row.checkpoint_ns === "");
      const byId = new Map(own.map((row) => [row.checkpoint_id, row]));
      const leaves = own.filter((row) => !own.some((other) => other.parent_checkpoint_id === row.checkpoint_id));
      const stays = new Set<PruneRow>();
      for (const leaf of leaves) {
        const most =
          facts.rule.kind === "keep_latest" ? facts.rule.count : facts.rule.kind === "older_than" && leaf.created_at >= facts.cutoff ? Infinity : 0;
        let at: PruneRow | undefined = leaf;
        for (let back = 0; at !== undefined && back < most; back++) {
          stays.add(at);
          at = byId.get(at.parent_checkpoint_id ?? "");
        }
      }
      expect(own.filter((row) => !gone.has(row))).toEqual(own.filter((row) => stays.has(row)));
    }),
    { numRuns: 500 },
  );
});

test("rows that are their own ancestors end no walk in a circle", () => {
  const row = (id: string, parent: string): PruneRow => ({
    checkpoint_ns: "",
    checkpoint_id: id,
    parent_checkpoint_id: parent,
    outer_checkpoint_id: null,
    created_at: timeOf(0),
  });
  const facts = {
    ...factsOf({ parents: [-1], deltas: [false], snapshots: [false], waiting: [], marked: [], inner: [], count: 1, kind: 2, branch: null }),
    rows: [row("a", "b"), row("b", "a")],
  };
  expect(planPrune(facts).remove).toHaveLength(2);
  expect(planPrune({ ...facts, rule: { kind: "keep_latest", count: 3 } }).remove).toHaveLength(2);
});
