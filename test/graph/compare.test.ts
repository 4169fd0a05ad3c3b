import { describe, expect, it } from "vitest";
import { alignSteps, findParting, lastBefore, type ComparedStep } from "../../lib/graph/compare";

function ran(node: string, next: string[] = ["next"]): ComparedStep {
  return { checkpoint_id: node, source: "loop", nodes: [node], next, changed: [] };
}
function written(source: "update" | "fork" | "input", node: string | null = null): ComparedStep {
  return { checkpoint_id: source, source, nodes: node === null ? [] : [node], next: ["next"], changed: [] };
}

function laid(a: ComparedStep[], b: ComparedStep[]): string[] {
  return alignSteps(a, b).map((row) => `${row.a === null ? "-" : a[row.a]?.checkpoint_id} ${row.b === null ? "-" : b[row.b]?.checkpoint_id}`);
}

function parting(a: ComparedStep[], b: ComparedStep[], differing: number[] = []) {
  return findParting({ a, b, rows: alignSteps(a, b) }, (row) => differing.includes(row));
}

describe("two sides", () => {
  it("are laid side by side, what one has alone in a row of its own", () => {
    expect(laid([ran("plan"), ran("write")], [written("update", "plan"), ran("plan"), ran("check"), ran("write")])).toEqual([
      "- update",
      "plan plan",
      "- check",
      "write write",
    ]);
    expect(laid([], [ran("plan")])).toEqual(["- plan"]);
  });

  it("of thousands of rounds are laid in a moment", () => {
    const rounds = (count: number) => Array.from({ length: count }, (_, index) => ran(index % 2 === 0 ? "agent" : "tools"));
    const started = performance.now();
    const rows = alignSteps(rounds(9000), [written("fork"), ...rounds(10_000)]);
    expect(rows.filter((row) => row.a !== null && row.b !== null)).toHaveLength(9000);
    expect(performance.now() - started).toBeLessThan(1000);
  });
});

describe("where they parted", () => {
  it("is an edit", () => {
    expect(parting([ran("write")], [written("update", "plan"), ran("write")])).toEqual({ at: 0, why: "edit", a: null, b: 0 });
    // Also where the edited side skipped what the other one ran meanwhile.
    const edited = [written("update", "note"), ran("note"), ran("write")];
    expect(parting([ran("note"), ran("note"), ran("write")], edited)).toMatchObject({ why: "edit", a: null, b: 0 });
    expect(parting(edited, [ran("note"), ran("note"), ran("write")])).toMatchObject({ why: "edit", a: 0, b: null });
    expect(parting([written("update", "x")], [written("update", "x")], [0])).toMatchObject({ why: "edit", a: 0, b: 0 });
  });

  it("is a value that the same node wrote otherwise, or the way that was taken then", () => {
    expect(parting([ran("plan"), ran("write")], [written("fork"), ran("plan"), ran("write")], [1])).toMatchObject({ why: "value", a: 0, b: 1 });
    expect(parting([ran("plan", ["revise"]), ran("revise")], [written("fork"), ran("plan", ["publish"]), ran("publish")])).toMatchObject({
      why: "route",
      a: 0,
      b: 1,
    });
    expect(parting([ran("revise")], [written("fork"), ran("publish")])).toMatchObject({ why: "route" });
  });

  it("is the end of one of them", () => {
    expect(parting([ran("plan")], [written("fork"), ran("plan"), ran("write")])).toMatchObject({ why: "end", a: null, b: 2 });
  });

  it("is nowhere when one goes on from the other, or nothing differs", () => {
    expect(parting([], [ran("plan")])).toBeNull();
    expect(parting([ran("plan")], [written("fork"), ran("plan")])).toBeNull();
  });
});

it("finds the newest step of a side up to a row", () => {
  const rows = alignSteps([ran("x")], [written("fork"), ran("x")]);
  expect([lastBefore(rows, "a", 0), lastBefore(rows, "b", 0), lastBefore(rows, "a", 1)]).toEqual([null, 0, 0]);
});
