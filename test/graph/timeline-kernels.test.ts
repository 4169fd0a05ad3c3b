import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { findBranches, outcomeOf } from "../../lib/graph/branches";
import { dotsBetween, layoutLanes } from "../../lib/graph/lanes";
import { lastWriters } from "../../lib/graph/last-writers";
import { followBranch, stepOnBranch, type PathDirection } from "../../lib/graph/path";
import { buildTree, commonAncestor, pathTo } from "../../lib/graph/tree";
import type { TimelineEntry } from "../../lib/schema/checkpoint";
import { entry } from "./entries";

/** main a…e; at c an edited fork f, g; at b a later replay h, i, k. */
const STORY = [
  entry("a", null, -1, { changed: ["question"] }),
  entry("b", "a", 0, { changed: ["plan"], nodes: ["plan"] }),
  entry("c", "b", 1, { changed: ["notes"], nodes: ["note"] }),
  entry("d", "c", 2, { changed: ["draft"], nodes: ["draft"] }),
  entry("e", "d", 3, { next: [] }),
  entry("f", "c", 2, { source: "update", changed: ["notes"], nodes: ["note"] }),
  entry("g", "f", 3, { has_interrupt: true, changed: ["draft"], nodes: ["draft"] }),
  entry("h", "b", 1, { source: "fork", nodes: [] }),
  entry("i", "h", 2),
  entry("k", "i", 3, { has_error: true }),
];

describe("the tree", () => {
  it("does not depend on the order of the rows", () => {
    const forwards = buildTree(STORY);
    const backwards = buildTree([...STORY].reverse());
    expect(backwards.order).toEqual(forwards.order);
    expect(backwards.children).toEqual(forwards.children);
    expect(forwards.children.get("c")).toEqual(["d", "f"]);
  });

  it("makes roots of rows whose parent is missing, or who are their own parent", () => {
    const tree = buildTree([entry("x", "pruned", 5), entry("y", "x", 6), entry("z", "z", 1)]);
    expect(tree.roots).toEqual(["x", "z"]);
    expect(pathTo(tree, "y").map((item) => item.checkpoint_id)).toEqual(["x", "y"]);
  });

  it("ends on rows that are each other's parents", () => {
    const tree = buildTree([entry("x", "y", 1), entry("y", "x", 2)]);
    expect(tree.order).toHaveLength(2);
    expect(tree.roots).toHaveLength(1);
  });

  it("places a parent before its child when the clocks disagree", () => {
    const tree = buildTree([entry("child", "parent", 1, { created_at: "2020-01-01T00:00:00Z" }), entry("parent", null, 0)]);
    expect(tree.order).toEqual(["parent", "child"]);
  });

  it("finds where two lines parted", () => {
    const tree = buildTree(STORY);
    expect(commonAncestor(tree, "g", "e")).toBe("c");
    expect(commonAncestor(tree, "k", "g")).toBe("b");
    expect(commonAncestor(tree, "b", "g")).toBe("b");
    expect(commonAncestor(tree, "b", "nowhere")).toBeNull();
  });
});

describe("branches", () => {
  it("keeps the first run on main and numbers forks by creation", () => {
    const branches = findBranches(buildTree(STORY));
    expect(branches.map(({ name, kind, forkedFrom, leaf }) => ({ name, kind, forkedFrom, leaf }))).toEqual([
      { name: "main", kind: "main", forkedFrom: null, leaf: "e" },
      { name: "fork 1", kind: "edit", forkedFrom: "c", leaf: "g" },
      { name: "fork 2", kind: "replay", forkedFrom: "b", leaf: "k" },
    ]);
  });

  it("tells a copied checkpoint from a replayed one by its step", () => {
    const tree = buildTree([entry("a", null, -1), entry("b", "a", 0), entry("c", "a", 1, { source: "fork" })]);
    expect(findBranches(tree)[1]?.kind).toBe("copy");
  });

  it("says what came of each checkpoint", () => {
    const tree = buildTree(STORY);
    const outcomes = Object.fromEntries(STORY.map((item) => [item.checkpoint_id, outcomeOf(tree, item, "i")]));
    expect(outcomes).toEqual({
      a: "passed",
      b: "passed",
      c: "passed",
      d: "passed",
      e: "done",
      f: "edited",
      g: "waiting",
      h: "passed",
      i: "running",
      k: "failed",
    });
  });

  it("no longer waits where a run went on", () => {
    const asked = entry("a", null, 0, { has_interrupt: true, has_error: true });
    expect(outcomeOf(buildTree([asked, entry("b", "a", 1)]), asked, null)).toBe("passed");
    expect(outcomeOf(buildTree([asked, entry("b", "a", 1, { source: "update" })]), asked, null)).toBe("failed");
  });
});

describe("lanes", () => {
  it("gives each branch a row and each step a column", () => {
    const tree = buildTree(STORY);
    const layout = layoutLanes(tree, findBranches(tree));
    expect(layout.steps).toEqual([-1, 0, 1, 2, 3]);
    expect(layout.dots.get("g")).toEqual({ id: "g", branch: "f", lane: 1, column: 4 });
    expect(layout.links.map((link) => `${link.from.id}-${link.to.id}`)).toEqual(["c-f", "b-h"]);
  });

  it("leaves no hole where steps were pruned", () => {
    const tree = buildTree([entry("a", null, -1), entry("b", "gone", 900), entry("c", "b", 901)]);
    expect(layoutLanes(tree, findBranches(tree)).steps).toEqual([-1, 900, 901]);
  });

  it("finds the dots of a part of a lane", () => {
    const rows = Array.from({ length: 100 }, (_, index) =>
      entry(`c${String(index).padStart(3, "0")}`, index === 0 ? null : `c${String(index - 1).padStart(3, "0")}`, index),
    );
    const tree = buildTree(rows);
    const lane = layoutLanes(tree, findBranches(tree)).lanes[0];
    expect(lane === undefined ? [] : dotsBetween(lane, 10, 12).map((dot) => dot.id)).toEqual(["c010", "c011", "c012"]);
  });
});

