import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { components, cyclesOf } from "../../lib/graph/components";
import { dominatorsOf, immediateDominators } from "../../lib/graph/dominators";
import { longestWay } from "../../lib/graph/longest-way";
import { reachable, shortestWay, type Arrow } from "../../lib/graph/reach";
import { pairsOf, type Exits } from "../../lib/graph/supersteps";

const arrows = (text: string): Arrow[] =>
  text.split(" ").map((arrow) => {
    const [source = "", target = ""] = arrow.split(">");
    return { source, target };
  });

const NAMES = ["a", "b", "c", "d", "e", "f"];
const someArrows = fc.array(fc.record({ source: fc.constantFrom(...NAMES), target: fc.constantFrom(...NAMES) }), { maxLength: 14 });

/** All ways from `from` that pass nothing twice. */
function allWays(graph: readonly Arrow[], from: string): string[][] {
  const walk = (way: string[]): string[][] => [
    way,
    ...graph.filter(({ source, target }) => source === way.at(-1) && !way.includes(target)).flatMap(({ target }) => walk([...way, target])),
  ];
  return walk([from]);
}

describe("reaching", () => {
  it("finds what every simple way leads to, and no more", () => {
    fc.assert(
      fc.property(someArrows, (graph) => {
        expect([...reachable(graph, ["a"])].sort()).toEqual([...new Set(allWays(graph, "a").flat())].sort());
      }),
    );
  });

  it("gives a way that is as short as any, and never enters what is to be avoided", () => {
    fc.assert(
      fc.property(someArrows, fc.subarray(["b", "c", "d"]), (graph, avoided) => {
        const avoid = new Set(avoided);
        const way = shortestWay(graph, "a", "f", avoid);
        const lengths = allWays(graph, "a").filter((names) => names.at(-1) === "f" && !names.some((name) => avoid.has(name)));
        if (lengths.length === 0) expect(way).toBeNull();
        else expect(way?.length).toBe(Math.min(...lengths.map((names) => names.length - 1)));
        for (const [index, arrow] of (way ?? []).entries()) expect(arrow.source).toBe(way?.[index - 1]?.target ?? "a");
      }),
    );
  });
});

describe("dominators", () => {
  it("name what every way has in common", () => {
    expect(dominatorsOf(immediateDominators(arrows("s>a a>b a>c b>d c>d d>e"), "s"), "e")).toEqual(["d", "a", "s"]);
  });

  it("are what cuts the node off when it is taken away", () => {
    fc.assert(
      fc.property(someArrows, (graph) => {
        const immediate = immediateDominators(graph, "a");
        const reached = reachable(graph, ["a"]);
        for (const name of NAMES.slice(1)) {
          const cuts = reached.has(name) ? NAMES.filter((other) => other !== name && !reachable(graph, ["a"], new Set([other])).has(name)) : [];
          expect(dominatorsOf(immediate, name).sort()).toEqual(cuts.sort());
        }
      }),
    );
  });
});

describe("components", () => {
  it("hold together what can reach each other", () => {
    fc.assert(
      fc.property(someArrows, (graph) => {
        const groups = components(NAMES, graph);
        expect(groups.flat().sort()).toEqual(NAMES);
        const group = (name: string) => groups.findIndex((members) => members.includes(name));
        for (const a of NAMES) {
          for (const b of NAMES) {
            const isBoth = reachable(graph, [a]).has(b) && reachable(graph, [b]).has(a);
            expect(group(a) === group(b)).toBe(isBoth);
          }
        }
        for (const { source, target } of graph) expect(group(target)).toBeLessThanOrEqual(group(source));
      }),
    );
  });

  it("are cycles where a walk can stay", () => {
    expect(
      cyclesOf(["a", "b", "c", "d"], arrows("a>b b>c c>b d>d"))
        .map((group) => group.sort())
        .sort(),
    ).toEqual([["b", "c"], ["d"]]);
  });
});

describe("the longest way", () => {
  it("is as long as any way that passes nothing twice", () => {
    fc.assert(
      fc.property(someArrows, (graph) => {
        const way = longestWay(graph, "a");
        expect(way.length).toBe(Math.max(...allWays(graph, "a").map((names) => names.length)));
        expect(new Set(way).size).toBe(way.length);
      }),
    );
  });

  it("of a long chain with a back edge is found at once", () => {
    const chain = Array.from({ length: 300 }, (_, index) => ({ source: `n${index}`, target: `n${index + 1}` }));
    expect(longestWay([...chain, { source: "n150", target: "n3" }], "n0")).toHaveLength(301);
  });
});

describe("supersteps", () => {
  const graph = (exits: Record<string, Partial<Exits>>, joins: { sources: string[]; target: string }[] = [], deferred: string[] = []) => ({
    exits: new Map(Object.entries(exits).map(([name, { always = [], choices = [] }]) => [name, { always, choices }])),
    joins,
    deferred: new Set(deferred),
  });
  const pairs = (given: ReturnType<typeof graph>) => pairsOf(given, "s")?.map(({ a, b, isSure }) => `${a}+${b}${isSure ? "" : "?"}`);

  it("run side by side what one node starts with several edges", () => {
    expect(pairs(graph({ s: { always: ["a", "b"] } }))).toEqual(["a+b"]);
  });

  it("run one of a router's ways, never two", () => {
    expect(pairs(graph({ s: { choices: [[["a"], ["b"]]] }, a: { always: ["c"] }, b: { always: ["c"] } }))).toEqual([]);
  });

  it("keep ways of unequal length apart, step by step", () => {
    expect(pairs(graph({ s: { always: ["a", "b"] }, a: { always: ["x"] }, b: { always: ["b2"] }, b2: { always: ["y"] } }))?.sort()).toEqual([
      "a+b",
      "b2+x",
    ]);
  });

  it("start the target of a join once all have come", () => {
    const joined = graph({ s: { always: ["a", "b"] }, b: { always: ["b2", "z"] }, b2: { always: ["y"] } }, [{ sources: ["a", "b2"], target: "c" }]);
    expect(pairs(joined)?.sort()).toEqual(["a+b", "b2+z", "c+y"]);
  });

  it("keep a deferred node until nothing else is left", () => {
    expect(pairs(graph({ s: { always: ["a", "late"] }, a: { always: ["b"] } }, [], ["late"]))).toEqual([]);
  });

  it("are not sure where two routers have to choose alike", () => {
    const twice = graph({ s: { always: ["a", "b"] }, a: { choices: [[["x"], []]] }, b: { choices: [[["y"], []]] } });
    expect(pairs(twice)?.sort()).toEqual(["a+b", "x+y?"]);
  });

  it("give up where there are too many ways", () => {
    const wide = graph({
      s: { always: NAMES },
      ...Object.fromEntries(NAMES.map((name) => [name, { choices: [[["u"], ["v"], ["w"]]] }])),
    });
    expect(pairs(wide)).toBeUndefined();
  });
});