describe("walking", () => {
  const tree = buildTree(STORY);
  const branches = findBranches(tree);
  const walk = (id: string, direction: PathDirection, along: string | null = null) => stepOnBranch(tree, branches, id, direction, along);

  it("goes along the line from the root to the leaf", () => {
    expect(walk("f", "previous")).toBe("c");
    expect(walk("c", "next")).toBe("d");
    expect(walk("c", "next", "f")).toBe("f");
    expect(walk("e", "next")).toBeNull();
    expect(walk("g", "first")).toBe("a");
    expect(walk("c", "last", "f")).toBe("g");
    expect(walk("a", "first")).toBeNull();
  });

  it("goes to the neighbouring branch at the nearest step", () => {
    expect(walk("e", "down")).toBe("g");
    expect(walk("a", "down")).toBe("f");
    expect(walk("k", "up")).toBe("g");
    expect(walk("a", "up")).toBeNull();
    expect(walk("nowhere", "next")).toBeNull();
  });

  it("keeps to the branch that is followed as long as it passes there", () => {
    expect(followBranch(tree, branches, "b", "f")?.name).toBe("fork 1");
    expect(followBranch(tree, branches, "d", "f")?.name).toBe("main");
  });
});

it("names the newest writer of each channel on the path", () => {
  const writers = lastWriters(pathTo(buildTree(STORY), "g"));
  expect(Object.fromEntries(Object.entries(writers).map(([channel, writer]) => [channel, writer.checkpoint_id]))).toEqual({
    question: "a",
    plan: "b",
    notes: "f",
    draft: "g",
  });
});

/** Rows with a random earlier parent each, or none. */
const forest: fc.Arbitrary<TimelineEntry[]> = fc
  .array(fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true }), { maxLength: 40 })
  .map((draws) => {
    const rows: TimelineEntry[] = [];
    draws.forEach((draw, index) => {
      const parent = rows[Math.floor(draw * (index + 1))];
      rows.push(entry(`n${String(index).padStart(3, "0")}`, parent?.checkpoint_id ?? null, (parent?.step ?? -2) + 1));
    });
    return rows;
  });

describe("properties", () => {
  it("puts every checkpoint on exactly one branch, as a line of parents", () => {
    fc.assert(
      fc.property(forest, (rows) => {
        const tree = buildTree([...rows].reverse());
        const branches = findBranches(tree);
        expect(branches.flatMap((branch) => branch.checkpoints).sort()).toEqual(rows.map((row) => row.checkpoint_id));
        for (const branch of branches) {
          branch.checkpoints.forEach((id, index) => expect(tree.parents.get(id) ?? null).toBe(branch.checkpoints[index - 1] ?? branch.forkedFrom));
          expect(branch.checkpoints.at(-1)).toBe(branch.leaf);
          expect(tree.children.get(branch.leaf) ?? []).toEqual([]);
        }
      }),
    );
  });

  it("draws children right of their parents and no two dots on one place", () => {
    fc.assert(
      fc.property(forest, (rows) => {
        const tree = buildTree(rows);
        const { dots } = layoutLanes(tree, findBranches(tree));
        expect(new Set([...dots.values()].map((dot) => `${dot.lane}:${dot.column}`)).size).toBe(rows.length);
        for (const [id, parent] of tree.parents) {
          if (parent !== null) expect(dots.get(id)?.column).toBeGreaterThan(dots.get(parent)?.column ?? Infinity);
        }
      }),
    );
  });

  it("finds the common ancestor that a walk over all pairs finds", () => {
    fc.assert(
      fc.property(forest, fc.nat(), fc.nat(), (rows, first, second) => {
        fc.pre(rows.length > 0);
        const tree = buildTree(rows);
        const [a, b] = [rows[first % rows.length], rows[second % rows.length]].map((row) => row?.checkpoint_id ?? "");
        const [left, right] = [pathTo(tree, a ?? ""), pathTo(tree, b ?? "")];
        const shared = left.filter((item, index) => right[index] === item).at(-1)?.checkpoint_id ?? null;
        expect(commonAncestor(tree, a ?? "", b ?? "")).toBe(shared);
      }),
    );
  });

  it("comes back by previous after next", () => {
    fc.assert(
      fc.property(forest, fc.nat(), (rows, pick) => {
        fc.pre(rows.length > 0);
        const tree = buildTree(rows);
        const branches = findBranches(tree);
        const id = rows[pick % rows.length]?.checkpoint_id ?? "";
        const next = stepOnBranch(tree, branches, id, "next");
        if (next !== null) expect(stepOnBranch(tree, branches, next, "previous")).toBe(id);
      }),
    );
  });
});

it("lays out 10,000 checkpoints on 200 branches in a moment", () => {
  const rows: TimelineEntry[] = [];
  for (let branch = 0; branch < 200; branch++) {
    for (let index = 0; index < 50; index++) {
      const parent = index > 0 ? `b${branch}-${index - 1}` : branch > 0 ? `b${branch - 1}-10` : null;
      rows.push(entry(`b${branch}-${index}`, parent, branch * 11 + index - 1, { created_at: new Date(branch * 1000 + index).toISOString() }));
    }
  }
  const started = performance.now();
  const tree = buildTree(rows);
  const layout = layoutLanes(tree, findBranches(tree));
  expect(layout.lanes).toHaveLength(200);
  expect(performance.now() - started).toBeLessThan(500);
});
